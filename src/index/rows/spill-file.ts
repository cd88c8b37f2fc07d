// A temporary file for the columns of rows while an index is built, so that they need not all be in memory at once.

import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'

const PRIVATE = 0o600

/** Values of each column that stay in memory until they are written together. */
const VALUES_IN_MEMORY = 1 << 18

export class SpillFile {
  readonly #file: number
  readonly valuesInMemory: number
  #end = 0

  /** The name is taken away at once, so that nothing is left behind, however the process ends. */
  constructor(path: string, valuesInMemory = VALUES_IN_MEMORY) {
    this.valuesInMemory = valuesInMemory
    this.#file = openSync(path, 'wx+', PRIVATE)
    unlinkSync(path)
  }

  /** Answers where the values begin. */
  append(values: ArrayBufferView): number {
    const start = this.#end
    for (let done = 0; done < values.byteLength; ) {
      const left = values.byteLength - done
      done += writeSync(this.#file, bytesOf(values), done, left, start + done)
    }
    this.#end += values.byteLength
    return start
  }

  read(values: ArrayBufferView, start: number): void {
    const bytes = bytesOf(values)
    for (let done = 0; done < bytes.byteLength; ) {
      const read = readSync(this.#file, bytes, done, bytes.byteLength - done, start + done)
      if (read === 0) throw new Error('A temporary file of the build ends too early.')
      done += read
    }
  }

  [Symbol.dispose](): void {
    closeSync(this.#file)
  }
}

function bytesOf(values: ArrayBufferView): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
}
