// The spatial index: short pieces of streets in boxes, boxes in boxes, walked nearest first.

import { metresBetween, type Point } from '../../address/geo.ts'
import type { IndexSections } from '../file/index-sections.ts'
import { RECORD, type Records } from '../streets/records.ts'

/** Boxes below one box, and records in a piece of a street. */
export const BOX_CHILDREN = 16
export const PIECE_RECORDS_MAX = 32
const RADIANS = Math.PI / 180
const EARTH_RADIUS_METRES = 6_371_008.8
/** Boxes are rounded outwards to ten-millionths of a degree; so much nearer may a point in one really be. */
const ROUNDING_METRES = 0.1

interface NearRecord {
  readonly record: number
  readonly metres: number
}

export class Boxes {
  readonly #bounds: Int32Array
  readonly #record: Uint32Array
  readonly #street: Uint32Array
  readonly #size: Uint8Array
  readonly #levels: readonly number[]
  readonly #records: Records

  constructor(sections: IndexSections, records: Records) {
    this.#bounds = sections.get('boxes.bounds')
    this.#record = sections.get('boxes.record')
    this.#street = sections.get('boxes.street')
    this.#size = sections.get('boxes.size')
    this.#levels = boxLevels(this.#record.length)
    this.#records = records
  }

  /** The nearest records that are allowed, nearest first; at equal distance in order of record. */
  nearest(
    point: Point,
    metresMax: number,
    top: number,
    allows: (record: number) => boolean,
  ): readonly NearRecord[] {
    const found: NearRecord[] = []
    if (this.#record.length === 0 || top < 1) return found
    const queue = new NearQueue()
    queue.push(0, this.#bounds.length / 4 - 1, false)
    while (queue.count > 0) {
      const metres = queue.metres()
      const item = queue.item()
      const isRecord = queue.isRecord()
      queue.pop()
      if (metres > metresMax) break
      if (isRecord) {
        found.push({ record: item, metres })
        if (found.length === top) break
      } else if (item < this.#record.length) this.#queueRecords(queue, item, point, allows)
      else this.#queueBoxes(queue, item, point, metresMax)
    }
    return found
  }

  /** The streets that have a piece within the distance, in order of rank; undefined if there are too many. */
  streetsWithin(point: Point, metres: number, streetsMax: number): Uint32Array | undefined {
    const streets = new Set<number>()
    const open = this.#record.length === 0 ? [] : [this.#bounds.length / 4 - 1]
    for (let box = open.pop(); box !== undefined; box = open.pop()) {
      if (this.#metresTo(box, point) > metres) continue
      if (box < this.#record.length) streets.add(this.#street[box])
      else
        for (let child = this.#firstChild(box); child < this.#endChild(box); child++)
          open.push(child)
      if (streets.size > streetsMax) return undefined
    }
    return Uint32Array.from(streets).sort()
  }

  #queueRecords(queue: NearQueue, piece: number, point: Point, allows: (r: number) => boolean) {
    const from = this.#record[piece]
    const street = this.#street[piece]
    const { flags } = this.#records
    for (let record = from; record < from + this.#size[piece]; record++) {
      if ((flags[record] & (RECORD.alias | RECORD.hidden)) !== 0 || !allows(record)) continue
      const at = {
        latitude: this.#records.latitude(record, street),
        longitude: this.#records.longitude(record, street),
      }
      queue.push(metresBetween(at, point), record, true)
    }
  }

  #queueBoxes(queue: NearQueue, box: number, point: Point, metresMax: number): void {
    for (let child = this.#firstChild(box); child < this.#endChild(box); child++) {
      const metres = this.#metresTo(child, point)
      if (metres <= metresMax) queue.push(metres, child, false)
    }
  }

  #firstChild(box: number): number {
    const level = this.#levelOf(box)
    return this.#levels[level - 1] + (box - this.#levels[level]) * BOX_CHILDREN
  }

  #endChild(box: number): number {
    const level = this.#levelOf(box)
    return Math.min(this.#firstChild(box) + BOX_CHILDREN, this.#levels[level])
  }

  #levelOf(box: number): number {
    let level = 0
    while (level + 1 < this.#levels.length && box >= this.#levels[level + 1]) level++
    return level
  }

  /** A lower bound of the distance to anything in the box: to its parallels and to its meridians. */
  #metresTo(box: number, point: Point): number {
    const bounds = this.#bounds
    const south = bounds[box * 4] / 1e7
    const north = bounds[box * 4 + 2] / 1e7
    const latitudeGap = Math.max(south - point.latitude, point.latitude - north, 0) * RADIANS
    const west = bounds[box * 4 + 1] / 1e7
    const east = bounds[box * 4 + 3] / 1e7
    const gap = Math.min(turn(west - point.longitude), turn(point.longitude - east))
    const inside = point.longitude >= west && point.longitude <= east
    const longitudeGap = inside ? 0 : Math.min(gap, 90) * RADIANS
    const cosine = Math.cos(point.latitude * RADIANS)
    const toMeridian = Math.asin(Math.min(1, cosine * Math.sin(longitudeGap)))
    const metres = Math.max(latitudeGap, toMeridian) * EARTH_RADIUS_METRES
    return Math.max(0, metres * (1 - 1e-12) - ROUNDING_METRES)
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

/** Degrees eastwards, from 0 to 360. */
function turn(degrees: number): number {
  return ((degrees % 360) + 360) % 360
}

/** A binary heap: nearest first, boxes before records at the same distance, then the lower number. */
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
