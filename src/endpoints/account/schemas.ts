// What the account endpoints share: their answers, and the 404 of an account without a subscription.

import Type from 'typebox'
import type { Subscription } from '../../account/subscription.ts'
import { subscriptionJson } from '../../account/subscription-settings.ts'
import { Problem } from '../../http/problem.ts'
import { type Context, free, type Outcome } from '../endpoint.ts'

export const NoParams = Type.Object({})

export const Message = Type.Object({ message: Type.String() })

const SubscriptionSchema = Type.Object({
  next_billing_date: Type.String(),
  plan: Type.Object({
    term: Type.String(),
    daily_lookup_limit_1: Type.Integer(),
    daily_lookup_limit_2: Type.Integer(),
    amount: Type.Number(),
    multi_application: Type.Boolean(),
  }),
  status: Type.String({ enum: ['trial', 'trial-ended', 'active', 'ended'] }),
  name: Type.String(),
  payment_method: Type.String(),
  start_date: Type.String(),
  auto_upgrade: Type.Boolean(),
})

export const subscriptionAnswer = {
  200: { description: 'The subscription.', schema: SubscriptionSchema },
}

export function showSubscription(
  subscription: Subscription | undefined,
  { parts }: Context,
): Outcome {
  if (subscription === undefined) {
    throw new Problem('not-found', 'This account has no subscription.')
  }
  return free(subscriptionJson(subscription, parts.plans, parts.clock.now()))
}
