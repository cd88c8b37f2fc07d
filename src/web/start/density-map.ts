// GET /web/map.json: the density of the loaded addresses, as a grid of the whole country or around a point.

import { PRODUCTS } from '../../address/product.ts'
import { ofEach } from '../../countries/country.ts'
import { makeDocument } from '../../endpoints/pages/document.ts'
import type { Page, PageReply } from '../../endpoints/pages/page.ts'
import type { Request } from '../../http/message.ts'
import type { Area } from '../../index/geography/boxes.ts'
import type { Density, DensityReader } from '../../index/geography/density.ts'
import { BoundedMap } from '../../lib/bounded-map.ts'
import type { Sliced, Turns } from '../../lib/turns/turns.ts'
import type { Searches } from '../../search/address-search.ts'

const CELLS_ACROSS = 150
/** Around a point: a cell is about 100 metres wide. */
const CELLS_AROUND = 100
const MAPS_MAX = 300
/** Half the height of the map around a point, in degrees of latitude: about 5 km. */
const AROUND_DEGREES = 0.045
/** Points near each other share a map, so a few maps serve everyone. */
const SNAP_DEGREES = 0.015
const MARGIN = 0.04

/** Anybody may ask for a map, so there are few different ones and the last are kept. */
export function mapPage(searches: Searches, turns: Turns): Page {
  const keptOf = ofEach(() => new KeptMaps(turns))
  return {
    path: '/web/map.json',
    summary: 'The density of the loaded addresses',
    render: (request) => {
      const product = PRODUCTS.find((name) => name === query(request, 'product'))
      const search = product && searches[product]
      if (product === undefined || search?.density === undefined) return NO_MAP
      const around = areaAround(query(request, 'at'))
      return keptOf[product].of(search.release.release, search.density, around)(request)
    },
  }
}

class KeptMaps {
  readonly #turns: Turns
  #release = ''
  #maps = new BoundedMap<string, ReturnType<typeof makeDocument>>(MAPS_MAX)

  constructor(turns: Turns) {
    this.#turns = turns
  }

  of(release: string, density: DensityReader, around: Area | undefined) {
    if (this.#release !== release) this.#maps = new BoundedMap(MAPS_MAX)
    this.#release = release
    const key = Object.values(around ?? {}).join()
    const build = () => picture(density, around)
    const map = this.#maps.get(key) ?? makeDocument(this.#turns, build, () => undefined)
    this.#maps.set(key, map)
    return map
  }
}

function query(request: Request, name: string): string {
  return request.query.get(name)?.[0] ?? ''
}

const JSON_TYPE = 'application/json; charset=utf-8'
const NO_MAP: PageReply = { status: 200, contentType: JSON_TYPE, body: 'null' }

/** `51.50,-0.12`; undefined for anything else. */
function areaAround(at: string): Area | undefined {
  const match = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(at)
  if (match === null) return undefined
  const latitude = snapped(Number(match[1]))
  const longitude = snapped(Number(match[2]))
  if (Math.abs(latitude) > 85 || Math.abs(longitude) > 180) return undefined
  const wide = AROUND_DEGREES / Math.cos((latitude * Math.PI) / 180)
  const point = { south: latitude, north: latitude, west: longitude, east: longitude }
  return widened(point, AROUND_DEGREES, wide)
}

function snapped(degrees: number): number {
  return Math.round(degrees / SNAP_DEGREES) * SNAP_DEGREES
}

function withMargin(area: Area): Area {
  const { south, west, north, east } = area
  const high = Math.max((north - south) * MARGIN, 0.02)
  const wide = Math.max((east - west) * MARGIN, 0.02)
  return widened(area, high, wide)
}

function widened({ south, west, north, east }: Area, high: number, wide: number): Area {
  const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5
  return {
    south: rounded(south - high),
    west: rounded(west - wide),
    north: rounded(north + high),
    east: rounded(east + wide),
  }
}

function* picture(reader: DensityReader, around: Area | undefined): Sliced<PageReply> {
  const country = yield* reader.country()
  if (country === undefined) return NO_MAP
  const area = around ?? withMargin(country)
  const across = around === undefined ? CELLS_ACROSS : CELLS_AROUND
  const stretch = Math.cos((((area.south + area.north) / 2) * Math.PI) / 180)
  const shape = ((area.east - area.west) * stretch) / (area.north - area.south)
  const columns = clamp(shape >= 1 ? across : across * shape)
  const rows = clamp(shape >= 1 ? across / shape : across)
  const density = yield* reader.grid(area, columns, rows)
  const body = JSON.stringify({ ...area, columns, rows, cells: levels(density) })
  return { status: 200, contentType: JSON_TYPE, body }
}

function clamp(cells: number): number {
  return Math.max(10, Math.min(CELLS_ACROSS, Math.round(cells)))
}

/** One digit per cell, from 0 (empty) to 5, on a logarithmic scale: towns are much denser than the rest. */
function levels({ counts }: Density): string {
  const most = Math.log1p(counts.reduce((max, count) => Math.max(max, count), 1))
  let cells = ''
  for (const count of counts) {
    cells += count === 0 ? '0' : String(Math.max(1, Math.ceil((Math.log1p(count) / most) * 5)))
  }
  return cells
}
