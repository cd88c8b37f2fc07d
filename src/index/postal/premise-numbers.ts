// Reads the numbers out of UK premises: house number or range, and the number of a flat.

import { foldedValue } from '../words/fold.ts'
import { unitTypeNamed } from '../words/written-forms.ts'

const RANGE = /^(\d+[A-Za-z]?) ?- ?(\d+[A-Za-z]?)$/
const NUMBER = /^\d+[A-Za-z]?$/
/** Scottish flats by floor and door: `1/2`. */
const FLOOR_AND_DOOR = /^(?:(.*) )?(\d+\/(?:\d+|[A-Z]))$/
const UNIT = /^(?:(.*) )?([A-Z]?\d+[A-Z]?|[A-Z])$/

interface HouseNumber {
  readonly first: string
  readonly last: string
}

/** `12A` and `12-14` are house numbers wherever they stand; a name is none. */
export function houseNumber(text: string): HouseNumber | undefined {
  const [, first, last] = RANGE.exec(text) ?? []
  if (first !== undefined && last !== undefined) return { first, last }
  return NUMBER.test(text) ? { first: text, last: '' } : undefined
}

/** What a house number is written as. */
export function houseNumberText({ first, last }: HouseNumber): string {
  return last === '' ? first : `${first}-${last}`
}

/** `Flat 3` is unit 3 of the kind FLAT, `3` a unit of no kind; `First Floor Flat` is a name. */
export function unitOf(subBuilding: string): { kind: string; number: string } | undefined {
  const [, kindText = '', number] =
    FLOOR_AND_DOOR.exec(subBuilding.toUpperCase()) ?? UNIT.exec(foldedValue(subBuilding)) ?? []
  if (number === undefined) return undefined
  const kind = foldedValue(kindText)
  return kind === '' || unitTypeNamed(kind) !== undefined ? { kind, number } : undefined
}
