// Numbers keys in the order in which they are first seen: millions of them, without a string each.
// Unchecked: millions of keys go through it, and every slot and number is within the arrays.

import type { Splitter } from '../../lib/delimited/splitter.ts'

const KEY_LENGTH_MAX = 23
const WIDTH = KEY_LENGTH_MAX + 1
const FILL_MAX = 0.6
const SLOTS_FIRST = 1 << 12

/** Open addressing over the keys' bytes: 24 bytes for a key and about 8 to find it. */
export class KeyTable {
  size = 0
  #slots = new Int32Array(SLOTS_FIRST)
  #keys = roomFor(SLOTS_FIRST)

  /** The key's number, given to it now if it is new; -1 for a key that is empty or too long. */
  add(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start
    if (length === 0 || length > KEY_LENGTH_MAX) return -1
    if (this.size >= this.#slots.length * FILL_MAX) this.#grow()
    const slot = this.#slotOf(bytes, start, end)
    const found = this.#slots[slot] - 1
    if (found !== -1) return found
    const index = this.size
    this.size += 1
    this.#slots[slot] = this.size
    this.#keys[index * WIDTH] = length
    this.#keys.set(bytes.subarray(start, end), index * WIDTH + 1)
    return index
  }

  find(bytes: Uint8Array, start: number, end: number): number {
    if (end - start === 0 || end - start > KEY_LENGTH_MAX) return -1
    return this.#slots[this.#slotOf(bytes, start, end)] - 1
  }

  key(index: number): string {
    const start = index * WIDTH + 1
    return this.#keys.toString('latin1', start, start + this.#keys[start - 1])
  }

  /** The slot that holds the key, or the empty one where it belongs. */
  #slotOf(bytes: Uint8Array, start: number, end: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    let slot = hashOf(bytes, start, end) & mask
    for (;;) {
      const index = slots[slot] - 1
      if (index === -1 || this.#isKey(index, bytes, start, end)) return slot
      slot = (slot + 1) & mask
    }
  }

  #isKey(index: number, bytes: Uint8Array, start: number, end: number): boolean {
    const keys = this.#keys
    const at = index * WIDTH
    const length = end - start
    if (keys[at] !== length) return false
    // The last characters of keys differ most, so they are compared first.
    for (let back = length; back > 0; back -= 1) {
      if (keys[at + back] !== bytes[start + back - 1]) return false
    }
    return true
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2)
    const keys = roomFor(slots.length)
    this.#keys.copy(keys, 0, 0, this.size * WIDTH)
    this.#keys = keys
    this.#slots = slots
    for (let index = 0; index < this.size; index += 1) {
      const start = index * WIDTH + 1
      slots[this.#slotOf(keys, start, start + keys[start - 1])] = index + 1
    }
  }
}

/** Things by the key that a field of a record holds. */
export class KeyedList<Value> {
  readonly #keys = new KeyTable()
  readonly #values: Value[] = []

  set(record: Splitter, column: number, value: Value): void {
    const index = this.#keys.add(record.bytes, record.startOf(column), record.endOf(column))
    if (index !== -1) this.#values[index] = value
  }

  get(record: Splitter, column: number): Value | undefined {
    const index = this.#keys.find(record.bytes, record.startOf(column), record.endOf(column))
    return index === -1 ? undefined : this.#values[index]
  }
}

/** For all the keys that so many slots may hold. */
function roomFor(slots: number): Buffer {
  return Buffer.alloc(WIDTH * Math.ceil(slots * FILL_MAX + 1))
}

/** Keys count up, and an unmixed hash would pile their neighbours up in neighbouring slots. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ bytes[at], 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The value that was added to each key most often, or the first of several. */
export class MostCommon {
  readonly #counts = new Map<string, Map<string, number>>()
  readonly #most = new Map<string, string>()

  add(key: string, value: string): void {
    const counts = this.#counts.get(key) ?? new Map<string, number>()
    this.#counts.set(key, counts.set(value, (counts.get(value) ?? 0) + 1))
  }

  /** '' for none. Values are all added before the first is asked for. */
  of(key: string): string {
    const known = this.#most.get(key)
    if (known !== undefined) return known
    const [[most] = ['']] = [...(this.#counts.get(key) ?? [])].sort(([, a], [, b]) => b - a)
    this.#most.set(key, most)
    return most
  }
}
