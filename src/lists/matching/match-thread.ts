// One thread that matches rows of a list over the shared memory of an index, and packs what is written back.

import { parentPort, workerData } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import type { LayerMemory } from '../../areas/layer.ts'
import { areasOver } from '../../areas/release-areas.ts'
import type { ProductSearch } from '../../search/address-search.ts'
import { searchOver } from '../../search/open-index.ts'
import type { ListLayout } from './match-list.ts'
import { matchRows } from './match-rows.ts'
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

export interface MatchedBlock {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly summary: MatchSummary
}

if (parentPort === null) throw new Error('match-thread.ts runs as a worker thread only.')
const first = parentPort
// Memory is all that a thread is started with.
const { index, layers } = workerData as MatchMemory
const search = { ...searchOver(index), areas: areasOver(index, layers) } as ProductSearch

first.on('message', ({ rows, layout, isPacked }: BlockToMatch) => {
  const { text, summary } = matchRows(search, rows, layout)
  const bytes = isPacked ? gzipSync(text) : Buffer.from(text)
  const block: MatchedBlock = { bytes, summary }
  // Handed over, not copied, where they are all of their memory.
  const isWhole = bytes.length === bytes.buffer.byteLength
  first.postMessage(block, isWhole ? [bytes.buffer] : [])
})
