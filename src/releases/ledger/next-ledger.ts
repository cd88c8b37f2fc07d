// Brings an id ledger up to another release: its ids are current, and those that it lacks are retired.
// Unchecked: hot, goes over every id of a release, and places come from the lists themselves.

import { loadSections } from '../../index/file/index-file.ts'
import { IndexSections } from '../../index/file/index-sections.ts'
import { readSuccessors } from '../../index/ids/postal-id.ts'
import { GrowingU32 } from '../../index/rows/growing-arrays.ts'
import { NONE } from '../../index/streets/records.ts'
import { AddressParts } from '../address-parts.ts'
import { compareReleases, digestOf, isCompared, withSections } from '../compare-releases.ts'
import { ChangeColumns, type SuccessorKey } from './change-step.ts'
import type { ChangedId } from './changed-ids.ts'
import type { IdKey } from './id-keys.ts'
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
  /** What became of ids since the release before. */
  readonly changes: ChangeColumns
}

/**
 * `pathOf` gives the file of a release. If that of the release before cannot be read any more, no successors are known,
 * and which addresses have changed or moved is not known either.
 */
export async function nextLedger(
  ledger: WholeLedger | undefined,
  release: string,
  pathOf: (release: string) => string,
): Promise<LedgerStep> {
  const { buffer, entries } = await loadSections(pathOf(release), isIdSection, ArrayBuffer)
  const sections = new IndexSections(buffer, entries)
  const named = namedIn(sections)
  const current = idsOf(sections)
  const retired = new RetiredColumns()
  if (ledger === undefined) {
    const head = { release, releases: [], prefixes: current.prefixes }
    return { head, current, retired, before: 0, gone: 0, changes: new ChangeColumns() }
  }
  const prefixes = commonPrefixes(ledger.current, current)
  const { gone, isAdded } = compareIds(ledger.current, current, prefixes)
  const { release: before } = ledger.head
  const head = headOf(ledger, release, prefixes, gone.count > 0)
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
  const successorsOf = (id: IdKey, at: number) => {
    const source = named(id)
    const record = successors?.records[at] ?? NONE
    if (source.length > 0 || successors === undefined || record === NONE) return source
    const first = placeOf === undefined ? current.first[record] : placeOf[current.first[record]]
    return [{ first, second: current.second[record], inferred: successors.isInferred[at] === 1 }]
  }
  const retire = (at: number) => {
    const key = { first: gone.first.at(at), second: gone.second.at(at) }
    retired.retire(key, last, successorsOf(key, at))
  }
  keepRetired(ledger, current, prefixes, retired, named, gone, retire)
  const marks = await markChanged(pathOf(before), pathOf(release))
  const changes = changesOf(ledger.current, current, prefixes, marks, successorsOf)
  return { head, current, retired, before: ledger.current.count, gone: gone.count, changes }
}

/** The same for a release that a change set made, which says what became of ids; all others stay as they are. */
export async function ledgerAfterSet(
  ledger: WholeLedger,
  release: string,
  path: string,
  inferred: readonly ChangedId[],
): Promise<LedgerStep> {
  const isNamed = (name: string) => name === 'successors'
  const { buffer, entries } = await loadSections(path, isNamed, ArrayBuffer)
  const named = namedIn(new IndexSections(buffer, entries))
  const changed = inferred.map((each) => {
    const source = each.kind === 'retired' ? named(each) : []
    return source.length > 0 ? { ...each, successors: source } : each
  })
  const gone = changed.reduce((count, { kind }) => count + (kind === 'retired' ? 1 : 0), 0)
  const head = headOf(ledger, release, [], gone > 0)
  const last = 2 * head.releases.indexOf(ledger.head.release)
  const about = {
    prefixes: [],
    count: changed.length,
    first: Uint32Array.from(changed, ({ first }) => first),
    second: Uint32Array.from(changed, ({ second }) => second),
  }
  const most = ledger.current.count + changed.length
  const [first, second] = [new Uint32Array(most), new Uint32Array(most)]
  let count = 0
  const hold = (id: IdKey) => {
    first[count] = id.first
    second[count++] = id.second
  }
  const old = new IdCursor(ledger.current, [])
  mergeIds(old, new IdCursor(about, []), {
    gone: () => hold(old),
    kept(_, at) {
      if (changed[at].kind !== 'retired') hold(old)
    },
    added: (at) => hold(changed[at]),
  })
  const [retired, changes] = [new RetiredColumns(), new ChangeColumns()]
  const row = new IdCursor(ledger.retired, [])
  mergeIds(row, new IdCursor(about, []), {
    gone: () => keep(retired, ledger.retired, row, named),
    added(at) {
      const { kind, successors } = changed[at]
      if (kind === 'retired') retired.retire(changed[at], last, successors)
    },
  })
  for (const id of changed) changes.add(id, id.kind, id.successors)
  const current = { prefixes: [], count, first, second }
  return { head, current, retired, before: ledger.current.count, gone, changes }
}

/** What the source says that an id continues as: whatever was inferred no longer counts. */
type Named = (id: IdKey) => readonly SuccessorKey[]

function namedIn(sections: IndexSections): Named {
  const successorsOf = readSuccessors(sections)
  return ({ first, second }) =>
    successorsOf({ high: first, low: second }).map(({ high, low }) => {
      return { first: high, second: low, inferred: false }
    })
}

/** Keeps a row unless the source has said something about its id since. */
function keep(
  retired: RetiredColumns,
  rows: WholeLedger['retired'],
  id: IdCursor,
  named: Named,
  placeOf?: Uint32Array,
): void {
  const { at } = id
  const successors = named(id)
  const isRepeated =
    at > 0 && rows.first[at - 1] === rows.first[at] && rows.second[at - 1] === rows.second[at]
  if (successors.length === 0) retired.keep(rows, id, at, placeOf)
  else if (!isRepeated) retired.retire(id, rows.last[at] & ~1, successors)
}

function headOf(
  { head: { release: before, releases } }: WholeLedger,
  release: string,
  prefixes: readonly string[],
  hasGone: boolean,
) {
  const isKnown = !hasGone || releases.includes(before)
  return { release, releases: isKnown ? releases : [...releases, before], prefixes }
}

type ChangeMarks = Awaited<ReturnType<typeof markChanged>>

/** Which records of the new release say something else than before, or have moved. */
async function markChanged(oldPath: string, nextPath: string) {
  const old = await withSections(oldPath, isCompared, digestOf).catch(() => undefined)
  return withSections(nextPath, isCompared, (sections) => {
    const parts = new AddressParts(sections, 0)
    const [changed, moved] = [new RecordMarks(parts.records), new RecordMarks(parts.records)]
    if (old === undefined) return { changed, moved }
    compareReleases(old, sections, parts, {
      kept(_, record, __, reasons, metres) {
        if (reasons !== 0) changed.add(record)
        else if (metres > 0) moved.add(record)
      },
    })
    return { changed, moved }
  })
}

function changesOf(
  before: IdList,
  current: IdList & { readonly order: Uint32Array },
  prefixes: readonly string[],
  marks: ChangeMarks,
  successorsOf: (id: IdKey, at: number) => readonly SuccessorKey[],
): ChangeColumns {
  const changes = new ChangeColumns()
  const [old, next] = [new IdCursor(before, prefixes), new IdCursor(current, prefixes)]
  let gone = 0
  mergeIds(old, next, {
    gone: () => changes.add(old, 'retired', successorsOf(old, gone++)),
    added: () => changes.add(next, 'added'),
    kept(_, at) {
      const record = current.order[at]
      if (marks.changed.has(record)) changes.add(next, 'changed')
      else if (marks.moved.has(record)) changes.add(next, 'moved')
    },
  })
  return changes
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
  named: Named,
  gone: GoneIds,
  retire: (at: number) => void,
): void {
  const placeOf = placesAmong(head.prefixes, prefixes)
  const old = new IdCursor(rows, prefixes)
  let at = 0
  const isNext = () => gone.first.at(at) - old.first || gone.second.at(at) - old.second
  mergeIds(old, new IdCursor(current, prefixes), {
    gone() {
      while (at < gone.count && isNext() < 0) retire(at++)
      keep(retired, rows, old, named, placeOf)
    },
  })
  while (at < gone.count) retire(at++)
}
