// The rows of a chunk and their matches, packed for the store.

import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { ListRow } from '../lists/matching/rows.ts'
import type { Match } from '../match/verdict.ts'

/** Fast: the store is spared most of the bytes by the lowest level already. */
const LEVEL = 1

export function packed(value: readonly ListRow[] | readonly Match[]): Buffer {
  return deflateRawSync(JSON.stringify(value), { level: LEVEL })
}

export function unpackedRows(bytes: Uint8Array): ListRow[] {
  return unpacked(bytes) as ListRow[]
}

/** None if nothing is done yet. */
export function unpackedMatches(bytes: Uint8Array | null): Match[] {
  return bytes === null ? [] : (unpacked(bytes) as Match[])
}

// It was packed above.
function unpacked(bytes: Uint8Array): unknown {
  return JSON.parse(inflateRawSync(bytes).toString('utf8'))
}
