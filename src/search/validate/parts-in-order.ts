// Whether the words of a line stand for the parts of an address in an order that people write them in.

import { ENGLISH } from '../../countries/english.ts'
import { isStreetTypeWord } from '../../index/words/written-forms.ts'
import { isOneTypo } from '../../lines/edit-distance.ts'
import { STEPS } from '../steps.ts'
import { Work } from '../work.ts'
import type { AddressSlots, Slot } from './word-slots.ts'

/** A line whose every word fits the part that it stands for. */
export interface PartsFit {
  /** Words of the street's name, and a direction behind it, that the line leaves out. */
  readonly streetUnsaid: number
  /** Words of the place's name that it leaves out, where it names the place at all. */
  readonly placeUnsaid: number
  /** The street and the place as far as the line names them. */
  readonly street: readonly Slot[]
  readonly place: readonly Slot[]
}

interface TypedWords {
  readonly texts: readonly string[]
  /** How many of them stand before the house number; undefined where there is none. */
  readonly numberAt: number | undefined
}

/** The best of all ways in which the words fit, by what is left unsaid; undefined if there is none. */
export function partsFit(
  typed: TypedWords,
  { own, streets, places }: AddressSlots,
  misspelt: boolean,
  work = new Work(),
): PartsFit | undefined {
  let best: PartsFit | undefined
  for (const street of streets) {
    const others = streets.filter((other) => other !== street).flat()
    for (const place of places) {
      const stepsMax = Math.min(ASSIGNMENT_STEPS_MAX, work.left)
      const assignment = new Assignment(typed, { own, street, place, others }, misspelt, stepsMax)
      const found = assignment.best()
      work.spent += assignment.steps
      if (found !== undefined && (best === undefined || unsaid(found) < unsaid(best))) best = found
    }
  }
  return best
}

function unsaid({ streetUnsaid, placeUnsaid }: PartsFit): number {
  return streetUnsaid + placeUnsaid
}

type Part = 'own' | 'street' | 'place'

interface Parts {
  /** The words of the other names that the street goes by. */
  readonly others: readonly Slot[]
  readonly own: readonly Slot[]
  readonly street: readonly Slot[]
  readonly place: readonly Slot[]
}

/** What one or two typed words can be: slots of a part, from one on. */
interface Choice {
  readonly part: Part
  readonly from: number
  readonly count: number
}

/** Tries what each word can be, one after the other; there are a dozen words or so, and few choices for each. */
class Assignment {
  readonly #typed: TypedWords
  readonly #parts: Parts
  readonly #misspelt: boolean
  readonly #used: Readonly<Record<Part, Set<number>>>
  /** The parts of the words so far, without what stands for neither the street nor the place. */
  readonly #order: Part[] = []
  /** How many of `#order` stand before the house number. */
  #orderAtNumber = 0
  /** What each word can be, once it was looked for: the words before it make no difference to that. */
  readonly #choicesOf = new Map<string, readonly Choice[] | undefined>()
  readonly #stepsOfChoices: number
  #best: PartsFit | undefined
  readonly #stepsMax: number
  steps = 0

  constructor(typed: TypedWords, parts: Parts, misspelt: boolean, stepsMax: number) {
    const { own, street, place } = parts
    this.#stepsOfChoices = (own.length + street.length + place.length) * STEPS.slotCompared
    this.#stepsMax = stepsMax
    this.#typed = typed
    this.#parts = parts
    this.#misspelt = misspelt
    this.#used = { own: new Set(), street: new Set(), place: new Set() }
  }

  best(): PartsFit | undefined {
    this.#from(0)
    return this.#best
  }

  #from(at: number): void {
    if (this.steps >= this.#stepsMax) return
    this.steps += STEPS.tried
    if (at === this.#typed.numberAt) this.#orderAtNumber = this.#order.length
    const text = this.#typed.texts[at]
    if (text === undefined) {
      this.#keep()
      return
    }
    const choices = this.#choices(text)
    if (choices === undefined) return
    const next = this.#typed.texts[at + 1]
    if (choices.length === 0 && next !== undefined) {
      this.steps += this.#stepsOfChoices
      for (const choice of this.#exactly(text + next)) this.#take(choice, at + 2)
    }
    // What the address is known by otherwise has no slot here; but no name is made up of two.
    const isOther = this.#parts.others.some(({ forms }) => forms.includes(text))
    if (choices.length === 0 && !isOther) this.#from(at + 1)
    else for (const choice of choices) this.#take(choice, at + 1)
  }

  #take({ part, from, count }: Choice, at: number): void {
    const used = this.#used[part]
    const slots = Array.from({ length: count }, (_, i) => from + i)
    if (slots.some((slot) => used.has(slot)) || !this.#mayFollow(part, from)) return
    for (const slot of slots) used.add(slot)
    if (part !== 'own') this.#order.push(part)
    const before = this.#orderAtNumber
    this.#from(at)
    this.#orderAtNumber = before
    if (part !== 'own') this.#order.pop()
    for (const slot of slots) used.delete(slot)
  }

  /** Words of the street stand together, name before type, and so do those of the place. */
  #mayFollow(part: Part, slot: number): boolean {
    const last = this.#order.at(-1)
    if (part === 'own') return true
    if (last !== undefined && last !== part && this.#order.includes(part)) return false
    const { street, place } = this.#parts
    if (part === 'place') {
      const isMoved = (other: number) => ENGLISH.directions.has(place[other]?.forms[0] ?? '')
      return isMoved(slot) || [...this.#used.place].every((other) => other < slot || isMoved(other))
    }
    const taken = [...this.#used.street]
    const role = street[slot]?.role
    if (role === 'suffix') return true
    if (role === 'type') return taken.some((other) => street[other]?.role === 'name')
    return taken.every((other) => other < slot || street[other]?.role === 'suffix')
  }

  #keep(): void {
    const order = this.#order
    const at = this.#typed.numberAt === undefined ? -1 : this.#orderAtNumber
    // The number stands beside its street: `12 Cowra, Grenfell` is in Cowra Road or nowhere.
    const isApart = at >= 0 && order[at] === 'place' && order[at - 1] !== 'street'
    if (isApart && order.includes('street')) return
    const { street, place } = this.#parts
    const { street: streetUsed, place: placeUsed } = this.#used
    const left = street.filter(({ role }, i) => role !== 'type' && !streetUsed.has(i)).length
    const found = {
      streetUnsaid: streetUsed.size === 0 ? 0 : left,
      placeUnsaid: placeUsed.size === 0 ? 0 : place.length - placeUsed.size,
      street: street.filter((_, i) => streetUsed.has(i)),
      place: place.filter((_, i) => placeUsed.has(i)),
    }
    if (this.#best === undefined || unsaid(found) < unsaid(this.#best)) this.#best = found
  }

  #choices(text: string): readonly Choice[] | undefined {
    if (!this.#choicesOf.has(text)) {
      this.steps += this.#stepsOfChoices
      this.#choicesOf.set(text, this.#choicesFor(text))
    }
    return this.#choicesOf.get(text)
  }

  /** As written; else, where typing errors are allowed, what it may be meant for; undefined if it fits nowhere. */
  #choicesFor(text: string): readonly Choice[] | undefined {
    const exact = this.#exactly(text)
    if (exact.length > 0 || !this.#misspelt) return exact
    const near = this.#each(({ forms }) => forms.some((form) => isOneTypo(text, form)))
    const meant = near.filter(({ part, from }) => this.#parts[part][from]?.isName)
    // The right word of another kind of street, or a word like EAST, is not a typing error.
    if (near.length > 0 && (meant.length === 0 || isStreetTypeWord(text, false))) return undefined
    return meant
  }

  #exactly(text: string): readonly Choice[] {
    const one = this.#each(({ forms }) => forms.includes(text))
    return one.length > 0 ? one : [...this.#joined('street', text), ...this.#joined('place', text)]
  }

  #each(isWanted: (slot: Slot) => boolean): Choice[] {
    return PARTS.flatMap((part) =>
      this.#parts[part].flatMap((slot, from) => (isWanted(slot) ? [{ part, from, count: 1 }] : [])),
    )
  }

  /** Neighbouring words of a name that were typed as one: `BLACKROCK`. */
  #joined(part: Part, text: string): Choice[] {
    const slots = this.#parts[part]
    return slots.slice(1).flatMap((slot, from) => {
      const before = slots[from]
      const isNames = slot.isName && before?.isName
      return isNames && `${before.forms[0]}${slot.forms[0]}` === text
        ? [{ part, from, count: 2 }]
        : []
    })
  }
}

const PARTS: readonly Part[] = ['street', 'place', 'own']
/** Beyond them the best way that was found so far counts. */
const ASSIGNMENT_STEPS_MAX = 120_000
