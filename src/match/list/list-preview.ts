// What a person is shown of a list before all of it is matched: how it is read, and what its first rows give.

import type { NationalSearch, PostalSearch } from '../../search/address-search.ts'
import type { Match } from '../verdict.ts'
import type { ListLayout } from './layout.ts'
import { matchRow } from './match-rows.ts'
import type { MatchList } from './open-list.ts'
import { rowsOf } from './rows.ts'

const ROWS = 10

export interface ListPreview {
  readonly layout: ListLayout
  readonly rows: readonly PreviewRow[]
}

interface PreviewRow {
  readonly row: number
  readonly cells: readonly string[]
  readonly match: Match
}

/** `beforeRow` is for a thread that others share. */
export async function previewOf(
  list: MatchList,
  search: NationalSearch | PostalSearch,
  beforeRow: () => Promise<void> = async () => {},
): Promise<ListPreview> {
  const rows: PreviewRow[] = []
  for await (const some of rowsOf(list)) {
    for (const each of some.slice(0, ROWS - rows.length)) {
      await beforeRow()
      const { row, cells } = each
      rows.push({ row, cells, match: matchRow(search, each, list.layout).match })
    }
    if (rows.length === ROWS) break
  }
  return { layout: list.layout, rows }
}
