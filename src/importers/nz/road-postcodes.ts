// The postcodes of roads: a list of roads with their ids, names, localities and postcodes.

import { ImportRefused } from '../../lib/operator-error.ts'
import { isCsvName, requireInputs } from '../reading/archive.ts'
import { Tally } from '../reading/rejects.ts'
import {
  CSV,
  columnsOf,
  fieldsOf,
  foldedName,
  type ImportOptions,
  type Layout,
  newPass,
  scanTables,
} from '../reading/table.ts'

const COLUMNS = ['name', 'locality', 'postcode'] as const
const POSTCODE = /^\d{4}$/

/** By the road's id; else by its name in its locality; else what most roads of the locality have. */
export class RoadPostcodes {
  readonly #byId = new Map<string, string>()
  readonly #byName = new Map<string, string>()
  readonly #ofLocality = new Map<string, Map<string, number>>()

  add(id: string, name: string, localities: readonly string[], postcode: string): void {
    if (id !== '') this.#byId.set(id, postcode)
    for (const locality of localities) {
      this.#byName.set(`${name}|${locality}`, postcode)
      const counts = this.#ofLocality.get(locality) ?? new Map<string, number>()
      counts.set(postcode, (counts.get(postcode) ?? 0) + 1)
      this.#ofLocality.set(locality, counts)
    }
  }

  get isEmpty(): boolean {
    return this.#byName.size === 0
  }

  of(id: string, name: string, locality: string): string {
    const known = this.#byId.get(id) ?? this.#byName.get(`${name}|${locality}`)
    if (known !== undefined) return known
    const counts = [...(this.#ofLocality.get(locality) ?? [])]
    const [most] = counts.sort(([, a], [, b]) => b - a)
    if (most === undefined) return ''
    this.#byName.set(`${name}|${locality}`, most[0])
    return most[0]
  }
}

export async function readRoads(paths: readonly string[], options: ImportOptions) {
  const roads = new RoadPostcodes()
  if (paths.length === 0) return roads
  const inputs = await requireInputs(paths, '.csv file', isCsvName)
  await scanTables(inputs, layoutOf(roads), newPass(new Tally(), options))
  if (!roads.isEmpty) return roads
  throw new ImportRefused(`${paths.join(', ')} has no road with a postcode.`)
}

function layoutOf(roads: RoadPostcodes): Layout<undefined> {
  return {
    expected:
      'a list of roads as CSV (columns name, locality, postcode and, if there is one, road_id)',
    ...CSV,
    begin(first) {
      const header = fieldsOf(first)
      const at = columnsOf(header, COLUMNS)
      if (at === undefined) return undefined
      const id = header.map(foldedName).indexOf('roadid')
      return {
        columns: first.columns,
        hasHeader: true,
        read(record) {
          const postcode = record.text(at.postcode)
          // A road that crosses the border of an area has none.
          if (!POSTCODE.test(postcode)) return undefined
          const localities = record.text(at.locality).toUpperCase().split(',')
          const name = record.text(at.name).toUpperCase()
          roads.add(id === -1 ? '' : record.uniqueText(id), name, localities, postcode)
          return undefined
        },
      }
    },
  }
}
