// A list that comes through a pipe: its beginning is looked at any number of times, the rest is read once.

import type { Input, Reading } from '../../importers/reading/archive.ts'
import { ImportRefused } from '../../lib/operator-error.ts'

/** As much as tells how a list is read. */
const HEAD_BYTES = 256 * 1024
const GZIP = Buffer.from([0x1f, 0x8b])

export class PipedInput implements Input {
  readonly name = 'standard input'
  /** Nobody knows. */
  readonly sizeBytes = 0
  readonly #head: Buffer
  readonly #rest: AsyncIterator<Buffer>
  #isWhole = false

  private constructor(head: Buffer, rest: AsyncIterator<Buffer>) {
    this.#head = head
    this.#rest = rest
  }

  static async open(stream: AsyncIterable<Buffer>): Promise<PipedInput> {
    const rest = stream[Symbol.asyncIterator]()
    const chunks: Buffer[] = []
    for (let bytes = 0; bytes < HEAD_BYTES; bytes += chunks.at(-1)?.length ?? 0) {
      const { done, value } = await rest.next()
      if (done === true) break
      chunks.push(value)
    }
    const head = Buffer.concat(chunks)
    if (head.subarray(0, GZIP.length).equals(GZIP)) {
      throw new ImportRefused('Standard input is gzip-compressed: send it through gunzip first.')
    }
    return new PipedInput(head, rest)
  }

  get isEmpty(): boolean {
    return this.#head.length === 0
  }

  /** From now on it is opened once, to its end. */
  takeWhole(): void {
    this.#isWhole = true
  }

  async *open(reading: Reading): AsyncGenerator<Buffer> {
    reading.bytesRead += this.#head.length
    yield this.#head
    while (this.#isWhole) {
      const { done, value } = await this.#rest.next()
      if (done === true) return
      reading.bytesRead += value.length
      yield value
    }
  }
}
