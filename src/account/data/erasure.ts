// Erases an account: everything about people goes, the books stay. What was begun is finished, by whichever node.

import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { writePrivate } from '../../lib/files/folder.ts'
import { errorCode } from '../../lib/operator-error.ts'
import { Job } from '../../lib/periodic.ts'
import { allRows, firstRow, hasRow, type Sql, type Store } from '../../store/store.ts'
import { lockAccount } from '../keys/credential.ts'
import { subscriptionState } from '../subscription.ts'
import { subscriptionOf } from '../subscriptions.ts'
import { ACCOUNT_TABLES, deleteSome } from './account-data.ts'

type Erasure =
  | { readonly kind: 'begun'; readonly isRepeated: boolean }
  | { readonly kind: 'no-such-account' | 'active' }
  /** Its last term is still to be invoiced, to the address as it is. */
  | { readonly kind: 'not-invoiced'; readonly dueAt: number }

/**
 * From now on nobody signs in, no key works, and no mail names anybody. `isAgain`: it was erased before, and an older
 * backup has brought it back.
 */
export async function beginErasure(
  store: Store,
  accountId: string,
  now: number,
  isAgain = false,
): Promise<Erasure> {
  return store.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const account = await firstRow<{ erasedAt: number | undefined }>(tx)`
      select erased_at from account where id = ${accountId}`
    if (account === undefined) return { kind: 'no-such-account' }
    if (account.erasedAt !== undefined) return { kind: 'begun', isRepeated: true }
    const subscription = isAgain ? undefined : await subscriptionOf(tx, accountId)
    if (subscription !== undefined && subscriptionState(subscription, now) === 'active') {
      return { kind: 'active' }
    }
    const [term] = await allRows<{ dueAt: number }>(tx)`
      select due_at from ended_term where account_id = ${accountId} order by due_at desc limit 1`
    if (term !== undefined && !isAgain) return { kind: 'not-invoiced', dueAt: term.dueAt }
    await empty(tx, accountId, now)
    return { kind: 'begun', isRepeated: false }
  })
}

async function empty(tx: Sql, accountId: string, now: number): Promise<void> {
  const nobody = `${accountId.toLowerCase()}@erased.invalid`
  await sql`
    update account set erased_at = ${now}, erasing = 1, email = ${nobody}, email_folded = ${nobody},
      email_of_product = ${nobody}, note = ''
    where id = ${accountId}`.execute(tx)
  await sql`
    update subscription set ended_at = coalesce(ended_at, ${now}),
      ending_told_at = coalesce(ending_told_at, ${now}), label = '', suspended_reason = ''
    where account_id = ${accountId}`.execute(tx)
  // Nodes that hold the list see that it has changed.
  await sql`
    update private_address_list set version = version + 1, addresses = 0, territories = 0
    where account_id = ${accountId}`.execute(tx)
  for (const table of ['credential', 'console_session', 'sign_in_link', 'billing_address']) {
    await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(tx)
  }
}

/** Deletes what is left of accounts being erased, in small steps; if interrupted, it continues next time. */
export async function finishErasures(store: Store, dataDir: string, isStopping = () => false) {
  const begun = await allRows<{ id: string; erasedAt: number }>(store.db)`
    select id, erased_at from account where erasing = 1 order by erased_at, id limit ${AT_ONCE_MAX}`
  for (const { id, erasedAt } of begun) {
    await remember(dataDir, id, erasedAt)
    await forgetMailFiles(store.db, dataDir, id)
    for (const one of ACCOUNT_TABLES.filter(({ erased }) => erased === 'deleted')) {
      while (await deleteSome(store.db, store.kind, one, id)) if (isStopping()) return
    }
    await sql`update account set erasing = 0 where id = ${id}`.execute(store.db)
  }
}

const AT_ONCE_MAX = 100

/** Mails without a server are files, named by the mail. */
async function forgetMailFiles(db: Sql, dataDir: string, accountId: string): Promise<void> {
  const mails = await allRows<{ id: string }>(db)`
    select id from mail where account_id = ${accountId}`
  for (const { id } of mails) await rm(join(dataDir, 'outbox', `${id}.eml`), { force: true })
}

/** Outside the store, so that a restore of an older backup can erase them again. */
const FILE = 'erased-accounts'

async function remember(dataDir: string, accountId: string, at: number): Promise<void> {
  await writePrivate(join(dataDir, FILE), `${accountId} ${new Date(at).toISOString()}\n`, 'a')
}

/** After an older backup was restored. Answers how many accounts it had brought back. */
export async function eraseAgain(store: Store, dataDir: string, now: number): Promise<number> {
  const lines = await readFile(join(dataDir, FILE), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return ''
    throw error
  })
  const known = new Set(lines.split('\n').flatMap((line) => /^acc_\w{1,60}/.exec(line)?.[0] ?? []))
  let count = 0
  for (const id of known) {
    const isBack = await hasRow(store.db)`
      select id from account where id = ${id} and erased_at is null`
    if (!isBack) continue
    await beginErasure(store, id, now, true)
    count += 1
  }
  await finishErasures(store, dataDir)
  return count
}

const LOOK_MS = 60_000

/** Finishes what was begun at this node or another, also before a crash. */
export function erasureJob(store: Store, dataDir: string, onFault: (error: unknown) => void): Job {
  const work = () => finishErasures(store, dataDir, () => job.isClosed)
  const job = new Job({ everyMs: LOOK_MS, work, onFault })
  return job
}
