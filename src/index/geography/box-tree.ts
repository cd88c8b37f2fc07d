// The tree of boxes: pieces of streets first, then boxes of 16 of them, and so on up to the one around all.
// Unchecked: hot, read for every box that a search for the nearest comes by.

import type { IndexSections } from '../file/index-sections.ts'
import { POINT_UNITS } from '../streets/streets.ts'

/** Boxes below one box, and records in a piece of a street. */
export const BOX_CHILDREN = 16
export const PIECE_RECORDS_MAX = 32
/** A box is four bounds, in this order. */
export const SIDES = 4
export const SIDE = { south: 0, west: 1, north: 2, east: 3 } as const
export type Side = (typeof SIDE)[keyof typeof SIDE]

export class BoxTree {
  readonly #bounds: Int32Array
  readonly #size: Uint8Array
  readonly #levels: readonly number[]

  constructor(sections: IndexSections) {
    this.#bounds = sections.get('boxes.bounds')
    this.#size = sections.get('boxes.size')
    this.#levels = boxLevels(this.#size.length)
  }

  get pieces(): number {
    return this.#size.length
  }

  /** The box around all others; -1 where there are none. */
  get root(): number {
    return this.#bounds.length / SIDES - 1
  }

  /** A side of a box, in degrees. */
  side(box: number, side: Side): number {
    return this.#bounds[box * SIDES + side] / POINT_UNITS
  }

  /** How many records a piece has. */
  recordsIn(piece: number): number {
    return this.#size[piece]
  }

  isPiece(box: number): boolean {
    return box < this.#size.length
  }

  /** Children of a box that is no piece are those from `firstChild` up to, but not including, `endChild`. */
  firstChild(box: number): number {
    const level = this.#levelOf(box)
    return this.#levels[level - 1] + (box - this.#levels[level]) * BOX_CHILDREN
  }

  endChild(box: number): number {
    return Math.min(this.firstChild(box) + BOX_CHILDREN, this.#levels[this.#levelOf(box)])
  }

  #levelOf(box: number): number {
    let level = 0
    while (level + 1 < this.#levels.length && box >= this.#levels[level + 1]) level++
    return level
  }
}

/** Where each level of boxes begins, the pieces of streets first and the one box around all of them last. */
export function boxLevels(pieces: number): readonly number[] {
  const starts = [0]
  let count = pieces
  let total = pieces
  while (count > 1) {
    starts.push(total)
    count = Math.ceil(count / BOX_CHILDREN)
    total += count
  }
  return starts
}
