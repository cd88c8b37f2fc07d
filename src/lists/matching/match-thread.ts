// One thread that matches rows of a list over the shared memory of an index, and packs what is written back.

import { gzipSync } from 'node:zlib'
import type { LayerMemory } from '../../areas/layer.ts'
import { areasOver } from '../../areas/release-areas.ts'
import { answerQuestions } from '../../lib/thread/asked-thread.ts'
import type { ProductSearch } from '../../search/address-search.ts'
import { searchOver } from '../../search/open-index.ts'
import type { ListLayout } from './match-list.ts'
import { matchRows } from './match-rows.ts'
import { type ResultPages, resultPages } from './parquet-output.ts'
import { resultCells, rowText } from './result-columns.ts'
import type { ListRow } from './rows.ts'
import type { MatchSummary } from './summary.ts'

export interface BlockToMatch {
  readonly rows: readonly ListRow[]
  readonly layout: ListLayout
  /** Whether what is written is packed: each block is a gzip member of its own. */
  readonly isPacked: boolean
}

export interface MatchMemory {
  readonly index: SharedArrayBuffer
  readonly layers: readonly LayerMemory[]
}

export interface MatchedBlock extends ResultPages {
  readonly summary: MatchSummary
}

let search: ProductSearch

answerQuestions({
  onMemory({ index, layers }: MatchMemory) {
    search = { ...searchOver(index), areas: areasOver(index, layers) } as ProductSearch
  },
  answer: ({ rows, layout, isPacked }: BlockToMatch) =>
    layout.format === 'parquet' ? pages(rows, layout) : text(rows, layout, isPacked),
  // Where the bytes are all of their memory.
  handsOver: ({ bytes }) => (bytes.length === bytes.buffer.byteLength ? [bytes.buffer] : []),
})

function text(rows: readonly ListRow[], layout: ListLayout, isPacked: boolean): MatchedBlock {
  const { written, summary } = matchRows(search, rows, layout, (row, match, areas) =>
    rowText(row, match, layout, areas),
  )
  const all = written.join('')
  return { bytes: isPacked ? gzipSync(all) : Buffer.from(all), sizes: [], summary }
}

function pages(rows: readonly ListRow[], layout: ListLayout): MatchedBlock {
  const { written, summary } = matchRows(search, rows, layout, (_, match, areas) =>
    resultCells(match, layout, areas),
  )
  return { ...resultPages(written, layout), summary }
}
