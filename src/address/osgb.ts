// British National Grid (OSGB36) to WGS84 latitude and longitude, to about half a metre.
// Unchecked: the loops of linear algebra stay within matrices whose sizes they were made by.

import { METRES_PER_DEGREE, type Point, RADIANS } from './geo.ts'
import POINTS from './osgb-points.json' with { type: 'json' }

/**
 * How near: Ordnance Survey's definitive transformation is a grid of 1.7 million numbers. This is
 * its textbook approximation (one Helmert transformation, up to 6 m off) with the rest taken out by
 * a smooth surface through the points that Ordnance Survey publishes for testing. A point left out
 * of the surface is met to 0.4 m on average (root mean square) and to 0.9 m at the worst.
 */
export function osgbToWgs84(easting: number, northing: number): Point {
  return definitive(easting, northing)
}

/** A place whose two positions are known: the latitude and longitude are ETRS89, which is WGS84. */
interface ControlPoint extends Point {
  readonly easting: number
  readonly northing: number
}

/** The transformation whose surface goes through these points. */
export function osgbTransformation(points: readonly ControlPoint[]) {
  const correction = surfaceThrough(points)
  return (easting: number, northing: number): Point => {
    const rough = helmert(airyPoint(easting, northing))
    const { east, north } = correction(easting, northing)
    const scale = METRES_PER_DEGREE * Math.cos(rough.latitude * RADIANS)
    const latitude = rough.latitude + north / METRES_PER_DEGREE
    return { latitude, longitude: rough.longitude + east / scale }
  }
}

/** Ordnance Survey's test points of 2016; TP18 stands three metres from TP17 and is left out. */
export const CONTROL_POINTS: readonly ControlPoint[] = POINTS.map(
  ([latitude = 0, longitude = 0, easting = 0, northing = 0]) => {
    return { latitude, longitude, easting, northing }
  },
)

/** The ellipsoid and the projection of the National Grid. */
const AIRY = { a: 6_377_563.396, b: 6_356_256.909 }
const GRS80 = { a: 6_378_137, b: 6_356_752.314_14 }
const SCALE = 0.999_601_271_7
const LATITUDE_0 = 49 * RADIANS
const LONGITUDE_0 = -2 * RADIANS
const NORTHING_0 = -100_000
const EASTING_0 = 400_000

/** In radians, as everything between here and `helmert`. */
interface AiryPoint {
  readonly phi: number
  readonly lambda: number
}

/** The inverse of the transverse Mercator projection, by the series of Ordnance Survey's guide. */
function airyPoint(easting: number, northing: number): AiryPoint {
  const { a, b } = AIRY
  const e2 = 1 - (b * b) / (a * a)
  const phi = footprint(northing)
  const sin2 = Math.sin(phi) ** 2
  const nu = (a * SCALE) / Math.sqrt(1 - e2 * sin2)
  const rho = (a * SCALE * (1 - e2)) / (1 - e2 * sin2) ** 1.5
  const eta2 = nu / rho - 1
  const t = Math.tan(phi)
  const t2 = t * t
  const t4 = t2 * t2
  const sec = 1 / Math.cos(phi)
  const d = easting - EASTING_0
  const d2 = d * d
  const nu3 = nu ** 3
  const nu5 = nu ** 5
  const vii = t / (2 * rho * nu)
  const viii = (t / (24 * rho * nu3)) * (5 + 3 * t2 + eta2 - 9 * t2 * eta2)
  const ix = (t / (720 * rho * nu5)) * (61 + 90 * t2 + 45 * t4)
  const x = sec / nu
  const xi = (sec / (6 * nu3)) * (nu / rho + 2 * t2)
  const xii = (sec / (120 * nu5)) * (5 + 28 * t2 + 24 * t4)
  const xiia = (sec / (5040 * nu ** 7)) * (61 + 662 * t2 + 1320 * t4 + 720 * t4 * t2)
  return {
    phi: phi - d2 * (vii - d2 * (viii - d2 * ix)),
    lambda: LONGITUDE_0 + d * (x - d2 * (xi - d2 * (xii - d2 * xiia))),
  }
}

const FOOTPRINT_ROUNDS_MAX = 20
const FOOTPRINT_METRES = 1e-5

/** The latitude on the central meridian that has this northing. */
function footprint(northing: number): number {
  let phi = LATITUDE_0
  for (let round = 0; round < FOOTPRINT_ROUNDS_MAX; round += 1) {
    const rest = northing - NORTHING_0 - meridianArc(phi)
    phi += rest / (AIRY.a * SCALE)
    if (Math.abs(rest) < FOOTPRINT_METRES) break
  }
  return phi
}

function meridianArc(phi: number): number {
  const n = (AIRY.a - AIRY.b) / (AIRY.a + AIRY.b)
  const n2 = n * n
  const n3 = n2 * n
  const minus = phi - LATITUDE_0
  const plus = phi + LATITUDE_0
  const terms =
    (1 + n + 1.25 * n2 + 1.25 * n3) * minus -
    (3 * n + 3 * n2 + 2.625 * n3) * Math.sin(minus) * Math.cos(plus) +
    1.875 * (n2 + n3) * Math.sin(2 * minus) * Math.cos(2 * plus) -
    (35 / 24) * n3 * Math.sin(3 * minus) * Math.cos(3 * plus)
  return AIRY.b * SCALE * terms
}

/** Shifts in metres, rotations in radians, as Ordnance Survey gives them for this direction. */
const SHIFT = { x: 446.448, y: -125.157, z: 542.06 }
const STRETCH = 1 - 20.4894e-6
const ARC_SECOND = RADIANS / 3600
const TURN = { x: 0.1502 * ARC_SECOND, y: 0.247 * ARC_SECOND, z: 0.8421 * ARC_SECOND }
const GEODETIC_ROUNDS = 5

function helmert({ phi, lambda }: AiryPoint): Point {
  const airyE2 = 1 - (AIRY.b * AIRY.b) / (AIRY.a * AIRY.a)
  const nu = AIRY.a / Math.sqrt(1 - airyE2 * Math.sin(phi) ** 2)
  const x = nu * Math.cos(phi) * Math.cos(lambda)
  const y = nu * Math.cos(phi) * Math.sin(lambda)
  const z = (1 - airyE2) * nu * Math.sin(phi)
  const x2 = SHIFT.x + STRETCH * x - TURN.z * y + TURN.y * z
  const y2 = SHIFT.y + TURN.z * x + STRETCH * y - TURN.x * z
  const z2 = SHIFT.z - TURN.y * x + TURN.x * y + STRETCH * z
  const e2 = 1 - (GRS80.b * GRS80.b) / (GRS80.a * GRS80.a)
  const p = Math.hypot(x2, y2)
  let latitude = Math.atan2(z2, p * (1 - e2))
  for (let round = 0; round < GEODETIC_ROUNDS; round += 1) {
    const n = GRS80.a / Math.sqrt(1 - e2 * Math.sin(latitude) ** 2)
    latitude = Math.atan2(z2 + e2 * n * Math.sin(latitude), p)
  }
  return { latitude: latitude / RADIANS, longitude: Math.atan2(y2, x2) / RADIANS }
}

/** How far the Helmert transformation is off at a control point, in metres to the east and to the north. */
function misfit(point: ControlPoint) {
  const rough = helmert(airyPoint(point.easting, point.northing))
  const scale = METRES_PER_DEGREE * Math.cos(rough.latitude * RADIANS)
  return {
    east: (point.longitude - rough.longitude) * scale,
    north: (point.latitude - rough.latitude) * METRES_PER_DEGREE,
  }
}

/** Coordinates are in units of 100 km, which keeps the equations well behaved. */
const UNIT_METRES = 100_000

/** Thin-plate splines: of all surfaces through the points those that bend least. */
function surfaceThrough(points: readonly ControlPoint[]) {
  const count = points.length
  const xs = Float64Array.from(points, (point) => point.easting / UNIT_METRES)
  const ys = Float64Array.from(points, (point) => point.northing / UNIT_METRES)
  const matrix = splineMatrix(xs, ys)
  const misfits = points.map(misfit)
  const easts = solve(matrix, [...misfits.map(({ east }) => east), 0, 0, 0])
  const norths = solve(matrix, [...misfits.map(({ north }) => north), 0, 0, 0])
  return (easting: number, northing: number) => {
    const x = easting / UNIT_METRES
    const y = northing / UNIT_METRES
    let east = easts[count] + easts[count + 1] * x + easts[count + 2] * y
    let north = norths[count] + norths[count + 1] * x + norths[count + 2] * y
    for (let at = 0; at < count; at += 1) {
      const value = bend(x - xs[at], y - ys[at])
      east += easts[at] * value
      north += norths[at] * value
    }
    return { east, north }
  }
}

/** A row for each point, then three that keep the weights from adding a plane of their own. */
function splineMatrix(xs: Float64Array, ys: Float64Array): number[][] {
  const count = xs.length
  const rows = Array.from(xs, (x, row) => {
    const bends = Array.from(xs, (other, at) => bend(x - other, ys[row] - ys[at]))
    return [...bends, 1, x, ys[row]]
  })
  const zeros = [0, 0, 0]
  return [
    ...rows,
    [...new Array<number>(count).fill(1), ...zeros],
    [...xs, ...zeros],
    [...ys, ...zeros],
  ]
}

function bend(dx: number, dy: number): number {
  const squared = dx * dx + dy * dy
  return squared === 0 ? 0 : squared * Math.log(squared)
}

/** Gauss elimination with pivots. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): Float64Array {
  const size = matrix.length
  const rows = matrix.map((row, at) => Float64Array.of(...row, right[at]))
  for (let pivot = 0; pivot < size; pivot += 1) {
    let best = pivot
    for (let row = pivot + 1; row < size; row += 1) {
      if (Math.abs(rows[row][pivot]) > Math.abs(rows[best][pivot])) best = row
    }
    const chosen = rows[best]
    rows[best] = rows[pivot]
    rows[pivot] = chosen
    for (let row = pivot + 1; row < size; row += 1) {
      const factor = rows[row][pivot] / chosen[pivot]
      if (factor === 0) continue
      for (let at = pivot; at <= size; at += 1) rows[row][at] -= factor * chosen[at]
    }
  }
  const solution = new Float64Array(size)
  for (let row = size - 1; row >= 0; row -= 1) {
    let rest = rows[row][size]
    for (let at = row + 1; at < size; at += 1) rest -= rows[row][at] * solution[at]
    solution[row] = rest / rows[row][row]
  }
  return solution
}

const definitive = osgbTransformation(CONTROL_POINTS)
