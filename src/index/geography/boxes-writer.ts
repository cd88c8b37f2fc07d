// Lays out the spatial index: pieces of streets along a curve that keeps neighbours together, boxes above them.

import type { SectionWriter } from '../file/section-writer.ts'
import type { AddressTable } from '../rows/address-table.ts'
import type { FinalOrder } from '../rows/final-order.ts'
import { countUp, sortByKey, valuesOf } from '../rows/growing-arrays.ts'
import { BOX_CHILDREN, boxLevels, PIECE_RECORDS_MAX } from './boxes.ts'

export async function writeBoxes(
  writer: SectionWriter,
  table: AddressTable,
  order: FinalOrder,
): Promise<void> {
  const { streetStart, rows } = order
  const streetCount = streetStart.length - 1
  let pieces = 0
  for (let street = 0; street < streetCount; street++) {
    pieces += Math.ceil((streetStart[street + 1] - streetStart[street]) / PIECE_RECORDS_MAX)
  }
  const [latitude, longitude] = [table.latitude.view(), table.longitude.view()]
  const record = new Uint32Array(pieces)
  const street = new Uint32Array(pieces)
  const size = new Uint8Array(pieces)
  const bounds = new Int32Array(pieces * 4)
  const curve = new Uint32Array(pieces)
  let piece = 0
  for (let at = 0; at < streetCount; at++) {
    for (let from = streetStart[at]; from < streetStart[at + 1]; from += PIECE_RECORDS_MAX) {
      const to = Math.min(from + PIECE_RECORDS_MAX, streetStart[at + 1])
      record[piece] = from
      street[piece] = at
      size[piece] = to - from
      const box = boxOf(rows, from, to, latitude, longitude)
      bounds.set(box, piece * 4)
      curve[piece] = placeOnCurve((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
      piece++
    }
  }
  const pieceOrder = sortByKey(countUp(pieces), curve)
  await writer.add('boxes.record', valuesOf(pieceOrder, record))
  await writer.add('boxes.street', valuesOf(pieceOrder, street))
  await writer.add(
    'boxes.size',
    Uint8Array.from(pieceOrder, (at) => size[at]),
  )
  await writer.add('boxes.bounds', withUpperBoxes(pieceOrder, bounds))
}

/** South, west, north, east, rounded outwards to ten-millionths of a degree. */
function boxOf(
  rows: Uint32Array,
  from: number,
  to: number,
  latitude: Float64Array,
  longitude: Float64Array,
): [number, number, number, number] {
  let [south, west, north, east] = [90, 180, -90, -180]
  for (let record = from; record < to; record++) {
    const row = rows[record]
    south = Math.min(south, latitude[row])
    north = Math.max(north, latitude[row])
    west = Math.min(west, longitude[row])
    east = Math.max(east, longitude[row])
  }
  return [
    Math.floor(south * 1e7),
    Math.floor(west * 1e7),
    Math.ceil(north * 1e7),
    Math.ceil(east * 1e7),
  ]
}

function withUpperBoxes(pieceOrder: Uint32Array, leaves: Int32Array): Int32Array {
  const levels = boxLevels(pieceOrder.length)
  const last = levels[levels.length - 1]
  const all = new Int32Array((pieceOrder.length <= 1 ? pieceOrder.length : last + 1) * 4)
  pieceOrder.forEach((piece, at) => {
    all.set(leaves.subarray(piece * 4, piece * 4 + 4), at * 4)
  })
  for (let level = 1; level < levels.length; level++) {
    const [below, own] = [levels[level - 1], levels[level]]
    for (let child = below; child < own; child++) {
      const box = (own + Math.floor((child - below) / BOX_CHILDREN)) * 4
      const isFirst = (child - below) % BOX_CHILDREN === 0
      for (let side = 0; side < 4; side++) {
        const value = all[child * 4 + side]
        const outer = side < 2 ? Math.min(all[box + side], value) : Math.max(all[box + side], value)
        all[box + side] = isFirst ? value : outer
      }
    }
  }
  return all
}

/** Where a point lies on Hilbert's curve over the world, in 32 bits. */
function placeOnCurve(latitude: number, longitude: number): number {
  let x = Math.floor(((longitude / 1e7 + 180) / 360) * 65_535)
  let y = Math.floor(((latitude / 1e7 + 90) / 180) * 65_535)
  let place = 0
  for (let side = 32_768; side > 0; side = side >>> 1) {
    const right = (x & side) > 0 ? 1 : 0
    const upper = (y & side) > 0 ? 1 : 0
    place = place * 4 + ((3 * right) ^ upper)
    if (upper === 0) {
      if (right === 1) {
        x = 65_535 - x
        y = 65_535 - y
      }
      const swap = x
      x = y
      y = swap
    }
  }
  return place >>> 0
}
