// The API keys of an account, each with a name under which its look-ups are counted; test keys; and the admin key.

import { allRows, firstRow, type Sql, type Store, type Tx } from '../../store/store.ts'
import {
  type CredentialKind,
  insertCredential,
  lockAccount,
  newCredential,
  newTestKey,
  publishedTestKey,
} from './credential.ts'

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
  return allRows<ApiKey>(db)`
    select name, masked, is_test, created_at from credential
    where account_id = ${accountId} and kind = 'api' and revoked_at is null and expires_at is null
    order by case when name = ${MAIN_KEY} then 0 else 1 end, created_at, id`
}

/** The key is shown only once. */
export async function addApiKey(
  store: Store,
  accountId: string,
  { name, isTest }: Pick<ApiKey, 'name' | 'isTest'>,
  now: number,
) {
  return store.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const keys = await apiKeysOf(tx, accountId)
    const folded = name.toLowerCase()
    if (keys.some((key) => key.name.toLowerCase() === folded)) return { kind: 'taken' } as const
    if (keys.length >= API_KEYS_MAX) return { kind: 'too-many' } as const
    const key = isTest ? newTestKey() : newCredential('api')
    await insertCredential(tx, accountId, 'api', key, now, { name, isTest })
    return { kind: 'made', key } as const
  })
}

const PUBLISHED_KEY = 'samples'

/** The key in the samples of the reference, of an account that anybody may use. */
export async function addPublishedTestKey(store: Store, accountId: string, now: number) {
  const key = publishedTestKey(accountId)
  await store.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const keys = await apiKeysOf(tx, accountId)
    if (keys.some(({ name }) => name === PUBLISHED_KEY)) return
    const what = { name: PUBLISHED_KEY, isTest: true }
    await insertCredential(tx, accountId, 'api', key, now, what)
  })
  return key
}

/** The hashes of the keys that stopped working; empty if the account has no such key. */
export async function removeApiKey({ db }: Pick<Store, 'db'>, accountId: string, name: string) {
  const removed = await allRows<{ sha256: string }>(db)`
    delete from credential
    where account_id = ${accountId} and kind = 'api' and name = ${name} and name <> ${MAIN_KEY}
    returning sha256`
  return removed.map(({ sha256 }) => sha256)
}

export type AccountKey = Extract<CredentialKind, 'api' | 'admin'>

interface WhichKey {
  readonly kind: AccountKey
  readonly name: string
  readonly isTest: boolean
}

export function accountKey(kind: AccountKey): WhichKey {
  return { kind, name: kind === 'api' ? MAIN_KEY : '', isTest: false }
}

export const GRACE_SECONDS_MAX = 86_400
/** Old keys of an account in their grace period; one more rotation ends the oldest. */
export const KEYS_IN_GRACE_MAX = 20

/** Masked, the newest that works; undefined when the account has none. */
export async function maskedKey({ db }: Store, accountId: string, kind: AccountKey, now: number) {
  const key = await firstRow<{ masked: string }>(db)`
    select masked from credential
    where account_id = ${accountId} and kind = ${kind} and name = ${accountKey(kind).name}
      and revoked_at is null and (expires_at is null or expires_at > ${now})
    order by created_at desc, id desc limit 1`
  return key?.masked
}

/** The new key, shown only once, and the hashes of those that will end. One that was to end sooner still does. */
export async function rotateKey(
  store: Store,
  accountId: string,
  which: WhichKey,
  graceSeconds: number,
  now: number,
) {
  const { kind, name } = which
  const key = which.isTest ? newTestKey() : newCredential(kind)
  const endsAt = now + graceSeconds * 1000
  return store.transaction(async (tx) => {
    // Two rotations at once would each leave the other's key without an end.
    await lockAccount(tx, accountId)
    const ending = await allRows<{ sha256: string }>(tx)`
      update credential set expires_at = ${endsAt}
      where account_id = ${accountId} and kind = ${kind} and name = ${name}
        and revoked_at is null and (expires_at is null or expires_at > ${endsAt})
      returning sha256`
    const forgotten = await forgetEnded(tx, accountId, which, now)
    await insertCredential(tx, accountId, kind, key, now, which)
    return { key, endingSha256: [...ending, ...forgotten].map(({ sha256 }) => sha256) }
  })
}

/** Those that have ended, and the oldest of more than may be in their grace period. */
async function forgetEnded(tx: Tx, accountId: string, { kind, name }: WhichKey, now: number) {
  return allRows<{ sha256: string }>(tx)`
    delete from credential
    where account_id = ${accountId} and kind = ${kind} and name = ${name}
      and (expires_at <= ${now} or id in (
        select id from credential
        where account_id = ${accountId} and kind = ${kind} and name = ${name}
          and expires_at > ${now}
        order by created_at desc, id desc limit 1000 offset ${KEYS_IN_GRACE_MAX}))
    returning sha256`
}
