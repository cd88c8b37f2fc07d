// Whether each word of a line has a word of its own in an address: `George St, George Town` needs two Georges.

import { wordsOf } from '../../index/words/fold.ts'
import { isStreetTypeWord, nameWordForms } from '../../index/words/written-forms.ts'
import { isOneTypo } from '../query/edit-distance.ts'

/** One word of an address, in all its written forms. */
export interface Slot {
  readonly forms: readonly string[]
  /** A word of a name, which a person may misspell; types, suffixes and states are too short and too many alike. */
  readonly isName: boolean
  /** What kind of word it is. */
  readonly role: SlotRole
}

type SlotRole = 'name' | 'type' | 'suffix' | 'kind' | 'region'

export interface AddressSlots {
  readonly own: readonly Slot[]
  /** The street by each name that it goes by, where `own` leaves it out. */
  readonly streets?: readonly (readonly Slot[])[]
  /** The place by each name that it goes by. */
  readonly places: readonly (readonly Slot[])[]
  /** The words of the names that the address has of its own; those of the part of a building come first. */
  readonly names?: readonly (readonly string[])[]
}

/** A slot for each word of a name. */
export function nameSlots(name: string): Slot[] {
  return wordsOf(name).map((word) => ({
    forms: [word, ...nameWordForms(word)],
    isName: true,
    role: 'name',
  }))
}

/** The one slot of a word with its own table of forms, or none for ''. */
export function otherSlots(
  text: string,
  formsOf: (text: string) => readonly string[],
  role: SlotRole = 'region',
): Slot[] {
  return text === '' ? [] : [{ forms: [text, ...formsOf(text)], isName: false, role }]
}

/**
 * Words that the address is known by otherwise have no slot here: they are passed over. But two typed words may not
 * both stand for the same one, nor one be of one name of the street and one of another.
 */
export function hasOwnWords(
  typed: readonly string[],
  { own, streets = [[]], places }: AddressSlots,
  misspelt: boolean,
): boolean {
  return places.some((place) =>
    streets.some((street) => {
      const slots = [...own, ...street, ...place]
      return !hasWordOf(streets, slots, typed) && fits(typed, slots, misspelt)
    }),
  )
}

/** Whether a typed word is of another of the street's names than the one that is looked at. */
function hasWordOf(
  streets: readonly (readonly Slot[])[],
  slots: readonly Slot[],
  typed: readonly string[],
): boolean {
  if (streets.length === 1) return false
  const isIn = (some: readonly Slot[], text: string) =>
    some.some(({ forms }) => forms.includes(text))
  return typed.some((text) => !isIn(slots, text) && streets.some((street) => isIn(street, text)))
}

function fits(typed: readonly string[], slots: readonly Slot[], misspelt: boolean): boolean {
  const choices: number[][] = []
  for (const text of typed) {
    const exact = indexes(slots, ({ forms }) => forms.includes(text))
    if (exact.length > 0) choices.push(exact)
    else if (misspelt) {
      const near = indexes(slots, ({ forms }) => forms.some((form) => isOneTypo(text, form)))
      const meant = near.filter((at) => slots[at]?.isName)
      // The right word of another kind of street, or a word like EAST, is not a typing error.
      if (near.length > 0 && (meant.length === 0 || isStreetTypeWord(text, false))) return false
      if (meant.length > 0) choices.push(meant)
    }
  }
  return canAssign(choices)
}

function indexes(slots: readonly Slot[], isWanted: (slot: Slot) => boolean): number[] {
  return slots.flatMap((slot, at) => (isWanted(slot) ? [at] : []))
}

/** Whether every word can have one of its slots to itself (augmenting paths; there are a dozen words at most). */
function canAssign(choices: readonly (readonly number[])[]): boolean {
  const wordAt = new Map<number, number>()
  const place = (word: number, tried: Set<number>): boolean =>
    (choices[word] ?? []).some((slot) => {
      if (tried.has(slot)) return false
      tried.add(slot)
      const other = wordAt.get(slot)
      if (other !== undefined && !place(other, tried)) return false
      wordAt.set(slot, word)
      return true
    })
  return choices.every((_, word) => place(word, new Set()))
}
