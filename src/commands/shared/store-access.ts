// Opens the store for a command. What it changes, and what it reads of an account, goes into the audit log.

import { existsSync } from 'node:fs'
import { type AccountDetails, findAccounts } from '../../account/accounts.ts'
import { accountIn } from '../../account/operators/audit-entries.ts'
import { AuditAnchors, AuditLog } from '../../account/operators/audit-log.ts'
import { COMMAND_LINE } from '../../account/operators/operators.ts'
import { maskKeys } from '../../lib/log.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { openStore } from '../../store/open-store.ts'
import { sqlitePath } from '../../store/sqlite/sqlite-path.ts'
import type { Store } from '../../store/store.ts'
import { type Given, UsageError } from './command.ts'

export async function withStore<T>(
  { config }: Pick<Given, 'config'>,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir, secretsKeys } = config
  const store = await openStore({ databaseUrl, dataDir, secretsKeys })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** The action is logged before it is done, and its outcome after it. */
export function withAudit<T>(given: Given, work: (store: Store) => Promise<T>): Promise<T> {
  return withStore(given, (store) => audited(store, given, '', work))
}

/** For commands that need no store. Without a store there is no audit log, and none is created. */
export function withAuditIfStored<T>(given: Given, work: () => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = given.config
  const isStored = databaseUrl !== '' || existsSync(sqlitePath(dataDir))
  return isStored ? withAudit(given, work) : work()
}

export function withAccount<T>(
  given: Given,
  { email, isAudited }: { readonly email: string; readonly isAudited: boolean },
  work: (store: Store, account: AccountDetails) => Promise<T>,
): Promise<T> {
  return withStore(given, async (store) => {
    const account = await accountOf(store, given, email)
    const run = () => work(store, account)
    return isAudited ? audited(store, given, account.accountId, run) : run()
  })
}

export async function accountOf(store: Store, { clock }: Given, idOrEmail: string) {
  const accounts = await findAccounts(store, idOrEmail, clock.now())
  const [account] = accounts
  if (account === undefined) throw new UsageError(`There is no account for ${idOrEmail}.`)
  if (accounts.length === 1) return account
  const named = accounts
    .map(({ accountId, subscription }) => `${accountId} (${subscription?.product ?? 'no product'})`)
    .join(', ')
  throw new UsageError(`${idOrEmail} has several accounts; give one of them instead: ${named}.`)
}

/** Records a command after it has created the log. */
export async function recordDone(store: Store, given: Given): Promise<void> {
  await auditLogOf(store, given).record({ ...actOf(given), outcome: 'done' })
}

async function audited<T>(
  store: Store,
  given: Given,
  accountId: string,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const log = auditLogOf(store, given)
  const act = { ...actOf(given), accountId }
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

function auditLogOf(store: Store, { config, clock, tell }: Given): AuditLog {
  const say = (event: string) => tell(`doorplate: ${event}`)
  const log = { info: () => {}, warn: say, error: say }
  return new AuditLog({ store, clock, log, anchors: new AuditAnchors(config.dataDir) })
}

function actOf({ command, words, options, lists, flags }: Given) {
  const details = maskKeys(JSON.stringify({ words, ...options, ...lists, flags: [...flags] }))
  return { operator: COMMAND_LINE, act: command, accountId: '', details }
}

/** The result of a command has a JSON form as well as a text. */
function jsonOf(result: unknown): string {
  return JSON.stringify(Object(result).json) ?? ''
}

function outcomeOf(error: unknown): string {
  if (!(error instanceof OperatorError)) return 'failed: unexpected error'
  return maskKeys(`refused: ${error.message}`)
}
