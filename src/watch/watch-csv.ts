// The ids of a CSV file, for a watch list. Faults are listed by line.

import type { Product } from '../address/product.ts'
import { shown } from '../lib/delimited/csv-cells.ts'
import { csvRecords } from '../lib/delimited/csv-records.ts'
import type { Sliced } from '../lib/turns/turns.ts'
import { toSortable } from '../releases/ledger/id-keys.ts'

const FAULTS_MAX = 20
const ID_COLUMN = 'id'

interface ReadIds {
  readonly ids: readonly string[]
  /** The first FAULTS_MAX of them, each with its line. */
  readonly faults: readonly string[]
}

/** One id a line or, where the first line names columns, those of the column `id`. In slices: a file may be large. */
export function* readWatchCsv(text: string, product: Product): Sliced<ReadIds> {
  const ids: string[] = []
  const faults: string[] = []
  let column = -1
  for (const { line, columns, cells, fault } of csvRecords(text)) {
    yield
    if (column === -1) {
      const named = cells.findIndex((name) => name.trim().toLowerCase() === ID_COLUMN)
      if (named === -1 && columns > 1) {
        return { ids, faults: [`line ${line}: no column is named ${ID_COLUMN}.`] }
      }
      column = Math.max(0, named)
      if (named !== -1) continue
    }
    const id = shown(cells[column] ?? '').trim()
    if (fault === undefined && toSortable(product, id) !== undefined) ids.push(id)
    else if (faults.length < FAULTS_MAX) {
      faults.push(`line ${line}: ${fault ?? 'it has no ID of an address'}.`)
    }
  }
  return { ids, faults }
}
