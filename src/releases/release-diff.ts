// What changes from one release to another: addresses added, retired, changed and moved, by place and by reason.
// Unchecked: hot, goes over every address of two releases, and rows come from the columns themselves.

import { metresBetween } from '../address/geo.ts'
import { loadSections } from '../index/file/index-file.ts'
import { IndexSections } from '../index/file/index-sections.ts'
import { GrowingU32 } from '../index/rows/growing-arrays.ts'
import { NONE } from '../index/streets/records.ts'
import { AddressParts, isPartSection, STREET_PARTS } from './address-parts.ts'
import { addressTexts } from './address-texts.ts'
import { commonPrefixes, IdCursor, type IdList, idsOf, isIdSection, mergeIds } from './id-lists.ts'
import { idText } from './ledger.ts'
import { findSuccessors, RecordMarks } from './successors.ts'

const MOVED_METRES = 20
const EXAMPLES_MAX = 5
const PLACES_MAX = 10

const KINDS = ['added', 'retired', 'changed', 'moved'] as const
type Kind = (typeof KINDS)[number]
/** How many addresses; an address may have both changed and moved, by more than 20 m. */
type Counts = Readonly<Record<Kind, number>>

/** Where on its street an address is, and what its street says. */
const REASONS = ['premises', ...STREET_PARTS] as const
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
  readonly kind: Kind
  readonly id: string
  /** As it was, or of an added address, as it is. */
  readonly address: string
  /** What a changed address says now, the id that a retired one continues as, how far one has moved. */
  readonly now: string
}

/** The two releases are in memory one after the other: of the old one a few numbers of each address are kept. */
export async function diffReleases(oldPath: string, nextPath: string): Promise<ReleaseDiff> {
  const old = await withSections(oldPath, isCompared, digestOf)
  const found = await withSections(nextPath, isCompared, (sections) => compare(old, sections))
  const lost = { path: oldPath, count: old.ids.count, gone: found.gone.view() }
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
    ...countsOf((kind) => sum(found.byStreet[kind])),
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

function isShown(name: string): boolean {
  return isPartSection(name) || isIdSection(name)
}

function isCompared(name: string): boolean {
  return isShown(name) || /^(street|record)\.(latitude|longitude)$/.test(name)
}

/** The memory is given back at the end. */
async function withSections<T>(
  path: string,
  isWanted: (name: string) => boolean,
  work: (sections: IndexSections) => T | Promise<T>,
): Promise<T> {
  const { buffer, entries } = await loadSections(path, isWanted, ArrayBuffer)
  const result = await work(new IndexSections(buffer, entries))
  buffer.transfer(0)
  return result
}

/** What is kept of the old release, in the order of its ids. */
interface Digest {
  readonly ids: IdList
  readonly premises: Uint32Array
  readonly street: Uint32Array
  readonly parts: AddressParts['parts']
  readonly latitude: Int32Array
  readonly longitude: Int32Array
}

function digestOf(sections: IndexSections): Digest {
  const { prefixes, count, first, second, order } = idsOf(sections)
  const parts = new AddressParts(sections, 0)
  const points = new Points(sections)
  const ids = { prefixes, count, first: first.slice(), second: new Uint32Array(count) }
  const [premises, streets] = [new Uint32Array(count), new Uint32Array(count)]
  const [latitude, longitude] = [new Int32Array(count), new Int32Array(count)]
  for (let at = 0; at < count; at++) {
    const record = order[at]
    const street = parts.streetOf(record)
    ids.first[at] = first[record]
    ids.second[at] = second[record]
    premises[at] = parts.premises(record)
    streets[at] = street
    latitude[at] = points.latitude(record, street)
    longitude[at] = points.longitude(record, street)
  }
  return { ids, premises, street: streets, parts: parts.parts, latitude, longitude }
}

/** In ten-millionths of a degree, a centimetre: those of streets are, and those of records are ten times as fine. */
const UNITS = 1e7
const STEPS_PER_UNIT = 10

class Points {
  readonly #street: readonly [Int32Array, Int32Array]
  readonly #record: readonly [Int32Array, Int32Array]

  constructor(sections: IndexSections) {
    this.#street = [sections.get('street.latitude'), sections.get('street.longitude')]
    this.#record = [sections.get('record.latitude'), sections.get('record.longitude')]
  }

  latitude(record: number, street: number): number {
    return this.#street[0][street] + Math.round(this.#record[0][record] / STEPS_PER_UNIT)
  }

  longitude(record: number, street: number): number {
    return this.#street[1][street] + Math.round(this.#record[1][record] / STEPS_PER_UNIT)
  }
}

/** One of the first few of its kind: its place in the old list, or its record in the new release, or both. */
interface Seen {
  readonly kind: Kind
  readonly oldAt: number
  readonly record: number
  /** Its place among the retired ids. */
  readonly goneAt: number
  readonly metres: number
}

class Findings {
  readonly gone = new GrowingU32()
  readonly isAdded: RecordMarks
  /** Of the retired by streets of the old release, of the others by those of the new one. */
  readonly byStreet: Readonly<Record<Kind, Uint32Array>>
  readonly reasons: Record<Reason, number> = zeros(REASONS)
  readonly examples: Seen[] = []
  readonly #shown: Record<Kind, number> = zeros(KINDS)

  constructor(oldStreets: number, streets: number, records: number) {
    this.isAdded = new RecordMarks(records)
    const counts = (kind: Kind) => new Uint32Array(kind === 'retired' ? oldStreets : streets)
    this.byStreet = Object.fromEntries(KINDS.map((kind) => [kind, counts(kind)])) as Record<
      Kind,
      Uint32Array
    >
  }

  count(kind: Kind, street: number, seen: Partial<Seen>): void {
    this.byStreet[kind][street] += 1
    this.#shown[kind] += 1
    if (this.#shown[kind] > EXAMPLES_MAX) return
    this.examples.push({ kind, oldAt: NONE, record: NONE, goneAt: NONE, metres: 0, ...seen })
  }
}

function zeros<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
}

function countsOf(count: (kind: Kind) => number): Record<Kind, number> {
  return Object.fromEntries(KINDS.map((kind) => [kind, count(kind)])) as Record<Kind, number>
}

function sum(counts: Uint32Array): number {
  return counts.reduce((total, count) => total + count, 0)
}

function compare(old: Digest, sections: IndexSections): Findings {
  const ids = idsOf(sections)
  const parts = new AddressParts(sections, 0)
  const points = new Points(sections)
  const prefixes = commonPrefixes(old.ids, ids)
  const found = new Findings(old.parts.street.length, parts.parts.street.length, ids.count)
  mergeIds(new IdCursor(old.ids, prefixes), new IdCursor(ids, prefixes), {
    gone(oldAt) {
      found.count('retired', old.street[oldAt], { oldAt, goneAt: found.gone.length })
      found.gone.push(oldAt)
    },
    added(at) {
      const record = ids.order[at]
      found.isAdded.add(record)
      found.count('added', parts.streetOf(record), { record })
    },
    kept(oldAt, at) {
      const record = ids.order[at]
      const street = parts.streetOf(record)
      let isChanged = old.premises[oldAt] !== parts.premises(record)
      if (isChanged) found.reasons.premises += 1
      for (const part of STREET_PARTS) {
        if (old.parts[part][old.street[oldAt]] === parts.parts[part][street]) continue
        found.reasons[part] += 1
        isChanged = true
      }
      if (isChanged) found.count('changed', street, { oldAt, record })
      const metres = metresMoved(
        old,
        oldAt,
        points.latitude(record, street),
        points.longitude(record, street),
      )
      if (metres > MOVED_METRES) found.count('moved', street, { oldAt, record, metres })
    },
  })
  return found
}

/** 0 also where one of the points is unknown, which is latitude and longitude 0. */
function metresMoved(old: Digest, oldAt: number, latitude: number, longitude: number): number {
  const [oldLatitude, oldLongitude] = [old.latitude[oldAt], old.longitude[oldAt]]
  if (oldLatitude === latitude && oldLongitude === longitude) return 0
  if ((latitude === 0 && longitude === 0) || (oldLatitude === 0 && oldLongitude === 0)) return 0
  const was = { latitude: oldLatitude / UNITS, longitude: oldLongitude / UNITS }
  const is = { latitude: latitude / UNITS, longitude: longitude / UNITS }
  return metresBetween(was, is)
}

/** Some records as people read them, NONE as empty texts, and how often each place has been counted. */
function shownOf(
  sections: IndexSections,
  records: readonly number[],
  byStreet: Readonly<Partial<Record<Kind, Uint32Array>>>,
) {
  const ids = idsOf(sections)
  const texts = addressTexts(sections)
  const parts = new AddressParts(sections, 0)
  const shown = records.map((record) => {
    if (record === NONE) return { id: '', address: '' }
    const id = idText(ids.first[record], ids.second[record], ids)
    return { id, address: texts.address(record, parts.streetOf(record)) }
  })
  const places = new Map<string, Partial<Record<Kind, number>>>()
  for (const kind of KINDS) {
    byStreet[kind]?.forEach((count, street) => {
      if (count === 0) return
      const place = texts.place(street)
      const counts = places.get(place) ?? {}
      places.set(place, { ...counts, [kind]: (counts[kind] ?? 0) + count })
    })
  }
  return { release: sections.get('release'), shown, places }
}

type PlaceCounts = ReadonlyMap<string, Partial<Record<Kind, number>>>

function mostChanged(before: PlaceCounts, after: PlaceCounts): ReleaseDiff['places'] {
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const places = names.map((place) => ({
    place,
    ...countsOf((kind) => before.get(place)?.[kind] ?? after.get(place)?.[kind] ?? 0),
  }))
  const all = (counts: Counts) => KINDS.reduce((total, kind) => total + counts[kind], 0)
  return places.sort((a, b) => all(b) - all(a) || (a.place < b.place ? -1 : 1)).slice(0, PLACES_MAX)
}
