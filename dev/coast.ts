// Packs the coastline of each country for maps: the land of Natural Earth, simplified, as one SVG path.

import { readFileSync } from 'node:fs'
import type { Product } from '../src/address/product.ts'

type Point = readonly [x: number, y: number]
/** West, south, east and north in degrees; what is around a country is shown too. East of 180 the longitude goes on. */
type Frame = readonly [number, number, number, number]

interface Topology {
  readonly transform: { readonly scale: Point; readonly translate: Point }
  /** Each begins with a place, and goes on with steps. */
  readonly arcs: readonly (readonly Point[])[]
  readonly objects: { readonly land: { readonly geometries: readonly [Polygons] } }
}

/** The arcs of each ring; `~arc` is one that is gone backwards. */
interface Polygons {
  readonly arcs: readonly (readonly (readonly number[])[])[]
}

const FRAMES: Readonly<Record<Product, Frame>> = {
  au: [104, -50, 164, -5],
  nz: [158, -55, 192, -26],
  uk: [-14, 48, 5, 62],
}
/** Hundredths of a degree, about a kilometre. */
const UNITS = 100
/** How far a simplified line may be from the shore, and how long an island must be to be drawn. */
const UNITS_OFF_MAX = { au: 3, nz: 1.2, uk: 1.2 }
const ISLAND_UNITS_MIN = 5

/** `land-10m.json` of the npm package world-atlas 2.0.2, whose data is in the public domain. */
export function coastFiles(landPath: string): [path: string, text: string][] {
  const topology: Topology = JSON.parse(readFileSync(landPath, 'utf8'))
  const rings = ringsOf(topology)
  return (Object.keys(FRAMES) as Product[]).map((product) => {
    const path = pathOf(rings, FRAMES[product], UNITS_OFF_MAX[product])
    const land = `<path id="land" vector-effect="non-scaling-stroke" d="${path}"/>`
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><title>Land</title>${land}</svg>\n`
    return [`src/web/start/coast/${product}.svg`, svg]
  })
}

function ringsOf({ arcs, transform, objects }: Topology): Point[][] {
  const { scale, translate } = transform
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0]
    return arc.map(([right, up]): Point => {
      x += right
      y += up
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
    })
  })
  const lineOf = (arc: number) => (arc < 0 ? (lines[~arc] ?? []).toReversed() : (lines[arc] ?? []))
  const [{ arcs: polygons }] = objects.land.geometries
  return polygons
    .flat()
    .map((ring) => unbroken(ring.flatMap((arc, at) => lineOf(arc).slice(at && 1))))
}

/** Across the 180th meridian the longitude goes on. */
function unbroken(ring: readonly Point[]): Point[] {
  let turn = 0
  return ring.map(([x, y], at) => {
    const [before = x] = ring[at - 1] ?? []
    if (Math.abs(x - before) > 180) turn += x < before ? 360 : -360
    return [x + turn, y]
  })
}

function pathOf(rings: readonly Point[][], frame: Frame, off: number): string {
  const drawn = [0, 360].flatMap((turn) =>
    rings.flatMap((ring) => {
      const moved = ring.map(([x, y]): Point => [x + turn, y])
      const inside = clipped(moved, frame).map(([x, y]): Point => [x * UNITS, -y * UNITS])
      return isShown(inside) ? [simplified(inside, off)] : []
    }),
  )
  return drawn.map(inSteps).join('')
}

/** By one side of the frame after the other. */
function clipped(ring: readonly Point[], [west, south, east, north]: Frame): readonly Point[] {
  const sides = [
    { axis: 0, edge: west, sign: 1 },
    { axis: 0, edge: east, sign: -1 },
    { axis: 1, edge: south, sign: 1 },
    { axis: 1, edge: north, sign: -1 },
  ] as const
  return sides.reduce<readonly Point[]>((points, { axis, edge, sign }) => {
    const isIn = (point: Point) => (point[axis] - edge) * sign >= 0
    return points.flatMap((point, at): Point[] => {
      const before = points.at(at - 1) ?? point
      if (isIn(before) === isIn(point)) return isIn(point) ? [point] : []
      const part = (edge - before[axis]) / (point[axis] - before[axis])
      const crossing: Point = [
        before[0] + part * (point[0] - before[0]),
        before[1] + part * (point[1] - before[1]),
      ]
      return isIn(point) ? [crossing, point] : [crossing]
    })
  }, ring)
}

function isShown(ring: readonly Point[]): boolean {
  const length = (axis: 0 | 1) => {
    const all = ring.map((point) => point[axis])
    return Math.max(...all) - Math.min(...all)
  }
  return ring.length > 3 && Math.max(length(0), length(1)) >= ISLAND_UNITS_MIN
}

/** Douglas and Peucker: between two points that stay, the farthest stays too, unless all are near their line. */
function simplified(line: readonly Point[], off: number): readonly Point[] {
  const [first, last] = [line[0], line.at(-1)]
  if (first === undefined || last === undefined || line.length < 3) return line
  const distances = line.map((point) => distanceTo(point, first, last))
  const far = distances.indexOf(Math.max(...distances))
  if ((distances[far] ?? 0) <= off) return [first, last]
  const before = simplified(line.slice(0, far + 1), off)
  return [...before.slice(0, -1), ...simplified(line.slice(far), off)]
}

function distanceTo([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [wide, high] = [toX - fromX, toY - fromY]
  const length = Math.hypot(wide, high)
  if (length === 0) return Math.hypot(x - fromX, y - fromY)
  return Math.abs(wide * (fromY - y) - high * (fromX - x)) / length
}

/** In whole units, as steps: most are of one digit. */
function inSteps(ring: readonly Point[]): string {
  let [x, y] = [0, 0]
  const steps = ring.flatMap(([toX, toY]) => {
    const [right, down] = [Math.round(toX) - x, Math.round(toY) - y]
    x += right
    y += down
    return right === 0 && down === 0 ? [] : `${right}${down < 0 ? '' : ' '}${down}`
  })
  const [start = '', ...rest] = steps
  return rest.length < 2 ? '' : `M${start}l${rest.join(' ').replaceAll(' -', '-')}z`
}
