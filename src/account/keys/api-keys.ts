// The API keys of an account: several, each with a name under which its look-ups are counted; and test keys.

import { sql } from 'kysely'
import type { Sql, Store } from '../../store/store.ts'
import { insertCredential, lockAccount, newCredential, newTestKey } from './credential.ts'

/** The key that every account begins with; it is replaced, never removed. */
export const MAIN_KEY = 'main'
/** Test keys included. */
export const API_KEYS_MAX = 50
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,48}[\p{L}\p{N}])?$/u

export interface ApiKey {
  readonly name: string
  readonly masked: string
  readonly isTest: boolean
  readonly createdAt: number
}

/** What is wrong with a name as a sentence, or undefined. */
export function keyNameFault(name: string): string | undefined {
  return NAME.test(name)
    ? undefined
    : 'A name must be 1 to 50 letters, digits, spaces, dots, dashes or underscores, and start and end with a letter or digit.'
}

/** The API keys in use, in order of creation; only the new one of a key that is being replaced. */
export async function apiKeysOf(db: Sql, accountId: string): Promise<ApiKey[]> {
  const { rows } = await sql<{
    name: string
    masked: string
    is_test: number
    created_at: number
  }>`
    select name, masked, is_test, created_at from credential
    where account_id = ${accountId} and kind = 'api' and revoked_at is null and expires_at is null
    order by case when name = ${MAIN_KEY} then 0 else 1 end, created_at, id`.execute(db)
  return rows.map((row) => ({
    name: row.name,
    masked: row.masked,
    isTest: row.is_test === 1,
    createdAt: row.created_at,
  }))
}

type KeyMade =
  /** Shown only once. */
  | { readonly kind: 'made'; readonly key: string }
  | { readonly kind: 'taken' }
  | { readonly kind: 'too-many' }

export async function addApiKey(
  store: Store,
  accountId: string,
  { name, isTest }: Pick<ApiKey, 'name' | 'isTest'>,
  now: number,
): Promise<KeyMade> {
  return store.transaction(async (tx): Promise<KeyMade> => {
    await lockAccount(tx, accountId)
    const keys = await apiKeysOf(tx, accountId)
    const folded = name.toLowerCase()
    if (keys.some((key) => key.name.toLowerCase() === folded)) return { kind: 'taken' }
    if (keys.length >= API_KEYS_MAX) return { kind: 'too-many' }
    const key = isTest ? newTestKey() : newCredential('api')
    await insertCredential(tx, accountId, 'api', key, now, { name, isTest })
    return { kind: 'made', key }
  })
}

/** The hashes of what stopped working; none if the account has no such key. */
export async function removeApiKey(
  { db }: Pick<Store, 'db'>,
  accountId: string,
  name: string,
): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    delete from credential
    where account_id = ${accountId} and kind = 'api' and name = ${name} and name <> ${MAIN_KEY}
    returning sha256`.execute(db)
  return rows.map(({ sha256 }) => sha256)
}
