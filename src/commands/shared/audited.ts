// What a command changes, and what it reads of an account, goes into the audit log with its outcome.

import { existsSync } from 'node:fs'
import type { AccountDetails } from '../../account/account-list.ts'
import { accountIn } from '../../account/operators/audit-entries.ts'
import { AuditAnchors, AuditLog } from '../../account/operators/audit-log.ts'
import { maskKeys } from '../../lib/log.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { sqlitePath } from '../../store/sqlite/sqlite-path.ts'
import type { Store } from '../../store/store.ts'
import type { Given } from './command.ts'
import { accountOf, withStore } from './with-store.ts'

const WHO = 'command line'

/** The act is logged before it is done, and its outcome after it. */
export function withAudit<T>(given: Given, work: (store: Store) => Promise<T>): Promise<T> {
  return withStore(given, (store) => audited(store, given, '', work))
}

/** For a command about one existing account. */
export function withAuditedAccount<T>(
  given: Given,
  email: string,
  work: (store: Store, account: AccountDetails) => Promise<T>,
): Promise<T> {
  return withStore(given, async (store) => {
    const account = await accountOf(store, given, email)
    return audited(store, given, account.accountId, () => work(store, account))
  })
}

async function audited<T>(
  store: Store,
  given: Given,
  accountId: string,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const log = auditLogOf(store, given)
  const act = { operator: WHO, act: given.command, accountId, details: detailsOf(given) }
  const ofNumber = await log.record(act)
  const settle = (outcome: string, about: string) =>
    log
      .record({ ...act, accountId: about, details: '', outcome, ofNumber })
      .catch(() => given.tell('The outcome could not be written to the audit log.'))
  try {
    const result = await work(store)
    await settle('done', accountId || accountIn(jsonOf(result)))
    return result
  } catch (error) {
    await settle(outcomeOf(error), accountId)
    throw error
  }
}

/** For commands that need no store. Without a store there is no audit log, and none is created. */
export function withAuditIfStored<T>(given: Given, work: () => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = given.config
  const isStored = databaseUrl !== '' || existsSync(sqlitePath(dataDir))
  return isStored ? withAudit(given, work) : work()
}

/** Records a command after it has created the log. */
export async function recordDone(store: Store, given: Given): Promise<void> {
  const act = { operator: WHO, act: given.command, accountId: '', details: detailsOf(given) }
  await auditLogOf(store, given).record({ ...act, outcome: 'done' })
}

function auditLogOf(store: Store, { config, clock, tell }: Given): AuditLog {
  const say = (event: string) => tell(`doorplate: ${event}`)
  const log = { info: () => {}, warn: say, error: say }
  return new AuditLog({ store, clock, log, anchors: new AuditAnchors(config.dataDir) })
}

function detailsOf({ words, options, lists, flags }: Given): string {
  return maskKeys(JSON.stringify({ words, ...options, ...lists, flags: [...flags] }))
}

/** What a command prints has its JSON form beside the text. */
function jsonOf(result: unknown): string {
  const { json } = { json: undefined, ...Object(result) }
  return JSON.stringify(json) ?? ''
}

function outcomeOf(error: unknown): string {
  if (!(error instanceof OperatorError)) return 'failed: the command has a fault'
  return maskKeys(`refused: ${error.message}`)
}
