// Entries of the audit log. They are only added, and each has the hash of the one before.

import { sql } from 'kysely'
import { allRows, firstRow, inPages, type Sql, type Store } from '../../store/store.ts'
import { sha256 } from '../keys/credential.ts'

const DETAILS_CHARACTERS_MAX = 2000
const OUTCOME_CHARACTERS_MAX = 500
const READ_AT_ONCE = 5000
const ANCHORS_AT_ONCE = 500
const CUT_AT_ONCE = 1000

export interface NewAuditEntry {
  /** The operator's name, or `command line`. */
  readonly operator: string
  readonly act: string
  /** Empty if it is about no account. */
  readonly accountId: string
  readonly details: string
  /** `done`, `refused: …` or `failed: …`; empty while it is not known. */
  readonly outcome?: string
  /** The number of the entry that this is the outcome of. */
  readonly ofNumber?: number | undefined
}

interface Act extends Omit<NewAuditEntry, 'ofNumber'> {
  readonly number: number
  readonly at: number
  /** Empty if unknown, as in old entries. */
  readonly outcome: string
}

/** With the address that the account has now. */
type ListedAct = Act & { readonly email: string }

type StoredAct = Act & Pick<NewAuditEntry, 'ofNumber'>

/** The last entry, which proves whether the log up to it was changed or cut. */
export interface AuditHead {
  readonly number: number
  readonly sha256: string
}

export async function addAuditEntry(store: Store, wanted: NewAuditEntry, now: number) {
  return store.transaction((tx) => addEntry(tx, wanted, now))
}

async function addEntry(tx: Sql, wanted: NewAuditEntry, now: number): Promise<AuditHead> {
  const { operator, act, accountId, ofNumber } = wanted
  const details = maskAddresses(wanted.details.slice(0, DETAILS_CHARACTERS_MAX))
  const outcome = maskAddresses((wanted.outcome ?? '').slice(0, OUTCOME_CHARACTERS_MAX))
  // Waits for earlier additions, so that numbers and hashes have no gaps.
  await sql`
    update operator_act_counter set last_number = last_number + 1 where id = 1`.execute(tx)
  const { number, sha256: before } = await auditHead(tx)
  const entry = { number, at: now, operator, act, accountId, details, outcome, ofNumber }
  const hash = hashOf(before, entry)
  await sql`
    insert into operator_act
      (number, at, operator, act, account_id, details, sha256, outcome, of_number)
    values (${number}, ${now}, ${operator}, ${act}, ${accountId}, ${details}, ${hash},
      ${outcome}, ${ofNumber ?? null})`.execute(tx)
  await sql`
    update operator_act_counter set last_sha256 = ${hash} where id = 1`.execute(tx)
  return { number, sha256: hash }
}

const CUT = 'Delete old entries'

/**
 * Deletes some of the oldest entries, those from before then. The hash of the last one stays, so that the rest still
 * proves itself, and an entry says up to where. Undefined if there was none.
 */
export async function cutAuditLog(store: Store, operator: string, before: number, now: number) {
  return store.transaction(async (tx) => {
    // Nobody adds an entry meanwhile.
    await sql`update operator_act_counter set last_number = last_number where id = 1`.execute(tx)
    const oldest = await allRows<AuditHead & { readonly at: number }>(tx)`
      select number, sha256, at from operator_act order by number limit ${CUT_AT_ONCE}`
    const kept = oldest.findIndex(({ at }) => at >= before)
    const last = oldest.at(kept === -1 ? -1 : kept - 1)
    if (last === undefined || kept === 0) return undefined
    const entry = { operator, act: CUT, accountId: '', details: cutText(last), outcome: 'done' }
    const head = await addEntry(tx, entry, now)
    await sql`
      update operator_act_counter set cut_number = ${last.number}, cut_sha256 = ${last.sha256}
      where id = 1`.execute(tx)
    await sql`delete from operator_act where number <= ${last.number}`.execute(tx)
    return head
  })
}

function cutText({ number, sha256 }: AuditHead): string {
  return `Up to ${number}:${sha256}`
}

/** An entry can never be changed, so that of an account that is erased must not have its e-mail address. */
function maskAddresses(text: string): string {
  const masked = (word: string) => {
    const at = word.indexOf('@')
    return at > 0 ? `${word.slice(0, 1)}…${word.slice(at)}` : word
  }
  return text
    .split(/([\s"'\\<>()[\]{},;:=/])/)
    .map(masked)
    .join('')
}

// Entries without an outcome are hashed as they were before there were outcomes, so that older logs still verify.
function hashOf(before: string, entry: StoredAct): string {
  const { number, at, operator, act, accountId, details, outcome, ofNumber } = entry
  const outcomes = outcome === '' && ofNumber === undefined ? [] : [outcome, ofNumber ?? null]
  return sha256(
    JSON.stringify([before, number, at, operator, act, accountId, details, ...outcomes]),
  )
}

/** The account that a JSON answer is about: one that was created, or that of an invoice. Empty if there is none. */
export function accountIn(json: string): string {
  return /^\{[^{}[\]]*?"account_id":"(\w+)"/.exec(json.slice(0, 1000))?.[1] ?? ''
}

export async function auditHead(db: Sql): Promise<AuditHead> {
  const head = await firstRow<AuditHead>(db)`
    select last_number as number, last_sha256 as sha256 from operator_act_counter where id = 1`
  if (head === undefined) throw new Error('The table operator_act_counter has lost its row.')
  return head
}

/** Entries below a number, newest first, with their outcomes. */
export async function auditEntriesBefore(
  db: Sql,
  before: number,
  accountId: string | undefined,
  top: number,
): Promise<ListedAct[]> {
  const about = sql`coalesce(nullif(a.account_id, ''), o.account_id, '')`
  return allRows<ListedAct>(db)`
    select a.number, a.at, a.operator, a.act, a.details, coalesce(o.outcome, a.outcome) as outcome,
      ${about} as account_id, coalesce(account.email, '') as email
    from operator_act a left join operator_act o on o.of_number = a.number
      left join account on account.id = ${about}
    where a.of_number is null and a.number < ${before}
      and (${accountId ?? ''} = '' or a.account_id = ${accountId ?? ''}
        or o.account_id = ${accountId ?? ''})
    order by a.number desc limit ${top}`
}

export type StoredEntry = StoredAct & AuditHead

/** Entries above a number, oldest first, as they are stored: an action and its outcome are two. */
export function auditEntriesAfter(db: Sql, after: number) {
  return inPages<StoredEntry>(db, READ_AT_ONCE, (last) => {
    return sql`
      select number, at, operator, act, account_id, details, sha256, outcome, of_number
      from operator_act where number > ${last?.number ?? after} order by number`
  })
}

/** A sentence for each place where the log was changed or cut. `anchors` are heads that were kept elsewhere. */
export async function auditLogFaults(
  db: Sql,
  anchors: AsyncIterable<AuditHead> | Iterable<AuditHead> = [],
): Promise<string[]> {
  const faults: string[] = []
  const cut = await auditCut(db)
  let { number: last, sha256: before } = cut
  let isCutKnown = last === 0
  for await (const entry of auditEntriesAfter(db, last)) {
    isCutKnown ||= entry.act === CUT && entry.details === cutText(cut)
    if (entry.number !== last + 1) faults.push(`Entry ${last + 1} of the audit log is missing.`)
    else if (hashOf(before, entry) !== entry.sha256) {
      faults.push(`Entry ${entry.number} of the audit log was changed.`)
    }
    before = entry.sha256
    last = entry.number
  }
  const head = await auditHead(db)
  if (head.number !== last || head.sha256 !== before) {
    faults.push('The audit log was cut at its end.')
  }
  if (!isCutKnown) faults.push(`No entry of the audit log says why it begins after ${cut.number}.`)
  return [...faults, ...(await faultsOfAnchors(db, cut, anchors))]
}

/** The last entry that was deleted by a rule; number 0 if none was. */
async function auditCut(db: Sql): Promise<AuditHead> {
  const cut = await firstRow<AuditHead>(db)`
    select cut_number as number, cut_sha256 as sha256 from operator_act_counter where id = 1`
  return cut ?? { number: 0, sha256: '' }
}

async function faultsOfAnchors(
  db: Sql,
  cut: AuditHead,
  anchors: AsyncIterable<AuditHead> | Iterable<AuditHead>,
) {
  const faults: string[] = []
  let waiting: AuditHead[] = []
  const compare = async () => {
    if (waiting.length === 0) return
    const found = await allRows<AuditHead>(db)`
      select number, sha256 from operator_act
      where number in (${sql.join(waiting.map(({ number }) => number))})`
    const hashes = new Map([cut, ...found].map(({ number, sha256 }) => [number, sha256]))
    for (const { number, sha256: expected } of waiting) {
      const kept = hashes.get(number)
      if (kept === expected) continue
      const what = kept === undefined ? 'is missing' : 'is not the one that was recorded'
      faults.push(
        `Entry ${number} of the audit log ${what}, according to the head kept outside the store.`,
      )
    }
    waiting = []
  }
  for await (const anchor of anchors) {
    if (anchor.number < cut.number) continue
    waiting.push(anchor)
    if (waiting.length >= ANCHORS_AT_ONCE) await compare()
  }
  await compare()
  return faults
}
