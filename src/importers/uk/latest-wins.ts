// Of several rows about one address keeps the latest: millions of them, without a string each.
// Unchecked: millions of sales go through it, and every place is within the arrays.

import { PairNumbers } from '../../index/rows/text-numbers.ts'

/**
 * An address is known by 64 bits of a hash: among 30 million the chance that any two share theirs
 * is one in forty thousand.
 */
export class LatestWins {
  readonly #addresses = new PairNumbers()
  /** By address, the day and the row that win. */
  readonly #days: number[] = []
  readonly #rows: number[] = []

  /** `row` counts from 0. Of two rows of one day the one that is offered later wins. */
  offer(hash: readonly [number, number], day: number, row: number): void {
    const address = this.#addresses.add(hash[0], hash[1])
    if (address < this.#days.length && this.#days[address] > day) return
    this.#days[address] = day
    this.#rows[address] = row
  }

  /** One bit for each row: whether it is the latest of its address. */
  winners(rows: number): Bits {
    const bits = new Bits(rows)
    for (const row of this.#rows) bits.set(row)
    return bits
  }
}

export class Bits {
  readonly #words: Uint32Array

  constructor(length: number) {
    this.#words = new Uint32Array(Math.ceil(length / 32))
  }

  set(at: number): void {
    this.#words[at >>> 5] |= 1 << (at & 31)
  }

  has(at: number): boolean {
    return (this.#words[at >>> 5] & (1 << (at & 31))) !== 0
  }
}

/** Hashes texts without regard to case and spaces; two hashes of 32 bits that go different ways. */
export class AddressHash {
  #high = 0
  #low = 0

  begin(): void {
    this.#high = 0x811c9dc5
    this.#low = 0x2545f491
  }

  add(bytes: Uint8Array, start: number, end: number): void {
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at]
      if (byte !== 32) this.#mix(byte >= 97 && byte <= 122 ? byte - 32 : byte)
    }
    // No text holds this byte, so that `1`, `23` differs from `12`, `3`.
    this.#mix(0xff)
  }

  end(): readonly [number, number] {
    return [spread(this.#high), spread(this.#low)]
  }

  #mix(byte: number): void {
    this.#high = Math.imul(this.#high ^ byte, 0x01000193)
    this.#low = Math.imul((this.#low << 5) | (this.#low >>> 27), 0x9e3779b1) + byte
  }
}

function spread(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (half ^ (half >>> 13)) >>> 0
}
