// The API key and the admin key of an account: masked, and replaced with a grace period for the old key.

import { sql } from 'kysely'
import type { Store, Tx } from '../../store/store.ts'
import { MAIN_KEY } from './api-keys.ts'
import {
  type CredentialKind,
  insertCredential,
  lockAccount,
  newCredential,
  newTestKey,
} from './credential.ts'

/** The keys that every account has. */
export type AccountKey = Extract<CredentialKind, 'api' | 'admin'>

/** One of several API keys, or the admin key. */
interface WhichKey {
  readonly kind: AccountKey
  readonly name: string
  readonly isTest: boolean
}

/** The main API key or the admin key. */
export function accountKey(kind: AccountKey): WhichKey {
  return { kind, name: kind === 'api' ? MAIN_KEY : '', isTest: false }
}

export const GRACE_SECONDS_MAX = 86_400
/** Old keys of an account in their grace period; one more rotation ends the oldest. */
export const KEYS_IN_GRACE_MAX = 20

/** Masked, the newest that works; undefined when the account has none. */
export async function maskedKey(
  store: Store,
  accountId: string,
  kind: AccountKey,
  now: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ masked: string }>`
    select masked from credential
    where account_id = ${accountId} and kind = ${kind} and name = ${accountKey(kind).name}
      and revoked_at is null and (expires_at is null or expires_at > ${now})
    order by created_at desc, id desc limit 1`.execute(store.db)
  return rows[0]?.masked
}

interface Rotated {
  /** Shown only once. */
  readonly key: string
  /** The hashes of those that end, for caches that must forget them. */
  readonly endingSha256: readonly string[]
}

/** Keys that end sooner by an earlier rotation keep their end. */
export async function rotateKey(
  store: Store,
  accountId: string,
  which: WhichKey,
  graceSeconds: number,
  now: number,
): Promise<Rotated> {
  const { kind, name } = which
  const key = which.isTest ? newTestKey() : newCredential(kind)
  const endsAt = now + graceSeconds * 1000
  return store.transaction(async (tx) => {
    // Two rotations at once would each leave the other's key without an end.
    await lockAccount(tx, accountId)
    const { rows } = await sql<{ sha256: string }>`
      update credential set expires_at = ${endsAt}
      where account_id = ${accountId} and kind = ${kind} and name = ${name}
        and revoked_at is null and (expires_at is null or expires_at > ${endsAt})
      returning sha256`.execute(tx)
    const forgotten = await forgetEnded(tx, accountId, which, now)
    await insertCredential(tx, accountId, kind, key, now, which)
    return { key, endingSha256: [...rows, ...forgotten].map(({ sha256 }) => sha256) }
  })
}

/** What has ended, and what is beyond the most that may be in their grace time, the oldest first. */
async function forgetEnded(tx: Tx, accountId: string, { kind, name }: WhichKey, now: number) {
  const { rows } = await sql<{ sha256: string }>`
    delete from credential
    where account_id = ${accountId} and kind = ${kind} and name = ${name}
      and (expires_at <= ${now} or id in (
        select id from credential
        where account_id = ${accountId} and kind = ${kind} and name = ${name}
          and expires_at > ${now}
        order by created_at desc, id desc limit 1000 offset ${KEYS_IN_GRACE_MAX}))
    returning sha256`.execute(tx)
  return rows
}
