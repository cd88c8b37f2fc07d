// GET /web/map.json: where the loaded addresses lie, as a coarse grid of the whole country or around a point.

import { PRODUCTS, type Product } from '../../address/product.ts'
import type { Page, PageReply } from '../../endpoints/pages/page.ts'
import type { Request } from '../../http/message.ts'
import type { Area, Density, DensityReader } from '../../index/geography/density.ts'
import { BoundedMap } from '../../lib/bounded-map.ts'
import type { NationalSearch, PostalSearch } from '../../search/address-search.ts'
import { type Tagged, tagged, taggedText } from '../files.ts'

const CELLS_ACROSS = 150
/** Of the surroundings: a cell is about 100 metres wide. */
const CELLS_AROUND = 100
const MAPS_MAX = 300
/** Half of what the surroundings show, in degrees of latitude: about 5 km. */
const AROUND_DEGREES = 0.045
/** Points that lie near each other get the same picture, so that a few serve everyone. */
const SNAP_DEGREES = 0.015
const MARGIN = 0.04

export type MapSearches = Readonly<Record<Product, NationalSearch | PostalSearch | undefined>>

/** Public, so it is bounded: few different pictures, each cheap, the last ones kept. */
export function mapPage(searches: MapSearches): Page {
  const kept = new BoundedMap<string, Tagged>(MAPS_MAX)
  return {
    path: '/web/map.json',
    summary: 'Where the loaded addresses lie, coarsely',
    render: (request) => {
      const product = PRODUCTS.find((name) => name === query(request, 'product'))
      const search = product && searches[product]
      const country = search?.density?.country()
      if (search?.density === undefined || country === undefined) return noMap()
      const near = around(query(request, 'at'))
      const area = near ?? withMargin(country)
      const key = [search.release.release, ...Object.values(area)].join()
      const made =
        kept.get(key) ?? picture(search.density, area, near ? CELLS_AROUND : CELLS_ACROSS)
      kept.set(key, made)
      return tagged(request, made)
    },
  }
}

function query(request: Request, name: string): string {
  return request.query.get(name)?.[0] ?? ''
}

function noMap(): PageReply {
  return { status: 200, contentType: 'application/json; charset=utf-8', body: 'null' }
}

/** `51.50,-0.12`; undefined for anything that is no point. */
function around(at: string): Area | undefined {
  const match = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(at)
  if (match === null) return undefined
  const latitude = snapped(Number(match[1]))
  const longitude = snapped(Number(match[2]))
  if (Math.abs(latitude) > 85 || Math.abs(longitude) > 180) return undefined
  const wide = AROUND_DEGREES / Math.cos((latitude * Math.PI) / 180)
  return {
    south: rounded(latitude - AROUND_DEGREES),
    west: rounded(longitude - wide),
    north: rounded(latitude + AROUND_DEGREES),
    east: rounded(longitude + wide),
  }
}

function snapped(degrees: number): number {
  return Math.round(degrees / SNAP_DEGREES) * SNAP_DEGREES
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}

function withMargin({ south, west, north, east }: Area): Area {
  const high = Math.max((north - south) * MARGIN, 0.02)
  const wide = Math.max((east - west) * MARGIN, 0.02)
  return {
    south: rounded(south - high),
    west: rounded(west - wide),
    north: rounded(north + high),
    east: rounded(east + wide),
  }
}

function picture(reader: DensityReader, area: Area, across: number): Tagged {
  const stretch = Math.cos((((area.south + area.north) / 2) * Math.PI) / 180)
  const shape = ((area.east - area.west) * stretch) / (area.north - area.south)
  const columns = clamp(shape >= 1 ? across : across * shape)
  const rows = clamp(shape >= 1 ? across / shape : across)
  const density = reader.grid(area, columns, rows)
  const body = JSON.stringify({ ...area, columns, rows, cells: levels(density) })
  return taggedText(body, 'application/json; charset=utf-8')
}

function clamp(cells: number): number {
  return Math.max(10, Math.min(CELLS_ACROSS, Math.round(cells)))
}

/** One digit a cell, from 0 (nothing) to 5; by orders of magnitude, because towns are so much denser than the rest. */
function levels({ counts }: Density): string {
  const most = Math.log1p(counts.reduce((max, count) => Math.max(max, count), 1))
  let cells = ''
  for (const count of counts) {
    cells += count === 0 ? '0' : String(Math.max(1, Math.ceil((Math.log1p(count) / most) * 5)))
  }
  return cells
}
