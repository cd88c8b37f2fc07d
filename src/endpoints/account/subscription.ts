// The subscription: reading it, its settings, changing the plan, ending it; the plans to choose from.

import Type from 'typebox'
import { CHANGES_PER_DAY_MAX } from '../../account/plans/plan-history.ts'
import { dailyLimit, plansOnOffer } from '../../account/plans/plans.ts'
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
import { badRequest, orNotFound, Problem } from '../../http/problem.ts'
import { type Context, endpoint, free, type Outcome, ok } from '../endpoint.ts'
import { listOf, oneOf, text, texts, wholes } from '../schemas.ts'

const Label = Type.String({ maxLength: LABEL_CHARACTERS_MAX })

const subscriptionCall = {
  answers: ok('The subscription.', {
    next_billing_date: Type.String(),
    plan: Type.Object({
      ...texts('term'),
      ...wholes('daily_lookup_limit_1', 'daily_lookup_limit_2'),
      amount: Type.Number(),
      multi_application: Type.Boolean(),
    }),
    status: oneOf(['trial', 'trial-ended', 'active', 'ended']),
    ...texts('name', 'payment_method', 'start_date'),
    auto_upgrade: Type.Boolean(),
    suspended: Type.Optional(text('Only while the operator refuses look-ups: the reason, if any.')),
  }),
  problems: ['not-found'],
} as const

export const getSubscription = endpoint('GET /v2/subscription', {
  ...subscriptionCall,
  summary: 'Get the subscription',
  async handle(_input, context) {
    return show(await subscriptionOf(context.store.db, context.caller.accountId), context)
  },
})

export const subscriptionEndpoints = [
  getSubscription,
  endpoint('PUT /subscription', {
    ...subscriptionCall,
    summary: 'Change the name and auto-upgrade of the subscription',
    notes: 'Each field is optional.',
    options: { name: Type.Optional(Label), autoUpgrade: Type.Optional(Type.Boolean()) },
    handle: ({ options: { name, autoUpgrade } }, context) =>
      change({ label: name, autoUpgrade }, context),
  }),
  endpoint('PUT /subscription/label', {
    ...subscriptionCall,
    scope: 'label',
    summary: 'Change the name of the subscription',
    options: { label: Label },
    handle: ({ options }, context) => change({ label: options.label }, context),
  }),
  endpoint('PUT /subscription/auto-upgrade', {
    ...subscriptionCall,
    scope: 'label',
    summary: 'Turn auto-upgrade to the next larger plan on or off',
    options: { 'auto-upgrade': Type.Boolean() },
    handle: ({ options }, context) => change({ autoUpgrade: options['auto-upgrade'] }, context),
  }),
  endpoint('PUT /subscription/change-plan', {
    ...subscriptionCall,
    steps: 100_000,
    summary: 'Choose a plan',
    notes: 'Takes effect at once, with the same keys, whatever the status was.',
    options: { plan_name: Type.String({ maxLength: 50 }) },
    async handle({ options }, context) {
      const { store, plans, clock } = context
      const { accountId } = context.caller
      const chosen = await choosePlan(store, plans, accountId, options.plan_name, clock.now())
      if (chosen.kind === 'no-such-plan') {
        const names = chosen.onOffer.join(', ')
        throw badRequest('plan_name', `Unknown plan. Choose one of: ${names}.`)
      }
      if (chosen.kind === 'too-many-changes') {
        const retryAfterSeconds = Math.max(1, Math.ceil((chosen.until - clock.now()) / 1000))
        const detail = `The plan can be changed ${CHANGES_PER_DAY_MAX} times a day.`
        throw new Problem('rate-limit', detail, { retryAfterSeconds })
      }
      context.forgetAccount(accountId)
      return show(chosen.kind === 'chosen' ? chosen.subscription : undefined, context)
    },
  }),
  endpoint('PUT /subscription/unsubscribe', {
    ...subscriptionCall,
    summary: 'End the subscription',
    notes: 'Look-ups are refused until you choose a plan again.',
    async handle(_input, context) {
      const { store, clock, caller } = context
      await endSubscription(store, caller.accountId, clock.now())
      context.forgetAccount(caller.accountId)
      return show(await subscriptionOf(store.db, caller.accountId), context)
    },
  }),
  endpoint('GET /plans', {
    summary: 'List plans',
    answers: ok('Plans.', {
      plans: listOf({
        name: Type.String(),
        amount: Type.Number(),
        ...texts('description', 'period'),
        ...wholes('daily_limit'),
      }),
    }),
    handle(_input, { plans, caller }) {
      const product = caller.subscription?.product
      const onOffer = product === undefined ? [] : plansOnOffer(plans, product)
      return free({
        plans: onOffer.map((plan) => ({
          name: plan.name,
          amount: plan.amountMinor / 100,
          description: plan.description,
          period: plan.term,
          daily_limit: dailyLimit(plan),
        })),
      })
    },
  }),
]

async function change(settings: Settings, context: Context): Promise<Outcome> {
  return show(await changeSettings(context.store, context.caller.accountId, settings), context)
}

function show(subscription: Subscription | undefined, { plans, clock }: Context): Outcome {
  const known = orNotFound(subscription, 'This account has no subscription.')
  return free(subscriptionJson(known, plans, clock.now()))
}
