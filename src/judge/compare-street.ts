// Compares the street of a line with that of an address: its name, type and direction.

import { ENGLISH } from '../countries/english.ts'
import { withoutDirection } from '../index/lines/postal-lines-reader.ts'
import {
  isStreetTypeWord,
  nameWordForms,
  streetTypeForms,
  suffixForms,
} from '../index/words/written-forms.ts'
import type { Span } from '../lines/line-shape.ts'
import { houseBefore } from '../lines/typed-numbers.ts'
import { type FoundName, NAME_COST, type TypedWords } from '../lines/typed-words.ts'
import { hasDigit } from '../lines/word-shapes.ts'
import type { Difference } from './differences.ts'
import type { HeldParts, HeldStreet } from './held-parts.ts'
import { type Findings, spaced } from './parts.ts'
import { isMisspeltType, isShortened } from './typed-types.ts'

/** The street's name as it was typed; `street` is the held name that it means, if there is one. */
interface FoundStreet extends Span {
  readonly street: HeldStreet | undefined
  readonly cost: number
  readonly hasType: boolean
  readonly hasSuffix: boolean
  /** Whether the street that has the number is named: a UK address may stand in one that leaves another. */
  readonly isNumbered: boolean
  readonly typedName: string
  readonly typedType: string
  /** Only some words of the name were typed; then none is taken for the street. */
  readonly isInPart: boolean
}

/** Uses up the words of the name, and its type and direction after it if they are the held ones. */
export function findStreet(typed: TypedWords, streets: readonly HeldStreet[]): FoundStreet {
  let best: { readonly street: HeldStreet; readonly name: FoundName } | undefined
  let bestCost = Number.POSITIVE_INFINITY
  for (const street of streets) {
    for (const name of findName(typed, street)) {
      const cost = windowCost(typed, street, name)
      if (cost >= bestCost) continue
      best = { street, name }
      bestCost = cost
    }
  }
  // `5 HWLEY ESP, HAWLEY BEACH`, `792 KINDR, KINDRED`: what is right is the place, as the street would stand elsewhere.
  const isElsewhere = best?.name.cost === NAME_COST.same && bestCost >= APART
  if (best !== undefined && isElsewhere) {
    const { street } = best
    for (const name of typed.findMisspelt(street.name)) {
      const cost = windowCost(typed, street, name) - name.cost * 10
      if (cost >= bestCost) continue
      best = { street, name }
      bestCost = cost
    }
  }
  if (best !== undefined && isTypeOfAnother(typed, best.street, best.name)) best = undefined
  const isMissing = best === undefined || (isElsewhere && bestCost >= APART)
  if (isMissing || (best?.name.cost ?? 0) >= NAME_COST.cutOff) {
    const glued = gluedToType(typed, streets)
    if (glued !== undefined) return glued
  }
  const inPart = isMissing ? streetInPart(typed, streets, best === undefined) : undefined
  if (inPart !== undefined) return inPart
  if (best === undefined) return noStreet(typed.length)
  const { street, name } = best
  const where = behindName(typed, street, name)
  const others = useOtherStreets(typed, streets, street)
  const isNumbered = [street, ...others].some((each) => each === streets[0])
  return { street, ...where, cost: name.cost, isNumbered, isInPart: false }
}

/** The type and the direction after a name, which are used up; `40 W GRANGE RD` and `32 JONES N ST` have it before. */
function behindName(typed: TypedWords, street: HeldStreet, { from: at, to: end }: FoundName) {
  const forms = street.suffix === '' ? [] : suffixForms(street.suffix)
  const isSuffixAt = (i: number) => forms.includes(typed.word(i)) && typed.isFree(i)
  const isInside = isSuffixAt(end) && isTypeAt(typed, street, end + 1)
  const isBefore = isSuffixAt(at - 1) && hasDigit(typed.word(at - 2))
  const from = isBefore ? at - 1 : at
  const typeAt = isInside ? end + 1 : end
  const hasType = isTypeAt(typed, street, typeAt)
  const behind = hasType ? typeAt + 1 : typeAt
  const isBehind = !isInside && !isBefore && isSuffixAt(behind)
  const to = isBehind ? behind + 1 : behind
  typed.use(from, to)
  const [typedName, typedType] = [typed.text(from, typeAt), typed.word(typeAt)]
  const hasSuffix = isInside || isBefore || isBehind
  return { from, to, hasType, hasSuffix, typedName, typedType }
}

/** `71 GATEWAY` of The Gateway, but not `71 OAK GATEWAY`. */
function findName(typed: TypedWords, { name, type }: HeldStreet): readonly FoundName[] {
  const found = typed.find(name)
  if (found.length > 0 || type !== '' || name[0] !== 'THE') return found
  return typed
    .find(name.slice(1))
    .filter(({ from, cost }) => cost === NAME_COST.same && hasDigit(typed.word(from - 1)))
    .map((short) => ({ ...short, cost: NAME_COST.otherSpaces }))
}

function noStreet(at: number): FoundStreet {
  const none = { cost: 0, hasType: false, hasSuffix: false, isNumbered: false, isInPart: false }
  return { street: undefined, from: at, to: at, ...none, typedName: '', typedType: '' }
}

/** `GLEN RD` of North Glen Road; where its whole name stands elsewhere, only after the number and with its type. */
function streetInPart(
  typed: TypedWords,
  streets: readonly HeldStreet[],
  isAnywhere: boolean,
): FoundStreet | undefined {
  for (const { name, type, suffix } of streets) {
    const names = name.map((word) => [word, ...nameWordForms(word)])
    const found = typed.findInPart([...names, streetTypeForms(type), suffixForms(suffix)])
    const first = found === undefined ? '' : typed.word(found.from)
    if (found === undefined || !names.some((forms) => forms.includes(first))) continue
    const isStreet = hasDigit(typed.word(found.from - 1)) && found.to > found.from + 1
    if (!isStreet && !isAnywhere) continue
    typed.use(found.from, found.to)
    return { ...noStreet(0), ...found, isInPart: true }
  }
  return undefined
}

/** `MELODYST` for Melody Street, `WEST PINERD` for West Pine Road. */
function gluedToType(typed: TypedWords, streets: readonly HeldStreet[]): FoundStreet | undefined {
  for (const street of streets) {
    const [name, forms] = [street.name.join(''), streetTypeForms(street.type)]
    const found = typed.findJoined(street.name.length, (text) =>
      forms.some((form) => form !== '' && text === name + form),
    )
    if (found === undefined || found.to - found.from > street.name.length) continue
    typed.use(found.from, found.to)
    const [cost, isNumbered] = [NAME_COST.otherSpaces, street === streets[0]]
    const typedName = typed.text(found.from, found.to)
    const asTyped = { typedName, typedType: typedName }
    return { ...noStreet(0), ...found, ...asTyped, street, cost, hasType: true, isNumbered }
  }
  return undefined
}

/** What it costs to follow no number. */
const APART = 5

/** `RICHMOND ST, RICHMOND`: the street is what its type follows and a number comes before. */
function windowCost(typed: TypedWords, street: HeldStreet, { from, to, cost }: FoundName): number {
  const [before, next] = [typed.word(from - 1), typed.word(to)]
  const isAfterNumber = hasDigit(before) || (before.length === 1 && hasDigit(typed.word(from - 2)))
  const type = isTypeAt(typed, street, to) ? 0 : isStreetTypeWord(next, false) ? 4 : 3
  return cost * 10 + (street.type === '' ? 0 : type) + (isAfterNumber ? 0 : APART)
}

function isTypeAt(typed: TypedWords, { type }: HeldStreet, at: number): boolean {
  if (type === '' || !typed.isFree(at)) return false
  const word = typed.word(at)
  const forms = [...streetTypeForms(type), type]
  return forms.includes(word) || forms.some((form) => isShortened(word, form))
}

/** `47 CUMBERLAND AV` is not in Avenue Road. */
function isTypeOfAnother(typed: TypedWords, street: HeldStreet, { from, to }: FoundName): boolean {
  const [word = '', ...others] = street.name
  if (street.type === '' || others.length > 0 || !isStreetTypeWord(word, false)) return false
  const before = typed.word(from - 1)
  const isName = /^[A-Z]{3,}$/.test(before) && !isStreetTypeWord(before, false)
  return isName && typed.isFree(from - 1) && !isTypeAt(typed, street, to)
}

/** A UK line may name the street that its street leaves as well; answers those that it does. */
function useOtherStreets(
  typed: TypedWords,
  streets: readonly HeldStreet[],
  used: HeldStreet,
): readonly HeldStreet[] {
  return streets.filter((street) => {
    if (street === used) return false
    const [found] = typed.find(street.name)
    if (found === undefined || found.cost > NAME_COST.typo) return false
    typed.use(found.from, found.to)
    if (isTypeAt(typed, street, found.to)) typed.use(found.to)
    return true
  })
}

interface StreetPlaces {
  readonly found: FoundStreet
  readonly place: Span
  /** The word after the house number. */
  readonly numberTo: number | undefined
  /** A postcode of few houses was typed as it is held. */
  readonly isAtPostcode: boolean
}

/** After the place, which may have words that are types and directions, has taken its own: `place` is where. */
export function compareStreet(
  typed: TypedWords,
  held: HeldParts,
  where: StreetPlaces,
  notes: Findings,
): void {
  const { found, place, numberTo } = where
  const [first] = held.streets
  if (first === undefined) {
    // `16 BROADWAY, ELY` is not 16 of an address that has no street.
    const isNamed = numberTo !== undefined && typed.isFree(numberTo)
    const isName = isNamed && /^[A-Z]{3,}$/.test(typed.word(numberTo))
    if (!isName && !isAnotherBefore(typed, typed.length)) return
    notes.note('street', 'contradicted', typed.names(), '', 'other street')
    return
  }
  const { street, cost, from, to, typedName } = found
  if (street === undefined) {
    // `KINGSTON, HIGH WYCOMBE` says some words of a house that is called Kingston Court, and none of its street.
    const own = new Set(held.names.flat())
    const names = typed.names()
    const isOfHouse = names.split(' ').every((word) => own.has(word))
    const text = found.isInPart ? typed.text(from, to) : isOfHouse ? '' : names
    const state = text === '' ? 'missing' : 'contradicted'
    const difference = text === '' ? 'street unsaid' : 'other street'
    notes.note('street', state, text, nameText(first), difference)
    return
  }
  const heldName = nameText(street)
  const isAnother =
    isAnotherBefore(typed, from) ||
    isAnotherBehind(typed, from, place) ||
    (!found.hasType && (isSwapped(typed, from, place) || isBeside(place, numberTo, from)))
  if (isAnother) {
    const typedText = typed.names() || typedName
    notes.note('street', 'contradicted', typedText, heldName, 'other street')
    return
  }
  const free = typed.isFree(to) ? typed.word(to) : ''
  const isOtherWay =
    !found.hasSuffix && suffixForms(free).length > 1 && !isOfAnother(typed, to, where)
  if (isOtherWay && (street.type === '' || found.hasType)) {
    notes.note('street', 'contradicted', `${typedName} ${free}`, heldName, 'other direction')
    typed.use(to)
  } else {
    const isUnsaid = street.suffix !== '' && !found.hasSuffix
    const isSure = where.isAtPostcode || street.name.join('').length >= LONG_NAME_MIN
    const isTwice = cost === NAME_COST.similar && isSure
    // Cells are cut off at so many letters: a full postcode has few streets that begin so.
    const near = cost === NAME_COST.cutOff && where.isAtPostcode ? NAME_COST.typo : cost
    const slips = isTwice ? 'street misspelt twice' : STREET_DIFFERENCE.get(near)
    const difference = isUnsaid ? 'direction unsaid' : slips
    const state = difference === undefined ? 'confirmed' : 'corrected'
    notes.note('street', state, typedName, heldName, difference)
  }
  compareType(typed, found, street, notes)
  // `1 QUEENS ROAD` is not 1 Clifton Terrace, Queens Road.
  if (!found.isNumbered) notes.note('street', 'missing', '', nameText(first), 'building unsaid')
}

/** `COURT IN DOREEN`, `VALE (OFF WOODS RD)`, `END RD, SOUTH RUISLIP HA4 0QP`: not a direction of the street. */
function isOfAnother(typed: TypedWords, at: number, { place, isAtPostcode }: StreetPlaces) {
  const word = typed.word(at)
  const isRemark = ENGLISH.remarks.has(word) && typed.isFree(at + 1)
  return isRemark || ENGLISH.emptyWords.has(word) || (isAtPostcode && place.from === at + 1)
}

/** `20 BOLTON ROAD, LANCASHIRE` is not in Lancashire Way: another street follows the number. */
function isAnotherBefore(typed: TypedWords, from: number): boolean {
  const number = houseBefore(typed, from)
  // `FLAT 11 BEATTY HOUSE, DOLPHIN SQUARE, CHICHESTER ST`: what the number is of was found.
  if (!typed.isFree(number + 1)) return false
  for (let at = number + 2; number >= 0 && at < from; at++) {
    const isName = typed.isFree(at - 1) && !hasDigit(typed.word(at - 1))
    if (isName && typed.isFree(at) && isStreetTypeWord(typed.word(at), false)) return true
  }
  return false
}

/** `SMITH, 3 KING ST` is not in Smith Street. */
function isAnotherBehind(typed: TypedWords, from: number, place: Span): boolean {
  const number = typed.words.findIndex(hasDigit)
  if (from > number) return false
  const first = number + 1
  const isPlace = first >= place.from && first < place.to
  if (isPlace || hasDigit(typed.word(first))) return false
  return typed.words
    .slice(first + 1, first + 1 + NAME_WORDS_MAX)
    .some((word) => isStreetTypeWord(word, false))
}

/** `31 NEWTOWN, KING`: what stands next to the number is the street, or nothing is. */
function isBeside(place: Span, numberTo: number | undefined, from: number): boolean {
  return place.from === numberTo && place.to > place.from && place.from < from
}

/** `31 NEWTOWN RD, KING` is not in King Road, Newtown. */
function isSwapped(typed: TypedWords, from: number, place: Span): boolean {
  const number = typed.words.findLastIndex((word, at) => at < place.from && hasDigit(word))
  const isBehindNumber = number >= 0 && place.from - number <= NAME_WORDS_MAX
  const isStreet = typed.isFree(place.to) && isStreetTypeWord(typed.word(place.to), false)
  return isBehindNumber && place.from < from && isStreet
}

/** The name of a street has seldom more words. */
const NAME_WORDS_MAX = 3

/** Few names of this many letters differ in only two of them. */
const LONG_NAME_MIN = 8

const STREET_DIFFERENCE: ReadonlyMap<number, Difference> = new Map([
  [NAME_COST.otherSpaces, 'street spaced otherwise'],
  [NAME_COST.typo, 'street misspelt'],
  [NAME_COST.cutOff, 'street cut off'],
  [NAME_COST.similar, 'street alike'],
])

function compareType(
  typed: TypedWords,
  found: FoundStreet,
  { name, type }: HeldStreet,
  notes: Findings,
): void {
  const at = found.to
  const word = typed.isFree(at) ? typed.word(at) : ''
  if (found.hasType) {
    notes.note('type', 'confirmed', found.typedType, type)
  } else if (type === '' && withoutDirection(name) !== name) {
    // `HIGH STREET NORTH, MANOR PARK` has its type in its name.
  } else if (isStreetTypeWord(word, false)) {
    typed.use(at)
    notes.note('type', 'contradicted', word, type, 'other street type')
  } else if (isMisspeltType(word, type)) {
    typed.use(at)
    notes.note('type', 'corrected', word, type, 'street misspelt')
  } else if (type !== '') {
    const isCutOff = found.cost === NAME_COST.cutOff
    notes.note('type', 'inferred', '', type, isCutOff ? undefined : 'street type unsaid')
  }
}

export function nameText({ name, suffix }: HeldStreet): string {
  return spaced(...name, suffix)
}
