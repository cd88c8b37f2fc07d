// Compares unit, level and house number of a line with those of an address: a number is never guessed.

import { unitTypeNamed } from '../index/words/written-forms.ts'
import { type TypedNumber, typedNumbers } from '../lines/typed-numbers.ts'
import type { TypedWords } from '../lines/typed-words.ts'
import { levelKindOf } from '../lines/word-shapes.ts'
import type { Difference } from './differences.ts'
import type { HeldParts } from './held-parts.ts'
import { Findings, type PartName, type PartState, spaced } from './parts.ts'

/**
 * `streetAt` is where the street's name begins, or the number of words; `isNameAt` whether that of the building begins
 * at a word. The words of the numbers are used up.
 */
export function compareNumbers(
  typed: TypedWords,
  held: HeldParts,
  streetAt: number,
  hasPostcode: boolean,
  isNameAt: (at: number) => boolean,
): NumberFindings {
  // Numbers after the whole address are of something else: an order, a date.
  const end = typed.usedTo
  // `LONDON SW6, SW6 1NY`
  const isOutcode = ({ from }: TypedNumber) =>
    from > streetAt && held.postcode.startsWith(`${typed.word(from)} `)
  for (const { from, to } of typedNumbers(typed).filter(isOutcode)) typed.use(from, to)
  const numbers = withDoor(typedNumbers(typed), held.unit)
  // `602 MANCHESTER RD (A6)`: what it is called on maps.
  const isRoad = ({ kind, text, from }: TypedNumber) =>
    !typed.country.postcode.isNumber &&
    kind === '' &&
    from > streetAt &&
    /^[ABM]\d{1,4}$/.test(text)
  const roles = rolesOf(numbers, streetAt, (each) => isRoad(each) || isOrder(each, end))
  const found = new NumberFindings(typed, roles.number?.to)
  const { unit, number } = roles
  if (isOneNumber(roles, held)) {
    const text = numberText(held)
    found.use('number', 'corrected', [unit, number], text, 'unit written otherwise')
  } else if (isHouseOfUnit(roles, held, typed)) {
    found.use('number', 'corrected', [unit], numberText(held), 'unit written otherwise')
  } else if (!unitInNumber(roles, held, found, isNameAt)) {
    compareUnit(roles, held, found)
    compareNumber(roles, held, found, streetAt)
  }
  compareLevel(roles, held, found)
  for (const extra of roles.others) {
    // Just after the place it may be a postcode that is not the address's.
    const isBehind = extra.kind === '' && extra.from >= (hasPostcode ? end : end + 1)
    const isOfBuilding = OF_BUILDING.has(extra.kind || typed.word(extra.from - 1))
    // A postcode that was typed twice says nothing more, nor does the 9 of `LEEDS 9`, LS9.
    const isDistrict =
      extra.from > streetAt && extra.last === '' && districtOf(held.postcode) === extra.text
    if (extra.text === held.postcode || isDistrict) continue
    if (isBehind || isOfBuilding || isRoad(extra))
      found.use('number', 'ignored', [extra], '', 'number ignored')
    else found.use('number', 'contradicted', [extra], '', 'another number is left over')
  }
  return found
}

/** What is numbered in addition to the house: `BLOCK 2`, and `STAGE 2` of an estate. */
const OF_BUILDING: ReadonlySet<string> = new Set('BUILDING BLOCK STAGE PHASE'.split(' '))

/** `FLAT 1/2`, `1-2` and `1 2` as one number, where flats are numbered by floor and door. */
function withDoor(numbers: readonly TypedNumber[], unit: string): readonly TypedNumber[] {
  const [floor = '', door = ''] = unit.split('/')
  if (door === '') return numbers
  const at = numbers.findIndex((number, i) => {
    const next =
      number.last === '' && number.to === numbers[i + 1]?.from ? numbers[i + 1] : undefined
    return isSame(number.text, floor) && isSame(next?.text ?? number.last, door)
  })
  const [number, next] = [numbers[at], numbers[at + 1]]
  if (number === undefined) return numbers
  const count = number.last === '' ? 2 : 1
  const to = count === 2 ? (next?.to ?? number.to) : number.to
  const joined = { ...number, role: 'unit', text: unit, last: '', isSlashed: false, to } as const
  return numbers.toSpliced(at, count, joined)
}

/** `9` of `LS9 6PJ`; '' of a postcode that is a number. */
function districtOf(postcode: string): string {
  return /^[A-Z]{1,2}(\d{1,2}) /.exec(postcode)?.[1] ?? ''
}

/** `#A10293` at the end is not a unit. */
function isOrder({ kind, from }: TypedNumber, end: number): boolean {
  return kind === '' && from >= end
}

interface Roles {
  readonly unit: TypedNumber | undefined
  readonly level: TypedNumber | undefined
  readonly lot: TypedNumber | undefined
  readonly number: TypedNumber | undefined
  readonly others: readonly TypedNumber[]
}

/** The number stands before its street, and the unit before the number; after the street only where none is before. */
function rolesOf(
  numbers: readonly TypedNumber[],
  streetAt: number,
  isNoUnit: (number: TypedNumber) => boolean,
): Roles {
  const ofRole = (role: TypedNumber['role']) =>
    numbers.find((number) => number.role === role && (role !== 'unit' || !isNoUnit(number)))
  const bare = numbers.filter(({ role }) => role === 'bare')
  const before = bare.filter(({ from }) => from < streetAt)
  const near = before.length > 0 ? before : bare.slice(0, bare[0]?.isSlashed === true ? 2 : 1)
  const number = near.at(-1)
  const unit = ofRole('unit') ?? near.at(-2)
  const [level, lot] = [ofRole('level'), ofRole('lot')]
  const known = new Set([number, unit, level, lot])
  return { unit, level, lot, number, others: numbers.filter((each) => !known.has(each)) }
}

/** Gathers what is said of each part, and uses up its words. */
class NumberFindings extends Findings {
  /** The word after the house number. */
  readonly numberTo: number | undefined
  readonly #typed: TypedWords

  constructor(typed: TypedWords, numberTo: number | undefined) {
    super()
    this.#typed = typed
    this.numberTo = numberTo
  }

  use(
    name: PartName,
    state: PartState,
    numbers: readonly (TypedNumber | undefined)[],
    held: string,
    difference?: Difference,
  ): void {
    const given = numbers.filter((number) => number !== undefined)
    for (const { from, to } of given) this.#typed.use(from, to)
    const typed = given.map(({ from, to }) => this.#typed.text(from, to)).join('/')
    this.note(name, state, typed, held, difference)
  }

  /** `3 BEARS CHILDCARE, 12 KING ST` may mean no unit: words of nothing else stand between; `C/O A1 LTD` means none. */
  isApart(unit: TypedNumber, number: TypedNumber | undefined): boolean {
    const isOfSomebody = CARE_OF.has(this.#typed.word(unit.from - 1))
    if ((unit.role !== 'bare' && !isOfSomebody) || number === undefined) return false
    for (let at = unit.to; at < number.from; at++) {
      if (this.#typed.isFree(at) && /^[A-Z]{3,}$/.test(this.#typed.word(at))) return true
    }
    return false
  }

  useLetter({ to }: TypedNumber): void {
    this.#typed.use(to)
  }
}

/** The ends of `C/O`, `ATTN` and `CARE OF`. */
const CARE_OF: ReadonlySet<string> = new Set(['O', 'OF', 'ATTN', 'ATTENTION'])

/** `837/839` and `39 41` for 837-839 and 39-41, `UNIT A, 144` for 144A: they have no units. */
function isOneNumber({ unit, number }: Roles, held: HeldParts): boolean {
  if (unit === undefined || number?.last !== '' || held.unit !== '') return false
  const isLetter = /^[A-Z]$/.test(unit.text) && unit.last === ''
  if (isLetter && isSame(number.text + unit.text, held.first)) return held.last === ''
  return (
    unit.role === 'bare' &&
    held.last !== '' &&
    isSame(unit.text, held.first) &&
    isSame(number.text, held.last)
  )
}

/** `HEAD OFFICE, 276 HIGH ST`: 276 is the house where it has no offices of that number. */
function isHouseOfUnit({ unit, number, lot }: Roles, held: HeldParts, typed: TypedWords): boolean {
  if (unit === undefined || number !== undefined || lot !== undefined) return false
  // `FIRST FLOOR FLAT 276`
  if (levelKindOf(typed.word(unit.from - 1)) !== undefined) return false
  return held.unit === '' && held.last === '' && unit.last === '' && isSame(unit.text, held.first)
}

/** `12A` for flat A at 12, `3-12` for unit 3 at 12, `5 Mill House` for flat 5 in that house. */
function unitInNumber(
  { unit, number }: Roles,
  held: HeldParts,
  found: NumberFindings,
  isNameAt: (at: number) => boolean,
): boolean {
  if (unit !== undefined || number === undefined || held.unit === '') return false
  const [unitText, text] = [unitTextOf(held), numberText(held)]
  const isOfHouse = held.first === '' || isNameAt(number.to)
  if (isOfHouse && number.last === '' && isSame(number.text, held.unit)) {
    found.use('unit', 'confirmed', [number], unitText)
    if (text !== '') found.use('number', 'inferred', [], text)
    return true
  }
  const isLetter = /^[A-Z]$/.test(held.unit) && number.last === '' && held.last === ''
  if (isLetter && isSame(number.text + number.letter, held.first + held.unit)) {
    if (number.letter !== '') found.useLetter(number)
    found.use('unit', 'confirmed', [], unitText)
    found.use('number', 'confirmed', [number], text)
    return true
  }
  const isDashed = number.last !== '' && held.last === ''
  if (!isDashed || !isSame(number.text, held.unit) || !isSame(number.last, held.first)) return false
  found.use('unit', 'corrected', [], unitText, 'unit written otherwise')
  found.use('number', 'confirmed', [number], text)
  return true
}

function compareUnit({ unit, number }: Roles, held: HeldParts, found: NumberFindings): void {
  const text = unitTextOf(held)
  if (unit === undefined) {
    if (held.unit !== '') found.use('unit', 'missing', [], text, 'unit unsaid')
    return
  }
  const isHeld = held.unit !== '' && isSame(unit.text, held.unit)
  // `INV 20931, 8 KING ST`
  const isOrder = unit.role === 'bare' && /^\d{5}/.test(unit.text)
  if (held.unit === '' && (isOrder || found.isApart(unit, number))) {
    found.use('unit', 'ignored', [unit], '', 'number ignored')
  } else if (!isHeld || unit.last !== '')
    found.use('unit', 'contradicted', [unit], text, 'other unit')
  else if (found.isApart(unit, number)) {
    found.use('unit', 'corrected', [unit], text, 'unit apart from its number')
  } else if (isOtherKind(unit.kind, held.unitKind)) {
    found.use('unit', 'corrected', [unit], text, 'other kind of unit')
  } else found.use('unit', 'confirmed', [unit], text)
}

/** A unit of no kind, or of the general one, may be called anything. */
function isOtherKind(typed: string, held: string): boolean {
  const [typedKind, heldKind] = [typed, held].map((word) =>
    word === '' ? '' : unitTypeNamed(word),
  )
  return typedKind !== '' && typedKind !== heldKind
}

function compareNumber(
  { number, lot }: Roles,
  held: HeldParts,
  found: NumberFindings,
  streetAt: number,
): void {
  const text = numberText(held)
  const heldLot = held.lot === '' ? '' : `LOT ${held.lot}`
  const isLot = lot !== undefined && isSame(lot.text, held.lot)
  if (number === undefined) {
    if (lot !== undefined && isLot) {
      const state = held.first === '' ? 'confirmed' : 'corrected'
      found.use('number', state, [lot], held.first === '' ? heldLot : text)
    } else if (lot !== undefined)
      found.use('number', 'contradicted', [lot], text || heldLot, 'other number')
    else if (held.first !== '') found.use('number', 'missing', [], text, 'number unsaid')
    else if (held.lot !== '') found.use('number', 'missing', [], heldLot, 'number unsaid')
    return
  }
  if (lot !== undefined) found.use('number', isLot ? 'confirmed' : 'ignored', [lot], heldLot)
  if (held.first === '') {
    found.use('number', 'contradicted', [number], heldLot, 'other number')
    return
  }
  const [state, difference] = judged(number, held, number.to < streetAt)
  if (number.letter !== '' && isSame(number.text + number.letter, held.first))
    found.useLetter(number)
  found.use('number', state, [number], text, difference)
}

function judged(
  { text, last, letter }: TypedNumber,
  held: HeldParts,
  mayHaveLetter: boolean,
): readonly [PartState, Difference?] {
  if (last !== '') {
    // `270-72` for 270-272.
    const whole = last.length > 1 ? text.slice(0, -last.length) + last : last
    const isEnd = isSame(last, held.last) || isSame(whole, held.last)
    const isRange = isSame(text, held.first) && isEnd
    return isRange ? ['confirmed'] : ['contradicted', 'other number']
  }
  const whole = letter !== '' && mayHaveLetter ? text + letter : text
  if (held.last === '') {
    return isSame(whole, held.first) ? ['confirmed'] : ['contradicted', 'other number']
  }
  if (isSame(whole, held.first) || isSame(whole, held.last)) return ['corrected', 'end of a range']
  const [typed, from, to] = [whole, held.first, held.last].map((each) => Number.parseInt(each, 10))
  const isInside = typed !== undefined && typed > (from ?? 0) && typed < (to ?? 0)
  return ['contradicted', isInside ? 'inside a range' : 'other number']
}

function compareLevel({ level }: Roles, held: HeldParts, found: NumberFindings): void {
  const text = spaced(held.levelKind, held.level)
  if (level !== undefined) {
    const isHeld = held.level !== '' && isSame(level.text, held.level)
    if (isHeld) found.use('level', 'confirmed', [level], text)
    // Most buildings have floors that the data does not name.
    else if (held.level === '' && !level.isSlashed)
      found.use('level', 'ignored', [level], text, 'level ignored')
    else found.use('level', 'contradicted', [level], text, 'other level')
  } else if (held.level !== '') {
    const isKnown = held.unit !== ''
    const difference = isKnown ? undefined : 'level unsaid'
    found.use('level', isKnown ? 'inferred' : 'missing', [], text, difference)
  }
}

export function numberText({ first, last }: HeldParts): string {
  return last === '' ? first : `${first}-${last}`
}

function unitTextOf({ unitKind, unit }: HeldParts): string {
  return unitKind === '' ? unit : `${unitKind} ${unit}`
}

/** Without zeros in front: `G01` is `G1`. */
function isSame(typed: string, held: string): boolean {
  return typed === held || plain(typed) === plain(held)
}

function plain(number: string): string {
  return number.replace(/^([A-Z]*)0+(?=\d)/, '$1')
}
