// Operators. Each has a key, a role, and a name in the audit log.

import { type RawBuilder, sql } from 'kysely'
import { newId, newSecret } from '../../lib/ids.ts'
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

/** Who else acts in the audit log. */
export const SERVICE = 'service'
export const COMMAND_LINE = 'command line'
export const HOLDER = 'account holder'

export function operatorNameFault(name: string): string | undefined {
  if ([SERVICE, COMMAND_LINE, HOLDER].includes(name.toLowerCase()))
    return `The audit log uses "${name}" for something else. Choose another name.`
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

/** The new key, the only one that works from now on; undefined if there is no such operator. */
export async function replaceOperatorKey(store: Store, name: string): Promise<string | undefined> {
  const key = newCredential('operator')
  const change = sql`sha256 = ${sha256(key)}, masked = ${maskCredential(key)}`
  return (await changeOperator(store, name, change, sql`subject is null`)) ? key : undefined
}

interface Known extends Operator {
  readonly revokedAt: number | undefined
}

/** Admits somebody whom an OpenID Connect issuer has identified, with the role of their groups from now on. */
export async function admitOperator(
  store: Store,
  person: { readonly subject: string; readonly name: string; readonly role: Role | undefined },
  now: number,
): Promise<Operator | 'no-role' | 'removed' | 'name-taken'> {
  const { subject, role } = person
  return store.transaction(async (tx) => {
    const known = await firstRow<Known>(tx)`
      select id, name, role, revoked_at from operator_key where subject = ${subject}`
    if (role === undefined) {
      if (known !== undefined) await endSessionsOfOperator(tx, known.id)
      return 'no-role'
    }
    if (known?.revokedAt !== undefined) return 'removed'
    if (known !== undefined) {
      await sql`update operator_key set role = ${role} where id = ${known.id}`.execute(tx)
      return { id: known.id, name: known.name, role }
    }
    const name = operatorNameFault(person.name) === undefined ? person.name : fallbackName(subject)
    const id = newId('op_')
    // A key that nobody has.
    const isNew = await hasRow(tx)`
      insert into operator_key (id, name, sha256, masked, created_at, role, subject)
      values (${id}, ${name}, ${sha256(newSecret(''))}, ${'single sign-on'}, ${now}, ${role}, ${subject})
      on conflict do nothing returning id`
    return isNew ? { id, name, role } : 'name-taken'
  })
}

function fallbackName(subject: string): string {
  return `operator ${sha256(subject).slice(0, 12)}`
}

/** Lets somebody in again who signs in by OpenID Connect and was removed. False if there is no such operator. */
export async function readmitOperator({ db }: Pick<Store, 'db'>, name: string): Promise<boolean> {
  return hasRow(db)`
    update operator_key set revoked_at = null
    where name = ${name} and subject is not null and revoked_at is not null
      and not exists (
        select 1 from operator_key as other where other.name = ${name} and other.revoked_at is null)
    returning id`
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
async function changeOperator(
  store: Store,
  name: string,
  change: RawBuilder<unknown>,
  where = sql`true`,
) {
  return store.transaction(async (tx) => {
    const operator = await firstRow<{ id: string }>(tx)`
      update operator_key set ${change}
      where name = ${name} and revoked_at is null and ${where} returning id`
    if (operator === undefined) return false
    await endSessionsOfOperator(tx, operator.id)
    return true
  })
}

async function endSessionsOfOperator(tx: Sql, id: string): Promise<void> {
  await sql`delete from console_session where operator_id = ${id}`.execute(tx)
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
