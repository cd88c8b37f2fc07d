// The subscription: seen, named, moved to another plan, ended.

import Type from 'typebox'
import { choosePlan, endSubscription, subscriptionOf } from '../../account/accounts.ts'
import { changeSettings, LABEL_CHARACTERS_MAX } from '../../account/subscription-settings.ts'
import { Problem } from '../../http/problem.ts'
import { endpoint } from '../endpoint.ts'
import { NoParams, showSubscription, subscriptionAnswer } from './schemas.ts'

const never = () => false

export const getSubscription = endpoint({
  path: '/v2/subscription',
  methods: ['GET'],
  scope: 'account',
  summary: 'See the subscription',
  notes: 'Admin key.',
  params: NoParams,
  options: Type.Object({}),
  answers: subscriptionAnswer,
  problems: ['not-found'],
  metered: never,
  async handle(_input, context) {
    const { parts, caller } = context
    return showSubscription(await subscriptionOf(parts.store.db, caller.accountId), context)
  },
})

export const putSubscription = endpoint({
  path: '/subscription',
  methods: ['PUT'],
  scope: 'account',
  summary: 'Name the subscription and switch auto-upgrade',
  notes: 'Admin key. Each member is optional.',
  params: NoParams,
  options: Type.Object({
    name: Type.Optional(Type.String({ maxLength: LABEL_CHARACTERS_MAX })),
    autoUpgrade: Type.Optional(Type.Boolean()),
  }),
  answers: subscriptionAnswer,
  problems: ['not-found'],
  metered: never,
  async handle({ options: { name, autoUpgrade } }, context) {
    const { parts, caller } = context
    const settings = { label: name, autoUpgrade }
    return showSubscription(await changeSettings(parts.store, caller.accountId, settings), context)
  },
})

export const label = endpoint({
  path: '/subscription/label',
  methods: ['PUT'],
  scope: 'label',
  summary: 'Name the subscription',
  notes: 'API key.',
  params: NoParams,
  options: Type.Object({ label: Type.String({ maxLength: LABEL_CHARACTERS_MAX }) }),
  answers: subscriptionAnswer,
  problems: ['not-found'],
  metered: never,
  async handle({ options }, context) {
    const { parts, caller } = context
    const settings = { label: options.label }
    return showSubscription(await changeSettings(parts.store, caller.accountId, settings), context)
  },
})

export const autoUpgrade = endpoint({
  path: '/subscription/auto-upgrade',
  methods: ['PUT'],
  scope: 'label',
  summary: 'Switch auto-upgrade: the next plan is taken when the last limit of a day is reached',
  notes: 'API key.',
  params: NoParams,
  options: Type.Object({ 'auto-upgrade': Type.Boolean() }),
  answers: subscriptionAnswer,
  problems: ['not-found'],
  metered: never,
  async handle({ options }, context) {
    const { parts, caller } = context
    const settings = { autoUpgrade: options['auto-upgrade'] }
    return showSubscription(await changeSettings(parts.store, caller.accountId, settings), context)
  },
})

export const changePlan = endpoint({
  path: '/subscription/change-plan',
  methods: ['PUT'],
  scope: 'account',
  summary: 'Choose a plan',
  notes: 'Admin key. The same keys work again at once, whatever the status was.',
  params: NoParams,
  options: Type.Object({ plan_name: Type.String({ maxLength: 50 }) }),
  answers: subscriptionAnswer,
  problems: ['not-found'],
  metered: never,
  async handle({ options }, context) {
    const { store, plans, clock } = context.parts
    const { accountId } = context.caller
    const chosen = await choosePlan(store, plans, accountId, options.plan_name, clock.now())
    if (chosen.kind === 'no-such-plan') {
      const names = chosen.onOffer.join(', ')
      throw new Problem('bad-request', `The plans are ${names}.`, { title: 'plan_name' })
    }
    context.forgetAccount(accountId)
    return showSubscription(chosen.kind === 'chosen' ? chosen.subscription : undefined, context)
  },
})

export const unsubscribe = endpoint({
  path: '/subscription/unsubscribe',
  methods: ['PUT'],
  scope: 'account',
  summary: 'End the subscription',
  notes: 'Admin key. Look-ups are refused from then on; choosing a plan takes them up again.',
  params: NoParams,
  options: Type.Object({}),
  answers: subscriptionAnswer,
  problems: ['not-found'],
  metered: never,
  async handle(_input, context) {
    const { store, clock } = context.parts
    const { accountId } = context.caller
    await endSubscription(store, accountId, clock.now())
    context.forgetAccount(accountId)
    return showSubscription(await subscriptionOf(store.db, accountId), context)
  },
})
