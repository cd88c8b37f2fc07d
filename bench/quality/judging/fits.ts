// Whether an address has what a typed line asks for, part by part. The engine has no say in this.

import type { Facts } from '../facts.ts'
import type { Asked } from '../lines/asked.ts'
import { ANY_UNIT, directions, isSameForm, nameWords, streetTypes } from '../lines/typed-forms.ts'
import { isOneSlip, LETTERS_MIN } from '../lines/typing-errors.ts'

/** Whether the address has every part that was typed. What the line leaves out is no contradiction. */
export function fits(facts: Facts, asked: Asked): boolean {
  return (
    fitsNumbers(facts, asked) &&
    (asked.name === '' || asked.name === facts.name) &&
    (asked.type === '' || isSameForm(streetTypes, asked.type, facts.type)) &&
    (asked.suffix === '' || isSameForm(directions, asked.suffix, facts.suffix)) &&
    ` ${facts.building} `.includes(asked.building === '' ? '' : ` ${asked.building} `) &&
    (asked.place === '' || facts.places.includes(asked.place)) &&
    (asked.region === '' || asked.region === facts.region) &&
    facts.postcode.startsWith(asked.postcode.trim()) &&
    (!asked.postcode.endsWith(' ') || facts.postcode.startsWith(asked.postcode))
  )
}

function fitsNumbers(facts: Facts, asked: Asked): boolean {
  if (asked.unit !== '' && asked.unit !== facts.unit) return false
  if (asked.unitType !== '' && !ANY_UNIT.includes(asked.unitType)) {
    if (asked.unitType !== facts.unitType) return false
  }
  if (asked.level !== '' && asked.level !== facts.level) return false
  if (asked.lot !== '' && asked.lot !== facts.lot) return false
  return fitsNumber(facts, asked)
}

function fitsNumber(facts: Facts, asked: Asked): boolean {
  if (asked.number === '') return true
  if (asked.last !== '') return asked.number === facts.first && asked.last === facts.last
  if (asked.isInside) return isInside(facts, asked.number)
  return asked.number === facts.first || asked.number === facts.last
}

/** Between the ends of a range, on the same side of the street. */
export function isInside(facts: Facts, number: string): boolean {
  const value = digitsOf(number)
  const first = digitsOf(facts.first)
  return (
    facts.last !== '' && value > first && value < digitsOf(facts.last) && (value - first) % 2 === 0
  )
}

/**
 * How much the address has that the line does not say: of two that fit, the one with less is meant. A unit weighs more
 * than the other end of a range: `55` is the building 55-57 before it is a flat in number 55.
 */
export function unmentioned(facts: Facts, asked: Asked): number {
  const parts: readonly (readonly [boolean, number])[] = [
    [facts.unit !== '' && asked.unit === '', 2],
    [facts.part !== '' && asked.unit === '', 2],
    [facts.level !== '' && asked.level === '', 2],
    [facts.last !== '' && asked.last === '', 1],
    [facts.suffix !== '' && asked.suffix === '', 1],
    [facts.first !== '' && asked.number === '', 1],
  ]
  return parts.reduce((sum, [isUnmentioned, weight]) => sum + (isUnmentioned ? weight : 0), 0)
}

export function isWithinBuilding(facts: Facts): boolean {
  return facts.unit !== '' || facts.part !== '' || facts.level !== ''
}

export function digitsOf(text: string): number {
  return Number(/\d+/.exec(text)?.[0] ?? 0)
}

/**
 * Whether an address shows a street number that was not typed; what was typed may have been its postcode, or a second
 * number that the row holds with its street: `2 and 3 High Street`.
 */
export function isGuessed(facts: Facts, asked: Asked): boolean {
  if (asked.number === '') return false
  const { first, last, unit, lot, postcode } = facts
  const numbersIn = (name: string): readonly string[] => name.match(NUMBER_IN_NAME) ?? []
  const own = [first, last, unit, lot, postcode, ...numbersIn(facts.name)].map(digitsOf)
  const typed = [asked.number, asked.last, ...numbersIn(asked.name)].filter(
    (number) => number !== '',
  )
  return !typed.some((number) => own.includes(digitsOf(number)) || isInside(facts, number))
}

/** `3`, but not the `8TH` of an avenue. */
const NUMBER_IN_NAME = /(?<![A-Z\d])\d+[A-Z]?(?![A-Z\d])/g

/**
 * Whether the address has every number and every word that was typed, wherever it has them; `slips` lets each word
 * be off by one typing error. This is what validate promises, and looser than `fits`.
 */
export function hasEveryWord(facts: Facts, asked: Asked, slips: boolean): boolean {
  if (!fitsNumbers(facts, asked) || !facts.postcode.startsWith(asked.postcode.trim())) return false
  if (asked.region !== '' && asked.region !== facts.region) return false
  const own = wordsOf(facts.name, facts.type, facts.suffix, facts.building, ...facts.places)
  const typed = wordsOf(asked.name, asked.type, asked.suffix, asked.building, asked.place)
  // A word typed twice, once for the street and once for the suburb, must be there twice.
  return typed.every((word) => take(own, word, false) || (slips && take(own, word, true)))
}

function take(own: string[], word: string, slips: boolean): boolean {
  const at = own.findIndex((other) => isSameWord(word, other, slips))
  if (at >= 0) own.splice(at, 1)
  return at >= 0
}

function isSameWord(typed: string, word: string, slips: boolean): boolean {
  if (isSameForm(nameWords, typed, word) || isSameForm(streetTypes, typed, word)) return true
  if (isSameForm(directions, typed, word)) return true
  return slips && typed.length >= LETTERS_MIN && isOneSlip(typed, word)
}

function wordsOf(...texts: readonly string[]): string[] {
  return texts
    .join(' ')
    .split(/[^\p{L}\p{N}']+/u)
    .filter((word) => word !== '')
}
