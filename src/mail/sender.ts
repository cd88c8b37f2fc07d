// Sends queued mails: leases each one, hands it over, and records the outcome.

import { setTimeout as delay } from 'node:timers/promises'
import { type Brand, type Logo, pictureOf } from '../lib/brand/brand.ts'
import { type Clock, DAY_MS } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { Job } from '../lib/periodic.ts'
import type { Store } from '../store/store.ts'
import { completeMail } from './layout.ts'
import { dueMails, type Ending, endingOf, endLease, type LeasedMail, leaseMail } from './leases.ts'
import { type Attachment, composeMessage, type Sender } from './message.ts'
import { backlog, forgetEnded, NO_BACKLOG } from './queue.ts'
import type { Delivery, Transport } from './transport.ts'

const LOGO_ID = 'logo'
const LOOK_EVERY_MS = 2_000
const MEASURE_EVERY_MS = 10_000
const TIDY_EVERY_MS = 10 * 60_000
/** Mails that one node has in progress at once. */
const AT_ONCE = 4
/** How many one round looks at; the next round has the rest. */
const ROUND_MAX = 200
/** After a round in which the server did not take mails at all. */
const SERVER_PAUSE_MS = 30_000
/** A mail that crashes the process must not do so forever. */
const ATTEMPTS_MAX = 40
/** The time limit for making attachments. */
const ATTACHMENTS_MS = 60_000
/** Between attempts to record that a mail was accepted. */
const SETTLE_AGAIN_MS = 500
/** How long a stop waits for a mail in progress before cutting it off. */
const STOP_GRACE_MS = 5_000

export interface MailSenderParts {
  readonly store: Pick<Store, 'db'>
  readonly clock: Clock
  readonly log: Log
  readonly from: Sender
  readonly brand: Brand
  readonly baseUrl: string
  /** Days for which a mail is kept after it was sent or given up. */
  readonly keptDays: number
  readonly transport: Transport
  /** What is attached to a mail, by its `invoiceNumber`. A failure counts as a failure of the mail. */
  readonly attachmentsOf: (mail: LeasedMail) => Promise<readonly Attachment[]>
  /** From 0 to 1, for the jitter. */
  readonly random?: () => number
}

/** A background job of every node. The counts are of this node since its start, the gauges of all nodes. */
export class MailSender extends Job {
  readonly #parts: MailSenderParts
  readonly #stop = new AbortController()
  #pausedUntilMs = Number.NEGATIVE_INFINITY
  #measuredAtMs = Number.NEGATIVE_INFINITY
  #tidiedAtMs = Number.NEGATIVE_INFINITY
  #backlog = NO_BACKLOG
  /** `failed` are attempts, whatever became of the mail afterwards. */
  readonly counts = { sent: 0, failed: 0, givenUp: 0 }

  constructor(parts: MailSenderParts) {
    const onFault = (error: unknown) => parts.log.warn('mail failed', { error })
    super({ everyMs: LOOK_EVERY_MS, work: () => this.round(), onFault })
    this.#parts = parts
  }

  /** Mails that wait, as last seen. */
  get queued(): number {
    return this.#backlog.queued
  }

  /** How long the oldest of them has waited; 0 if there is none. */
  get oldestAgeMs(): number {
    const { oldestAt } = this.#backlog
    return oldestAt === undefined ? 0 : Math.max(0, this.#parts.clock.now() - oldestAt)
  }

  /** A mail in progress has a moment to finish; then it is cut off, and due again on any node. */
  override async close(): Promise<void> {
    const cut = setTimeout(() => this.#stop.abort(), STOP_GRACE_MS)
    await super.close()
    clearTimeout(cut)
  }

  /** Sends what is due now, and cleans up. Public for tests, which do not wait for the timer. */
  async round(): Promise<void> {
    const { store, clock } = this.#parts
    const isPaused = clock.monotonicMs() < this.#pausedUntilMs
    const due = isPaused ? [] : await dueMails(store, clock.now(), ROUND_MAX)
    const server = { isAway: false }
    const sendDue = async () => {
      for (let id = due.shift(); id !== undefined; id = due.shift()) {
        // If the server does not answer, trying every mail would only make each wait longer for its next attempt.
        if (this.isClosed || server.isAway) return
        server.isAway ||= (await this.#sendOne(id)) === 'server-away'
      }
    }
    const workers = await Promise.allSettled(Array.from({ length: AT_ONCE }, sendDue))
    if (server.isAway) this.#pausedUntilMs = clock.monotonicMs() + SERVER_PAUSE_MS
    await this.#cleanUp()
    for (const worker of workers) if (worker.status === 'rejected') throw worker.reason
  }

  async #sendOne(id: string): Promise<'done' | 'server-away'> {
    const { store, clock } = this.#parts
    const mail = await leaseMail(store, id, clock.now())
    if (mail === undefined) return 'done'
    const delivery = await this.#deliver(mail)
    if (delivery === undefined) return 'done'
    const ending = endingOf(mail, delivery, clock.now(), this.#parts.random)
    const isOurs = await this.#settle(mail, ending)
    this.#report(mail, delivery, ending, isOurs)
    return delivery.kind === 'deferred' && delivery.isServer ? 'server-away' : 'done'
  }

  /** Undefined if the lease may end before this attempt does, and another node may take the mail. */
  async #deliver(mail: LeasedMail): Promise<Delivery | undefined> {
    const { clock, from, transport, attachmentsOf, brand, baseUrl } = this.#parts
    const { recipients } = mail
    if (mail.attempts > ATTEMPTS_MAX) return { kind: 'refused', note: 'Too many attempts.' }
    let bytes: Buffer
    try {
      const attachments = await inTime(attachmentsOf(mail))
      const picture = pictureOf(brand)
      const pictureUrl = picture === undefined ? undefined : `cid:${LOGO_ID}`
      const complete = completeMail(mail, { brand: brand.name, baseUrl, pictureUrl })
      const logo = picture === undefined ? [] : [logoFile(picture)]
      bytes = await composeMessage(from, complete, [...attachments, ...logo])
    } catch (error) {
      const note = error instanceof Error ? error.message : String(error)
      return { kind: 'deferred', recipients, isServer: false, note }
    }
    if (clock.now() + transport.deadlineMs >= mail.leasedUntil) return undefined
    const envelope = { mailId: mail.id, from: from.address, recipients, bytes }
    return transport.deliver(envelope, this.#stop.signal)
  }

  /** A mail that was taken and not recorded would be sent again, so this tries until the lease is over. */
  async #settle(mail: LeasedMail, ending: Ending): Promise<boolean> {
    const { store, clock } = this.#parts
    for (;;) {
      try {
        return await endLease(store, mail, ending, clock.now())
      } catch (error) {
        if (this.isClosed || clock.now() >= mail.leasedUntil) throw error
      }
      await delay(SETTLE_AGAIN_MS)
    }
  }

  #report(mail: LeasedMail, delivery: Delivery, ending: Ending, isOurs: boolean): void {
    const { log } = this.#parts
    const { id, kind, accountId, attempts } = mail
    const facts = { mail_id: id, kind, account_id: accountId, attempts, note: ending.note }
    if (delivery.kind !== 'taken') this.counts.failed += 1
    if (!isOurs) {
      log.warn('mail lease lost', facts)
      return
    }
    if (delivery.kind === 'taken' && delivery.refused.length > 0) {
      log.warn('mail refused for some', { ...facts, refused: delivery.refused.length })
    }
    if (ending.kind === 'sent') this.counts.sent += 1
    if (ending.kind === 'given-up') this.counts.givenUp += 1
    const [level, event] = REPORTS[ending.kind]
    log[level](event, facts)
  }

  async #cleanUp(): Promise<void> {
    const { store, clock, transport, keptDays } = this.#parts
    const nowMs = clock.monotonicMs()
    if (nowMs - this.#measuredAtMs >= MEASURE_EVERY_MS) {
      this.#measuredAtMs = nowMs
      this.#backlog = await backlog(store)
    }
    if (nowMs - this.#tidiedAtMs < TIDY_EVERY_MS || this.isClosed) return
    const before = clock.now() - keptDays * DAY_MS
    const hasMore = await forgetEnded(store, before)
    // The next round removes the rest; doing it now would hold up mails.
    if (!hasMore) this.#tidiedAtMs = nowMs
    await transport.tidy(before)
  }
}

const REPORTS = {
  sent: ['debug', 'mail sent'],
  postponed: ['warn', 'mail postponed'],
  'given-up': ['error', 'mail given up'],
} as const

async function inTime(attachments: Promise<readonly Attachment[]>): Promise<readonly Attachment[]> {
  const late = Promise.withResolvers<never>()
  const fail = () => late.reject(new Error('The attachments took too long.'))
  const timer = setTimeout(fail, ATTACHMENTS_MS)
  try {
    return await Promise.race([attachments, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Shown in the mail, not as an attachment. */
function logoFile({ contentType, content }: Logo): Attachment {
  const filename = contentType === 'image/png' ? 'logo.png' : 'logo.jpg'
  return { filename, contentType, content: Buffer.from(content), cid: LOGO_ID }
}
