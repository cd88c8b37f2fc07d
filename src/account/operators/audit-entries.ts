// Entries of the audit log. They are only added, and each has the hash of the one before.

import { sql } from 'kysely'
import type { Sql, Store } from '../../store/store.ts'
import { sha256 } from '../keys/credential.ts'

const DETAILS_CHARACTERS_MAX = 2000
const OUTCOME_CHARACTERS_MAX = 500
const CHECKED_AT_ONCE = 5000
const ANCHORS_AT_ONCE = 500

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

/** The last entry, which proves whether the log up to it was changed or cut. */
export interface AuditHead {
  readonly number: number
  readonly sha256: string
}

export async function addAuditEntry(
  store: Store,
  wanted: NewAuditEntry,
  now: number,
): Promise<AuditHead> {
  const { operator, act, accountId, ofNumber } = wanted
  const details = wanted.details.slice(0, DETAILS_CHARACTERS_MAX)
  const outcome = (wanted.outcome ?? '').slice(0, OUTCOME_CHARACTERS_MAX)
  return store.transaction(async (tx) => {
    // Waits for earlier additions, so that numbers and hashes have no gaps.
    const { rows } = await sql<{ last_number: number; last_sha256: string }>`
      update operator_act_counter set last_number = last_number + 1 where id = 1
      returning last_number, last_sha256`.execute(tx)
    const number = Number(rows[0]?.last_number ?? 1)
    const entry = { number, at: now, operator, act, accountId, details, outcome, ofNumber }
    const hash = hashOf(rows[0]?.last_sha256 ?? '', entry)
    await sql`
      insert into operator_act
        (number, at, operator, act, account_id, details, sha256, outcome, of_number)
      values (${number}, ${now}, ${operator}, ${act}, ${accountId}, ${details}, ${hash},
        ${outcome}, ${ofNumber ?? null})`.execute(tx)
    await sql`
      update operator_act_counter set last_sha256 = ${hash} where id = 1`.execute(tx)
    return { number, sha256: hash }
  })
}

// Entries without an outcome are hashed as they were before there were outcomes, so that older logs still verify.
function hashOf(before: string, entry: Act & Pick<NewAuditEntry, 'ofNumber'>): string {
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
  const { rows } = await sql<{ last_number: number; last_sha256: string }>`
    select last_number, last_sha256 from operator_act_counter where id = 1`.execute(db)
  return { number: Number(rows[0]?.last_number ?? 0), sha256: rows[0]?.last_sha256 ?? '' }
}

interface AuditRow {
  readonly number: number
  readonly at: number
  readonly operator: string
  readonly act: string
  readonly account_id: string
  readonly details: string
  readonly outcome: string
}

/** Entries below a number, newest first, with their outcomes. */
export async function auditEntriesBefore(
  db: Sql,
  before: number,
  accountId: string | undefined,
  top: number,
): Promise<Act[]> {
  const { rows } = await sql<AuditRow>`
    select a.number, a.at, a.operator, a.act, a.details, coalesce(o.outcome, a.outcome) as outcome,
      coalesce(nullif(a.account_id, ''), o.account_id, '') as account_id
    from operator_act a left join operator_act o on o.of_number = a.number
    where a.of_number is null and a.number < ${before}
      and (${accountId ?? ''} = '' or a.account_id = ${accountId ?? ''}
        or o.account_id = ${accountId ?? ''})
    order by a.number desc limit ${top}`.execute(db)
  return rows.map(({ account_id, ...row }) => ({
    ...row,
    number: Number(row.number),
    accountId: account_id,
  }))
}

interface StoredRow extends AuditRow {
  readonly sha256: string
  readonly of_number: number | null
}

/** A sentence for each place where the log was changed or cut. `anchors` are heads that were kept elsewhere. */
export async function auditLogFaults(
  db: Sql,
  anchors: AsyncIterable<AuditHead> | Iterable<AuditHead> = [],
): Promise<string[]> {
  const faults: string[] = []
  let before = ''
  let last = 0
  for (;;) {
    const { rows } = await sql<StoredRow>`
      select number, at, operator, act, account_id, details, sha256, outcome, of_number
      from operator_act where number > ${last} order by number limit ${CHECKED_AT_ONCE}`.execute(db)
    for (const { account_id: accountId, of_number, ...row } of rows) {
      const ofNumber = of_number === null ? undefined : Number(of_number)
      const entry = { ...row, number: Number(row.number), accountId, ofNumber }
      if (entry.number !== last + 1) faults.push(`The audit log lacks number ${last + 1}.`)
      else if (hashOf(before, entry) !== row.sha256) {
        faults.push(`The audit log was changed at number ${entry.number}.`)
      }
      before = row.sha256
      last = entry.number
    }
    if (rows.length < CHECKED_AT_ONCE) break
  }
  const head = await auditHead(db)
  if (head.number !== last || head.sha256 !== before) {
    faults.push('The audit log was cut at its end.')
  }
  return [...faults, ...(await faultsOfAnchors(db, anchors))]
}

async function faultsOfAnchors(
  db: Sql,
  anchors: AsyncIterable<AuditHead> | Iterable<AuditHead>,
): Promise<string[]> {
  const faults: string[] = []
  let waiting: AuditHead[] = []
  const compare = async () => {
    if (waiting.length === 0) return
    const { rows } = await sql<{ number: number; sha256: string }>`
      select number, sha256 from operator_act
      where number in (${sql.join(waiting.map(({ number }) => number))})`.execute(db)
    const hashes = new Map(rows.map((row) => [Number(row.number), row.sha256]))
    for (const { number, sha256: expected } of waiting) {
      const found = hashes.get(number)
      if (found === expected) continue
      const what = found === undefined ? 'is missing' : 'is not the one that was recorded'
      faults.push(`Number ${number} of the audit log ${what}, by the head kept outside the store.`)
    }
    waiting = []
  }
  for await (const anchor of anchors) {
    waiting.push(anchor)
    if (waiting.length >= ANCHORS_AT_ONCE) await compare()
  }
  await compare()
  return faults
}
