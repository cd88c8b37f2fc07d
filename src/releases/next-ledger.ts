// Brings an id ledger up to another release: its ids are current, and those that it lacks are retired.
// Unchecked: hot, goes over every id of a release, and places come from the lists themselves.

import { loadSections } from '../index/file/index-file.ts'
import { IndexSections } from '../index/file/index-sections.ts'
import { GrowingU32 } from '../index/rows/growing-arrays.ts'
import { NONE } from '../index/streets/records.ts'
import {
  commonPrefixes,
  IdCursor,
  type IdList,
  idsOf,
  isIdSection,
  mergeIds,
  placesAmong,
} from './id-lists.ts'
import { type NextLedger, RetiredColumns, type WholeLedger } from './ledger.ts'
import { findSuccessors, RecordMarks } from './successors.ts'

interface LedgerStep extends NextLedger {
  /** How many ids the release before had, and how many of them this one lacks. */
  readonly before: number
  readonly gone: number
}

/** `pathOf` gives the file of a release. That of the release before is only needed for successors. */
export async function nextLedger(
  ledger: WholeLedger | undefined,
  release: string,
  pathOf: (release: string) => string,
): Promise<LedgerStep> {
  const { buffer, entries } = await loadSections(pathOf(release), isIdSection, ArrayBuffer)
  const sections = new IndexSections(buffer, entries)
  const current = idsOf(sections)
  const retired = new RetiredColumns()
  if (ledger === undefined) {
    const head = { release, releases: [], prefixes: current.prefixes }
    return { head, current, retired, before: 0, gone: 0 }
  }
  const prefixes = commonPrefixes(ledger.current, current)
  const { gone, isAdded } = compareIds(ledger.current, current, prefixes)
  const { release: before, releases } = ledger.head
  const isKnown = gone.count === 0 || releases.includes(before)
  const head = { release, releases: isKnown ? releases : [...releases, before], prefixes }
  const successors =
    gone.count === 0
      ? undefined
      : await findSuccessors(
          { path: pathOf(before), count: ledger.current.count, gone: gone.places.view() },
          { path: pathOf(release), sections, isAdded },
        )
  gone.places.free()
  const last = 2 * head.releases.indexOf(before)
  const placeOf = placesAmong(current.prefixes, prefixes)
  const retire = (at: number) => {
    const record = successors?.records[at] ?? NONE
    const key = { first: gone.first.at(at), second: gone.second.at(at) }
    if (successors === undefined || record === NONE) return retired.add(key, last)
    const first = placeOf === undefined ? current.first[record] : placeOf[current.first[record]]
    const successor = { first, second: current.second[record] }
    retired.add(key, last + successors.isInferred[at], successor)
  }
  keepRetired(ledger, current, prefixes, retired, gone, retire)
  return { head, current, retired, before: ledger.current.count, gone: gone.count }
}

/** The ids that the new release lacks, in order, with their places in the old list. */
class GoneIds {
  readonly places = new GrowingU32()
  readonly first = new GrowingU32()
  readonly second = new GrowingU32()

  get count(): number {
    return this.first.length
  }

  add({ at, first, second }: IdCursor): void {
    this.places.push(at)
    this.first.push(first)
    this.second.push(second)
  }
}

function compareIds(
  before: IdList,
  current: IdList & { readonly order: Uint32Array },
  prefixes: readonly string[],
) {
  const gone = new GoneIds()
  const isAdded = new RecordMarks(current.count)
  const old = new IdCursor(before, prefixes)
  mergeIds(old, new IdCursor(current, prefixes), {
    gone: () => gone.add(old),
    added: (at) => isAdded.add(current.order[at]),
  })
  return { gone, isAdded }
}

/** Those retired before stay so, unless the release has them again; in between, `retire` adds the new ones. */
function keepRetired(
  { head, retired: rows }: WholeLedger,
  current: IdList,
  prefixes: readonly string[],
  retired: RetiredColumns,
  gone: GoneIds,
  retire: (at: number) => void,
): void {
  const placeOf = placesAmong(head.prefixes, prefixes)
  const old = new IdCursor(rows, prefixes)
  let at = 0
  const isNext = () => gone.first.at(at) - old.first || gone.second.at(at) - old.second
  mergeIds(old, new IdCursor(current, prefixes), {
    gone(row) {
      while (at < gone.count && isNext() < 0) retire(at++)
      const first = rows.successorFirst.at(row)
      const second = rows.successorSecond.at(row)
      const successor = { first: placeOf === undefined ? first : placeOf[first], second }
      retired.add(old, rows.last[row], rows.successorFirst.has(row) ? successor : undefined)
    },
  })
  while (at < gone.count) retire(at++)
}
