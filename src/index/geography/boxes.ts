// The spatial index: short pieces of streets in boxes, boxes in boxes, walked nearest first.
// Unchecked: hot, a search for the nearest looks at thousands of boxes and records.

import { EARTH_RADIUS_METRES, metresBetween, type Point, RADIANS } from '../../address/geo.ts'
import type { IndexSections } from '../file/index-sections.ts'
import { RECORD, type Records } from '../streets/records.ts'
import { BoxTree, SIDE } from './box-tree.ts'
import { NearQueue } from './near-queue.ts'

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

  constructor(sections: IndexSections, records: Records) {
    this.#tree = new BoxTree(sections)
    this.#record = sections.get('boxes.record')
    this.#street = sections.get('boxes.street')
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
    if (this.#tree.pieces === 0 || top < 1) return found
    const queue = new NearQueue()
    queue.push(0, this.#tree.root, false)
    while (queue.count > 0) {
      const metres = queue.metres()
      const item = queue.item()
      const isRecord = queue.isRecord()
      queue.pop()
      if (metres > metresMax) break
      if (isRecord) {
        found.push({ record: item, metres })
        if (found.length === top) break
      } else if (this.#tree.isPiece(item)) this.#queueRecords(queue, item, point, allows)
      else this.#queueBoxes(queue, item, point, metresMax)
    }
    return found
  }

  /** The streets that have a piece within the distance, in order of rank; undefined if there are too many. */
  streetsWithin(point: Point, metres: number, streetsMax: number): Uint32Array | undefined {
    const streets = new Set<number>()
    const tree = this.#tree
    const open = tree.pieces === 0 ? [] : [tree.root]
    for (let box = open.pop(); box !== undefined; box = open.pop()) {
      if (this.#metresTo(box, point) > metres) continue
      if (tree.isPiece(box)) streets.add(this.#street[box])
      else for (let at = tree.firstChild(box); at < tree.endChild(box); at++) open.push(at)
      if (streets.size > streetsMax) return undefined
    }
    return Uint32Array.from(streets).sort()
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
