// The credentials of an account as the store keeps them: hashed, and masked for people.

import { sql } from 'kysely'
import { newId } from '../../lib/ids.ts'
import type { Sql, Tx } from '../../store/store.ts'
import { type CredentialKind, maskCredential, sha256 } from './credential.ts'

const LISTED_MAX = 1000

export interface CredentialSummary {
  readonly id: string
  readonly kind: CredentialKind
  /** Of an API key. */
  readonly name: string
  readonly masked: string
  readonly createdAt: number
  readonly expiresAt: number | undefined
  readonly revokedAt: number | undefined
}

/** Until the end of the transaction nobody else changes the credentials of the account. */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await sql`update account set id = id where id = ${accountId}`.execute(tx)
}

export async function insertCredential(
  tx: Tx,
  accountId: string,
  kind: CredentialKind,
  text: string,
  now: number,
  { name, isTest }: { readonly name: string; readonly isTest: boolean },
): Promise<void> {
  await sql`
    insert into credential (id, account_id, kind, sha256, masked, created_at, name, is_test)
    values (${newId('cred_')}, ${accountId}, ${kind}, ${sha256(text)}, ${maskCredential(text)},
      ${now}, ${name}, ${isTest ? 1 : 0})`.execute(tx)
}

export async function credentialsOf(db: Sql, accountId: string): Promise<CredentialSummary[]> {
  const { rows } = await sql<{
    id: string
    kind: CredentialKind
    name: string
    masked: string
    created_at: number
    expires_at: number | null
    revoked_at: number | null
  }>`
    select id, kind, name, masked, created_at, expires_at, revoked_at
    from credential where account_id = ${accountId}
    order by created_at, kind, name, id limit ${LISTED_MAX}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    masked: row.masked,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
  }))
}
