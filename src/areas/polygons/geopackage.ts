// The features of a GeoPackage: a SQLite file with geometries in well-known binary.

import { DatabaseSync } from 'node:sqlite'
import { osgbToWgs84 } from '../../address/osgb.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import type { Feature, Position, Ring } from './polygon-builder.ts'

/** Coordinates in degrees on a datum within two metres of WGS 84, as the Open Geospatial Consortium numbers them. */
const DEGREES = new Set([4326, 4979, 4258, 4283, 7844, 4167])
const BRITISH_GRID = 27700

export function* geoPackageFeatures(path: string, file: string): Generator<Feature> {
  using database = new DatabaseSync(path, { readOnly: true })
  const refused = (why: string) => new ImportRefused(`${file} is refused: ${why}`)
  function* rows(sql: string) {
    try {
      const statement = database.prepare(sql)
      // Whole numbers may be of 64 bits.
      statement.setReadBigInts(true)
      yield* statement.iterate()
    } catch {
      throw refused('it is not a GeoPackage, or it is damaged.')
    }
  }
  const tables = [...rows('select table_name, column_name, srs_id from gpkg_geometry_columns')]
  const [table] = tables
  if (table === undefined || tables.length > 1) {
    const names = tables.map(({ table_name }) => String(table_name)).join(', ') || 'none'
    throw refused(`it must have one table of features, and has ${names}.`)
  }
  const srs = Number(table.srs_id)
  if (!DEGREES.has(srs) && srs !== BRITISH_GRID) {
    throw refused(`its coordinates are EPSG:${srs}; convert it to WGS 84 (EPSG:4326).`)
  }
  const column = String(table.column_name)
  for (const row of rows(`select * from "${String(table.table_name).replaceAll('"', '""')}"`)) {
    const { [column]: geometry, ...properties } = row
    const rings =
      geometry instanceof Uint8Array ? wellKnownRings(geometry) : 'is empty: it has no geometry'
    const isGrid = srs === BRITISH_GRID && typeof rings !== 'string'
    yield { properties, rings: isGrid ? rings.map((ring) => ring.map(fromBritishGrid)) : rings }
  }
}

function fromBritishGrid([easting, northing]: Position): Position {
  const { longitude, latitude } = osgbToWgs84(Number(easting), Number(northing))
  return [longitude, latitude]
}

/** Bytes of the envelope in the header of a GeoPackage's geometry, by its kind. */
const ENVELOPE_BYTES = [0, 32, 48, 48, 64]
const HEADER_BYTES = 8
const POLYGON = 3
const MULTI_POLYGON = 6

/** The header of a GeoPackage, then well-known binary. */
function wellKnownRings(blob: Uint8Array): Feature['rings'] {
  const start = HEADER_BYTES + (ENVELOPE_BYTES[((blob[3] ?? 0) >> 1) & 7] ?? 0)
  try {
    return new WellKnownBinary(blob, start).rings()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return 'has a geometry that is cut short'
  }
}

class WellKnownBinary {
  readonly #view: DataView
  #at: number
  #isLittle = true

  constructor(bytes: Uint8Array, at: number) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#at = at
  }

  /** A RangeError where the bytes end too early. */
  rings(): readonly Ring[] | string {
    this.#isLittle = this.#view.getUint8(this.#at++) === 1
    const type = this.#number()
    // Thousands, or the upper bits, say that positions have a height and a measure too.
    const kind = (type & 0xffff) % 1000
    const hasHeight = type >= 0x80000000 || [1, 3].includes(Math.floor((type & 0xffff) / 1000))
    const hasMeasure = (type & 0x40000000) !== 0 || Math.floor((type & 0xffff) / 1000) >= 2
    if (kind !== POLYGON && kind !== MULTI_POLYGON) return 'is not a polygon'
    const all: Ring[] = []
    for (let left = this.#number(); left > 0; left--) {
      const part =
        kind === POLYGON ? [this.#ring(2 + Number(hasHeight) + Number(hasMeasure))] : this.rings()
      if (typeof part === 'string') return part
      all.push(...part)
    }
    return all
  }

  #ring(values: number): Ring {
    const ring: Position[] = []
    for (let left = this.#number(); left > 0; left--) {
      const [x, y] = [0, 8].map((at) => this.#view.getFloat64(this.#at + at, this.#isLittle))
      ring.push([x, y])
      this.#at += 8 * values
    }
    return ring
  }

  #number(): number {
    this.#at += 4
    return this.#view.getUint32(this.#at - 4, this.#isLittle)
  }
}
