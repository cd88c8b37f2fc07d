// Auto-upgrade: a subscription whose last limit of the day is reached moves on to the next larger plan.

import { sql } from 'kysely'
import { recordPlanChange } from '../../account/plans/plan-history.ts'
import { dailyLimit, findPlan, nextPlan, type Plan, type Plans } from '../../account/plans/plans.ts'
import { type Subscription, subscriptionState } from '../../account/subscription.ts'
import {
  SUBSCRIPTION_COLUMNS,
  type SubscriptionRow,
  subscriptionFromRow,
} from '../../account/subscription-row.ts'
import type { Tx } from '../../store/store.ts'

/** A plan that a batch has filled. */
interface Outgrown {
  readonly plan: Plan
  readonly planName: string
  /** The last look-up of the day that was under this plan. */
  readonly upTo: number
}

/** What an account asks of a batch, under the plan that was found for it. */
export interface Upgradable {
  readonly accountId: string
  readonly lookups: number
  readonly plan: Plan
  readonly planName: string
  readonly autoUpgrade: boolean
  readonly outgrown: readonly Outgrown[]
}

/** A trial stays a trial: what costs money is chosen by a person first. */
export function isUpgradable(subscription: Subscription, now: number): boolean {
  return subscription.autoUpgrade && subscriptionState(subscription, now) === 'active'
}

/** The plan and those that follow it, as long as so many look-ups a day reach the limit of the one before. */
export function plansOnTheWay(plans: Plans, from: Plan, lookups: number): Plan[] {
  const way = [from]
  for (let plan = from; lookups >= dailyLimit(plan); ) {
    const next = nextPlan(plans, plan)
    if (next === undefined) break
    way.push(next)
    plan = next
  }
  return way
}

/**
 * Moves those on whose batch reaches the limit. `used` are the look-ups of the day before it, whose rows are held: a
 * node that read the subscription too early waits there, and finds here what another one has made of it.
 */
export async function upgradeFull<T extends Upgradable>(
  tx: Tx,
  wanted: readonly T[],
  used: ReadonlyMap<string, number>,
  { plans, now }: { readonly plans: Plans; readonly now: number },
): Promise<T[]> {
  const usedAfter = (one: T) => (used.get(one.accountId) ?? 0) + one.lookups
  const full = wanted.filter((one) => one.autoUpgrade && usedAfter(one) >= dailyLimit(one.plan))
  if (full.length === 0) return [...wanted]
  const held = await lockSubscriptions(tx, full)
  const moved = new Map<string, T>()
  for (const one of full) {
    const subscription = held.get(one.accountId)
    if (subscription === undefined || !isUpgradable(subscription, now)) continue
    const upgraded = upgrade(one, subscription, plans, usedAfter(one))
    moved.set(one.accountId, upgraded)
    await writePlan(tx, upgraded, now)
  }
  return wanted.map((one) => moved.get(one.accountId) ?? one)
}

function upgrade<T extends Upgradable>(
  one: T,
  { product, planName }: Subscription,
  plans: Plans,
  lookups: number,
): T {
  const from = findPlan(plans, product, planName)
  if (from === undefined) return one
  const way = plansOnTheWay(plans, from, lookups)
  const plan = way.at(-1) ?? from
  const outgrown = way
    .slice(0, -1)
    .map((old) => ({ plan: old, planName: old.name, upTo: dailyLimit(old) }))
  return { ...one, plan, planName: plan.name, outgrown }
}

// Writing a row as it is holds it until the commit, in the same words on both databases.
async function lockSubscriptions(
  tx: Tx,
  full: readonly Upgradable[],
): Promise<ReadonlyMap<string, Subscription>> {
  const ids = full.map(({ accountId }) => accountId)
  const { rows } = await sql<SubscriptionRow>`
    update subscription set plan_name = plan_name where account_id in (${sql.join(ids)})
    returning ${SUBSCRIPTION_COLUMNS}`.execute(tx)
  return new Map(rows.map((row) => [row.account_id, subscriptionFromRow(row)]))
}

async function writePlan(tx: Tx, upgraded: Upgradable, now: number): Promise<void> {
  const { accountId, planName, outgrown } = upgraded
  const [first] = outgrown
  if (first === undefined) return
  await sql`
    update subscription set plan_name = ${planName} where account_id = ${accountId}`.execute(tx)
  await recordPlanChange(tx, accountId, first.planName, planName, now)
}
