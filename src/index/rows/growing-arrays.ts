// Typed arrays that grow while rows stream in, in memory or for the most part in a temporary file.
// Unchecked: hot, a build pushes hundreds of millions of values.

import type { SpillFile } from './spill-file.ts'

const FIRST_CAPACITY = 1024
/** In place of where a part is, if it has only zeros: many columns are empty for most rows. */
const ZEROS = -1

type Values = Uint8Array | Uint32Array | Float64Array

/** Hot: a typed array takes 4 bytes where a plain one takes 8. */
class GrowingArray<T extends Values> {
  readonly #make: new (
    length: number,
  ) => T
  readonly #spill: SpillFile | undefined
  /** Where each part is in the file; all parts have the same size. */
  readonly #parts: number[] = []
  /** What comes behind the parts, and room for more. */
  #values: T
  #taken = 0
  /** All that was pushed, where it had to be read from the file. */
  #whole: T | undefined

  /** With a file only the last values stay in memory while the array grows. */
  constructor(make: new (length: number) => T, spill?: SpillFile) {
    this.#make = make
    this.#spill = spill
    this.#values = this.#empty()
  }

  get length(): number {
    return this.#parts.length * this.#values.length + this.#taken
  }

  push(value: number): void {
    if (this.#taken === this.#values.length) this.#makeRoom()
    this.#values[this.#taken++] = value
  }

  at(index: number): number {
    return this.#parts.length === 0 ? this.#values[index] : this.view()[index]
  }

  /** What has been pushed, without a copy if it is in memory. Nothing more is pushed before `release`. */
  view(): T {
    if (this.#parts.length === 0) return this.#inMemory()
    this.#whole ??= this.#readWhole()
    return this.#whole
  }

  /** The values of `view` are given back if they were read from the file; another `view` reads them again. */
  release(): void {
    if (this.#whole !== undefined) freeMemory(this.#whole)
    this.#whole = undefined
  }

  free(): void {
    this.release()
    this.#parts.length = 0
    this.#taken = 0
    freeMemory(this.#values)
    this.#values = this.#empty()
  }

  #empty(): T {
    return new this.#make(Math.min(FIRST_CAPACITY, this.#inMemoryMax))
  }

  get #inMemoryMax(): number {
    return this.#spill?.valuesInMemory ?? Number.POSITIVE_INFINITY
  }

  #makeRoom(): void {
    const held = this.#values.length
    if (this.#spill !== undefined && held === this.#spill.valuesInMemory) {
      const isEmpty = this.#values.every((value) => value === 0)
      this.#parts.push(isEmpty ? ZEROS : this.#spill.append(this.#values))
      this.#taken = 0
      return
    }
    const wider = new this.#make(Math.min(this.#inMemoryMax, Math.ceil(held * 1.5)))
    wider.set(this.#values)
    this.#values = wider
  }

  #inMemory(): T {
    return this.#values.subarray(0, this.#taken) as T
  }

  #readWhole(): T {
    const whole = new this.#make(this.length)
    const size = this.#values.length
    this.#parts.forEach((start, part) => {
      if (start === ZEROS) return
      this.#spill?.read(whole.subarray(part * size, (part + 1) * size), start)
    })
    whole.set(this.#inMemory(), this.#parts.length * size)
    return whole
  }
}

export class GrowingU32 extends GrowingArray<Uint32Array> {
  constructor(spill?: SpillFile) {
    super(Uint32Array, spill)
  }
}

export class GrowingF64 extends GrowingArray<Float64Array> {
  constructor(spill?: SpillFile) {
    super(Float64Array, spill)
  }
}

export class GrowingBytes extends GrowingArray<Uint8Array> {
  constructor(spill?: SpillFile) {
    super(Uint8Array, spill)
  }
}

/** Gives the memory back at once: large arrays would otherwise pile up until the next garbage collection. */
export function freeMemory(values: Values): void {
  if (values.buffer instanceof ArrayBuffer) values.buffer.transfer(0)
}
