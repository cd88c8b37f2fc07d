// The dictionary of two UK indexes as that of one: the terms that a street still has, and the streets of each.
// Unchecked: hot, goes over every street, and numbers come from the columns themselves.

import { Lists } from '../columns/lists.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import type { ListsName } from '../file/sections.ts'
import { GrowingU32 } from '../rows/growing-arrays.ts'
import { NONE } from '../streets/records.ts'
import { LEFT_OUT, Postings, writeMergedPostings } from '../terms/postings.ts'
import { writeTrie } from '../terms/terms-writer.ts'
import type { MergedPart, MergedStreets } from './merged-streets.ts'
import { type MergedTexts, mergeTries, usedTerms } from './merged-terms.ts'

export type Finals = readonly Uint32Array[]

export interface MergedPostcodes {
  /** The final number of the text of each. */
  readonly texts: Uint32Array
  /** That of each final street, one past the last for none; empty where no street has one. */
  readonly of: Uint32Array
  /** For each part the final number of each of its postcodes; one that no street has any more is LEFT_OUT. */
  readonly finals: Finals
}

/** Postcodes that a street has, in the order of their texts, and so of the numbers of these. */
export function mergePostcodes(streets: MergedStreets, texts: MergedTexts): MergedPostcodes {
  const { parts, part, own, count } = streets
  const columns = parts.map(({ sections }) => sections.get('street.postcode'))
  const used = parts.map(({ sections }) => new Uint8Array(sections.get('postcode.text').length + 1))
  for (let street = 0; street < count; street++) {
    const postcode = columns[part[street]][own[street]]
    if (postcode !== undefined) used[part[street]][postcode] = 1
  }
  const lists = parts.map(({ sections }, at) =>
    sections.get('postcode.text').map((text) => texts.finals[at][text]),
  )
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0))
  const finals = lists.map((list) => new Uint32Array(list.length).fill(LEFT_OUT))
  const [first, second = new Uint32Array()] = lists
  let number = 0
  for (let a = 0, b = 0; a < first.length || b < second.length; ) {
    const text = Math.min(first[a] ?? LEFT_OUT, second[b] ?? LEFT_OUT)
    const [isFirst, isSecond] = [first[a] === text, second[b] === text]
    const isUsed = [isFirst && used[0][a] === 1, isSecond && used[1][b] === 1]
    if (isUsed[0]) finals[0][a] = number
    if (isUsed[1]) finals[1][b] = number
    if (isUsed.includes(true)) all[number++] = text
    if (isFirst) a++
    if (isSecond) b++
  }
  const of = new Uint32Array(number === 0 ? 0 : count).fill(number)
  for (let street = 0; street < of.length; street++) {
    const final = finals[part[street]][columns[part[street]][own[street]]]
    if (final !== undefined) of[street] = final
  }
  return { texts: all.subarray(0, number), of, finals }
}

const NAME_LISTS = ['name.strong', 'name.weak'] as const
const PLACE_LISTS = ['place.strong', 'place.weak', 'place.near'] as const

export interface Dictionary {
  /** For each part the final number of each of its terms. */
  readonly finals: Finals
  readonly count: number
  /** By final name and place that both parts have, its final terms. */
  readonly ofNames: SharedTerms
  readonly ofPlaces: SharedTerms
}

type SharedTerms = ReadonlyMap<number, ReadonlySet<number>>

/** The terms that a street still has, and those of names and places. */
export async function writeDictionary(
  writer: SectionWriter,
  streets: MergedStreets,
): Promise<Dictionary> {
  const { parts, nameSources, placeSources } = streets
  const [base, added] = parts.map(({ sections, isReplaced }) => ({
    nodes: sections.get('terms.nodes'),
    used: usedTerms(
      new Postings(sections, isReplaced.length),
      sections.get('terms.count'),
      isReplaced,
    ),
  }))
  const { count, finals, nodes, leftOut } = mergeTries(parts[0].sections, base, added)
  await writeTrie(writer, 'terms', nodes, count, leftOut)
  const ofNames = await writePartTerms(writer, parts, finals, NAME_LISTS, nameSources)
  const ofPlaces = await writePartTerms(writer, parts, finals, PLACE_LISTS, placeSources)
  return { finals, count, ofNames, ofPlaces }
}

/** Writes the lists, and answers the terms of what both parts have. */
async function writePartTerms(
  writer: SectionWriter,
  parts: readonly MergedPart[],
  finals: Finals,
  names: readonly ListsName[],
  sources: readonly Uint32Array[],
): Promise<SharedTerms> {
  const shared = new Map<number, Set<number>>()
  for (const name of names) {
    const lists = parts.map(({ sections }) => new Lists(sections, name))
    const offset = new Uint32Array(sources[0].length + 1)
    const values = new GrowingU32()
    const finalTerms = (part: number, source: number) =>
      Array.from(lists[part].of(source), (term) => finals[part][term])
    for (let at = 0; at < sources[0].length; at++) {
      const held = sources.findIndex((of) => of[at] !== NONE)
      const isShared = held === 0 && sources.length === 2 && sources[1][at] !== NONE
      const source = sources[held][at]
      const { offset: from, values: terms } = lists[held]
      if (isShared) {
        const both = new Set([...finalTerms(0, source), ...finalTerms(1, sources[1][at])])
        for (const term of Uint32Array.from(both).sort()) values.push(term)
        shared.set(at, both.union(shared.get(at) ?? both))
      } else {
        for (let i = from[source]; i < from[source + 1]; i++) values.push(finals[held][terms[i]])
      }
      offset[at + 1] = values.length
    }
    await writer.add(`${name}.offset`, offset)
    await writer.add(`${name}.values`, values.view())
  }
  return shared
}

function postcodeTerms(
  { parts }: MergedStreets,
  terms: Finals,
  { texts, finals }: MergedPostcodes,
) {
  const joined = new Uint32Array(texts.length)
  let spacedFrom = 0
  parts.forEach(({ sections }, part) => {
    const [own, from] = [sections.get('postcode.joined'), sections.get('postcode.spacedFrom')]
    finals[part].forEach((final, postcode) => {
      if (final === LEFT_OUT) return
      joined[final] = terms[part][own[postcode]]
      if (final === 0) spacedFrom = terms[part][from + postcode]
    })
  })
  return { joined, spacedFrom }
}

export async function writeAllPostings(
  writer: SectionWriter,
  streets: MergedStreets,
  dictionary: Dictionary,
  postcodes: MergedPostcodes,
): Promise<void> {
  const { finals, count } = dictionary
  const { joined, spacedFrom } = postcodeTerms(streets, finals, postcodes)
  await writer.add('postcode.joined', joined)
  await writer.add('postcode.spacedFrom', spacedFrom)
  const [{ sections: release }] = streets.parts
  const buckets = release.get('premises.buckets')
  await writer.add('premises.buckets', buckets)
  const bits = new Uint8Array(count)
  const sources = streets.parts.map(({ sections, isReplaced }, part) => {
    sections.get('terms.bit').forEach((bit, term) => {
      if (finals[part][term] !== LEFT_OUT) bits[finals[part][term]] = bit
    })
    const finalOf = new Uint32Array(finals[part].length + buckets)
    finalOf.set(finals[part])
    for (let i = 0; i < buckets; i++) finalOf[finals[part].length + i] = count + i
    const streetTo = new Uint32Array(isReplaced.length).fill(LEFT_OUT)
    for (let street = 0; street < streets.count; street++) {
      if (streets.part[street] === part) streetTo[streets.own[street]] = street
    }
    return { postings: new Postings(sections, isReplaced.length), finalOf, streetTo }
  })
  const all = { terms: count + buckets, bits, streetCount: streets.count }
  await writeMergedPostings(writer, all, sources, moreTerms(streets, dictionary))
}

/** What a street is found by since the other part knows more names of its own name or place. */
function moreTerms(streets: MergedStreets, { finals, ofNames, ofPlaces }: Dictionary) {
  const more = new Map<number, number[]>()
  const kinds = [
    { lists: NAME_LISTS, sources: streets.nameSources, of: streets.names.of, shared: ofNames },
    { lists: PLACE_LISTS, sources: streets.placeSources, of: streets.places.of, shared: ofPlaces },
  ] as const
  for (const { lists, sources, of, shared } of kinds) {
    if (shared.size === 0) continue
    const lacking = streets.parts.map(({ sections }, part) => {
      const own = lists.map((name) => new Lists(sections, name))
      return new Map(
        Array.from(shared, ([at, terms]) => {
          const held = own.flatMap((list) => [...list.of(sources[part][at])])
          const known = new Set(held.map((term) => finals[part][term]))
          return [at, [...terms].filter((term) => !known.has(term))] as const
        }),
      )
    })
    for (let street = 0; street < streets.count; street++) {
      for (const term of lacking[streets.part[street]].get(of[street]) ?? []) {
        const known = more.get(term)
        if (known === undefined) more.set(term, [street])
        else known.push(street)
      }
    }
  }
  return more
}
