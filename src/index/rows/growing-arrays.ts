// Typed arrays that grow while rows stream in.
// Unchecked: hot, a build pushes hundreds of millions of values.

const FIRST_CAPACITY = 1024

/** Hot: a build pushes hundreds of millions of values; a typed array takes 4 bytes where a plain one takes 8. */
export class GrowingU32 {
  length = 0
  #values = new Uint32Array(FIRST_CAPACITY)

  push(value: number): void {
    if (this.length === this.#values.length) {
      const wider = new Uint32Array(grown(this.length))
      wider.set(this.#values)
      this.#values = wider
    }
    this.#values[this.length++] = value
  }

  at(index: number): number {
    return this.#values[index]
  }

  /** What has been pushed, without a copy. */
  view(): Uint32Array {
    return this.#values.subarray(0, this.length)
  }

  free(): void {
    this.length = 0
    freeMemory(this.#values)
    this.#values = new Uint32Array(FIRST_CAPACITY)
  }
}

export class GrowingF64 {
  length = 0
  #values = new Float64Array(FIRST_CAPACITY)

  push(value: number): void {
    if (this.length === this.#values.length) {
      const wider = new Float64Array(grown(this.length))
      wider.set(this.#values)
      this.#values = wider
    }
    this.#values[this.length++] = value
  }

  view(): Float64Array {
    return this.#values.subarray(0, this.length)
  }

  free(): void {
    this.length = 0
    freeMemory(this.#values)
    this.#values = new Float64Array(FIRST_CAPACITY)
  }
}

export class GrowingBytes {
  length = 0
  #values = new Uint8Array(FIRST_CAPACITY)

  push(value: number): void {
    if (this.length === this.#values.length) {
      const wider = new Uint8Array(grown(this.length))
      wider.set(this.#values)
      this.#values = wider
    }
    this.#values[this.length++] = value
  }

  view(): Uint8Array {
    return this.#values.subarray(0, this.length)
  }

  free(): void {
    this.length = 0
    freeMemory(this.#values)
    this.#values = new Uint8Array(FIRST_CAPACITY)
  }
}

/** Gives the memory back at once: large arrays would otherwise pile up until the next garbage collection. */
export function freeMemory(values: Uint8Array | Uint32Array | Float64Array): void {
  if (values.buffer instanceof ArrayBuffer) values.buffer.transfer(0)
}

function grown(length: number): number {
  return Math.ceil(length * 1.5)
}
