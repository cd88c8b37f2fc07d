// Addresses named by a name of their own and a place: `Highfield, Stockport` is a house before a street.

import { isOnlyWords, type Reading } from '../query/reading.ts'
import { EXACT } from '../ranking.ts'
import type { AddressFinder, Search } from './address-finder.ts'
import { TopAnswers } from './top-answers.ts'
import { isWholeText, type OwnText, postcodeIn } from './whole-line.ts'

export interface OwnNameHooks {
  readonly finder: AddressFinder
  isPlaceName(words: readonly string[]): boolean
  ownText(record: number, street: number): OwnText
}

/** Of so many addresses that have all words, those with exactly that name come first. */
const NAMED_MAX = 40

/** Best known first; none where the line does not end with a whole place. Of the UK only, which has no aliases. */
export function recordsByOwnName(
  hooks: OwnNameHooks,
  words: readonly string[],
  readings: readonly Reading[],
  { top, filter, work }: Search,
): readonly number[] {
  const { finder } = hooks
  const reading = words.length < 2 ? undefined : readings.find(isOnlyWords)
  const [first] = reading?.words ?? []
  if (reading === undefined || first === undefined) return []
  if (first.names.length + first.parts.length === 0) return []
  const { terms } = finder.index
  const others = postcodeIn(terms, words)?.others ?? words
  const isPlaced = others.length < words.length || endsWithPlace(hooks, others)
  if (!isPlaced) return []
  const answers = new TopAnswers(Math.max(top, NAMED_MAX))
  finder.match([{ ...reading, block: 0 }], EXACT, { top, filter, work }, answers)
  return answers
    .list()
    .filter(({ row, street }) => {
      const text = hooks.ownText(row, street)
      const { names } = text
      const [, building = []] = names
      const whereOf = () => [building, text.street, ...text.places]
      return names.some((name) => name.length > 0 && isWholeText(others, name, whereOf))
    })
    .map(({ row }) => row)
}

/** One letter, which may stand for `SOUTH`, is the beginning of a word that is being typed. */
function endsWithPlace(hooks: OwnNameHooks, words: readonly string[]): boolean {
  if (words.at(-1)?.length === 1) return false
  return words.some((_, at) => at > 0 && hooks.isPlaceName(words.slice(at)))
}
