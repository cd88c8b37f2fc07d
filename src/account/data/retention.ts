// Deletes what is about people once its time is over. Mails, lists and events are deleted by jobs of their own.

import { type Clock, DAY_MS } from '../../lib/clock.ts'
import { Job } from '../../lib/periodic.ts'
import { allRows, type Store } from '../../store/store.ts'
import type { AuditLog } from '../operators/audit-log.ts'
import { SERVICE } from '../operators/operators.ts'
import { forgetRequests } from '../request-log.ts'
import { forgetSessions } from '../sessions/sessions.ts'
import { forgetLinks } from '../sessions/sign-in-links.ts'
import { beginErasure } from './erasure.ts'

const ROUND_MS = 60_000
const ACCOUNTS_AT_ONCE = 20

interface RetentionParts {
  readonly store: Store
  readonly clock: Clock
  readonly auditLog: Pick<AuditLog, 'record' | 'forget'>
  /** Undefined: for ever. */
  readonly keptDays: {
    readonly requests: number
    readonly auditLog: number | undefined
    readonly endedAccounts: number | undefined
  }
  /** Called when the erasure of accounts has begun. */
  readonly onErasure: () => void
  readonly onFault: (error: unknown) => void
}

export class Retention extends Job {
  readonly #parts: RetentionParts

  constructor(parts: RetentionParts) {
    super({ everyMs: ROUND_MS, work: () => this.round(), onFault: parts.onFault })
    this.#parts = parts
  }

  /** Public for tests, which do not wait for the timer. */
  async round(): Promise<void> {
    const { store, clock, auditLog, keptDays } = this.#parts
    const now = clock.now()
    while (await forgetRequests(store.db, now - keptDays.requests * DAY_MS)) {
      if (this.isClosed) return
    }
    await forgetSessions(store.db, now)
    await forgetLinks(store.db, now)
    if (keptDays.endedAccounts !== undefined) await this.#eraseEnded(keptDays.endedAccounts, now)
    if (keptDays.auditLog === undefined) return
    // By whole days: each time something is forgotten, one entry says so.
    const before = (Math.floor(now / DAY_MS) - keptDays.auditLog) * DAY_MS
    while (await auditLog.forget(SERVICE, before)) if (this.isClosed) return
  }

  async #eraseEnded(days: number, now: number): Promise<void> {
    const { store, auditLog, onErasure } = this.#parts
    const before = now - days * DAY_MS
    const ended = await allRows<{ id: string }>(store.db)`
      select account.id from account join subscription on subscription.account_id = account.id
      where account.erased_at is null
        and coalesce(subscription.ended_at,
          case when subscription.started_at is null then subscription.trial_ends_at end) <= ${before}
        and account.id not in (select account_id from ended_term)
      order by account.id limit ${ACCOUNTS_AT_ONCE}`
    for (const { id } of ended) {
      const erasure = await beginErasure(store, id, now)
      if (erasure.kind !== 'begun' || erasure.isRepeated) continue
      const details = `Ended more than ${days} days ago.`
      const entry = { operator: SERVICE, act: 'Erase account', accountId: id, details }
      await auditLog.record({ ...entry, outcome: 'done' })
    }
    if (ended.length > 0) onErasure()
  }
}
