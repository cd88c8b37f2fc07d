// Questions in random order, close enough to each other that an answer kept for one could be given to another.

import fc from 'fast-check'
import type { Product } from '../../src/address/product.ts'
import { matchAddress } from '../../src/match/match.ts'
import type { AnySearch } from '../../src/search/address-search.ts'
import { STEPS_MAX, Work } from '../../src/search/work.ts'
import { typedLines } from '../search/typed-lines.ts'

/** Few lines and many questions: each line is asked for again and again, in other forms. */
const LINES_PER_CLASS = 2
const FILTER_VALUES = 8

/** What is asked, and how. */
export interface Question {
  readonly about: string
  /** The answer, and the steps that were spent on it. */
  readonly ask: (search: AnySearch) => unknown
}

/** In pairs that differ in one thing: the words, how they are typed, the operation or its options. */
export function questionsTo(search: AnySearch, count: number, seed: number): Question[] {
  const lines = typedLines(search, search.product, LINES_PER_CLASS, seed).map(({ text }) => text)
  const parts = fc.record({
    text: texts(lines),
    slip: rarely(fc.record({ at: fc.nat(), instead: fc.constantFrom('', 'e', 'ss') })),
    end: rarely(fc.record({ at: fc.nat(), isInWord: fc.boolean() })),
    ending: fc.constantFrom('', '', ' ', ', '),
    kind: fc.nat(KINDS.length - 1),
    options: options(search),
  })
  const changed = fc.constantFrom<keyof Parts>('text', 'slip', 'end', 'ending', 'ending', 'options')
  const pair = fc
    .tuple(parts, parts, changed)
    .map(([one, other, name]) => [one, { ...one, [name]: other[name] }].map(questionOf))
  return fc.sample(pair, { numRuns: count / 2, seed }).flat()
}

interface Parts {
  readonly text: string
  readonly slip: { readonly at: number; readonly instead: string } | undefined
  readonly end: { readonly at: number; readonly isInWord: boolean } | undefined
  /** The last word is open where there is none. */
  readonly ending: string
  readonly kind: number
  readonly options: Options
}

function questionOf({ text, slip, end, ending, kind, options }: Parts): Question {
  const term = cut(misspelt(text, slip), end) + ending
  const [name, ask] = KINDS[kind]
  const about = `${name} ${JSON.stringify({ term, ...options })}`
  return {
    about,
    ask(search) {
      const work = new Work(options.steps)
      return [ask(search, term, options, work), work.spent]
    },
  }
}

function rarely<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(value, { nil: undefined, freq: 1 })
}

/** A line, the words of two that do not belong together, or a few words that many addresses have. */
function texts(lines: readonly string[]): fc.Arbitrary<string> {
  const line = fc.constantFrom(...lines)
  const word = fc.constantFrom(...new Set(lines.flatMap((each) => each.split(/[\s,]+/))))
  const number = fc.integer({ min: 1, max: 30 })
  const mixed = fc
    .tuple(line, line, fc.nat(3), fc.nat(3))
    .map(([one, other, to, from]) =>
      [...one.split(' ').slice(0, to + 1), ...other.split(' ').slice(from)].join(' '),
    )
  const short = fc.tuple(number, word).map((parts) => parts.join(' '))
  const two = fc.tuple(word, word).map((parts) => parts.join(' '))
  return fc.oneof(line, mixed, short, short, two)
}

function misspelt(text: string, slip: Parts['slip']): string {
  if (slip === undefined) return text
  const at = slip.at % Math.max(1, text.length)
  return text.slice(0, at) + slip.instead + text.slice(at + 1)
}

/** To the end of a word or to the middle of one. */
function cut(text: string, end: Parts['end']): string {
  if (end === undefined) return text
  if (end.isInWord) return text.slice(0, 1 + (end.at % Math.max(1, text.length)))
  const words = text.split(' ')
  return words.slice(0, 1 + (end.at % words.length)).join(' ')
}

interface Options {
  readonly top: number
  readonly isSet: boolean
  readonly field: string
  readonly row: number
  readonly km: number
  /** How many may be spent: few end a search early. */
  readonly steps: number
  readonly filtered: 'not' | 'by field' | 'by radius' | 'by location'
}

function options({ product, release }: AnySearch): fc.Arbitrary<Options> {
  return fc.record({
    top: fc.constantFrom(1, 6, 20),
    isSet: fc.boolean(),
    field: fc.constantFrom(...FIELDS[product]),
    row: fc.nat(release.addresses - 1),
    km: fc.constantFrom(0.2, 1, 25),
    steps: fc.constantFrom(STEPS_MAX, STEPS_MAX, 2000),
    filtered: fc.constantFrom('not', 'not', 'by field', 'by field', 'by radius', 'by location'),
  })
}

const FIELDS: Readonly<Record<Product, readonly string[]>> = {
  au: ['state', 'locality_name', 'postcode'],
  nz: ['town_city', 'locality_name', 'postcode'],
  uk: ['county', 'locality', 'town_or_city', 'postcode'],
}

type Ask = (search: AnySearch, term: string, options: Options, work: Work) => unknown

/** As often as they stand here. */
const KINDS: readonly (readonly [name: string, ask: Ask])[] = [
  ['autocomplete', autocomplete],
  ['autocomplete', autocomplete],
  ['autocomplete', autocomplete],
  ['validate', validate],
  ['validate', validate],
  ['match', (search, term) => matchAddress(search, term)],
  ['typeahead', typeahead],
  ['places', places],
  ['nearest', nearest],
  ['one address', oneAddress],
  ['explain', (search, term, { top }) => search.explain(term, top)],
]

function autocomplete(search: AnySearch, term: string, options: Options, work: Work) {
  const { top, isSet, filtered, km } = options
  const point = pointOf(search, options)
  const filter = {
    ...(filtered === 'by field' && { fields: fieldFilter(search, options) }),
    ...(filtered === 'by radius' && { radius: { ...point, km } }),
    ...(isSet && { residential: true }),
  }
  const location = filtered === 'by location' ? { location: point } : {}
  const found = search.autocomplete({ term, top, filter, ...location, work })
  // The address is made when it is asked for.
  return found.map((each) => ({ ...each, item: each.item, label: each.label }))
}

function validate(search: AnySearch, line: string, { isSet, top }: Options, work: Work) {
  return search.validate({ line, strict: isSet, work, ...(top === 1 && { residential: true }) })
}

function typeahead(search: AnySearch, term: string, options: Options, work: Work) {
  const { top, isSet, field, filtered } = options
  const some = { ...(isSet && { search: [field] }) }
  const filter = filtered === 'by field' ? { filter: fieldFilter(search, options) } : {}
  const [first = '', ...rest] = term.split(/(?<=\s)(?=\S)/)
  const word = isSet ? first : (rest[0] ?? first)
  return search.typeahead({ term: word, top, ...some, ...filter, work })
}

function places(search: AnySearch, term: string, options: Options, work: Work) {
  const { top, isSet, filtered, km } = options
  const point = pointOf(search, options)
  const [, last = term] = /, (.+)$/.exec(term) ?? []
  const [word = ''] = last.split(' ')
  return search.places({
    ...{ term: isSet ? last : word.slice(0, 3), top, work },
    ...(filtered === 'by field' && { filter: fieldFilter(search, options) }),
    ...(filtered === 'by radius' && { radius: { ...point, km } }),
    ...(filtered === 'by location' && { location: point }),
  })
}

function nearest(search: AnySearch, term: string, options: Options, work: Work) {
  const { top, isSet, km: radiusKm, filtered } = options
  const near = { ...pointOf(search, options), radiusKm, top, work }
  const query = { ...near, ...(isSet && { residential: true }) }
  const own = filtered === 'not' ? {} : { term }
  return [search.nearest({ ...query, ...own }), search.nearestPlace(query)]
}

function oneAddress(search: AnySearch, _term: string, { row }: Options) {
  const { id, item } = search.at(row)
  const other = search.at((row * 7) % search.release.addresses)
  return [item, search.get(id), search.underOtherNames(id), search.distance(id, other.id)]
}

function pointOf(search: AnySearch, { row }: Options) {
  return search.locate(search.at(row).id) ?? { latitude: 0, longitude: 0 }
}

/** The values of a few rows, so that something is left. */
function fieldFilter(search: AnySearch, { field, row }: Options) {
  const values = Array.from({ length: FILTER_VALUES }, (_, nth) => {
    const { item } = search.at((row + nth * 811) % search.release.addresses)
    return String(item[field as keyof typeof item] ?? '')
  })
  return { [field]: values }
}
