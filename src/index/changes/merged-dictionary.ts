// The dictionary of two UK indexes as that of one: the terms that a street still has, and the streets of each.
// Unchecked: hot, goes over every street, and numbers come from the columns themselves.

import { Lists } from '../columns/lists.ts'
import { Texts } from '../columns/texts.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import type { ListsName } from '../file/sections.ts'
import { GrowingU32 } from '../rows/growing-arrays.ts'
import { NONE } from '../streets/records.ts'
import { Postings, writeListed } from '../terms/postings.ts'
import { termsIn, writeTerms } from '../terms/terms-writer.ts'
import type { MergedPart, MergedStreets } from './merged-streets.ts'
import { LEFT_OUT, MergedPostings, mergeTexts, usedTerms } from './merged-terms.ts'

export type Finals = readonly Uint32Array[]

export type MergedPostcodes = ReturnType<typeof mergePostcodes>

/** Postcodes that a street has, sorted; a street without one has the number behind the last. */
export function mergePostcodes(streets: MergedStreets) {
  const used = streets.parts.map(({ sections, isReplaced }) => {
    const marks = new Uint8Array(sections.get('postcode.text').length + 1)
    sections.get('street.postcode').forEach((postcode, street) => {
      if (isReplaced[street] === 0) marks[postcode] = 1
    })
    return marks
  })
  const lists = streets.parts.map(({ sections }) => {
    const texts = new Texts(sections)
    return Array.from(sections.get('postcode.text'), (text) => texts.at(text))
  })
  const { sorted, finals } = mergeTexts(lists, (part, postcode) => used[part][postcode] === 1)
  return { sorted, finals }
}

const NAME_LISTS = ['name.strong', 'name.weak'] as const
const PLACE_LISTS = ['place.strong', 'place.weak', 'place.near'] as const

export interface Dictionary {
  /** For each part the final number of each of its terms. */
  readonly finals: Finals
  readonly sorted: readonly string[]
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
  const own = parts.map(({ sections }) => termsIn(sections.get('terms.nodes')))
  const used = parts.map(({ sections, isReplaced }, part) =>
    usedTerms(new Postings(sections, isReplaced.length), own[part].length, isReplaced),
  )
  const { sorted, finals } = mergeTexts(own, (part, term) => used[part][term] === 1)
  await writeTerms(writer, 'terms', sorted)
  const ofNames = await writePartTerms(writer, parts, finals, NAME_LISTS, nameSources)
  const ofPlaces = await writePartTerms(writer, parts, finals, PLACE_LISTS, placeSources)
  return { finals, sorted, ofNames, ofPlaces }
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
    for (let at = 0; at < sources[0].length; at++) {
      const terms = lists.flatMap((list, part) => {
        const source = sources[part][at]
        return source === NONE ? [] : [list.of(source).map((term) => finals[part][term])]
      })
      const [own = NO_TERMS, others] = terms
      const all = others === undefined ? own : Uint32Array.from(new Set([...own, ...others])).sort()
      for (const term of all) values.push(term)
      if (others !== undefined) {
        shared.set(at, new Set([...(shared.get(at) ?? []), ...all]))
      }
      offset[at + 1] = values.length
    }
    await writer.add(`${name}.offset`, offset)
    await writer.add(`${name}.values`, values.view())
  }
  return shared
}

const NO_TERMS = new Uint32Array()

function postcodeTerms(
  { parts }: MergedStreets,
  terms: Finals,
  { sorted, finals }: MergedPostcodes,
) {
  const joined = new Uint32Array(sorted.length)
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

export async function writeMergedPostings(
  writer: SectionWriter,
  streets: MergedStreets,
  dictionary: Dictionary,
  postcodes: MergedPostcodes,
): Promise<void> {
  const { finals, sorted } = dictionary
  const { joined, spacedFrom } = postcodeTerms(streets, finals, postcodes)
  await writer.add('postcode.joined', joined)
  await writer.add('postcode.spacedFrom', spacedFrom)
  const [{ sections: release }] = streets.parts
  const buckets = release.get('premises.buckets')
  await writer.add('premises.buckets', buckets)
  const merged = new MergedPostings(sorted.length + buckets, streets.count)
  for (const [part, { sections, isReplaced }] of streets.parts.entries()) {
    const finalOf = new Uint32Array(finals[part].length + buckets)
    finalOf.set(finals[part])
    for (let i = 0; i < buckets; i++) finalOf[finals[part].length + i] = sorted.length + i
    const streetTo = new Uint32Array(isReplaced.length).fill(LEFT_OUT)
    for (let street = 0; street < streets.count; street++) {
      if (streets.part[street] === part) streetTo[streets.own[street]] = street
    }
    merged.add(new Postings(sections, isReplaced.length), finalOf, streetTo)
  }
  for (const [term, street] of moreTerms(streets, dictionary)) merged.addMore(term, street)
  await writeListed(writer, { count: streets.count, sorted }, merged)
}

/** What a street is found by since the other part knows more names of its own name or place. */
function moreTerms(streets: MergedStreets, { finals, ofNames, ofPlaces }: Dictionary) {
  const more: (readonly [term: number, street: number])[] = []
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
        more.push([term, street])
      }
    }
  }
  return more
}
