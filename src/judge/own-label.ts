// A line that is the label of an address, word for word: nothing needs to be compared.

import { wordsOf } from '../index/words/fold.ts'
import type { TypedWords } from '../lines/typed-words.ts'
import type { Comparison } from './compare.ts'
import type { HeldParts } from './held-parts.ts'
import type { PartMatch, PartName } from './parts.ts'

const NOWHERE = { from: 0, to: 0 }

/** Undefined where the line is anything else. Most rows of a clean list are labels, and this takes no time. */
export function ownLabel(typed: TypedWords, held: HeldParts): Comparison | undefined {
  const label = wordsOf(held.label)
  if (label.length !== typed.length || !label.every((word, at) => word === typed.word(at))) {
    return undefined
  }
  return {
    parts: confirmed(held),
    differences: new Set(),
    street: NOWHERE,
    place: NOWHERE,
    isStreetInPart: false,
    isPlaceInPart: false,
    isStreetLonger: false,
    unsaid: 0,
  }
}

function confirmed(held: HeldParts): PartMatch[] {
  const [street] = held.streets
  const number = held.last === '' ? held.first : `${held.first}-${held.last}`
  const texts: readonly (readonly [PartName, string])[] = [
    ['building', held.isNameInLabel ? (held.names[0] ?? []).join(' ') : ''],
    ['unit', joined(held.unitKind, held.unit) || held.partName.join(' ')],
    ['level', joined(held.levelKind, held.level)],
    ['number', number === '' && held.lot !== '' ? `LOT ${held.lot}` : number],
    ['street', joined(...(street?.name ?? []), street?.suffix ?? '')],
    ['type', street?.type ?? ''],
    ['place', (held.places[0] ?? []).join(' ')],
    ['state', held.region],
    ['postcode', held.postcode],
  ]
  return texts.flatMap(([name, text]) =>
    text === '' ? [] : [{ name, state: 'confirmed', typed: text, held: text } as const],
  )
}

function joined(...words: readonly string[]): string {
  return words.filter((word) => word !== '').join(' ')
}
