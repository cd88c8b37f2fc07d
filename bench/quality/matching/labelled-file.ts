// A list of one's own with labels: the column `expected` holds the id or the address, or nothing where there is none.

import type { Product } from '../../../src/address/product.ts'
import { OperatorError } from '../../../src/lib/operator-error.ts'
import { openMatchList } from '../../../src/lists/matching/match-list.ts'
import { inputOf } from '../../../src/lists/matching/match-rows.ts'
import { rowsOf } from '../../../src/lists/matching/rows.ts'
import type { LabelledRow } from './labelled-list.ts'

/** The names that the column may have. */
const EXPECTED = ['expected', 'expected_id', 'expected_address', 'label']
const ROWS_MAX = 1_000_000

interface LabelledFile {
  readonly product: Product
  /** Undefined: guessed, as for any list. */
  readonly columns: string | undefined
}

export async function labelledFile(
  path: string,
  { product, columns }: LabelledFile,
): Promise<LabelledRow[]> {
  const list = await openMatchList(path, { product, columns })
  const { names, reads } = list.layout
  const expected = names.findIndex((name) => EXPECTED.includes(name.trim().toLowerCase()))
  if (expected < 0) {
    throw new OperatorError(`${list.layout.file} has no column named ${EXPECTED.join(', ')}.`)
  }
  const layout = { ...list.layout, reads: reads.filter(({ column }) => column !== expected) }
  const labelled: LabelledRow[] = []
  for await (const rows of rowsOf(list)) {
    if (labelled.length + rows.length > ROWS_MAX) {
      throw new OperatorError(`${layout.file} has more than ${ROWS_MAX} rows; divide it.`)
    }
    for (const { cells } of rows) {
      const text = (cells[expected] ?? '').trim()
      const meant = text === '' ? undefined : { id: text, label: text }
      const kinds = [meant === undefined ? 'does not exist' : 'exists']
      labelled.push({ input: inputOf(cells, layout), meant, kinds, heldBack: undefined })
    }
  }
  return labelled
}
