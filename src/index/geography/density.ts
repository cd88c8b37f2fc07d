// How many addresses lie where: a coarse grid for small maps. It tells where streets are, never where an address is.
// Unchecked: cells and bins are computed within their bounds.

import type { Sliced } from '../../lib/turns/turns.ts'
import type { IndexSections } from '../file/index-sections.ts'
import { type Area, BoxTree, SIDE, type Side } from './boxes.ts'

export interface Density {
  readonly area: Area
  readonly columns: number
  readonly rows: number
  /** Addresses in each cell, row by row from the north-west. */
  readonly counts: Uint32Array
}

const CELLS_MAX = 40_000
const BINS = 4096
/** Boxes after which a request may be answered. */
const PAUSE_EACH = 2048
/** The share of addresses that may be outside the picture on each side: islands far out at sea. */
const OUTSIDE_PART = 0.0002

interface Axis {
  readonly low: Side
  readonly high: Side
}

const LATITUDE: Axis = { low: SIDE.south, high: SIDE.north }
const LONGITUDE: Axis = { low: SIDE.west, high: SIDE.east }

export class DensityReader {
  readonly #tree: BoxTree
  #country: Area | undefined

  constructor(sections: IndexSections) {
    this.#tree = new BoxTree(sections)
  }

  /** Where nearly all addresses lie; undefined where there are none. */
  *country(): Sliced<Area | undefined> {
    if (this.#tree.pieces === 0) return undefined
    this.#country ??= {
      south: yield* this.#edge(LATITUDE, OUTSIDE_PART),
      west: yield* this.#edge(LONGITUDE, OUTSIDE_PART),
      north: yield* this.#edge(LATITUDE, 1 - OUTSIDE_PART),
      east: yield* this.#edge(LONGITUDE, 1 - OUTSIDE_PART),
    }
    return this.#country
  }

  /** A piece of a street counts where its middle is. */
  *grid(area: Area, columns: number, rows: number): Sliced<Density> {
    if (columns * rows > CELLS_MAX) throw new Error(`A grid has at most ${CELLS_MAX} cells.`)
    const counts = new Uint32Array(columns * rows)
    const tree = this.#tree
    const open = tree.pieces === 0 ? [] : [tree.root]
    let seen = 0
    for (let box = open.pop(); box !== undefined; box = open.pop()) {
      if (++seen % PAUSE_EACH === 0) yield
      if (!tree.touches(box, area)) continue
      if (!tree.isPiece(box)) {
        for (let child = tree.firstChild(box); child < tree.endChild(box); child++) open.push(child)
        continue
      }
      const x = part(this.#middle(box, LONGITUDE), area.west, area.east)
      const y = part(this.#middle(box, LATITUDE), area.north, area.south)
      if (x < 0 || x >= 1 || y < 0 || y >= 1) continue
      counts[Math.floor(y * rows) * columns + Math.floor(x * columns)] += tree.recordsIn(box)
    }
    return { area, columns, rows, counts }
  }

  #middle(box: number, { low, high }: Axis): number {
    return (this.#tree.side(box, low) + this.#tree.side(box, high)) / 2
  }

  /** The coordinate below which the wanted part of the addresses lies. */
  *#edge(axis: Axis, wanted: number): Sliced<number> {
    const tree = this.#tree
    const low = tree.side(tree.root, axis.low)
    const high = tree.side(tree.root, axis.high)
    if (high === low) return low
    const bins = new Float64Array(BINS)
    let all = 0
    for (let piece = 0; piece < tree.pieces; piece++) {
      if (piece % PAUSE_EACH === 0) yield
      const at = Math.floor(part(this.#middle(piece, axis), low, high) * BINS)
      bins[Math.max(0, Math.min(BINS - 1, at))] += tree.recordsIn(piece)
      all += tree.recordsIn(piece)
    }
    let below = 0
    let bin = bins.findIndex((count) => {
      below += count
      return below > all * wanted
    })
    if (bin === -1) bin = BINS - 1
    return low + ((high - low) * (wanted > 0.5 ? bin + 1 : bin)) / BINS
  }
}

function part(value: number, from: number, to: number): number {
  return (value - from) / (to - from)
}
