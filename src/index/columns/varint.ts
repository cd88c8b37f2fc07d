// Numbers in as few bytes as they need: seven bits each, the lowest first, and a mark on all bytes but the last.
// Unchecked: hot, a build writes and reads several for each address.

import type { GrowingBytes } from '../rows/growing-arrays.ts'

const MORE = 128

export function pushVarint(bytes: GrowingBytes, value: number): void {
  let rest = value
  // Bits can be shifted only in numbers of 32 of them.
  while (rest > 0x7fffffff) {
    bytes.push((rest % MORE) | MORE)
    rest = Math.floor(rest / MORE)
  }
  while (rest >= MORE) {
    bytes.push((rest & (MORE - 1)) | MORE)
    rest >>>= 7
  }
  bytes.push(rest)
}

export class VarintReader {
  readonly #bytes: Uint8Array
  /** Where the next number begins. */
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes
    this.at = at
  }

  next(): number {
    let value = 0
    let factor = 1
    while (this.#bytes[this.at] >= MORE) {
      value += (this.#bytes[this.at++] & (MORE - 1)) * factor
      factor *= MORE
    }
    return value + this.#bytes[this.at++] * factor
  }
}
