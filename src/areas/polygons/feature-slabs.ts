// The edges of a feature in slabs from south to north, so that a point is compared with few of them.
// Unchecked: slabs are computed within the box of the feature.

import { GrowingU32 } from '../../index/rows/growing-arrays.ts'
import { type Box, boxesOf, type Polygons } from './polygons.ts'

/** About how many edges each slab of a feature has, from south to north. */
const SLAB_EDGES = 8
/** More entries than this per edge, on average, and a feature has fewer slabs. */
const ENTRIES_PER_EDGE_MAX = 8

/** The edges of a feature that each slab from south to north touches, by the corner that they begin at. */
export interface Slabs {
  readonly box: Box
  readonly height: number
  readonly offset: Uint32Array
  readonly edges: Uint32Array
}

export function* slabsOf(polygons: Polygons): Generator<Slabs> {
  const { rings, feature } = polygons
  const boxes = boxesOf(polygons)
  for (let ring = 0, own = 0; own < boxes.length; own++) {
    const corners = new GrowingU32()
    for (; feature[ring] === own; ring++) {
      for (let at = rings[ring]; at + 1 < rings[ring + 1]; at++) corners.push(at)
    }
    yield slabsOver(polygons.points, corners.view(), boxes[own])
  }
}

export function slabsOver(points: Int32Array, corners: Uint32Array, box: Box): Slabs {
  let count = Math.max(1, Math.floor(corners.length / SLAB_EDGES))
  for (; ; count = count >>> 1) {
    const height = (box.north - box.south) / count
    const slabAt = (y: number) => Math.min(count - 1, Math.floor((y - box.south) / height))
    let entries = 0
    for (const corner of corners) {
      entries += 1 + Math.abs(slabAt(points[2 * corner + 3]) - slabAt(points[2 * corner + 1]))
    }
    if (count > 1 && entries > ENTRIES_PER_EDGE_MAX * corners.length) continue
    const eachSlab = (visit: (slab: number, corner: number) => void) => {
      for (const corner of corners) {
        const [from, to] = [points[2 * corner + 1], points[2 * corner + 3]]
        for (let slab = slabAt(Math.min(from, to)); slab <= slabAt(Math.max(from, to)); slab++) {
          visit(slab, corner)
        }
      }
    }
    const offset = new Uint32Array(count + 1)
    eachSlab((slab) => offset[slab + 1]++)
    for (let slab = 0; slab < count; slab++) offset[slab + 1] += offset[slab]
    const edges = new Uint32Array(offset[count])
    const next = offset.slice()
    eachSlab((slab, corner) => {
      edges[next[slab]++] = corner
    })
    return { box, height, offset, edges }
  }
}
