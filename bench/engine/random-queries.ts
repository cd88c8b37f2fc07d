// Distinct queries in random order, as thousands of people type at once: each is asked once, whatever came before.

import { SeededRandom } from '../../dev/seeded-random.ts'
import { type Facts, factsOf } from '../quality/facts.ts'
import { nameWords, otherForms, streetTypes } from '../quality/lines/typed-forms.ts'
import { withTypingError } from '../quality/lines/typing-errors.ts'
import { numberOf, streetOf, withSpaces, written } from '../quality/lines/written.ts'
import type { ScoredSearch } from '../quality/release-contents.ts'

export const QUERY_KINDS = [
  'cut at a random key',
  'whole line',
  'abbreviated',
  'one typing error',
  'unit',
] as const

type QueryKind = (typeof QUERY_KINDS)[number]

interface RandomQuery {
  readonly term: string
  readonly kind: QueryKind
}

/** An address that has no unit, no long word or no other form is passed over for kinds that need one. */
const TRIES_PER_QUERY = 40

export function randomQueries(
  search: ScoredSearch,
  count: number,
  seed: number,
  kinds: readonly QueryKind[] = QUERY_KINDS,
): readonly RandomQuery[] {
  const random = new SeededRandom(seed)
  const queries = new Map<string, RandomQuery>()
  for (let tries = 0; queries.size < count && tries < count * TRIES_PER_QUERY; tries += 1) {
    const facts = factsOf(search.at(random.below(search.release.addresses)))
    if (facts === undefined) continue
    const kind = kinds[queries.size % kinds.length] ?? 'whole line'
    const term = WRITERS[kind](facts, random)?.toLowerCase()
    if (term !== undefined && term !== '' && !queries.has(term)) queries.set(term, { term, kind })
  }
  return shuffled([...queries.values()], random)
}

type Writer = (facts: Facts, random: SeededRandom) => string | undefined

const WRITERS: Readonly<Record<QueryKind, Writer>> = {
  'cut at a random key': (facts, random) => {
    const line = lineOf(facts, random)
    return line.slice(0, 1 + random.below(line.length))
  },
  'whole line': lineOf,
  abbreviated: (facts, random) => {
    const street = withSpaces(
      shortened(facts.name, nameWords, random),
      shortened(facts.type, streetTypes, random),
    )
    return street === withSpaces(facts.name, facts.type)
      ? undefined
      : withSpaces(premisesOf(facts), street, shortened(facts.place, nameWords, random))
  },
  'one typing error': (facts, random) => {
    const words = withTypingError(withSpaces(streetOf(facts), facts.place), random)
    return words && withSpaces(premisesOf(facts), words)
  },
  unit: (facts, random) => {
    const number = numberOf(facts)
    if (facts.unit === '' || number === '') return undefined
    const unit = random.chance(0.6)
      ? `${facts.unit}/${number}`
      : withSpaces(random.pick(['unit', 'flat', 'u', facts.unitType]), facts.unit, number)
    return withSpaces(unit, streetOf(facts), random.chance(0.5) ? facts.place : '')
  },
}

/** With the name of the building before it now and then, and with as much of the place as people type. */
function lineOf(facts: Facts, random: SeededRandom): string {
  const building = random.chance(0.3) ? facts.building : ''
  const { place } = written(facts)
  const where = random.pick([facts.place, place, withSpaces(facts.place, facts.postcode)])
  return withSpaces(building, premisesOf(facts), streetOf(facts), where)
}

/** A UK house without a number goes by its name. */
function premisesOf(facts: Facts): string {
  const { premises } = written(facts)
  return premises === '' ? withSpaces(facts.part, facts.building) : premises
}

function shortened(
  text: string,
  forms: Parameters<typeof otherForms>[0],
  random: SeededRandom,
): string {
  return text
    .split(' ')
    .map((word) => {
      const others = otherForms(forms, word)
      return others.length === 0 ? word : random.pick(others)
    })
    .join(' ')
}

function shuffled<T>(items: readonly T[], random: SeededRandom): readonly T[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
