// Writes the spatial index: pieces of streets along a curve that keeps neighbours together, boxes above them.
// Unchecked: hot, goes over every address.

import type { SectionWriter } from '../file/index-writer.ts'
import type { Build } from '../rows/final-order.ts'
import { countUp, sortByKey, valuesOf } from '../rows/row-order.ts'
import { POINT_UNITS } from '../streets/streets.ts'
import { BOX_CHILDREN, boxLevels, PIECE_RECORDS_MAX, SIDE, SIDES } from './boxes.ts'

/** The first record, the street, the size and the bounds of each piece. */
export interface Pieces {
  readonly record: Uint32Array
  readonly street: Uint32Array
  readonly size: Uint8Array
  readonly bounds: Int32Array
}

export async function writeBoxes({ writer, table, order }: Build): Promise<void> {
  const pieces = cutStreets(order.streetStart)
  const { record, size, bounds } = pieces
  for (let piece = 0; piece < record.length; piece++) {
    const rows = order.rows.subarray(record[piece], record[piece] + size[piece])
    const own = bounds.subarray(piece * SIDES, (piece + 1) * SIDES)
    setBounds(own, rows, table.latitude.view(), table.longitude.view())
  }
  await writePieces(writer, pieces)
}

/** Writes pieces in the order of their records. */
export async function writePieces(writer: SectionWriter, all: Pieces): Promise<void> {
  const { record, street, size, bounds } = all
  const curve = new Uint32Array(record.length)
  for (let piece = 0, at = 0; piece < record.length; piece++, at += SIDES) {
    const latitude = (bounds[at + SIDE.south] + bounds[at + SIDE.north]) / 2
    const longitude = (bounds[at + SIDE.west] + bounds[at + SIDE.east]) / 2
    curve[piece] = placeOnCurve(latitude / POINT_UNITS, longitude / POINT_UNITS)
  }
  const pieces = sortByKey(countUp(record.length), curve)
  await writer.add('boxes.record', valuesOf(pieces, record))
  await writer.add('boxes.street', valuesOf(pieces, street))
  const sizes = Uint8Array.from(pieces, (piece) => size[piece])
  await writer.add('boxes.size', sizes)
  await writer.add('boxes.bounds', withUpperBoxes(pieces, bounds))
}

/** The pieces of streets that begin with these records, whose bounds are still to be set. */
export function cutStreets(streetStart: Uint32Array): Pieces {
  const streets = streetStart.length - 1
  let pieces = 0
  for (let at = 0; at < streets; at++) {
    pieces += Math.ceil((streetStart[at + 1] - streetStart[at]) / PIECE_RECORDS_MAX)
  }
  const record = new Uint32Array(pieces)
  const street = new Uint32Array(pieces)
  const size = new Uint8Array(pieces)
  let piece = 0
  for (let at = 0; at < streets; at++) {
    for (let from = streetStart[at]; from < streetStart[at + 1]; from += PIECE_RECORDS_MAX) {
      record[piece] = from
      street[piece] = at
      size[piece] = Math.min(PIECE_RECORDS_MAX, streetStart[at + 1] - from)
      piece++
    }
  }
  return { record, street, size, bounds: new Int32Array(pieces * SIDES) }
}

/** Rounded outwards. */
function setBounds(
  bounds: Int32Array,
  rows: Uint32Array,
  latitude: Float64Array,
  longitude: Float64Array,
): void {
  let [south, west, north, east] = [90, 180, -90, -180]
  for (const row of rows) {
    south = Math.min(south, latitude[row])
    north = Math.max(north, latitude[row])
    west = Math.min(west, longitude[row])
    east = Math.max(east, longitude[row])
  }
  bounds[SIDE.south] = Math.floor(south * POINT_UNITS)
  bounds[SIDE.west] = Math.floor(west * POINT_UNITS)
  bounds[SIDE.north] = Math.ceil(north * POINT_UNITS)
  bounds[SIDE.east] = Math.ceil(east * POINT_UNITS)
}

function withUpperBoxes(pieces: Uint32Array, bounds: Int32Array): Int32Array {
  const levels = boxLevels(pieces.length)
  const boxes = pieces.length <= 1 ? pieces.length : levels[levels.length - 1] + 1
  const all = new Int32Array(boxes * SIDES)
  pieces.forEach((piece, at) => {
    all.set(bounds.subarray(piece * SIDES, (piece + 1) * SIDES), at * SIDES)
  })
  for (let level = 1; level < levels.length; level++) {
    const [below, own] = [levels[level - 1], levels[level]]
    for (let child = below; child < own; child++) {
      const box = own + Math.floor((child - below) / BOX_CHILDREN)
      const isFirst = (child - below) % BOX_CHILDREN === 0
      widen(all, box * SIDES, child * SIDES, isFirst)
    }
  }
  return all
}

/** Widens the bounds at `box` to those at `child`; those of a first child are taken as they are. */
function widen(all: Int32Array, box: number, child: number, isFirst: boolean): void {
  for (let side = 0; side < SIDES; side++) {
    const value = all[child + side]
    const isLower = side === SIDE.south || side === SIDE.west
    const outer = isLower ? Math.min(all[box + side], value) : Math.max(all[box + side], value)
    all[box + side] = isFirst ? value : outer
  }
}

const CELLS = 65_536

/** Where a point lies on a Hilbert curve over the world, in 32 bits: near each other there is near on the map. */
function placeOnCurve(latitude: number, longitude: number): number {
  let x = Math.floor(((longitude + 180) / 360) * (CELLS - 1))
  let y = Math.floor(((latitude + 90) / 180) * (CELLS - 1))
  let place = 0
  for (let side = CELLS / 2; side > 0; side = side >>> 1) {
    const right = (x & side) > 0 ? 1 : 0
    const upper = (y & side) > 0 ? 1 : 0
    place = place * 4 + ((3 * right) ^ upper)
    if (upper === 0) {
      if (right === 1) {
        x = CELLS - 1 - x
        y = CELLS - 1 - y
      }
      const swap = x
      x = y
      y = swap
    }
  }
  return place >>> 0
}
