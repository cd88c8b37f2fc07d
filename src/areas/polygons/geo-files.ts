// Reads polygons with their properties from GeoJSON and GeoPackage files.

import { open, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Area } from '../../address/area.ts'
import { ImportRefused, systemReason } from '../../lib/operator-error.ts'
import { areaColumns, type ColumnOptions, namesShown } from '../area-columns.ts'
import { geoJsonFeatures } from './geojson.ts'
import { geoPackageFeatures } from './geopackage.ts'
import { type Feature, PolygonBuilder } from './polygon-builder.ts'
import type { Polygons } from './polygons.ts'

/** JSON is parsed in one go, and texts of 512 MB are the longest there are. */
const GEOJSON_BYTES_MAX = 256 * 1024 ** 2
const OTHER_FORMAT = /\.(shp|kml|gml|fgb)$/i
const SQLITE_MAGIC = 'SQLite format 3'

export interface GeoFile {
  readonly by: 'polygon'
  readonly polygons: Polygons
  readonly areas: readonly Area[]
  readonly notes: readonly string[]
}

interface GeoOptions extends ColumnOptions {
  /** Whether bad polygons are skipped; otherwise the file is refused. */
  readonly skipsBad: boolean
  /** Pairs of edges that are looked at to find edges that cross; without it each feature may have many. */
  readonly pairsMax?: number
}

export async function readGeoFile(path: string, options: GeoOptions): Promise<GeoFile> {
  const file = basename(path)
  if (OTHER_FORMAT.test(file)) {
    throw new ImportRefused(
      `${file} is refused: convert it to a GeoPackage first: ogr2ogr -t_srs EPSG:4326 zones.gpkg ${file}`,
    )
  }
  const bytes = await beginning(path)
  if (bytes.toString('latin1').startsWith(SQLITE_MAGIC)) {
    return layerOf(geoPackageFeatures(path, file), file, options)
  }
  return readGeoJson(await readFile(path), file, options)
}

async function beginning(path: string): Promise<Buffer> {
  try {
    await using file = await open(path, 'r')
    const { size } = await file.stat()
    const { bytesRead, buffer } = await file.read(Buffer.alloc(16), 0, 16, 0)
    const isGeoPackage = buffer.toString('latin1').startsWith(SQLITE_MAGIC)
    if (size <= GEOJSON_BYTES_MAX || isGeoPackage) return buffer.subarray(0, bytesRead)
  } catch (error) {
    throw new ImportRefused(`${path} cannot be read: ${systemReason(error)}.`, { cause: error })
  }
  throw new ImportRefused(
    `${basename(path)} is refused: GeoJSON can have at most 256 MiB. Convert it to a GeoPackage, which has no such limit.`,
  )
}

export function readGeoJson(bytes: Uint8Array, file: string, options: GeoOptions): GeoFile {
  return layerOf(geoJsonFeatures(bytes, file), file, options)
}

/** Codes and names are properties, called as columns of tables are. A feature without a code goes by its name. */
function layerOf(features: Iterable<Feature>, file: string, options: GeoOptions): GeoFile {
  const builder = new PolygonBuilder(options.pairsMax)
  let columns: { readonly code: string; readonly name: string } | undefined
  let number = 0
  for (const { properties, rings } of features) {
    number += 1
    columns ??= propertiesOf(Object.keys(properties), file, options)
    builder.add(number, textOf(properties[columns.code]), textOf(properties[columns.name]), rings)
  }
  return { by: 'polygon', ...builder.finish(file, options.skipsBad) }
}

/** A list or an object, however deep, is no code and no name. */
function textOf(value: unknown): string {
  return typeof value === 'object' ? '' : String(value ?? '').trim()
}

function propertiesOf(names: readonly string[], file: string, options: GeoOptions) {
  let found = areaColumns(names, options)
  if (typeof found === 'string' && options.code === undefined) {
    // Territories that people draw have a name and no code.
    const named = areaColumns(names, { ...options, code: options.name ?? 'name' })
    if (typeof named !== 'string') found = named
  }
  if (typeof found === 'string') {
    throw new ImportRefused(
      `${file} is refused: ${found}. Its properties: ${namesShown(names) || 'none'}.`,
    )
  }
  return { code: names[found.code] ?? '', name: names[found.name] ?? '' }
}
