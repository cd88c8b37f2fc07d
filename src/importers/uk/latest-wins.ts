// Of several rows about one address keeps the latest: millions of them, without a string each.
// Unchecked: millions of sales go through it, and every place is within the arrays.

const FILL_MAX = 0.6
const ENTRY_WORDS = 4

/**
 * An address is known by 64 bits of a hash: among 30 million the chance that any two share theirs
 * is one in forty thousand. Each takes 16 bytes, and as much again for room to grow.
 */
export class LatestWins {
  #size = 0
  /** Two words of hash, the day, and one more than the row's number; all 0 is a free place. */
  #entries = new Uint32Array(ENTRY_WORDS * (1 << 12))

  /** `row` counts from 0. Of two rows of one day the one that is offered later wins. */
  offer(hash: readonly [number, number], day: number, row: number): void {
    if (this.#size * ENTRY_WORDS >= this.#entries.length * FILL_MAX) this.#grow()
    const entries = this.#entries
    const at = this.#placeOf(hash[0], hash[1])
    if (entries[at + 3] === 0) {
      this.#size += 1
      entries[at] = hash[0]
      entries[at + 1] = hash[1]
    } else if (entries[at + 2] > day) return
    entries[at + 2] = day
    entries[at + 3] = row + 1
  }

  /** One bit for each row: whether it is the latest of its address. */
  winners(rows: number): Bits {
    const bits = new Bits(rows)
    const entries = this.#entries
    for (let at = 0; at < entries.length; at += ENTRY_WORDS) {
      if (entries[at + 3] !== 0) bits.set(entries[at + 3] - 1)
    }
    return bits
  }

  #placeOf(high: number, low: number): number {
    const entries = this.#entries
    const mask = entries.length / ENTRY_WORDS - 1
    let place = low & mask
    for (;;) {
      const at = place * ENTRY_WORDS
      const isHere = entries[at + 3] === 0 || (entries[at] === high && entries[at + 1] === low)
      if (isHere) return at
      place = (place + 1) & mask
    }
  }

  #grow(): void {
    const before = this.#entries
    this.#entries = new Uint32Array(before.length * 2)
    for (let at = 0; at < before.length; at += ENTRY_WORDS) {
      if (before[at + 3] === 0) continue
      const place = this.#placeOf(before[at], before[at + 1])
      this.#entries.set(before.subarray(at, at + ENTRY_WORDS), place)
    }
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
