// The file that keeps the heads of the audit log outside the store, so that a log that was cut or rewritten is noticed.

import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openPrivate } from '../../lib/files/private-file.ts'
import { errorCode } from '../../lib/operator-error.ts'
import type { AuditHead } from './acts.ts'

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
    await using file = await openPrivate(this.#path, 'a')
    await file.appendFile(`${number}:${sha256} ${new Date(now).toISOString()}\n`)
    await file.sync()
  }

  /** None where there is no file. A line that a full disk has cut short is passed over. */
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
