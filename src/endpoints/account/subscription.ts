// The subscription: reading it, its settings, changing the plan, ending it.

import Type from 'typebox'
import { CHANGES_PER_DAY_MAX } from '../../account/plans/plan-history.ts'
import type { Subscription } from '../../account/subscription.ts'
import {
  changeSettings,
  choosePlan,
  endSubscription,
  LABEL_CHARACTERS_MAX,
  type Settings,
  subscriptionJson,
  subscriptionOf,
} from '../../account/subscriptions.ts'
import { badRequest, Problem } from '../../http/problem.ts'
import { accountCall } from '../account-call.ts'
import { type Context, endpoint, free, type Outcome, ok } from '../endpoint.ts'

const Label = Type.String({ maxLength: LABEL_CHARACTERS_MAX })

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

/** Each call answers the current subscription. */
const subscriptionCall = {
  ...accountCall,
  answers: ok('The subscription.', SubscriptionSchema),
  problems: ['not-found'],
} as const

export const getSubscription = endpoint({
  ...subscriptionCall,
  path: '/v2/subscription',
  methods: ['GET'],
  summary: 'Get the subscription',
  async handle(_input, context) {
    const { parts, caller } = context
    return show(await subscriptionOf(parts.store.db, caller.accountId), context)
  },
})

export const putSubscription = endpoint({
  ...subscriptionCall,
  path: '/subscription',
  methods: ['PUT'],
  summary: 'Change the name and auto-upgrade of the subscription',
  notes: 'Admin key. Each field is optional.',
  options: Type.Object({
    name: Type.Optional(Label),
    autoUpgrade: Type.Optional(Type.Boolean()),
  }),
  handle: ({ options: { name, autoUpgrade } }, context) =>
    change({ label: name, autoUpgrade }, context),
})

export const label = endpoint({
  ...subscriptionCall,
  path: '/subscription/label',
  methods: ['PUT'],
  scope: 'label',
  summary: 'Change the name of the subscription',
  notes: 'API key.',
  options: Type.Object({ label: Label }),
  handle: ({ options }, context) => change({ label: options.label }, context),
})

export const autoUpgrade = endpoint({
  ...subscriptionCall,
  path: '/subscription/auto-upgrade',
  methods: ['PUT'],
  scope: 'label',
  summary: 'Turn auto-upgrade to the next larger plan on or off',
  notes: 'API key.',
  options: Type.Object({ 'auto-upgrade': Type.Boolean() }),
  handle: ({ options }, context) => change({ autoUpgrade: options['auto-upgrade'] }, context),
})

export const changePlan = endpoint({
  ...subscriptionCall,
  path: '/subscription/change-plan',
  steps: 100_000,
  methods: ['PUT'],
  summary: 'Choose a plan',
  notes: 'Admin key. Takes effect at once, with the same keys, whatever the status was.',
  options: Type.Object({ plan_name: Type.String({ maxLength: 50 }) }),
  async handle({ options }, context) {
    const { store, plans, clock } = context.parts
    const { accountId } = context.caller
    const chosen = await choosePlan(store, plans, accountId, options.plan_name, clock.now())
    if (chosen.kind === 'no-such-plan') {
      const names = chosen.onOffer.join(', ')
      throw badRequest('plan_name', `Unknown plan. Choose one of: ${names}.`)
    }
    if (chosen.kind === 'too-many-changes') {
      throw new Problem(
        'rate-limit',
        `The plan can be changed ${CHANGES_PER_DAY_MAX} times a day.`,
        {
          retryAfterSeconds: Math.max(1, Math.ceil((chosen.until - clock.now()) / 1000)),
        },
      )
    }
    context.forgetAccount(accountId)
    return show(chosen.kind === 'chosen' ? chosen.subscription : undefined, context)
  },
})

export const unsubscribe = endpoint({
  ...subscriptionCall,
  path: '/subscription/unsubscribe',
  methods: ['PUT'],
  summary: 'End the subscription',
  notes: 'Admin key. Look-ups are refused until you choose a plan again.',
  async handle(_input, context) {
    const { store, clock } = context.parts
    const { accountId } = context.caller
    await endSubscription(store, accountId, clock.now())
    context.forgetAccount(accountId)
    return show(await subscriptionOf(store.db, accountId), context)
  },
})

async function change(settings: Settings, context: Context): Promise<Outcome> {
  const { parts, caller } = context
  return show(await changeSettings(parts.store, caller.accountId, settings), context)
}

function show(subscription: Subscription | undefined, { parts }: Context): Outcome {
  if (subscription === undefined) {
    throw new Problem('not-found', 'This account has no subscription.')
  }
  return free(subscriptionJson(subscription, parts.plans, parts.clock.now()))
}
