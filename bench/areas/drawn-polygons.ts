// Polygons over a release: wavy borders that neighbours share, holes, and features of several parts.

import type { Polygons } from '../../src/areas/polygons/polygons.ts'
import { elementAt } from '../../src/lib/element-at.ts'
import type { AnySearch } from '../../src/search/address-search.ts'

/** Corners on each side of a polygon. */
const SIDE = 25
const SAMPLED = 40_000
/** Holes are nearer to the middle of a polygon than to its borders, which bend by so much at most. */
const BEND = 3
const HOLE_PARTS = 8

export type Corner = readonly [x: number, y: number]

/**
 * Cells with about as many addresses each. Every third has a hole that is nobody's; the hole in the one after it is a
 * part of that cell's neighbour. A corner of each hole is where an address is, so that some lie exactly on a border.
 */
export function drawnOver(search: AnySearch, side: number): Polygons {
  const some = sampledPoints(search)
  const xs = cutsOf(
    some.map(([x]) => x),
    side,
  )
  const ys = cutsOf(
    some.map(([, y]) => y),
    side,
  )
  const cellOf = ([x, y]: Corner) => {
    const [column, row] = [xs.findLastIndex((cut) => cut <= x), ys.findLastIndex((cut) => cut <= y)]
    return column < side && row < side ? row * side + column : -1
  }
  const holes = new Map<number, readonly Corner[]>()
  for (const point of some) {
    const cell = cellOf(point)
    if (cell % 3 === 2 || cell <= 0 || holes.has(cell)) continue
    const [row, column] = [Math.floor(cell / side), cell % side]
    const near = Math.min(
      point[0] - elementAt(xs, column),
      elementAt(xs, column + 1) - point[0],
      point[1] - elementAt(ys, row),
      elementAt(ys, row + 1) - point[1],
    )
    const size = Math.floor((near - BEND) / HOLE_PARTS)
    if (size > BEND) holes.set(cell, diamondFrom(point, size))
  }
  const features = Array.from({ length: side ** 2 }, (_, cell) => {
    const own = cellRing(xs, ys, cell % side, Math.floor(cell / side))
    const [hole, next] = [holes.get(cell), (cell + 1) % 3 === 1 ? holes.get(cell + 1) : undefined]
    return [own, ...(hole ? [hole] : []), ...(next ? [next] : [])]
  })
  return polygonsOf(features)
}

/** Ten-millionths of a degree; addresses have eight decimals, of which the last is rounded up from 5. */
export function unitsAt(degrees: number): number {
  return Math.floor((Math.round(degrees * 1e8) + 5) / 10)
}

function sampledPoints(search: AnySearch): Corner[] {
  const count = Math.min(SAMPLED, search.release.addresses)
  return Array.from({ length: count }, (_, at) => {
    const { id } = search.at(Math.floor((at / count) * search.release.addresses))
    const { latitude, longitude } = search.locate(id) ?? { latitude: 0, longitude: 0 }
    return [unitsAt(longitude), unitsAt(latitude)] as const
  })
}

function cutsOf(values: number[], side: number): readonly number[] {
  values.sort((a, b) => a - b)
  const at = (part: number) =>
    elementAt(values, Math.min(values.length - 1, Math.floor(part * values.length)))
  return Array.from({ length: side + 1 }, (_, cut) => at(cut / side) + cut * 10)
}

/** Counted in steps of a side, so that neighbours have the very same corners. */
function cellRing(
  xs: readonly number[],
  ys: readonly number[],
  column: number,
  row: number,
): readonly Corner[] {
  const corner = (right: number, up: number): Corner => {
    const bend = right % SIDE === 0 && up % SIDE === 0 ? 0 : BEND
    return [
      Math.round(between(xs, right) + bend * Math.sin(up / 3)),
      Math.round(between(ys, up) + bend * Math.sin(right / 3)),
    ]
  }
  const [west, south] = [column * SIDE, row * SIDE]
  const steps = Array.from({ length: SIDE }, (_, at) => at)
  return [
    ...steps.map((step) => corner(west + step, south)),
    ...steps.map((step) => corner(west + SIDE, south + step)),
    ...steps.map((step) => corner(west + SIDE - step, south + SIDE)),
    ...steps.map((step) => corner(west, south + SIDE - step)),
  ]
}

function between(cuts: readonly number[], step: number): number {
  const [from = 0, to = from] = cuts.slice(Math.floor(step / SIDE))
  return from + ((to - from) * (step % SIDE)) / SIDE
}

function diamondFrom([x, y]: Corner, size: number): readonly Corner[] {
  return [
    [x, y],
    [x + size, y - size],
    [x + 2 * size, y],
    [x + size, y + size],
  ]
}

/** Features are lists of rings; rings are closed here. Areas are numbered from 1 in the order of features. */
export function polygonsOf(features: readonly (readonly (readonly Corner[])[])[]): Polygons {
  const points: number[] = []
  const rings = [0]
  const feature: number[] = []
  for (const [at, own] of features.entries()) {
    for (const ring of own) {
      for (const [x, y] of [...ring, ...ring.slice(0, 1)]) points.push(x, y)
      rings.push(points.length / 2)
      feature.push(at)
    }
  }
  return {
    points: Int32Array.from(points),
    rings: Uint32Array.from(rings),
    feature: Uint32Array.from(feature),
    area: Uint32Array.from(features, (_, at) => at + 1),
  }
}
