// Operators. Each has a key, and a name in the audit log.

import { sql } from 'kysely'
import { newId } from '../../lib/ids.ts'
import type { Sql, Store } from '../../store/store.ts'
import { maskCredential, newCredential, sha256 } from '../keys/credential.ts'

const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._@-]{0,58}[\p{L}\p{N}])?$/u

export interface Operator {
  readonly id: string
  readonly name: string
}

interface StoredOperator extends Operator {
  readonly masked: string
  readonly createdAt: number
}

export function operatorNameFault(name: string): string | undefined {
  return NAME.test(name)
    ? undefined
    : 'A name must be 1 to 60 letters, digits, spaces, dots or dashes.'
}

/** The key, shown only once; undefined if there is an operator of that name. */
export async function addOperator(
  { db }: Pick<Store, 'db'>,
  name: string,
  now: number,
): Promise<string | undefined> {
  const key = newCredential('operator')
  const { rows } = await sql<{ id: string }>`
    insert into operator_key (id, name, sha256, masked, created_at)
    values (${newId('op_')}, ${name}, ${sha256(key)}, ${maskCredential(key)}, ${now})
    on conflict do nothing returning id`.execute(db)
  return rows.length === 0 ? undefined : key
}

/** The new key, which alone works from now on; undefined if there is no such operator. */
export async function replaceOperatorKey(store: Store, name: string): Promise<string | undefined> {
  const key = newCredential('operator')
  return store.transaction(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      update operator_key set sha256 = ${sha256(key)}, masked = ${maskCredential(key)}
      where name = ${name} and revoked_at is null returning id`.execute(tx)
    const [row] = rows
    if (row === undefined) return undefined
    await endSessions(tx, row.id)
    return key
  })
}

/** False if there is no such operator. Their audit entries stay. */
export async function removeOperator(store: Store, name: string, now: number): Promise<boolean> {
  return store.transaction(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      update operator_key set revoked_at = ${now}
      where name = ${name} and revoked_at is null returning id`.execute(tx)
    const [row] = rows
    if (row === undefined) return false
    await endSessions(tx, row.id)
    return true
  })
}

async function endSessions(tx: Sql, operatorId: string): Promise<void> {
  await sql`delete from console_session where operator_id = ${operatorId}`.execute(tx)
}

export async function listOperators({ db }: Pick<Store, 'db'>): Promise<StoredOperator[]> {
  const { rows } = await sql<{ id: string; name: string; masked: string; created_at: number }>`
    select id, name, masked, created_at from operator_key
    where revoked_at is null order by created_at, id`.execute(db)
  return rows.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at }))
}

export async function operatorByHash(db: Sql, hash: string): Promise<Operator | undefined> {
  const { rows } = await sql<Operator>`
    select id, name from operator_key
    where sha256 = ${hash} and revoked_at is null`.execute(db)
  return rows[0]
}
