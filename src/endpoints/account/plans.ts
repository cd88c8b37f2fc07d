// GET /plans: the plans that the account can choose.

import Type from 'typebox'
import { dailyLimit, plansOnOffer } from '../../account/plans/plans.ts'
import { accountCall } from '../account-call.ts'
import { endpoint, free, ok } from '../endpoint.ts'

const PlanOnOffer = Type.Object({
  name: Type.String(),
  amount: Type.Number(),
  description: Type.String(),
  period: Type.String(),
  daily_limit: Type.Integer(),
})

export const plans = endpoint({
  ...accountCall,
  path: '/plans',
  methods: ['GET'],
  summary: 'List plans',
  answers: ok('Plans.', Type.Object({ plans: Type.Array(PlanOnOffer) })),
  handle(_input, { parts, caller }) {
    const product = caller.subscription?.product
    const onOffer = product === undefined ? [] : plansOnOffer(parts.plans, product)
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
})
