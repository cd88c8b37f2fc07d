// The areas of an account: the layers of the release, and its own territories, whose join is made at the look-up.

import type { Area, AreaLayers, AreaPlace, AreaSelection, Areas } from '../address/area.ts'
import type { Point } from '../address/geo.ts'
import { foldedCode } from '../areas/layer.ts'
import type { PolygonIndex } from '../areas/polygons/polygon-index.ts'
import { POINT_UNITS, unitsOf } from '../areas/polygons/polygons.ts'
import { foldedValue } from '../index/words/fold.ts'

const NO_AREA: Area = { code: '', name: '' }
/** A step of work is three edges. */
const STEPS_PER_EDGE = 0.3
/** A code and a name, folded. */
const STEPS_PER_NAME = 100
/** A degree of latitude is 111 km; a little more here, so that a circle always covers its box. */
const KM_PER_UNIT = 111.4 / POINT_UNITS

export interface OwnLayer {
  readonly name: string
  /** Number 1 is the first. */
  readonly areas: readonly Area[]
  readonly index: PolygonIndex
}

/** Where both have a layer of this name, the account's own is meant. */
export function ownAreas(base: AreaLayers | undefined, layers: readonly OwnLayer[]): AreaLayers {
  const own = new Map(layers.map((layer) => [layer.name, layer]))
  const others = (names: readonly string[]) => names.filter((name) => !own.has(name))
  return {
    names: [...others(base?.names ?? []), ...own.keys()],
    attributions: base?.attributions ?? [],
    named(text) {
      const names = base?.named(text) ?? text.split(',').map((name) => name.trim())
      const isAll = /(^|,)\s*all\s*(,|$)/.test(text)
      return [...new Set([...names.filter((name) => name !== 'all'), ...(isAll ? own.keys() : [])])]
    },
    of(row, names, place) {
      const areas: Record<string, Area> = { ...base?.of(row, others(names), place) }
      for (const name of names) {
        const layer = own.get(name)
        if (layer !== undefined) areas[name] = areaOf(layer, place)
      }
      return inOrder(areas, names)
    },
    select(wanted, work) {
      const entries = Object.entries(wanted)
      const parts = entries.flatMap(([name, values]) => {
        const layer = own.get(name)
        if (layer === undefined) return []
        if (work !== undefined) work.spent += layer.areas.length * STEPS_PER_NAME
        return { layer, numbers: numbersNamed(layer, values) }
      })
      if (parts.some(({ numbers }) => numbers.size === 0)) return undefined
      const rest = entries.filter(([name]) => !own.has(name))
      const others = rest.length === 0 ? ANYWHERE : base?.select(Object.fromEntries(rest), work)
      return others && (parts.length === 0 ? others : narrowed(others, parts))
    },
    complete(term, names, top) {
      const begun = foldedValue(term)
      const found = names.flatMap((name) => own.get(name)?.areas ?? [])
      const fitting = found.map(({ name }) => name).filter((name) => isBegun(name, begun))
      const known = base?.complete(term, others(names), top) ?? []
      return [...new Set([...fitting, ...known])].slice(0, top)
    },
  }
}

function inOrder(areas: Areas, names: readonly string[]): Areas {
  return Object.fromEntries(names.flatMap((name) => (areas[name] ? [[name, areas[name]]] : [])))
}

function isBegun(name: string, begun: string): boolean {
  return begun !== '' && foldedValue(name).startsWith(begun)
}

function areaOf({ index, areas }: OwnLayer, place: AreaPlace | undefined): Area {
  const point = place?.point()
  if (point === undefined) return NO_AREA
  return areas[numberAt(index, point, place?.work) - 1] ?? NO_AREA
}

/** 0 for none. */
function numberAt(index: PolygonIndex, point: Point, work: AreaPlace['work']): number {
  const before = index.edgesSeen
  const number = index.areaAt(unitsOf(point.longitude), unitsOf(point.latitude))
  if (work !== undefined) work.spent += 1 + (index.edgesSeen - before) * STEPS_PER_EDGE
  return number
}

function numbersNamed({ areas }: OwnLayer, values: readonly string[]): ReadonlySet<number> {
  const codes = new Set(values.map(foldedCode))
  const names = new Set(values.map(foldedValue))
  const isNamed = ({ code, name }: Area) =>
    codes.has(foldedCode(code)) || (name !== '' && names.has(foldedValue(name)))
  return new Set(areas.flatMap((area, at) => (isNamed(area) ? at + 1 : [])))
}

interface Part {
  readonly layer: OwnLayer
  readonly numbers: ReadonlySet<number>
}

/** Allows addresses of any release: an account's own addresses can be in its territories too. */
const ANYWHERE: AreaSelection = {
  release: undefined,
  streets: undefined,
  allowsStreet: () => true,
  allowsRecord: () => true,
}

function narrowed(others: AreaSelection, parts: readonly Part[]): AreaSelection {
  const circles = parts.map(({ layer, numbers }) => circleAround(layer.index, numbers))
  circles.sort((a, b) => a.km - b.km)
  return {
    ...others,
    within: circles[0],
    holds: (point, work) =>
      parts.every(({ layer, numbers }) => numbers.has(numberAt(layer.index, point, work))),
  }
}

/** About a circle that holds the polygons: the search begins with the streets in it. */
function circleAround(index: PolygonIndex, numbers: ReadonlySet<number>) {
  const { west, south, east, north } = index.boxOf(numbers)
  const [latitude, longitude] = [(south + north) / 2 / POINT_UNITS, (west + east) / 2 / POINT_UNITS]
  // Degrees of longitude are longest where the box is nearest to the equator.
  const nearest = south <= 0 && north >= 0 ? 0 : Math.min(Math.abs(south), Math.abs(north))
  const stretch = Math.cos((nearest / POINT_UNITS / 180) * Math.PI)
  const km = (Math.hypot((east - west) * stretch, north - south) / 2) * KM_PER_UNIT
  return { latitude, longitude, km }
}
