// A credential as text: how it is made, checked for typing errors, kept and shown.

import { hash } from 'node:crypto'
import { hasTrueChecksum, newSecret, SECRET_TAIL_LENGTH } from '../../lib/ids.ts'

export const CREDENTIAL_KINDS = ['api', 'admin', 'token', 'operator'] as const

export type CredentialKind = (typeof CREDENTIAL_KINDS)[number]

const PREFIXES: Readonly<Record<CredentialKind, string>> = {
  api: 'api_',
  admin: 'admin_',
  token: 'dtoken_',
  operator: 'operator_',
}

/** An API key that looks up the sample data. */
const TEST_PREFIX = 'test_'

const TAIL = new RegExp(`^[0-9A-Za-z]{${SECRET_TAIL_LENGTH}}$`)
const SHOWN_CHARACTERS = 4

/** What a genuine-looking text says about itself; whether it exists only the store knows. */
interface ParsedCredential {
  readonly kind: CredentialKind
  readonly sha256: string
  readonly isTest: boolean
}

/** The text is shown to its owner once; only what `sha256` and `maskCredential` make of it is kept. */
export function newCredential(kind: CredentialKind): string {
  return newSecret(PREFIXES[kind])
}

export function newTestKey(): string {
  return newSecret(TEST_PREFIX)
}

/** Undefined for a mistyped or made-up one, found out without asking the store. */
export function parseCredential(text: string): ParsedCredential | undefined {
  for (const kind of CREDENTIAL_KINDS) {
    const prefix = PREFIXES[kind]
    if (text.startsWith(prefix)) return parsed(text, prefix, { kind, isTest: false })
  }
  if (!text.startsWith(TEST_PREFIX)) return undefined
  return parsed(text, TEST_PREFIX, { kind: 'api', isTest: true })
}

function parsed(
  text: string,
  prefix: string,
  what: Omit<ParsedCredential, 'sha256'>,
): ParsedCredential | undefined {
  if (!TAIL.test(text.slice(prefix.length)) || !hasTrueChecksum(text)) return undefined
  return { ...what, sha256: sha256(text) }
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
