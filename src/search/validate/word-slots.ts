// The words of an address that those of a line are compared with, each in all its written forms.

import { wordsOf } from '../../index/words/fold.ts'
import { nameWordForms } from '../../index/words/written-forms.ts'

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
  /** The street by each name that it goes by. */
  readonly streets: readonly (readonly Slot[])[]
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
