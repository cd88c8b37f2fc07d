// A credential as text: creating, checking, hashing and masking it.

import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { hasTrueChecksum, newId, newSecret, SECRET_TAIL_LENGTH, secretFrom } from '../../lib/ids.ts'
import { allRows, type Sql, type Tx } from '../../store/store.ts'

export const CREDENTIAL_KINDS = ['api', 'admin', 'token', 'operator'] as const

export type CredentialKind = (typeof CREDENTIAL_KINDS)[number]

const PREFIXES: Readonly<Record<CredentialKind | 'test', string>> = {
  api: 'api_',
  admin: 'admin_',
  token: 'dtoken_',
  operator: 'operator_',
  /** An API key that looks up the sample data. */
  test: 'test_',
}

const TAIL = new RegExp(`^[0-9A-Za-z]{${SECRET_TAIL_LENGTH}}$`)
const SHOWN_CHARACTERS = 4

/** The text is shown once; only its hash and masked form are stored. */
export function newCredential(kind: CredentialKind): string {
  return newSecret(PREFIXES[kind])
}

export function newTestKey(): string {
  return newSecret(PREFIXES.test)
}

/** The same at every start. It is published in the samples of the reference, so it need not be secret. */
export function publishedTestKey(accountId: string): string {
  return secretFrom(PREFIXES.test, hash('sha1', `published ${accountId}`, 'buffer'))
}

/** What its text says, without asking the store whether it exists. Undefined for a mistyped or made-up text. */
export function parseCredential(text: string) {
  const kind = ([...CREDENTIAL_KINDS, 'test'] as const).find((each) =>
    text.startsWith(PREFIXES[each]),
  )
  if (kind === undefined) return undefined
  if (!TAIL.test(text.slice(PREFIXES[kind].length)) || !hasTrueChecksum(text)) return undefined
  const isTest = kind === 'test'
  return { kind: isTest ? 'api' : kind, isTest, sha256: sha256(text) }
}

/** A plain hash is enough, since nobody can guess 160 random bits. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex')
}

/** For example `api_…x7Qz`: enough to tell one's keys apart. */
export function maskCredential(text: string): string {
  const end = text.indexOf('_') + 1
  return `${text.slice(0, end)}…${text.slice(-SHOWN_CHARACTERS)}`
}

const LISTED_MAX = 1000

export interface CredentialSummary {
  readonly id: string
  readonly kind: CredentialKind
  /** The name of an API key. */
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
  return allRows<CredentialSummary>(db)`
    select id, kind, name, masked, created_at, expires_at, revoked_at
    from credential where account_id = ${accountId}
    order by created_at, kind, name, id limit ${LISTED_MAX}`
}
