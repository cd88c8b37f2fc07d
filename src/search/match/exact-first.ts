// The exact thing first: a whole line, a place alone or a name of its own, before what only holds the words.

import { RECORD } from '../../index/streets/records.ts'
import type { Tokens } from '../../index/words/fold.ts'
import type { AddressLayer } from '../address-layer.ts'
import { isOnlyWords, type Reading } from '../query/reading.ts'
import { EXACT } from '../ranking.ts'
import { inFineOrder } from './fine-order.ts'
import { addressesOfPlace } from './place-alone.ts'
import type { Search } from './street-collector.ts'
import { type Answer, ownAnswer } from './top-answers.ts'
import { isWholeText, postcodeIn, recordsOfWholeLine } from './whole-line.ts'

interface ExactFirst {
  /** How the first of them were found; undefined where the line names nothing exactly. */
  readonly by: keyof typeof EXACT_WAYS | undefined
  readonly answers: readonly Answer[]
}

type ExactRecords = (
  layer: AddressLayer<unknown>,
  tokens: Tokens,
  search: Search,
  readings: readonly Reading[],
) => readonly number[]

const EXACT_WAYS = {
  'whole line': recordsOfWholeLine,
  'place alone': addressesOfPlace,
  'own name': recordsByOwnName,
} satisfies Record<string, ExactRecords>

/** The answers, and before them those that the line names exactly. */
export function withExactFirst(
  layer: AddressLayer<unknown>,
  tokens: Tokens,
  readings: readonly Reading[],
  search: Search,
  found: readonly Answer[],
): ExactFirst {
  for (const by of ['whole line', 'place alone', 'own name'] as const) {
    const records = EXACT_WAYS[by](layer, tokens, search, readings)
    if (records.length === 0) continue
    const { streets, records: columns } = layer.finder.index
    // A penalty below all others, in whatever index it is found.
    const exact = records.map((row) =>
      ownAnswer(row, streets.ofRecord(row), (columns.flags[row] ?? 0) & RECORD.deep, -1),
    )
    const others = found.filter(({ shown }) => !records.includes(shown))
    return { by, answers: [...exact, ...others].slice(0, search.top) }
  }
  return { by: undefined, answers: inFineOrder(layer, tokens.words, found) }
}

/** How many addresses with all words are compared for their exact name. */
const NAMED_MAX = 40

/**
 * Addresses with a name of their own before a place, best known first: `Highfield, Stockport` is a house before a
 * street. Only the UK has them, and it has no aliases.
 */
function recordsByOwnName(
  layer: AddressLayer<unknown>,
  { words }: Tokens,
  { top, filter, work }: Search,
  readings: readonly Reading[],
): readonly number[] {
  const { finder, ownText } = layer
  const reading = words.length < 2 ? undefined : readings.find(isOnlyWords)
  const [first] = reading?.words ?? []
  if (reading === undefined || first === undefined || ownText === undefined) return []
  if (first.names.length + first.parts.length === 0) return []
  const others = postcodeIn(finder.index.terms, words)?.others ?? words
  const isPlaced = others.length < words.length || endsWithPlace(layer, others)
  if (!isPlaced) return []
  const named = { top: Math.max(top, NAMED_MAX), filter, work, passes: [EXACT] }
  return finder
    .find([{ ...reading, block: 0 }], named)
    .list()
    .filter(({ row, street }) => {
      const text = ownText(row, street)
      const { names } = text
      const [, building = []] = names
      const whereOf = () => [building, layer.wholeStreet(street), ...text.places]
      return names.some((name) => name.length > 0 && isWholeText(others, name, whereOf))
    })
    .map(({ row }) => row)
}

/** A single letter at the end is the beginning of a word, even if it may stand for `SOUTH`. */
function endsWithPlace(layer: AddressLayer<unknown>, words: readonly string[]): boolean {
  if (words.at(-1)?.length === 1) return false
  return words.some((_, at) => at > 0 && layer.places.isName(words.slice(at)))
}
