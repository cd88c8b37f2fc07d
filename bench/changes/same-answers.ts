// Questions of all kinds, asked of two searches: which of them are answered differently.

import { isDeepStrictEqual } from 'node:util'
import { SeededRandom } from '../../dev/seeded-random.ts'
import { matchAddress } from '../../src/match/match.ts'
import type { PostalSearch } from '../../src/search/address-search.ts'

interface Question {
  readonly kind: string
  readonly about: string
  ask(search: PostalSearch): unknown
}

/** Made of the addresses of a release: typed to some length or misspelt, validated, matched, nearest and others. */
export function* questions(of: PostalSearch, count: number, seed: number): Generator<Question> {
  const random = new SeededRandom(seed)
  for (let i = 0; i < count; i++) {
    const { id, item } = of.at(random.below(of.release.addresses))
    const { formatted_address: lines, postcode, town_or_city: town, latitude, longitude } = item
    const words = lines.filter((line) => line !== '').join(', ')
    const line = random.chance(0.5) ? `${words}, ${postcode}` : words
    const typed = line.toLowerCase().slice(0, 1 + random.below(line.length))
    const misspelt = withSlip(line.toLowerCase(), random)
    const near = { latitude: latitude + random.next() / 100, longitude }
    const search = ['thoroughfare', 'town_or_city', 'locality', 'postcode']
    const field = random.pick(search)
    const kinds: readonly [string, string, Question['ask']][] = [
      ['typed', typed, (search) => autocomplete(search, { term: typed })],
      ['typed', typed, (search) => autocomplete(search, { term: typed })],
      ['misspelt', misspelt, (search) => autocomplete(search, { term: misspelt })],
      ['near', typed, (search) => autocomplete(search, { term: typed, location: near })],
      [
        'filtered',
        `${typed} in ${town}`,
        (search) =>
          autocomplete(search, { term: typed, filter: { fields: { town_or_city: [town] } } }),
      ],
      ['validate', line, (search) => search.validate({ line, strict: false })],
      ['validate', misspelt, (search) => search.validate({ line: misspelt, strict: true })],
      ['match', misspelt, (search) => matchAddress(search, misspelt)],
      ['nearest', id, (search) => search.nearest({ ...near, radiusKm: 2, top: 6 })],
      ['nearest place', id, (search) => search.nearestPlace({ ...near, radiusKm: 20, top: 6 })],
      ['get', id, (search) => [search.get(id), search.underOtherNames(id)]],
      ['places', typed, (search) => search.places({ term: typed, top: 6 })],
      [
        'typeahead',
        `${field} ${typed.slice(0, 4)}`,
        (search) => search.typeahead({ term: typed.slice(0, 4), top: 10, search: [field] }),
      ],
    ]
    const [kind, about, ask] = kinds[i % kinds.length] as (typeof kinds)[number]
    yield { kind, about, ask }
  }
}

type Asked = Omit<Parameters<PostalSearch['autocomplete']>[0], 'top'>

function autocomplete(search: PostalSearch, query: Asked): unknown {
  const found = search.autocomplete({ ...query, top: 6 })
  return found.map(({ id, label, penalty, without }) => ({ id, label, penalty, without }))
}

/** One letter left out, doubled or swapped with its neighbour. */
function withSlip(line: string, random: SeededRandom): string {
  const at = 1 + random.below(line.length - 1)
  const [before, letter, behind] = [line.slice(0, at), line.charAt(at), line.slice(at + 1)]
  return random.pick([
    before + behind,
    before + letter + letter + behind,
    before + swapped(letter + behind),
  ])
}

function swapped(text: string): string {
  return text.charAt(1) + text.charAt(0) + text.slice(2)
}

interface Difference extends Omit<Question, 'ask'> {
  readonly one: unknown
  readonly other: unknown
}

export function differences(
  asked: Iterable<Question>,
  one: PostalSearch,
  other: PostalSearch,
): Difference[] {
  const found: Difference[] = []
  for (const { kind, about, ask } of asked) {
    const answers = { one: ask(one), other: ask(other) }
    if (!isDeepStrictEqual(answers.one, answers.other)) found.push({ kind, about, ...answers })
  }
  return found
}
