// Finds the polygon that a point is in, and says what a border belongs to.
// Unchecked: hot, tests every address of a release; all places are computed within their arrays.

import type { Sliced } from '../../lib/turns/turns.ts'
import { FeatureGrid } from './feature-grid.ts'
import { type Slabs, slabsOf } from './feature-slabs.ts'
import type { Box, Polygons } from './polygons.ts'

/** Below this, rounding might turn the sign of a product of two differences of 33 bits. */
const SURE_FROM = 2 ** 14

/**
 * The border rule: a polygon holds a point if the ray from it to the east crosses its edges an odd number of times. An
 * edge includes its southern end and not its northern one, and a point on an edge is east of it. So a point on a border
 * is in exactly one of two neighbours. Of polygons that overlap the first one counts.
 */
export class PolygonIndex {
  readonly #polygons: Polygons
  readonly #grid: FeatureGrid
  readonly #slabs: readonly Slabs[]
  /** Edges that points have been compared with so far. */
  edgesSeen = 0

  constructor(polygons: Polygons, slabs: readonly Slabs[] = [...slabsOf(polygons)]) {
    this.#polygons = polygons
    this.#grid = new FeatureGrid(slabs.map(({ box }) => box))
    this.#slabs = slabs
  }

  /** Made on the event loop: each feature is a slice. */
  static *inSlices(polygons: Polygons): Sliced<PolygonIndex> {
    const slabs: Slabs[] = []
    for (const each of slabsOf(polygons)) {
      slabs.push(each)
      yield
    }
    return new PolygonIndex(polygons, slabs)
  }

  /** How many edges a point may have to be compared with. */
  get edgesMax(): number {
    const most = this.#slabs.map(({ offset }) =>
      offset.reduce((max, at, slab) => Math.max(max, at - (offset[slab - 1] ?? at)), 1),
    )
    const { features, offset } = this.#grid
    let max = 0
    for (let cell = 0; cell + 1 < offset.length; cell++) {
      let sum = 0
      for (let at = offset[cell]; at < offset[cell + 1]; at++) sum += most[features[at]]
      max = Math.max(max, sum)
    }
    return max
  }

  /** Around the polygons of some areas. */
  boxOf(areas: ReadonlySet<number>): Box {
    const own = this.#slabs.filter((_, feature) => areas.has(this.#polygons.area[feature]))
    return {
      west: Math.min(...own.map(({ box }) => box.west)),
      south: Math.min(...own.map(({ box }) => box.south)),
      east: Math.max(...own.map(({ box }) => box.east)),
      north: Math.max(...own.map(({ box }) => box.north)),
    }
  }

  /** 0 for none. */
  areaAt(x: number, y: number): number {
    const { features, offset } = this.#grid
    const cell = this.#grid.cellAt(x, y)
    if (cell === -1) return 0
    for (let at = offset[cell]; at < offset[cell + 1]; at++) {
      const feature = features[at]
      if (this.#holds(this.#slabs[feature], x, y)) return this.#polygons.area[feature]
    }
    return 0
  }

  #holds({ box, height, offset, edges }: Slabs, x: number, y: number): boolean {
    if (x < box.west || x > box.east || y < box.south || y >= box.north) return false
    const slab = Math.floor((y - box.south) / height)
    this.edgesSeen += offset[slab + 1] - offset[slab]
    const { points } = this.#polygons
    let isInside = false
    for (let at = offset[slab]; at < offset[slab + 1]; at++) {
      const corner = 2 * edges[at]
      if (crosses(points, corner, x, y)) isInside = !isInside
    }
    return isInside
  }
}

/** Whether the ray to the east crosses the edge from a corner to the next one. */
function crosses(points: Int32Array, corner: number, x: number, y: number): boolean {
  const [ay, by] = [points[corner + 1], points[corner + 3]]
  if (ay <= y === by <= y) return false
  // From its southern end, whichever way the ring goes round: neighbours must reckon alike.
  const south = ay < by ? corner : corner + 2
  const north = ay < by ? corner + 2 : corner
  return sideOf(points[south], points[south + 1], points[north], points[north + 1], x, y) > 0
}

/** Above 0 for a point to the left of the line from one point to another, 0 on it; exact for points of 32 bits. */
export function sideOf(
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  x: number,
  y: number,
): number {
  const [left, right] = [(toX - fromX) * (y - fromY), (x - fromX) * (toY - fromY)]
  const side = left - right
  if (Math.abs(side) >= SURE_FROM) return side
  const exact = BigInt(toX - fromX) * BigInt(y - fromY) - BigInt(x - fromX) * BigInt(toY - fromY)
  return Number(exact)
}
