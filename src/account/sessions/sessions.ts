// Sessions of browsers that have signed in. The browser has the secret in a cookie, the store has its hash.

import { sql } from 'kysely'
import { newId, newSecret } from '../../lib/ids.ts'
import { firstRow, type Sql } from '../../store/store.ts'
import { sha256 } from '../keys/credential.ts'

/** Sessions of an account; the oldest end when there are more. */
export const SESSIONS_MAX = 50
const FORGOTTEN_AT_ONCE_MAX = 1000

/** It belongs to an account, to an operator, or to an account that an operator has opened. */
interface SessionOwner {
  readonly accountId?: string | undefined
  readonly operatorId?: string | undefined
  /** From the OpenID Connect issuer that signed the person in; empty if it was too long to keep. */
  readonly idToken?: string | undefined
}

/** Lasts `ms`. The secret is new each time: what a browser had before signing in is never used again. */
export async function startSession(tx: Sql, owner: SessionOwner, ms: number, now: number) {
  const { accountId, operatorId, idToken } = owner
  const secret = newSecret('session_')
  await forgetSessions(tx, now)
  await sql`
    insert into console_session (id, sha256, account_id, operator_id, id_token, created_at, ends_at)
    values (${newId('session_')}, ${sha256(secret)}, ${accountId ?? null}, ${operatorId ?? null},
      ${idToken ?? null}, ${now}, ${now + ms})`.execute(tx)
  await sql`
    delete from console_session where id in (
      select id from console_session
      where account_id = ${accountId ?? null} or (account_id is null and operator_id = ${operatorId ?? null})
      order by created_at desc, id desc limit ${FORGOTTEN_AT_ONCE_MAX} offset ${SESSIONS_MAX})`.execute(
    tx,
  )
  return secret
}

/** Deletes sessions that have ended. */
export async function forgetSessions(db: Sql, now: number): Promise<void> {
  await sql`
    delete from console_session where id in (
      select id from console_session where ends_at <= ${now}
      order by ends_at limit ${FORGOTTEN_AT_ONCE_MAX})`.execute(db)
}

/** Its `idToken`, if it has one. */
export async function endSession(db: Sql, sessionId: string): Promise<string | undefined> {
  const ended = await firstRow<{ idToken: string }>(db)`
    delete from console_session where id = ${sessionId} returning id_token`
  return ended?.idToken
}

export async function endSessionsOf(db: Sql, accountId: string, exceptId = ''): Promise<void> {
  await sql`
    delete from console_session
    where account_id = ${accountId} and id <> ${exceptId}`.execute(db)
}
