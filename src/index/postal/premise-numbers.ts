// Reads the numbers out of UK premises: house number or range, and the number of a flat.

import { foldedValue } from '../words/fold.ts'
import { unitTypeNamed } from '../words/written-forms.ts'

const RANGE = /^(\d+[A-Za-z]?) ?[-/] ?(\d+[A-Za-z]?)$/
const NUMBER = /^(?:\d+[A-Za-z]?|[A-Za-z])$/
/** Scottish flats by floor and door, `1/2`, and units that are several: `3-4`, `A-C`. */
const UNIT_OF_TWO =
  /^(?:(.*) )?(\d+\/(?:\d+|[A-Z])|[A-Z]?\d+[A-Z]? ?- ?[A-Z]?\d+[A-Z]?|[A-Z] ?- ?[A-Z])$/
const UNIT = /^(?:(.*) )?([A-Z]?\d+[A-Z]?|[A-Z])$/

export interface HouseNumber {
  readonly first: string
  readonly last: string
}

/** `12A`, `12-14`, `12/14` and a lone `K` are house numbers wherever they stand; a name is not. */
export function houseNumber(text: string): HouseNumber | undefined {
  if (text === '') return undefined
  const [, first, last] = RANGE.exec(text) ?? []
  if (first !== undefined && last !== undefined) {
    // `3/1` is no range: what it is, only those know who wrote it.
    const isRange = Number.parseInt(first, 10) <= Number.parseInt(last, 10)
    return isRange || text.includes('-') ? { first, last } : { first: text, last: '' }
  }
  return NUMBER.test(text) ? { first: text, last: '' } : undefined
}

export function houseNumberText({ first, last }: HouseNumber): string {
  return last === '' ? first : `${first}-${last}`
}

/** `Flat 3` is unit 3 of the kind FLAT, `3` a unit of no kind; `First Floor Flat` is a name. */
export function unitOf(subBuilding: string): { kind: string; number: string } | undefined {
  if (subBuilding === '') return undefined
  const [, kindText = '', written] =
    UNIT_OF_TWO.exec(subBuilding.toUpperCase()) ?? UNIT.exec(foldedValue(subBuilding)) ?? []
  if (written === undefined) return undefined
  const kind = foldedValue(kindText)
  const number = written.replaceAll(' ', '')
  return kind === '' || unitTypeNamed(kind) !== undefined ? { kind, number } : undefined
}

/** Also the unit 3 of `Flat 3 Second Floor` and of `Ground Floor Flat 3`, whose floor is a name as well. */
export function unitIn(subBuilding: string): { kind: string; number: string } | undefined {
  const whole = unitOf(subBuilding)
  if (whole !== undefined || !/\d/.test(subBuilding)) return whole
  const words = subBuilding.split(/[ ,]+/)
  for (let at = 0; at + 1 < words.length; at++) {
    const unit = unitOf(`${words[at]} ${words[at + 1]}`)
    if (unit !== undefined && unit.kind !== '' && /\d/.test(unit.number)) return unit
  }
  return undefined
}
