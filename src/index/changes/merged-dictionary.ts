// The dictionary of two UK indexes as that of one: the terms that a street still has, and the streets of each.
// Unchecked: hot, goes over every street, and numbers come from the columns themselves.

import { Lists, writeLists } from '../columns/lists.ts'
import { Texts } from '../columns/texts.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import type { ListsName } from '../file/sections.ts'
import { countUp } from '../rows/row-order.ts'
import { NONE } from '../streets/records.ts'
import { writePostings } from '../terms/postings.ts'
import { termsIn, writeTerms } from '../terms/terms-writer.ts'
import type { MergedStreets } from './merged-streets.ts'
import { LEFT_OUT, mergeTexts, RecordTerms } from './merged-terms.ts'

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
  /** Every final number at its own place. */
  readonly same: Uint32Array
  readonly sorted: readonly string[]
  readonly ofRecords: readonly RecordTerms[]
  /** The final terms of each final name and of each final place. */
  readonly ofNames: readonly Uint32Array[]
  readonly ofPlaces: readonly Uint32Array[]
}

/** The terms that a street still has, and those of names, places and postcodes. */
export async function writeDictionary(
  writer: SectionWriter,
  streets: MergedStreets,
  postcodes: MergedPostcodes,
): Promise<Dictionary> {
  const { parts, nameSources, placeSources } = streets
  const own = parts.map(({ sections }) => termsIn(sections.get('terms.nodes')))
  const ofRecords = parts.map(
    ({ sections, isReplaced }, part) => new RecordTerms(sections, own[part], isReplaced),
  )
  parts.forEach(({ sections }, part) => {
    const { isUsed } = ofRecords[part]
    const mark = (names: readonly ListsName[], sources: Uint32Array) => {
      for (const name of names) {
        const lists = new Lists(sections, name)
        for (const source of sources) {
          if (source !== NONE) for (const term of lists.of(source)) isUsed[term] = 1
        }
      }
    }
    mark(NAME_LISTS, nameSources[part])
    mark(PLACE_LISTS, placeSources[part])
    const [joined, spacedFrom] = [
      sections.get('postcode.joined'),
      sections.get('postcode.spacedFrom'),
    ]
    postcodes.finals[part].forEach((final, postcode) => {
      if (final === LEFT_OUT) return
      isUsed[joined[postcode]] = 1
      isUsed[spacedFrom + postcode] = 1
    })
  })
  const { sorted, finals } = mergeTexts(own, (part, term) => ofRecords[part].isUsed[term] === 1)
  await writeTerms(writer, 'terms', sorted)
  const same = countUp(sorted.length)
  const lists = { writer, streets, finals, same }
  const ofNames = await writePartTerms(lists, NAME_LISTS, nameSources)
  const ofPlaces = await writePartTerms(lists, PLACE_LISTS, placeSources)
  return { finals, sorted, same, ofRecords, ofNames, ofPlaces }
}

interface PartTerms extends Pick<Dictionary, 'finals' | 'same'> {
  readonly writer: SectionWriter
  readonly streets: MergedStreets
}

/** Writes the lists, and answers all terms of each name or place together. */
async function writePartTerms(
  { writer, streets, finals, same }: PartTerms,
  names: readonly ListsName[],
  sources: readonly Uint32Array[],
): Promise<readonly Uint32Array[]> {
  const count = sources[0].length
  const all: number[][] = Array.from({ length: count }, () => [])
  for (const name of names) {
    const lists = streets.parts.map(({ sections }) => new Lists(sections, name))
    const merged = all.map((together, at) => {
      const own = new Set<number>()
      lists.forEach((list, part) => {
        const source = sources[part][at]
        if (source !== NONE) for (const term of list.of(source)) own.add(finals[part][term])
      })
      for (const term of own) together.push(term)
      return [...own]
    })
    await writeLists(writer, name, merged, same)
  }
  return all.map((list) => Uint32Array.from(list))
}

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
  { finals, same, sorted, ofRecords, ofNames, ofPlaces }: Dictionary,
  postcodes: MergedPostcodes,
): Promise<void> {
  const { joined, spacedFrom } = postcodeTerms(streets, finals, postcodes)
  await writer.add('postcode.joined', joined)
  await writer.add('postcode.spacedFrom', spacedFrom)
  const { parts, part, own } = streets
  const [{ sections: release }] = parts
  const buckets = release.get('premises.buckets')
  await writer.add('premises.buckets', buckets)
  const postcodeOf = parts.map(({ sections }) => sections.get('street.postcode'))
  await writePostings(writer, {
    count: streets.count,
    final: same,
    sorted,
    buckets,
    each: (street, addTerm, addBucket) => {
      for (const term of ofNames[streets.names.of[street]]) addTerm(term)
      for (const term of ofPlaces[streets.places.of[street]]) addTerm(term)
      const at = part[street]
      const postcode = postcodes.finals[at][postcodeOf[at][own[street]]]
      if (postcode !== undefined) {
        addTerm(joined[postcode])
        addTerm(spacedFrom + postcode)
      }
      const finalOf = finals[at]
      ofRecords[at].each(own[street], (term) => addTerm(finalOf[term]), addBucket)
    },
  })
}
