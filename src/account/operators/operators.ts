// Operators. Each has a key, a role, and a name in the audit log.

import { type RawBuilder, sql } from 'kysely'
import { newId } from '../../lib/ids.ts'
import { allRows, firstRow, hasRow, type Sql, type Store } from '../../store/store.ts'
import { maskCredential, newCredential, sha256 } from '../keys/credential.ts'

const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._@-]{0,58}[\p{L}\p{N}])?$/u

/** What each may do is in `endpoints/operator/roles.ts`. */
export const ROLES = ['viewer', 'support', 'billing', 'data', 'administrator'] as const
export type Role = (typeof ROLES)[number]

export interface Operator {
  readonly id: string
  readonly name: string
  readonly role: Role
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
  role: Role = 'administrator',
) {
  const key = newCredential('operator')
  const isNew = await hasRow(db)`
    insert into operator_key (id, name, sha256, masked, created_at, role)
    values (${newId('op_')}, ${name}, ${sha256(key)}, ${maskCredential(key)}, ${now}, ${role})
    on conflict do nothing returning id`
  return isNew ? key : undefined
}

/** The new key, which alone works from now on; undefined if there is no such operator. */
export async function replaceOperatorKey(store: Store, name: string): Promise<string | undefined> {
  const key = newCredential('operator')
  const change = sql`sha256 = ${sha256(key)}, masked = ${maskCredential(key)}`
  return (await changeOperator(store, name, change)) ? key : undefined
}

/** Applies from their next call on. False if there is no such operator. */
export async function setRole(store: Store, name: string, role: Role): Promise<boolean> {
  return hasRow(store.db)`
    update operator_key set role = ${role} where name = ${name} and revoked_at is null returning id`
}

/** False if there is no such operator. Their audit entries stay. */
export async function removeOperator(store: Store, name: string, now: number): Promise<boolean> {
  return changeOperator(store, name, sql`revoked_at = ${now}`)
}

/** Ends their sessions, too. */
async function changeOperator(store: Store, name: string, change: RawBuilder<unknown>) {
  return store.transaction(async (tx) => {
    const operator = await firstRow<{ id: string }>(tx)`
      update operator_key set ${change} where name = ${name} and revoked_at is null returning id`
    if (operator === undefined) return false
    await sql`delete from console_session where operator_id = ${operator.id}`.execute(tx)
    return true
  })
}

export async function listOperators({ db }: Pick<Store, 'db'>) {
  return allRows<Operator & { readonly masked: string; readonly createdAt: number }>(db)`
    select id, name, role, masked, created_at from operator_key
    where revoked_at is null order by created_at, id`
}

export async function operatorByHash(db: Sql, hash: string): Promise<Operator | undefined> {
  return firstRow<Operator>(db)`
    select id, name, role from operator_key where sha256 = ${hash} and revoked_at is null`
}
