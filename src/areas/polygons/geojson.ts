// The features of a GeoJSON file.

import { printable } from '../../importers/reading/rejects.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import type { Feature } from './polygon-builder.ts'

export function* geoJsonFeatures(bytes: Uint8Array, file: string): Generator<Feature> {
  const refuse = (why: string) => new ImportRefused(`${file} is not GeoJSON: ${why}.`)
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw refuse('it is not JSON in UTF-8')
  }
  const { type, features } = objectOf(json)
  const all = type === 'Feature' ? [json] : features
  if (!Array.isArray(all)) throw refuse('it is neither a FeatureCollection nor a Feature')
  for (const each of all) {
    const { properties, geometry } = objectOf(each)
    yield { properties: objectOf(properties), rings: ringsOf(objectOf(geometry)) }
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function ringsOf({ type, coordinates }: Readonly<Record<string, unknown>>): Feature['rings'] {
  if (type === undefined) return 'is empty: it has no geometry'
  if (typeof type !== 'string') return 'has a geometry whose type is not a text'
  if (type !== 'Polygon' && type !== 'MultiPolygon') return `is a ${printable(type)}, not a polygon`
  const polygons: unknown = type === 'Polygon' ? [coordinates] : coordinates
  const isList = Array.isArray(polygons) && polygons.every(Array.isArray)
  const rings: unknown[] = isList ? polygons.flat() : [undefined]
  return rings.every(Array.isArray) ? rings : 'has coordinates that are not rings of positions'
}
