// What changes from one release to another: addresses added, retired, changed and moved, by place and by reason.
// Unchecked: hot, goes over every address of two releases, and rows come from the columns themselves.

import { CHANGE_KINDS, type ChangeKind } from '../address/change.ts'
import type { IndexSections } from '../index/file/index-sections.ts'
import { GrowingU32 } from '../index/rows/growing-arrays.ts'
import { NONE } from '../index/streets/records.ts'
import { recordOf } from '../lib/record-of.ts'
import { AddressParts, isPartSection } from './address-parts.ts'
import { addressTexts } from './address-texts.ts'
import {
  compareReleases,
  type Digest,
  digestOf,
  isCompared,
  REASONS,
  withSections,
} from './compare-releases.ts'
import { idText } from './ledger/id-keys.ts'
import { idsOf, isIdSection } from './ledger/id-lists.ts'
import { findSuccessors, RecordMarks } from './ledger/successors.ts'

const EXAMPLES_MAX = 5
const PLACES_MAX = 10

/** How many addresses; an address may have both changed and moved, by more than 20 m. */
type Counts = Readonly<Record<ChangeKind, number>>

type Reason = (typeof REASONS)[number]

export interface ReleaseDiff extends Counts {
  readonly from: string
  readonly to: string
  readonly addresses_from: number
  readonly addresses_to: number
  /** How many of the retired addresses continue under another id. */
  readonly continued: number
  /** How many of the changed addresses differ in each part. */
  readonly reasons: Readonly<Record<Reason, number>>
  /** Those with most changes first: states, or towns. */
  readonly places: readonly (Counts & { readonly place: string })[]
  readonly examples: readonly DiffExample[]
}

interface DiffExample {
  readonly kind: ChangeKind
  readonly id: string
  /** As it was, or of an added address, as it is. */
  readonly address: string
  /** What a changed address says now, the id that a retired one continues as, how far one has moved. */
  readonly now: string
}

/** The two releases are in memory one after the other: of the old one a few numbers of each address are kept. */
export async function diffReleases(oldPath: string, nextPath: string): Promise<ReleaseDiff> {
  const { found, count } = await compared(oldPath, nextPath)
  const lost = { path: oldPath, count, gone: found.gone.view() }
  const successors = await withSections(nextPath, isIdSection, (sections) =>
    findSuccessors(lost, { path: nextPath, sections, isAdded: found.isAdded }),
  )
  const records = successors?.records ?? new Uint32Array(lost.gone.length).fill(NONE)
  const before = await withSections(oldPath, isShown, (sections) => {
    const { order } = idsOf(sections)
    const shown = found.examples.map(({ oldAt }) => (oldAt === NONE ? NONE : order[oldAt]))
    return shownOf(sections, shown, { retired: found.byStreet.retired })
  })
  const { retired: _, ...ofNew } = found.byStreet
  const after = await withSections(nextPath, isShown, (sections) => {
    const shown = found.examples.map(({ record, goneAt }) =>
      goneAt === NONE ? record : records[goneAt],
    )
    return shownOf(sections, shown, ofNew)
  })
  return {
    from: before.release.release,
    to: after.release.release,
    addresses_from: before.release.addresses,
    addresses_to: after.release.addresses,
    ...recordOf(CHANGE_KINDS, (kind) => sum(found.byStreet[kind])),
    continued: records.reduce((count, record) => count + (record === NONE ? 0 : 1), 0),
    reasons: found.reasons,
    places: mostChanged(before.places, after.places),
    examples: found.examples.map(({ kind, metres }, at) => {
      const [was, is] = [before.shown[at], after.shown[at]]
      const now =
        kind === 'moved' ? `${Math.round(metres)} m` : kind === 'retired' ? is.id : is.address
      if (kind === 'added') return { kind, ...is, now: '' }
      return { kind, ...was, now }
    }),
  }
}

/** What is kept of the old release is given back. */
async function compared(oldPath: string, nextPath: string) {
  const old = await withSections(oldPath, isCompared, digestOf)
  const found = await withSections(nextPath, isCompared, (sections) => compare(old, sections))
  return { found, count: old.ids.count }
}

function isShown(name: string): boolean {
  return isPartSection(name) || isIdSection(name)
}

/** One of the first few of its kind: its place in the old list, or its record in the new release, or both. */
interface Seen {
  readonly kind: ChangeKind
  readonly oldAt: number
  readonly record: number
  /** Its place among the retired ids. */
  readonly goneAt: number
  readonly metres: number
}

class Findings {
  readonly gone = new GrowingU32()
  readonly isAdded: RecordMarks
  /** Retired addresses by the streets of the old release, all others by those of the new one. */
  readonly byStreet: Readonly<Record<ChangeKind, Uint32Array>>
  readonly reasons: Record<Reason, number> = recordOf(REASONS, () => 0)
  readonly examples: Seen[] = []
  readonly #shown: Record<ChangeKind, number> = recordOf(CHANGE_KINDS, () => 0)

  constructor(oldStreets: number, streets: number, records: number) {
    this.isAdded = new RecordMarks(records)
    const counts = (kind: ChangeKind) => new Uint32Array(kind === 'retired' ? oldStreets : streets)
    this.byStreet = recordOf(CHANGE_KINDS, counts)
  }

  count(kind: ChangeKind, street: number, seen: Partial<Seen>): void {
    this.byStreet[kind][street] += 1
    this.#shown[kind] += 1
    if (this.#shown[kind] > EXAMPLES_MAX) return
    this.examples.push({ kind, oldAt: NONE, record: NONE, goneAt: NONE, metres: 0, ...seen })
  }
}

function sum(counts: Uint32Array): number {
  return counts.reduce((total, count) => total + count, 0)
}

function compare(old: Digest, sections: IndexSections): Findings {
  const parts = new AddressParts(sections, 0)
  const found = new Findings(old.parts.street.length, parts.parts.street.length, parts.records)
  compareReleases(old, sections, parts, {
    gone(oldAt, street) {
      found.count('retired', street, { oldAt, goneAt: found.gone.length })
      found.gone.push(oldAt)
    },
    added(record, street) {
      found.isAdded.add(record)
      found.count('added', street, { record })
    },
    kept(oldAt, record, street, reasons, metres) {
      REASONS.forEach((reason, at) => {
        if (((reasons >>> at) & 1) === 1) found.reasons[reason] += 1
      })
      if (reasons !== 0) found.count('changed', street, { oldAt, record })
      if (metres > 0) found.count('moved', street, { oldAt, record, metres })
    },
  })
  return found
}
/** Some records as people read them, NONE as empty texts, and how often each place has been counted. */
function shownOf(
  sections: IndexSections,
  records: readonly number[],
  byStreet: Readonly<Partial<Record<ChangeKind, Uint32Array>>>,
) {
  const ids = idsOf(sections)
  const texts = addressTexts(sections)
  const parts = new AddressParts(sections, 0)
  const shown = records.map((record) => {
    if (record === NONE) return { id: '', address: '' }
    const id = idText({ first: ids.first[record], second: ids.second[record] }, ids.prefixes)
    return { id, address: texts.address(record, parts.streetOf(record)) }
  })
  const places = new Map<string, Partial<Record<ChangeKind, number>>>()
  for (const kind of CHANGE_KINDS) {
    byStreet[kind]?.forEach((count, street) => {
      if (count === 0) return
      const place = texts.place(street)
      const counts = places.get(place) ?? {}
      places.set(place, { ...counts, [kind]: (counts[kind] ?? 0) + count })
    })
  }
  return { release: sections.get('release'), shown, places }
}

type PlaceCounts = ReadonlyMap<string, Partial<Record<ChangeKind, number>>>

function mostChanged(before: PlaceCounts, after: PlaceCounts): ReleaseDiff['places'] {
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const places = names.map((place) => ({
    place,
    ...recordOf(CHANGE_KINDS, (kind) => before.get(place)?.[kind] ?? after.get(place)?.[kind] ?? 0),
  }))
  const all = (counts: Counts) => CHANGE_KINDS.reduce((total, kind) => total + counts[kind], 0)
  return places.sort((a, b) => all(b) - all(a) || (a.place < b.place ? -1 : 1)).slice(0, PLACES_MAX)
}
