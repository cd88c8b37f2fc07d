// The spatial index: short pieces of streets in boxes, boxes in boxes, walked nearest first.
// Unchecked: hot, a search for the nearest looks at thousands of boxes and records.

import { EARTH_RADIUS_METRES, metresBetween, type Point, RADIANS } from '../../address/geo.ts'
import type { IndexSections } from '../file/index-sections.ts'
import { RECORD, type Records } from '../streets/records.ts'
import { BoxTree, SIDE } from './box-tree.ts'

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
    queue.push(0, this.#tree.root, false)
    while (queue.count > 0) {
      const metres = queue.metres()
      const item = queue.item()
      const isRecord = queue.isRecord()
      queue.pop()
      if (metres > metresMax || isDone()) break
      if (isRecord) {
        found.push({ record: item, metres })
        if (found.length === top) break
      } else if (this.#tree.isPiece(item)) this.#queueRecords(queue, item, point, allows)
      else this.#queueBoxes(queue, item, point, metresMax)
    }
    return found
  }

  /**
   * The streets that have a piece within the distance, and some that have one little farther away, in order of rank;
   * undefined if there are too many.
   */
  streetsWithin(point: Point, metres: number, streetsMax: number): Uint32Array | undefined {
    const tree = this.#tree
    const { south, north, west, east } = boundsAround(point, metres)
    const found = new Uint32Array((this.#streetCount + 31) >>> 5)
    let count = 0
    const open = tree.pieces === 0 ? [] : [tree.root]
    for (let box = open.pop(); box !== undefined; box = open.pop()) {
      if (tree.side(box, SIDE.north) < south || tree.side(box, SIDE.south) > north) continue
      if (tree.side(box, SIDE.east) < west || tree.side(box, SIDE.west) > east) continue
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
      queue.push(metresBetween(at, point), record, true)
    }
  }

  #queueBoxes(queue: NearQueue, box: number, point: Point, metresMax: number): void {
    const end = this.#tree.endChild(box)
    for (let child = this.#tree.firstChild(box); child < end; child++) {
      const metres = this.#metresTo(child, point)
      if (metres <= metresMax) queue.push(metres, child, false)
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

/** A box around all that is within the distance; all longitudes where it lies around a pole or crosses a date line. */
function boundsAround({ latitude, longitude }: Point, metres: number) {
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

/** The places of the `count` bits that are set, in order. */
function setBits(bits: Uint32Array, count: number): Uint32Array {
  const places = new Uint32Array(count)
  let at = 0
  for (let word = 0; at < count; word++) {
    for (let rest = bits[word]; rest !== 0; rest &= rest - 1) {
      places[at++] = word * 32 + 31 - Math.clz32(rest & -rest)
    }
  }
  return places
}

/** A heap of boxes and records: nearest first, boxes before records at the same distance, then the lower number. */
class NearQueue {
  count = 0
  readonly #metres: number[] = []
  /** Boxes are below zero: -1 - box. */
  readonly #items: number[] = []

  metres(): number {
    return this.#metres[0]
  }

  isRecord(): boolean {
    return this.#items[0] >= 0
  }

  item(): number {
    return this.#items[0] >= 0 ? this.#items[0] : -1 - this.#items[0]
  }

  push(metres: number, item: number, isRecord: boolean): void {
    let at = this.count++
    const value = isRecord ? item : -1 - item
    while (at > 0) {
      const parent = (at - 1) >>> 1
      if (!before(metres, value, this.#metres[parent], this.#items[parent])) break
      this.#metres[at] = this.#metres[parent]
      this.#items[at] = this.#items[parent]
      at = parent
    }
    this.#metres[at] = metres
    this.#items[at] = value
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
