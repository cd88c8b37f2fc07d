// A thread that reads the GeoJSON of territories, so that serving never waits for a file, good or bad.

import { readGeoJson } from '../areas/polygons/geo-files.ts'
import { PolygonIndex } from '../areas/polygons/polygon-index.ts'
import { type Box, POINT_UNITS, swappedFault } from '../areas/polygons/polygons.ts'
import { ImportRefused } from '../lib/operator-error.ts'
import { answerQuestions } from '../lib/thread/asked-thread.ts'
import type { TerritoryAnswer, TerritoryQuestion } from './territory-thread.ts'

/** The options of the command are fields here. */
function plain(message: string): string {
  return message
    .replace(', or leave them out with --skip-bad', '')
    .replace('--code', '`code_property`')
}

/** Pairs of edges of a layer that may be compared with each other: 0.1 s. */
const PAIRS_MAX = 10_000_000
/** Edges that a point may have to be compared with: 10 microseconds. */
const POINT_EDGES_MAX = 2_000

answerQuestions({
  niceness: 10,
  async answer(question: TerritoryQuestion): Promise<TerritoryAnswer> {
    try {
      return { kind: 'read', ...read(question) }
    } catch (error) {
      if (error instanceof ImportRefused) return { kind: 'refused', message: plain(error.message) }
      throw error
    }
  },
})

function read({ name, geojson, codeProperty, nameProperty, country }: TerritoryQuestion) {
  const { polygons, areas } = readGeoJson(Buffer.from(geojson), 'geojson', {
    layer: name,
    code: codeProperty || undefined,
    name: nameProperty || undefined,
    skipsBad: false,
    pairsMax: PAIRS_MAX,
  })
  const swapped = country && swappedFault(polygons, inUnits(country))
  if (swapped !== undefined) throw new ImportRefused(swapped)
  const { edgesMax } = new PolygonIndex(polygons)
  if (edgesMax <= POINT_EDGES_MAX) return { polygons, areas }
  throw new ImportRefused(
    `Finding a point would take up to ${edgesMax} edges, and ${POINT_EDGES_MAX} are allowed. Simplify the polygons, or ` +
      'let fewer of them overlap.',
  )
}

function inUnits({ west, south, east, north }: NonNullable<TerritoryQuestion['country']>): Box {
  const units = (degrees: number) => degrees * POINT_UNITS
  return { west: units(west), south: units(south), east: units(east), north: units(north) }
}
