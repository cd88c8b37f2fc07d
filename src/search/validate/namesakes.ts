// Whether a street or a place of exactly the typed name exists, where an address that fits has a longer one.

import type { KnownPlaces } from '../giving-up/known-places.ts'
import { STEPS } from '../steps.ts'
import type { Work } from '../work.ts'
import type { Slot } from './word-slots.ts'

/** What the product knows of a street. */
interface StreetTexts {
  placeOf(street: number): number
  /** The name, the type and the suffix by each name that it goes by. */
  namesOf(street: number): readonly (readonly string[])[]
  /** Its words by each name that it goes by. */
  slotsOf(street: number): readonly (readonly Slot[])[]
}

export interface Namesakes {
  /** Whether the place of a street has a street of exactly these words, its state a place of exactly these. */
  hasStreetNamed(words: readonly Slot[], street: number, work: Work): boolean
  hasPlaceNamed(words: readonly Slot[], street: number): boolean
}

export function namesakes(
  known: () => KnownPlaces,
  { placeOf, namesOf, slotsOf }: StreetTexts,
): Namesakes {
  const placesNamed = (words: readonly string[], region: string) =>
    known()
      .named(words)
      .filter((place) => known().region(place) === region)
  return {
    hasStreetNamed: (words, street, work) => {
      const initial = words.find(({ role }) => role !== 'type')?.forms[0]?.[0] ?? ''
      const isWanted = (other: number) => {
        work.spent += STEPS.nameCompared
        // What was not looked at may be one: then the line is taken to say too little.
        if (work.isSpent) return true
        return (
          namesOf(other).some(([name = '']) => mayBegin(name, initial)) &&
          slotsOf(other).some((slots) => isNamed(slots, words))
        )
      }
      const own = placeOf(street)
      const [name = ''] = known().names(own)
      const places = new Set([own, ...placesNamed(name.split(' '), known().region(own))])
      return [...places].some((place) => known().streetsOf(place).some(isWanted))
    },
    hasPlaceNamed: (words, street) =>
      placesNamed(words.map(wordOf), known().region(placeOf(street))).length > 0,
  }
}

/** Whether a name, once it is folded, may begin with this letter: most do not. */
function mayBegin(name: string, initial: string): boolean {
  const [first = ''] = name
  return first === initial || !(first >= 'A' && first <= 'Z')
}

/** No word more and none less; a type only where one was typed. */
function isNamed(slots: readonly Slot[], words: readonly Slot[]): boolean {
  const named = (some: readonly Slot[]) => some.filter(({ role }) => role !== 'type').map(wordOf)
  const type = (some: readonly Slot[]) => some.find(({ role }) => role === 'type')
  const typed = type(words)
  if (typed !== undefined && !type(slots)?.forms.includes(wordOf(typed))) return false
  return named(slots).join(' ') === named(words).join(' ')
}

function wordOf({ forms }: Slot): string {
  return forms[0] ?? ''
}
