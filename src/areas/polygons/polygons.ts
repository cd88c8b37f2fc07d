// The polygons of a layer: rings of corners in ten-millionths of a degree, and what is wrong with one.
// Unchecked: corners, rings and features are counted by the lists themselves.

import type { IndexSections } from '../../index/file/index-sections.ts'
import type { SectionWriter } from '../../index/file/index-writer.ts'

export const POINT_UNITS = 1e7
/** Positions of addresses have eight decimals. */
const DECIMALS = 1e8

/** Rounded to eight decimals first: else a half would go up or down by how a double happens to hold it. */
export function unitsOf(degrees: number): number {
  return Math.round(Math.round(degrees * DECIMALS) / (DECIMALS / POINT_UNITS))
}

export interface Polygons {
  /** Longitude and latitude of each corner; the last of a ring is its first. */
  readonly points: Int32Array
  /** The first corner of each ring, and one more. */
  readonly rings: Uint32Array
  /** The feature of each ring, from 0 and in order. */
  readonly feature: Uint32Array
  /** The area of each feature. */
  readonly area: Uint32Array
}

export async function writePolygons(writer: SectionWriter, polygons: Polygons): Promise<void> {
  await writer.add('polygon.points', polygons.points)
  await writer.add('polygon.rings', polygons.rings)
  await writer.add('polygon.feature', polygons.feature)
  await writer.add('feature.area', polygons.area)
}

export function readPolygons(sections: IndexSections): Polygons {
  return {
    points: sections.get('polygon.points'),
    rings: sections.get('polygon.rings'),
    feature: sections.get('polygon.feature'),
    area: Uint32Array.from(sections.get('feature.area')),
  }
}

export interface Box {
  west: number
  south: number
  east: number
  north: number
}

function emptyBox(): Box {
  const [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  return { west: high, south: high, east: low, north: low }
}

function widen(box: Box, x: number, y: number): void {
  box.west = Math.min(box.west, x)
  box.east = Math.max(box.east, x)
  box.south = Math.min(box.south, y)
  box.north = Math.max(box.north, y)
}

/** Around each feature. */
export function boxesOf({ points, rings, feature, area }: Polygons): readonly Box[] {
  const boxes = Array.from(area, emptyBox)
  for (let ring = 0; ring < feature.length; ring++) {
    const box = boxes[feature[ring]]
    for (let corner = rings[ring]; corner < rings[ring + 1]; corner++) {
      widen(box, points[2 * corner], points[2 * corner + 1])
    }
  }
  return boxes
}

export function boxAround(longitude: Int32Array, latitude: Int32Array): Box {
  const all = emptyBox()
  for (let street = 0; street < longitude.length; street++) {
    // Addresses whose place is unknown are at 0, 0.
    if (longitude[street] !== 0) widen(all, longitude[street], latitude[street])
  }
  return all
}

/** What is wrong with the first feature that is far from all addresses, but near some with its coordinates swapped. */
export function swappedFault(polygons: Polygons, all: Box): string | undefined {
  const meets = ({ west, south, east, north }: Box) =>
    west <= all.east && east >= all.west && south <= all.north && north >= all.south
  const at = boxesOf(polygons).findIndex(
    ({ west, south, east, north }) =>
      !meets({ west, south, east, north }) &&
      meets({ west: south, south: west, east: north, north: east }),
  )
  if (at === -1) return undefined
  return (
    `Feature ${at + 1} seems to have latitude before longitude: no address is near it, but would be the other way ` +
    'round. Longitude comes first.'
  )
}
