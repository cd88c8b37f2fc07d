// Compares an address with a line: where they differ, and how likely it is meant.

import { regionForms, streetTypeForms } from '../index/words/written-forms.ts'
import { GLUED, TypedWords } from '../lines/typed-words.ts'
import { type Comparison, compare, ownLabel } from './compare.ts'
import { type Difference, isDecisive, logOdds } from './differences.ts'
import { type ComparedAddress, type HeldParts, heldParts } from './held-parts.ts'

export interface Judged {
  readonly id: string
  readonly held: HeldParts
  readonly parts: Comparison['parts']
  readonly differences: ReadonlySet<Difference>
  readonly comparison: Comparison
  readonly odds: number
  readonly isValidated: boolean
}

export function judge(
  typed: TypedWords,
  id: string,
  address: ComparedAddress,
  isValidated: boolean,
  alias?: ComparedAddress,
): Judged {
  const own = heldParts(address)
  const held = alias === undefined ? own : { ...heldParts(alias), label: own.label }
  const words = joinedAs(typed, held) ?? letteredAs(typed, held) ?? typed
  const comparison = (isValidated ? ownLabel(words, held) : undefined) ?? compare(words, held)
  const { parts, differences } = comparison
  const odds = logOdds(differences, isValidated)
  return { id, held, parts, differences, comparison, odds, isValidated }
}

/** `68 BARRACKSTHOBART 7000`, divided as the address is; undefined for what is not joined so. */
function joinedAs(typed: TypedWords, held: HeldParts): TypedWords | undefined {
  if (typed.length > JOINED_WORDS_MAX) return undefined
  const at = typed.words.findIndex((word) => word.length >= JOINED_LETTERS_MIN)
  const joined = typed.word(at)
  if (at < 0 || !held.streets.some(({ name }) => joined.startsWith(name.join('')))) return undefined
  const { country } = typed
  for (const { name, type } of held.streets) {
    for (const form of streetTypeForms(type)) {
      for (const place of [...held.places, []]) {
        for (const region of ['', ...regionForms(country, held.region)]) {
          const words = [...name, form, ...place, region].filter((word) => word !== '')
          if (words.join('').replaceAll(' ', '') !== joined) continue
          const texts = typed.words.map((word, i) => (i === at ? words.join(' ') : word))
          return new TypedWords(texts.map((text, i) => text + typed.gaps[i]).join(''), country)
        }
      }
    }
  }
  return undefined
}

/** `12AWILSON ST` as 12A, where the street is Wilson Street. */
function letteredAs(typed: TypedWords, { streets }: HeldParts): TypedWords | undefined {
  const at = typed.gaps.indexOf(GLUED)
  if (at < 0) return undefined
  const [letter = '', ...rest] = typed.word(at + 1)
  const name = rest.join('')
  if (!streets.some((street) => street.name[0] === name)) return undefined
  const texts = typed.words.with(at + 1, name).with(at, typed.word(at) + letter)
  const gaps = typed.gaps.with(at, ' ')
  return new TypedWords(texts.map((text, i) => text + gaps[i]).join(''), typed.country)
}

/** Unit, number, all names, postcode in two. */
const JOINED_WORDS_MAX = 5
const JOINED_LETTERS_MIN = 9

/** Nothing that decides is other than typed. */
export function fits({ differences }: Judged): boolean {
  for (const difference of differences) if (isDecisive(difference)) return false
  return true
}

/** The same with one more difference, found by other means than the words of the line. */
export function withDifference(judged: Judged, difference: Difference): Judged {
  const differences = new Set([...judged.differences, difference])
  return { ...judged, differences, odds: logOdds(differences, false), isValidated: false }
}

/** Whether the street or the place is not the one that was typed: it may be by another of its names. */
export function mayBeNamedOtherwise(differences: ReadonlySet<Difference>): boolean {
  return OTHER_NAMES.some((difference) => differences.has(difference))
}

const OTHER_NAMES: readonly Difference[] = [
  'other street',
  'street unsaid',
  'other street type',
  'other direction',
  'other place',
  'other place and postcode',
  'place in part',
  'other part of the town',
  'other place and no postcode',
]
