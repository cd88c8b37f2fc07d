// GET /plans: the plans that the account can choose.

import Type from 'typebox'
import { dailyLimit, plansOnOffer } from '../../account/plans/plans.ts'
import { endpoint, free, ok } from '../endpoint.ts'
import { texts, wholes } from '../schemas.ts'

const PlanOnOffer = Type.Object({
  name: Type.String(),
  amount: Type.Number(),
  ...texts('description', 'period'),
  ...wholes('daily_limit'),
})

export const listPlans = endpoint('GET /plans', {
  summary: 'List plans',
  answers: ok('Plans.', { plans: Type.Array(PlanOnOffer) }),
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
})
