// How many addresses lie where: a coarse grid for small maps. It tells where streets are, never where an address is.

import type { IndexSections } from '../file/index-sections.ts'
import { BOX_CHILDREN, boxLevels } from './boxes.ts'

export interface Area {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

export interface Density {
  readonly area: Area
  readonly columns: number
  readonly rows: number
  /** Addresses in each cell, row by row from the north-west. */
  readonly counts: Uint32Array
}

const CELLS_MAX = 40_000
const BINS = 4096
/** Of all addresses, so many may lie outside the picture on each side: islands far out at sea. */
const OUTSIDE_PART = 0.0002
const DEGREE = 1e7

export class DensityReader {
  readonly #bounds: Int32Array
  readonly #size: Uint8Array
  readonly #levels: readonly number[]
  #country: Area | undefined

  constructor(sections: IndexSections) {
    this.#bounds = sections.get('boxes.bounds')
    this.#size = sections.get('boxes.size')
    this.#levels = boxLevels(this.#size.length)
  }

  /** Where nearly all addresses lie; undefined where there are none. */
  country(): Area | undefined {
    if (this.#size.length === 0) return undefined
    this.#country ??= {
      south: this.#edge(0, OUTSIDE_PART),
      west: this.#edge(1, OUTSIDE_PART),
      north: this.#edge(0, 1 - OUTSIDE_PART),
      east: this.#edge(1, 1 - OUTSIDE_PART),
    }
    return this.#country
  }

  /** A piece of a street counts where its middle is. */
  grid(area: Area, columns: number, rows: number): Density {
    if (columns * rows > CELLS_MAX) throw new Error(`A grid has at most ${CELLS_MAX} cells.`)
    const counts = new Uint32Array(columns * rows)
    const bounds = this.#bounds
    const open = this.#size.length === 0 ? [] : [bounds.length / 4 - 1]
    for (let box = open.pop(); box !== undefined; box = open.pop()) {
      if (!this.#touches(box, area)) continue
      if (box >= this.#size.length) {
        const { first, end } = this.#children(box)
        for (let child = first; child < end; child += 1) open.push(child)
        continue
      }
      const x = part(this.#middle(box, 1), area.west, area.east)
      const y = part(this.#middle(box, 0), area.north, area.south)
      if (x < 0 || x >= 1 || y < 0 || y >= 1) continue
      counts[Math.floor(y * rows) * columns + Math.floor(x * columns)] += this.#size[box]
    }
    return { area, columns, rows, counts }
  }

  #children(box: number): { first: number; end: number } {
    let level = 0
    while (level + 1 < this.#levels.length && box >= this.#levels[level + 1]) level += 1
    const first = this.#levels[level - 1] + (box - this.#levels[level]) * BOX_CHILDREN
    return { first, end: Math.min(first + BOX_CHILDREN, this.#levels[level]) }
  }

  #touches(box: number, { south, west, north, east }: Area): boolean {
    const at = box * 4
    const bounds = this.#bounds
    return (
      bounds[at] / DEGREE <= north &&
      bounds[at + 2] / DEGREE >= south &&
      bounds[at + 1] / DEGREE <= east &&
      bounds[at + 3] / DEGREE >= west
    )
  }

  /** Axis 0 is latitude, 1 longitude. */
  #middle(box: number, axis: 0 | 1): number {
    return (this.#bounds[box * 4 + axis] + this.#bounds[box * 4 + axis + 2]) / 2 / DEGREE
  }

  /** The coordinate below which such a part of the addresses lies. */
  #edge(axis: 0 | 1, wanted: number): number {
    const root = this.#bounds.length / 4 - 1
    const low = this.#bounds[root * 4 + axis] / DEGREE
    const high = this.#bounds[root * 4 + axis + 2] / DEGREE
    if (high === low) return low
    const bins = new Float64Array(BINS)
    let all = 0
    for (let piece = 0; piece < this.#size.length; piece += 1) {
      const at = Math.floor(part(this.#middle(piece, axis), low, high) * BINS)
      bins[Math.max(0, Math.min(BINS - 1, at))] += this.#size[piece]
      all += this.#size[piece]
    }
    let below = 0
    let bin = 0
    while (bin < BINS - 1 && below + bins[bin] <= all * wanted) below += bins[bin++]
    return low + ((high - low) * (wanted > 0.5 ? bin + 1 : bin)) / BINS
  }
}

function part(value: number, from: number, to: number): number {
  return (value - from) / (to - from)
}
