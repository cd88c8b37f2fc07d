// Typed arrays that grow while rows stream in, in memory or for the most part in a temporary file.
// Unchecked: hot, a build pushes hundreds of millions of values.

import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'

const FIRST_CAPACITY = 1024
/** In place of the position of a part that has only zeros: many columns are empty for most rows. */
const ZEROS = -1

type Values = Uint8Array | Uint32Array | Float64Array

/** Hot: a typed array takes 4 bytes where a plain one takes 8. */
export class GrowingArray<T extends Values> {
  readonly #make: new (
    length: number,
  ) => T
  readonly #spill: SpillFile | undefined
  /** Where each part is in the file; all parts have the same size. */
  readonly #parts: number[] = []
  /** What comes after the parts, and room for more. */
  #values: T
  #taken = 0
  /** All that was pushed, if it had to be read from the file. */
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

  /** Gives back the memory of values that were read from the file; another `view` reads them again. */
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
    freeMemory(this.#values)
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

export class GrowingBytes extends GrowingArray<Uint8Array> {
  constructor(spill?: SpillFile) {
    super(Uint8Array, spill)
  }
}

/** Makes the columns of one build, and gives back the memory of all of them together. */
export class Columns {
  readonly #spill: SpillFile | undefined
  readonly #all: { release(): void }[] = []

  /** With a file the columns are mostly there, and in memory from their `view` to their `release`. */
  constructor(spill?: SpillFile) {
    this.#spill = spill
  }

  u32(): GrowingU32 {
    return this.#added(new GrowingU32(this.#spill))
  }

  f64(): GrowingArray<Float64Array> {
    return this.#added(new GrowingArray(Float64Array, this.#spill))
  }

  bytes(): GrowingBytes {
    return this.#added(new GrowingBytes(this.#spill))
  }

  release(): void {
    for (const column of this.#all) column.release()
  }

  #added<T extends { release(): void }>(column: T): T {
    this.#all.push(column)
    return column
  }
}

/** Gives the memory back at once: large arrays would otherwise pile up until the next garbage collection. */
export function freeMemory(values: Values): void {
  if (values.buffer instanceof ArrayBuffer) values.buffer.transfer(0)
}

const PRIVATE = 0o600
/** Values of each column that stay in memory until they are written together. */
const VALUES_IN_MEMORY = 1 << 18

/** A temporary file for columns while an index is built, so that they need not all be in memory at once. */
export class SpillFile {
  readonly #file: number
  readonly valuesInMemory: number
  #end = 0

  /** The name is removed at once, so that nothing is left behind, however the process ends. */
  constructor(path: string, valuesInMemory = VALUES_IN_MEMORY) {
    this.valuesInMemory = valuesInMemory
    this.#file = openSync(path, 'wx+', PRIVATE)
    unlinkSync(path)
  }

  /** Returns where the values begin. */
  append(values: ArrayBufferView): number {
    const start = this.#end
    const bytes = bytesOf(values)
    for (let done = 0; done < bytes.byteLength; ) {
      done += writeSync(this.#file, bytes, done, bytes.byteLength - done, start + done)
    }
    this.#end += bytes.byteLength
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
