// The spatial index: short pieces of streets in boxes, boxes in boxes, walked nearest first.
// Unchecked: hot, a search for the nearest looks at thousands of boxes and records.

import { EARTH_RADIUS_METRES, metresBetween, type Point, RADIANS } from '../../address/geo.ts'
import type { IndexSections } from '../file/index-sections.ts'
import { RECORD, type Records } from '../streets/records.ts'
import { POINT_UNITS } from '../streets/streets.ts'
import { setBits } from '../terms/bit-maps.ts'

/** Boxes are rounded outwards to ten-millionths of a degree; so much nearer may a point in one really be. */
const ROUNDING_METRES = 0.1

interface NearRecord {
  readonly record: number
  readonly metres: number
}

export class Boxes {
  readonly #tree: BoxTree
  readonly #record: Uint32Array
  readonly #street: Uint32Array
  readonly #records: Records
  readonly #streetCount: number

  constructor(sections: IndexSections, records: Records) {
    this.#tree = new BoxTree(sections)
    this.#record = sections.get('boxes.record')
    this.#street = sections.get('boxes.street')
    this.#records = records
    this.#streetCount = sections.get('street.start').length - 1
  }

  /** The nearest records that are allowed, nearest first; at equal distance in order of record. None after `isDone`. */
  nearest(
    point: Point,
    metresMax: number,
    top: number,
    allows: (record: number) => boolean,
    isDone: () => boolean = () => false,
  ): readonly NearRecord[] {
    const found: NearRecord[] = []
    if (this.#tree.pieces === 0 || top < 1) return found
    const queue = new NearQueue()
    queue.push(0, ~this.#tree.root)
    while (queue.count > 0) {
      const { metres, item } = queue
      queue.pop()
      if (metres > metresMax || isDone()) break
      if (item >= 0) {
        found.push({ record: item, metres })
        if (found.length === top) break
      } else if (this.#tree.isPiece(~item)) this.#queueRecords(queue, ~item, point, allows)
      else this.#queueBoxes(queue, ~item, point, metresMax)
    }
    return found
  }

  /** The streets with a piece within the distance or little farther, in order of rank; undefined if too many. */
  streetsWithin(point: Point, metres: number, streetsMax: number): Uint32Array | undefined {
    const tree = this.#tree
    const area = areaAround(point, metres)
    const found = new Uint32Array((this.#streetCount + 31) >>> 5)
    let count = 0
    const open = tree.pieces === 0 ? [] : [tree.root]
    for (let box = open.pop(); box !== undefined; box = open.pop()) {
      if (!tree.touches(box, area)) continue
      if (!tree.isPiece(box)) {
        const end = tree.endChild(box)
        for (let child = tree.firstChild(box); child < end; child++) open.push(child)
        continue
      }
      const street = this.#street[box]
      const bit = 1 << (street & 31)
      if ((found[street >>> 5] & bit) !== 0) continue
      if (count === streetsMax) return undefined
      found[street >>> 5] |= bit
      count++
    }
    return setBits(found, count)
  }

  #queueRecords(queue: NearQueue, piece: number, point: Point, allows: (r: number) => boolean) {
    const from = this.#record[piece]
    const street = this.#street[piece]
    const { flags } = this.#records
    for (let record = from; record < from + this.#tree.recordsIn(piece); record++) {
      if ((flags[record] & (RECORD.alias | RECORD.hidden)) !== 0 || !allows(record)) continue
      const at = {
        latitude: this.#records.latitude(record, street),
        longitude: this.#records.longitude(record, street),
      }
      queue.push(metresBetween(at, point), record)
    }
  }

  #queueBoxes(queue: NearQueue, box: number, point: Point, metresMax: number): void {
    const end = this.#tree.endChild(box)
    for (let child = this.#tree.firstChild(box); child < end; child++) {
      const metres = this.#metresTo(child, point)
      if (metres <= metresMax) queue.push(metres, ~child)
    }
  }

  /** A lower bound of the distance to anything in the box: to its parallels and to its meridians. */
  #metresTo(box: number, point: Point): number {
    const tree = this.#tree
    const south = tree.side(box, SIDE.south)
    const north = tree.side(box, SIDE.north)
    const latitudeGap = Math.max(south - point.latitude, point.latitude - north, 0) * RADIANS
    const west = tree.side(box, SIDE.west)
    const east = tree.side(box, SIDE.east)
    const gap = Math.min(turn(west - point.longitude), turn(point.longitude - east))
    const inside = point.longitude >= west && point.longitude <= east
    const longitudeGap = inside ? 0 : Math.min(gap, 90) * RADIANS
    const cosine = Math.cos(point.latitude * RADIANS)
    const toMeridian = Math.asin(Math.min(1, cosine * Math.sin(longitudeGap)))
    const metres = Math.max(latitudeGap, toMeridian) * EARTH_RADIUS_METRES
    return Math.max(0, metres * (1 - 1e-12) - ROUNDING_METRES)
  }
}

/** Degrees eastwards, from 0 to 360. */
function turn(degrees: number): number {
  return ((degrees % 360) + 360) % 360
}

/** A box around everything within the distance; all longitudes if it is around a pole or crosses a date line. */
function areaAround({ latitude, longitude }: Point, metres: number): Area {
  const angle = Math.min(metres / EARTH_RADIUS_METRES, Math.PI)
  const margin = ROUNDING_METRES / EARTH_RADIUS_METRES / RADIANS
  const reach = angle / RADIANS + margin
  const sine = Math.sin(angle) / Math.cos(latitude * RADIANS)
  const isAround = angle > Math.PI / 2 || sine >= 1
  const aside = isAround ? 360 : Math.asin(sine) / RADIANS + margin
  const isWhole = longitude - aside < -180 || longitude + aside > 180
  return {
    south: latitude - reach,
    north: latitude + reach,
    west: isWhole ? -360 : longitude - aside,
    east: isWhole ? 360 : longitude + aside,
  }
}

/** A heap of boxes and records: nearest first, boxes before records at the same distance, then the lower number. */
class NearQueue {
  count = 0
  readonly #metres: number[] = []
  /** Boxes are below zero: `~box`. */
  readonly #items: number[] = []

  /** How far the first one is. */
  get metres(): number {
    return this.#metres[0]
  }

  get item(): number {
    return this.#items[0]
  }

  push(metres: number, item: number): void {
    let at = this.count++
    while (at > 0) {
      const parent = (at - 1) >>> 1
      if (!before(metres, item, this.#metres[parent], this.#items[parent])) break
      this.#metres[at] = this.#metres[parent]
      this.#items[at] = this.#items[parent]
      at = parent
    }
    this.#metres[at] = metres
    this.#items[at] = item
  }

  pop(): void {
    const last = --this.count
    const metres = this.#metres[last]
    const value = this.#items[last]
    let at = 0
    for (let child = 1; child < last; child = at * 2 + 1) {
      const right = child + 1
      if (
        right < last &&
        before(this.#metres[right], this.#items[right], this.#metres[child], this.#items[child])
      ) {
        child = right
      }
      if (!before(this.#metres[child], this.#items[child], metres, value)) break
      this.#metres[at] = this.#metres[child]
      this.#items[at] = this.#items[child]
      at = child
    }
    this.#metres[at] = metres
    this.#items[at] = value
  }
}

function before(metres: number, item: number, otherMetres: number, other: number): boolean {
  return metres === otherMetres ? item < other : metres < otherMetres
}

/** Boxes below one box, and records in a piece of a street. */
export const BOX_CHILDREN = 16
export const PIECE_RECORDS_MAX = 32
/** A box is four bounds, in this order. */
export const SIDES = 4
export const SIDE = { south: 0, west: 1, north: 2, east: 3 } as const
export type Side = (typeof SIDE)[keyof typeof SIDE]

/** In degrees. */
export interface Area {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

/** Pieces of streets first, then boxes of 16 of them, and so on up to the one around all. */
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

  side(box: number, side: Side): number {
    return this.#bounds[box * SIDES + side] / POINT_UNITS
  }

  touches(box: number, { south, west, north, east }: Area): boolean {
    return (
      this.side(box, SIDE.south) <= north &&
      this.side(box, SIDE.north) >= south &&
      this.side(box, SIDE.west) <= east &&
      this.side(box, SIDE.east) >= west
    )
  }

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
