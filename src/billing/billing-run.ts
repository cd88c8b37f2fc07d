// The billing run: announces endings and issues the invoices that are due, each exactly once on any number of nodes.

import { sql } from 'kysely'
import type { Log } from '../lib/log.ts'
import { Job } from '../lib/periodic.ts'
import { firstRow, type Sql, type Store, type Tx } from '../store/store.ts'
import { announceEnding, unannouncedEndings } from './endings.ts'
import type { Invoice } from './invoices/invoice.ts'
import { remindOverdue } from './reminders.ts'
import { type BillingParts, billTerm, type Due } from './term-billing.ts'

/** The most that one run does; the next one continues. */
const STEPS_MAX = 1_000_000

const BEFORE_ALL: Due = { accountId: '', dueAt: -1, anchorAt: -1, hasEnded: false }

/** Does what is due, oldest first. Each step is a transaction: a run can be killed anywhere, and several may run. */
export async function runBilling(
  parts: BillingParts,
  until: number,
  isStopping: () => boolean = () => false,
) {
  const endings = await announceEndings(parts, until, isStopping)
  const invoices: string[] = []
  const faults: string[] = []
  let after = BEFORE_ALL
  for (let step = 0; step < STEPS_MAX && !isStopping(); step += 1) {
    const due = await nextDue(parts.store.db, until, after)
    if (due === undefined) break
    after = due
    const result = await parts.store.transaction((tx) => billTerm(tx, due, parts))
    if (result.kind === 'issued') invoices.push(result.invoice.number)
    else if (result.kind === 'unknown-plan') faults.push(unknownPlan(result, due))
  }
  const reminders = await remindOverdue(parts, isStopping)
  return { invoices, endings, reminders, faults }
}

/** The invoices that a run would issue, without numbers. Nothing is kept: each account is billed and rolled back. */
export async function previewBilling(parts: BillingParts, until: number) {
  const invoices: Omit<Invoice, 'number'>[] = []
  const faults: string[] = []
  const seen = new Set<string>()
  let after = BEFORE_ALL
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const due = await nextDue(parts.store.db, until, after)
    if (due === undefined) break
    after = due
    if (seen.has(due.accountId)) continue
    seen.add(due.accountId)
    await rolledBack(parts.store, async (tx) => {
      for (let next: Due | undefined = due; next !== undefined; ) {
        const result = await billTerm(tx, next, parts)
        if (result.kind === 'issued') invoices.push(result.invoice)
        if (result.kind === 'unknown-plan') faults.push(unknownPlan(result, next))
        next = await nextDue(tx, until, next, due.accountId)
      }
    })
  }
  return { invoices, faults }
}

async function rolledBack(store: Store, work: (tx: Tx) => Promise<void>): Promise<void> {
  const undone = new Error('Nothing of this is kept.')
  try {
    await store.transaction(async (tx) => {
      await work(tx)
      throw undone
    })
  } catch (error) {
    if (error !== undone) throw error
  }
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
async function nextDue(db: Sql, until: number, after: Due, onlyAccount?: string) {
  const ofAccount = onlyAccount === undefined ? sql`` : sql`account_id = ${onlyAccount} and`
  return firstRow<Due>(db)`
    select account_id, due_at, anchor_at, has_ended from (
      select account_id, next_billing_at as due_at, started_at as anchor_at, 0 as has_ended
      from subscription
      where ${ofAccount} started_at is not null and ended_at is null
        and next_billing_at >= ${after.dueAt} and next_billing_at <= ${until}
      union all
      select account_id, due_at, anchor_at, 1 as has_ended from ended_term
      where ${ofAccount} due_at >= ${after.dueAt} and due_at <= ${until}) due
    where due_at > ${after.dueAt} or account_id > ${after.accountId}
      or (account_id = ${after.accountId} and anchor_at > ${after.anchorAt})
    order by due_at, account_id, anchor_at limit 1`
}

function unknownPlan({ planName }: { readonly planName: string }, { accountId }: Due): string {
  return `The account ${accountId} is not billed: plans.json has no plan ${planName}.`
}

const EVERY_MS = 60_000
const REPORTED_MAX = 10_000

/** The billing run as a job of every node. It is cheap when nothing is due, so it looks often instead of once a day. */
export function billingJob(parts: BillingParts, log: Log): Job {
  // A missing plan tends to stay missing, and one line about it is enough.
  const reported = new Set<string>()
  const work = async () => {
    const now = parts.clock.now()
    const { invoices, endings, reminders, faults } = await runBilling(
      parts,
      now,
      () => job.isClosed,
    )
    if (invoices.length > 0 || endings > 0 || reminders > 0) {
      log.info('billed', { invoices: invoices.length, endings, reminders })
    }
    for (const fault of faults.filter((each) => !reported.has(each))) {
      if (reported.size < REPORTED_MAX) reported.add(fault)
      log.error('not billed', { fault })
    }
  }
  const onFault = (error: unknown) => log.warn('billing failed', { error })
  const job = new Job({ everyMs: EVERY_MS, work, onFault })
  return job
}
