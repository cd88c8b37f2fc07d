// `plans`: the plans of plans.json.

import type { Plan } from '../../account/plans/plans.ts'
import { loadPlans } from '../../account/plans/plans-file.ts'
import { formatMoney } from '../../billing/invoices/money.ts'
import { columns } from '../../lib/columns.ts'
import type { Command } from '../shared/command.ts'

export const plansCommand: Command = {
  name: 'plans',
  summary: 'List the plans of plans.json in the data folder.',
  async run({ config }) {
    const plans = await loadPlans(config.dataDir)
    const head = ['PRODUCT', 'NAME', 'AMOUNT', 'TERM', 'PER DAY', 'BUFFER', 'DESCRIPTION']
    const rows = plans.map((plan) => [
      plan.product,
      plan.name,
      formatMoney(plan.amountMinor, config.billing.currency[plan.product]),
      plan.term,
      `${plan.dailyLookupLimit1}/${plan.dailyLookupLimit2}`,
      String(plan.monthlyBuffer),
      plan.description,
    ])
    return { json: { plans: plans.map(planJson) }, text: columns([head, ...rows]) }
  },
}

/** With the names of plans.json. */
function planJson(plan: Plan) {
  return {
    name: plan.name,
    product: plan.product,
    term: plan.term,
    amount: plan.amountMinor / 100,
    description: plan.description,
    daily_lookup_limit_1: plan.dailyLookupLimit1,
    daily_lookup_limit_2: plan.dailyLookupLimit2,
    monthly_buffer: plan.monthlyBuffer,
    time_penalty_ms: plan.timePenaltyMs,
    requests_per_5_minutes: plan.requestsPer5Minutes,
    multi_application: plan.multiApplication,
  }
}
