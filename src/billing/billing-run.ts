// The billing run: announces endings and issues the invoices that are due, each exactly once on any number of nodes.

import { sql } from 'kysely'
import type { Sql } from '../store/store.ts'
import { announceEnding, unannouncedEndings } from './endings.ts'
import { type BillingParts, billTerm, type Due } from './term-billing.ts'

interface Billed {
  /** The numbers of the invoices that this run has issued. */
  readonly invoices: readonly string[]
  /** How many endings this run has announced. */
  readonly endings: number
  /** Sentences about accounts that could not be billed. */
  readonly faults: readonly string[]
}

/** What one run does at the most; the next one goes on. */
const STEPS_MAX = 1_000_000

/**
 * Does what is due by `until`, oldest first. Each step is one transaction, so that a run can be killed anywhere, and
 * any number may run at once.
 */
export async function runBilling(
  parts: BillingParts,
  until: number,
  isStopping: () => boolean = () => false,
): Promise<Billed> {
  const endings = await announceEndings(parts, until, isStopping)
  const invoices: string[] = []
  const faults: string[] = []
  let after: Due = { accountId: '', dueAt: -1 }
  for (let step = 0; step < STEPS_MAX && !isStopping(); step += 1) {
    const due = await nextDue(parts.store.db, until, after)
    if (due === undefined) break
    after = due
    const result = await parts.store.transaction((tx) => billTerm(tx, due, parts))
    if (result.kind === 'issued') invoices.push(result.invoice.number)
    else if (result.kind === 'unknown-plan') faults.push(unknownPlan(result, due))
  }
  return { invoices, endings, faults }
}

async function announceEndings(
  { store, settings, clock }: BillingParts,
  until: number,
  isStopping: () => boolean,
): Promise<number> {
  let announced = 0
  for (;;) {
    const accountIds = await unannouncedEndings(store.db, until)
    for (const accountId of accountIds) {
      if (isStopping()) return announced
      const isAnnounced = await store.transaction((tx) =>
        announceEnding(tx, accountId, until, settings, clock.now()),
      )
      if (isAnnounced) announced += 1
    }
    if (accountIds.length === 0) return announced
  }
}

/** In the order of the dates over all accounts, so that later numbers have later dates. */
async function nextDue(db: Sql, until: number, after: Due): Promise<Due | undefined> {
  const { rows } = await sql<{ account_id: string; next_billing_at: number }>`
    select account_id, next_billing_at from subscription
    where started_at is not null and (ended_at is null or next_billing_at <= ended_at)
      and next_billing_at <= ${until}
      and (next_billing_at > ${after.dueAt}
        or (next_billing_at = ${after.dueAt} and account_id > ${after.accountId}))
    order by next_billing_at, account_id limit 1`.execute(db)
  const [row] = rows
  return row && { accountId: row.account_id, dueAt: row.next_billing_at }
}

function unknownPlan({ planName }: { readonly planName: string }, { accountId }: Due): string {
  return `The account ${accountId} is not billed: plans.json has no plan ${planName}.`
}
