// /operator/overview: what an operator looks at first; /operator/plans: what is sold, and how many accounts are on it.

import Type from 'typebox'
import { accountsByPlan } from '../../account/accounts.ts'
import { dailyLimit } from '../../account/plans/plans.ts'
import { requestSums } from '../../account/request-log.ts'
import { lookupsByDay } from '../../account/usage.ts'
import { PRODUCTS } from '../../address/product.ts'
import { invoiceSums } from '../../billing/invoices/invoices.ts'
import { mainUnits } from '../../billing/invoices/money.ts'
import { DAY_MS, utcDay, utcMonth } from '../../lib/clock.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import { failingEndpoints } from '../../webhooks/registrations.ts'
import { type Context, endpoint, free, ok } from '../endpoint.ts'
import { listOf, members, oneOf, text, texts, whole, wholes } from '../schemas.ts'

const DAYS = 30
const ACCOUNTS_LISTED = 5
const ENDPOINTS_LISTED = 20

const Sums = {
  ...wholes('requests'),
  refused: whole('Answered 4xx.'),
  failed: whole('Answered 5xx.'),
  mean_ms: Type.Number(),
}
const AccountSums = listOf({ ...texts('account_id', 'email'), ...Sums })

export const operatorOverviewEndpoints = [
  endpoint('GET /operator/overview', {
    steps: 1_000_000,
    summary: 'Get an overview of the service',
    notes: 'Request totals cover yesterday and today (UTC), and only requests with a key.',
    answers: ok('The overview.', {
      notices: Type.Array(Type.String(), {
        description: 'What needs an operator’s attention.',
      }),
      days: listOf(
        { ...texts('date'), ...wholes('count') },
        { description: 'Look-ups of all accounts.' },
      ),
      requests: Type.Object(Sums),
      slowest: AccountSums,
      most_errors: AccountSums,
      money: listOf({
        ...texts('currency'),
        ...members(['invoiced', 'paid'], Type.Number({ description: 'This month, with tax.' })),
        overdue: Type.Number({ description: 'Of all time, with tax.' }),
        ...wholes('overdue_invoices'),
      }),
      failing_webhooks: listOf({
        ...texts('account_id', 'email', 'kind', 'url'),
        ...wholes('failures'),
        failing_since: text('Empty if unknown.'),
        switched_off_at: text('Empty while it is retried.'),
      }),
      disk: Type.Object(wholes('free_bytes', 'total_bytes')),
      data: listOf({
        product: oneOf(PRODUCTS),
        ...texts('release', 'source', 'created'),
        ...wholes('addresses'),
      }),
    }),
    handle: (_input, context) => overview(context),
  }),
  endpoint('GET /operator/plans', {
    summary: 'List plans with their accounts',
    notes: 'Plans are in `plans.json` of the data folder.',
    answers: ok(
      'Plans.',
      listOf({
        product: oneOf(PRODUCTS),
        ...texts('name', 'term', 'description'),
        amount: Type.Number({
          description: "In the currency of the product's invoices, before tax.",
        }),
        ...wholes('daily_limit', 'monthly_buffer'),
        accounts: whole('How many have it; ended ones are not counted.'),
      }),
    ),
    async handle(_input, { store, plans }) {
      const counts = await accountsByPlan(store)
      return free(
        plans.map((plan) => {
          const { product, name, term, description, amountMinor, monthlyBuffer } = plan
          const on = counts.find((each) => each.product === product && each.planName === name)
          return {
            ...{ product, name, term, description },
            amount: mainUnits(amountMinor),
            daily_limit: dailyLimit(plan),
            monthly_buffer: monthlyBuffer,
            accounts: on?.accounts ?? 0,
          }
        }),
      )
    },
  }),
]

async function overview({ store: { db }, clock, operations }: Context) {
  const now = clock.now()
  const midnight = now - (now % DAY_MS)
  const first = midnight - (DAYS - 1) * DAY_MS
  const lookups = await lookupsByDay(db, utcDay(first))
  const { total, slowest, mostErrors } = await requestSums(
    db,
    utcDay(now - DAY_MS),
    ACCOUNTS_LISTED,
  )
  const money = await invoiceSums(db, Date.parse(utcMonth(now)), now)
  const failing = await failingEndpoints(db, ENDPOINTS_LISTED)
  const releases = await operations.releases()
  return free({
    ...(await operations.upkeep()),
    days: Array.from({ length: DAYS }, (_, at) => first + at * DAY_MS).map((at) => {
      return { date: usTimestamp(at), count: lookups.get(utcDay(at)) ?? 0 }
    }),
    requests: sumsJson(total),
    slowest: slowest.map(accountSumsJson),
    most_errors: mostErrors.map(accountSumsJson),
    money: money.map(({ currency, invoicedMinor, paidMinor, overdueMinor, overdue }) => ({
      currency,
      invoiced: mainUnits(invoicedMinor),
      paid: mainUnits(paidMinor),
      overdue: mainUnits(overdueMinor),
      overdue_invoices: overdue,
    })),
    failing_webhooks: failing.map((each) => {
      const { accountId, email, kind, url, failures, failingSince, switchedOffAt } = each
      const [since, off] = [failingSince, switchedOffAt].map((at) => (at ? usTimestamp(at) : ''))
      const about = { account_id: accountId, email, kind, url, failures }
      return { ...about, failing_since: since, switched_off_at: off }
    }),
    data: releases
      .filter(({ in_use }) => in_use)
      .map(({ product, release, source, created, addresses }) => {
        return { product, release, source, created, addresses }
      }),
  })
}

type SumsOf = Awaited<ReturnType<typeof requestSums>>

function sumsJson({ requests, refused, failed, totalMs }: SumsOf['total']) {
  return { requests, refused, failed, mean_ms: Math.round((10 * totalMs) / (requests || 1)) / 10 }
}

function accountSumsJson({ accountId, email, ...sums }: SumsOf['slowest'][number]) {
  return { account_id: accountId, email, ...sumsJson(sums) }
}
