// Gathers the polygons of a layer feature by feature, and names what is wrong with a bad one.
// Unchecked: corners are counted by the lists themselves.

import { GrowingU32 } from '../../index/rows/growing-arrays.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import { AreaNumbers, TEXT_CHARACTERS_MAX } from '../area-files.ts'
import { slabsOver } from './feature-slabs.ts'
import { sideOf } from './polygon-index.ts'
import { boxesOf, POINT_UNITS, type Polygons, unitsOf } from './polygons.ts'

/** Longitude and latitude in degrees, whatever a file has in their place. */
export type Position = readonly unknown[]
export type Ring = readonly Position[]

export interface Feature {
  readonly properties: Readonly<Record<string, unknown>>
  /** Or what is wrong with them. */
  readonly rings: readonly Ring[] | string
}

/** In all polygons together: 400 MB. */
const CORNERS_MAX = 50_000_000
const FAULTS_NAMED_MAX = 10
/** Pairs of edges of one feature that are compared with each other. */
const PAIRS_MAX = 200_000_000
const RING_CORNERS_MIN = 4
/** Degrees of longitude: a longer edge goes round the other way. */
const HALF_ROUND = 180

export class PolygonBuilder {
  readonly #numbers = new AreaNumbers()
  readonly #faults: string[] = []
  readonly #points = new GrowingU32()
  readonly #rings = new GrowingU32()
  readonly #feature = new GrowingU32()
  readonly #area = new GrowingU32()
  readonly #pairsMax: number
  #faulty = 0
  #pairs = 0

  /** Compared pairs of edges of all features: one account must not keep others waiting. */
  constructor(pairsMax = Number.POSITIVE_INFINITY) {
    this.#pairsMax = pairsMax
  }

  /** Features are numbered from 1 as they stand in the file. `rings` may be what is wrong instead. */
  add(number: number, code: string, name: string, rings: readonly Ring[] | string): void {
    const fault = textFault(code, name) ?? this.#add(code, name, rings)
    if (fault === undefined) return
    this.#faulty += 1
    if (this.#faults.length < FAULTS_NAMED_MAX) this.#faults.push(`Feature ${number} ${fault}.`)
  }

  /** Undefined if the feature was taken. */
  #add(code: string, name: string, rings: readonly Ring[] | string): string | undefined {
    if (typeof rings === 'string') return rings
    const own = rings.length === 0 ? 'is empty' : ownPolygons(rings)
    if (typeof own === 'string') return own
    const { fault, pairs } = checked(own, Math.min(PAIRS_MAX, this.#pairsMax - this.#pairs))
    this.#pairs += pairs
    if (fault !== undefined) return fault
    if (this.#points.length + own.points.length > 2 * CORNERS_MAX) {
      throw new ImportRefused(`A layer has at most ${CORNERS_MAX} corners.`)
    }
    const first = this.#points.length / 2
    for (const value of own.points) this.#points.push(value)
    for (const ring of own.rings.subarray(0, -1)) {
      this.#rings.push(first + ring)
      this.#feature.push(this.#area.length)
    }
    this.#area.push(this.#numbers.numberOf(code, name))
    return undefined
  }

  /** Refuses the file if a polygon is bad, unless those are to be left out. */
  finish(file: string, leavesOutBad: boolean) {
    const more = this.#faulty - this.#faults.length
    const notes = more > 0 ? [...this.#faults, `And ${more} more.`] : this.#faults
    if (this.#faulty > 0 && !leavesOutBad) {
      throw new ImportRefused(
        `${file} is refused: ${notes.join(' ')} Correct the file, or leave them out with --skip-bad.`,
      )
    }
    if (this.#area.length === 0)
      throw new ImportRefused([`${file} holds no polygons.`, ...notes].join(' '))
    this.#rings.push(this.#points.length / 2)
    const points = this.#points.view()
    const polygons: Polygons = {
      points: new Int32Array(points.buffer, points.byteOffset, points.length),
      rings: this.#rings.view(),
      feature: this.#feature.view(),
      area: this.#area.view(),
    }
    return { polygons, areas: this.#numbers.areas, notes }
  }
}

function textFault(code: string, name: string): string | undefined {
  if (code === '') return 'has no code'
  if (Math.max(code.length, name.length) <= TEXT_CHARACTERS_MAX) return undefined
  return `has a code or name of more than ${TEXT_CHARACTERS_MAX} characters`
}

/** The rings of one feature, or what is wrong with them. */
function ownPolygons(rings: readonly Ring[]): Polygons | string {
  const starts = [0]
  const points: number[] = []
  for (const ring of rings) {
    if (ring.length < RING_CORNERS_MIN) {
      return ring.length === 0 ? 'is empty' : 'has a ring of fewer than four positions'
    }
    for (const [at, position] of ring.entries()) {
      const fault = positionFault(position)
      if (fault !== undefined) return fault
      const [x, y] = position
      points.push(unitsOf(Number(x)), unitsOf(Number(y)))
      const [before = x] = ring[at - 1] ?? []
      if (Math.abs(Number(x) - Number(before)) > HALF_ROUND) {
        return `crosses the antimeridian near ${y}; cut it into two parts there`
      }
    }
    const [from, to] = [2 * (starts.at(-1) ?? 0), points.length - 2]
    const isClosed = points[from] === points[to] && points[from + 1] === points[to + 1]
    if (!isClosed) return 'has a ring that is not closed: its last position is not its first'
    starts.push(points.length / 2)
  }
  return {
    points: Int32Array.from(points),
    rings: Uint32Array.from(starts),
    feature: new Uint32Array(rings.length),
    area: Uint32Array.of(1),
  }
}

function positionFault(position: unknown): string | undefined {
  const [x, y] = Array.isArray(position) ? position : []
  if (!Number.isFinite(x) || !Number.isFinite(y)) return 'has a position that is not two numbers'
  if (Math.abs(x) <= 180 && Math.abs(y) <= 90) return undefined
  if (Math.abs(x) <= 90 && Math.abs(y) <= 180) {
    return `has latitude before longitude: ${x}, ${y}; longitude comes first`
  }
  if (Math.abs(x) <= 2 * HALF_ROUND && Math.abs(y) <= 90) {
    return `has the longitude ${x}; count from -180 to 180, and cut the polygon in two there`
  }
  return `has positions that are not degrees: ${x}, ${y}; convert the file to WGS 84 (EPSG:4326)`
}

/** What is wrong with a feature, and how many pairs of edges were looked at. */
function checked(polygons: Polygons, pairsMax: number) {
  const { points } = polygons
  const [box] = boxesOf(polygons)
  if (isFlat(points)) return { fault: 'is empty: it has no area', pairs: 0 }
  const corners = new GrowingU32()
  const ends = new Set(polygons.rings)
  for (let corner = 0; 2 * corner + 2 < points.length; corner++) {
    if (!ends.has(corner + 1)) corners.push(corner)
  }
  const { offset, edges } = slabsOver(points, corners.view(), box)
  let pairs = 0
  for (let slab = 0; slab + 1 < offset.length; slab++) {
    for (let a = offset[slab]; a < offset[slab + 1]; a++) {
      pairs += offset[slab + 1] - a
      if (pairs > pairsMax) {
        return { fault: 'has too many corners to be checked; simplify it', pairs }
      }
      for (let b = a + 1; b < offset[slab + 1]; b++) {
        const at = 2 * edges[a]
        if (!isCrossing(points, at, 2 * edges[b])) continue
        const near = `${points[at] / POINT_UNITS}, ${points[at + 1] / POINT_UNITS}`
        return { fault: `crosses itself near ${near}`, pairs }
      }
    }
  }
  return { fault: undefined, pairs }
}

/** Whether all corners are on one line. */
function isFlat(points: Int32Array): boolean {
  const [x, y] = points
  let other = 2
  while (points[other] === x && points[other + 1] === y) other += 2
  for (let at = other; at < points.length; at += 2) {
    if (sideOf(x, y, points[other], points[other + 1], points[at], points[at + 1]) !== 0)
      return false
  }
  return true
}

/** Whether two edges cross between their ends; edges that only touch do not. */
function isCrossing(p: Int32Array, a: number, b: number): boolean {
  if (Math.max(p[a], p[a + 2]) <= Math.min(p[b], p[b + 2])) return false
  if (Math.max(p[b], p[b + 2]) <= Math.min(p[a], p[a + 2])) return false
  const side = (line: number, point: number) =>
    Math.sign(sideOf(p[line], p[line + 1], p[line + 2], p[line + 3], p[point], p[point + 1]))
  return side(a, b) * side(a, b + 2) < 0 && side(b, a) * side(b, a + 2) < 0
}
