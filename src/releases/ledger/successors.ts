// Which address of a new release each retired id lives on as: as the source says, or inferred from its text.
// Unchecked: hot, goes over every address of a release, and rows come from the columns themselves.

import { SparseColumn } from '../../index/columns/sparse-column.ts'
import { loadSections } from '../../index/file/index-file.ts'
import { IndexSections } from '../../index/file/index-sections.ts'
import { idFinder } from '../../index/ids/id-order.ts'
import { readSuccessors } from '../../index/ids/postal-id.ts'
import { freeMemory, GrowingU32 } from '../../index/rows/growing-arrays.ts'
import { NONE } from '../../index/streets/records.ts'
import { AddressParts, isPartSection } from '../address-parts.ts'
import { idsOf, isIdSection, placesAmong } from './id-lists.ts'

interface Successors {
  /** For each retired id the record of the new release, NONE for none. */
  readonly records: Uint32Array
  /** 1 where the source does not say so. */
  readonly isInferred: Uint8Array
}

interface OldRelease {
  readonly path: string
  /** How many ids it had. */
  readonly count: number
  /** The places of the retired ones among them. */
  readonly gone: Uint32Array
}

interface NewRelease {
  readonly path: string
  /** The sections of its ids. */
  readonly sections: IndexSections
  /** Its records whose ids the old one lacks. */
  readonly isAdded: RecordMarks
}

/** Undefined if the old release cannot be read any more. One release is given back before the other is read. */
export async function findSuccessors(
  old: OldRelease,
  { path, sections, isAdded }: NewRelease,
): Promise<Successors | undefined> {
  const gone = await readGone(old, sections.find('successors') !== undefined)
  if (gone === undefined) return undefined
  const records = followSource(gone, sections)
  const isInferred = Uint8Array.from(records, (record) => (record === NONE ? 1 : 0))
  const memory = await loadSections(path, isPartSection, ArrayBuffer)
  const next = lanesOf(new IndexSections(memory.buffer, memory.entries))
  const isShown = (record: number) => !next[0].isHidden(record)
  const isNew = (record: number) => isAdded.has(record) && isShown(record)
  match('whole', gone, next, records, isShown)
  match('nearby', gone, next, records, isNew)
  for (const numbers of [...gone.whole, ...gone.nearby, ...(gone.ids ?? [])]) freeMemory(numbers)
  memory.buffer.transfer(0)
  return { records: records.map((record) => (record === SEVERAL ? NONE : record)), isInferred }
}

/** A mark for each record of a release. */
export class RecordMarks {
  readonly #bits: Uint8Array

  constructor(records: number) {
    this.#bits = new Uint8Array((records + 7) >>> 3)
  }

  add(record: number): void {
    this.#bits[record >>> 3] |= 1 << (record & 7)
  }

  has(record: number): boolean {
    return ((this.#bits[record >>> 3] >>> (record & 7)) & 1) === 1
  }
}

type Lanes = readonly [AddressParts, AddressParts]
/** Whole texts, and texts with any postcode of the neighbourhood. */
type Compared = 'whole' | 'nearby'

function lanesOf(sections: IndexSections): Lanes {
  return [new AddressParts(sections, 0), new AddressParts(sections, 1)]
}

async function readGone(
  { path, count, gone }: OldRelease,
  isNamed: boolean,
): Promise<GoneAddresses | undefined> {
  const isWanted = (name: string) =>
    isPartSection(name) || isIdSection(name) || name.startsWith('record.principal.')
  const memory = await loadSections(path, isWanted, ArrayBuffer).catch(() => undefined)
  if (memory === undefined) return undefined
  const sections = new IndexSections(memory.buffer, memory.entries)
  const { order } = idsOf(sections)
  const records = gone.map((at) => order[at])
  const read = order.length === count ? new GoneAddresses(sections, records, isNamed) : undefined
  memory.buffer.transfer(0)
  return read
}

/** What the old release says of its retired ids. */
class GoneAddresses {
  readonly count: number
  /** Two numbers of each text. */
  readonly whole: readonly Uint32Array[]
  readonly nearby: readonly Uint32Array[]
  /** Which of them were other names of an address, and its id. */
  readonly aliases = new GrowingU32()
  readonly principalFirst = new GrowingU32()
  readonly principalSecond = new GrowingU32()
  readonly prefixes: readonly string[]
  /** Their own ids, where the source names successors. */
  readonly ids: readonly [Uint32Array, Uint32Array] | undefined

  constructor(sections: IndexSections, records: Uint32Array, isNamed: boolean) {
    this.count = records.length
    const lanes = lanesOf(sections)
    this.whole = lanes.map(() => new Uint32Array(this.count))
    this.nearby = lanes.map(() => new Uint32Array(this.count))
    const places = new Uint32Array(lanes[0].records).fill(NONE)
    records.forEach((record, at) => {
      places[record] = at
    })
    lanes[0].eachRecord((record, street) => {
      const at = places[record]
      if (at === NONE) return
      for (let lane = 0; lane < lanes.length; lane++) {
        const nearby = lanes[lane].nearby(record, street)
        this.nearby[lane][at] = nearby
        this.whole[lane][at] = lanes[lane].whole(record, street, nearby)
      }
    })
    freeMemory(places)
    const { prefixes, first, second } = idsOf(sections)
    this.prefixes = prefixes
    if (isNamed) {
      this.ids = [records.map((record) => first[record]), records.map((record) => second[record])]
    }
    const principals = new SparseColumn(sections, 'record.principal', NONE)
    for (let i = 0; i < records.length; i++) {
      const principal = principals.at(records[i])
      if (principal === NONE) continue
      this.aliases.push(i)
      this.principalFirst.push(first[principal])
      this.principalSecond.push(second[principal])
    }
  }
}

/** An alias lives on as the address that it was another name of, a UPRN as the first of those that the source names. */
function followSource(gone: GoneAddresses, sections: IndexSections): Uint32Array {
  const found = new Uint32Array(gone.count).fill(NONE)
  const { prefixes, first, second } = idsOf(sections)
  const places = placesAmong(gone.prefixes, prefixes)
  const find = idFinder(sections, first, second)
  for (let i = 0; i < gone.aliases.length; i++) {
    const own = gone.principalFirst.at(i)
    const prefix = places === undefined ? own : places[own]
    found[gone.aliases.at(i)] = find(prefix, gone.principalSecond.at(i))
  }
  if (gone.ids === undefined) return found
  const named = readSuccessors(sections)
  const [highs, lows] = gone.ids
  for (let i = 0; i < gone.count; i++) {
    for (const { high, low } of named({ high: highs[i], low: lows[i] })) {
      if (found[i] === NONE) found[i] = find(high, low)
    }
  }
  return found
}

/** In place of a record: several say the same, so none of them is meant. */
const SEVERAL = NONE - 1
/** Slots for each text. */
const ROOM = 1.5

/** Finds the one record of the new release that says the same, for those that have none yet. */
function match(
  what: Compared,
  gone: GoneAddresses,
  next: Lanes,
  found: Uint32Array,
  isCandidate: (record: number) => boolean,
): void {
  const [high, low] = gone[what]
  const waiting = found.reduce((count, record) => count + (record === NONE ? 1 : 0), 0)
  if (waiting === 0) return
  const mask = 2 ** Math.ceil(Math.log2(waiting * ROOM + 1)) - 1
  /** One more than the place of a retired id in each slot; 0 is a free one. */
  const slots = new Uint32Array(mask + 1)
  const slotOf = (first: number, second: number) => {
    let slot = (first ^ second) & mask
    while (slots[slot] !== 0) {
      const at = slots[slot] - 1
      if (high[at] === first && low[at] === second) break
      slot = (slot + 1) & mask
    }
    return slot
  }
  for (let i = 0; i < gone.count; i++) {
    if (found[i] !== NONE) continue
    const slot = slotOf(high[i], low[i])
    if (slots[slot] === 0) slots[slot] = i + 1
  }
  /** For each slot the one record that fits, or that there are several. */
  const fits = new Uint32Array(mask + 1).fill(NONE)
  next[0].eachRecord((record, street) => {
    if (!isCandidate(record)) return
    const slot = slotOf(next[0][what](record, street), next[1][what](record, street))
    if (slots[slot] !== 0) fits[slot] = fits[slot] === NONE ? record : SEVERAL
  })
  for (let i = 0; i < gone.count; i++) {
    if (found[i] === NONE) found[i] = fits[slotOf(high[i], low[i])]
  }
  freeMemory(slots)
  freeMemory(fits)
}
