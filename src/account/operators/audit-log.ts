// Adds to the audit log, and publishes its head outside the store: in a file, the service log and metrics.

import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { writePrivate } from '../../lib/files/folder.ts'
import type { Log } from '../../lib/log.ts'
import { errorCode } from '../../lib/operator-error.ts'
import { Job } from '../../lib/periodic.ts'
import type { Store } from '../../store/store.ts'
import {
  type AuditHead,
  addAuditEntry,
  auditHead,
  cutAuditLog,
  type NewAuditEntry,
} from './audit-entries.ts'

/** How often a service looks for entries of commands, threads and other nodes. */
const LOOK_MS = 5000

interface AuditLogParts {
  readonly store: Store
  readonly clock: { now(): number }
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  readonly anchors: AuditAnchors
}

export class AuditLog extends Job {
  readonly #parts: AuditLogParts
  #head: AuditHead = { number: 0, sha256: '' }

  constructor(parts: AuditLogParts) {
    const onFault = (error: unknown) => parts.log.warn('audit log cannot be read', { error })
    super({ everyMs: LOOK_MS, work: () => this.look(), onFault })
    this.#parts = parts
  }

  /** As far as this process knows. */
  get head(): AuditHead {
    return this.#head
  }

  async record(act: NewAuditEntry): Promise<number> {
    const head = await addAuditEntry(this.#parts.store, act, this.#parts.clock.now())
    await this.#saw(head)
    return head.number
  }

  /** Deletes old entries by a rule. False if there was nothing to delete. */
  async forget(operator: string, before: number): Promise<boolean> {
    const head = await cutAuditLog(this.#parts.store, operator, before, this.#parts.clock.now())
    if (head !== undefined) await this.#saw(head)
    return head !== undefined
  }

  async look(): Promise<void> {
    const known = this.#head
    const head = await auditHead(this.#parts.store.db)
    const isSame = head.number === known.number && head.sha256 === known.sha256
    if (head.number > known.number || isSame) return this.#saw(head)
    const facts = { expected: textOf(known), found: textOf(head) }
    this.#parts.log.error('audit log was cut or rewritten', facts)
    this.#head = head
  }

  override async close(): Promise<void> {
    await super.close()
    await this.look().catch(() => {})
  }

  // Concurrent entries may appear in either order; a later entry covers the earlier ones.
  async #saw(head: AuditHead): Promise<void> {
    if (head.number <= this.#head.number) return
    this.#head = head
    const { log, anchors, clock } = this.#parts
    log.info('audit log', { head: textOf(head) })
    await anchors.append(head, clock.now()).catch((error: unknown) => {
      log.warn('audit log is not anchored', { error })
    })
  }
}

function textOf({ number, sha256 }: AuditHead): string {
  return `${number}:${sha256}`
}

const FILE = 'audit-log.anchors'
const HEAD = /^(\d{1,15}):([0-9a-f]{64})(?: |$)/

/** `17:9f86d0…`, as the file, the log and the option `--audit-head` write it. */
export function readAuditHead(text: string): AuditHead | undefined {
  const [, number, sha256] = HEAD.exec(text) ?? []
  return sha256 === undefined ? undefined : { number: Number(number), sha256 }
}

export class AuditAnchors {
  readonly #path: string

  constructor(dataDir: string) {
    this.#path = join(dataDir, FILE)
  }

  async append({ number, sha256 }: AuditHead, now: number): Promise<void> {
    await writePrivate(this.#path, `${number}:${sha256} ${new Date(now).toISOString()}\n`, 'a')
  }

  /** The heads in the file; none if it does not exist. A last line that was cut off is skipped. */
  async *read(): AsyncGenerator<AuditHead> {
    const lines = createInterface({ input: createReadStream(this.#path), crlfDelay: Infinity })
    try {
      for await (const line of lines) {
        const head = readAuditHead(line)
        if (head !== undefined) yield head
      }
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error
    }
  }
}
