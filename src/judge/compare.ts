// Compares a line with one address, part by part: what agrees, what is left out or written otherwise, what contradicts.

import type { Country } from '../countries/country.ts'
import { ENGLISH } from '../countries/english.ts'
import { wordsOf } from '../index/words/fold.ts'
import { isOfPart, namesPart } from '../index/words/written-forms.ts'
import type { Span } from '../lines/line-shape.ts'
import { NAME_COST, TypedWords } from '../lines/typed-words.ts'
import { unitKindOf } from '../lines/word-shapes.ts'
import { compareNumbers, numberText } from './compare-numbers.ts'
import { comparePlace } from './compare-place.ts'
import { comparePostcode, saysStreet } from './compare-postcode.ts'
import { compareStreet, findStreet, nameText } from './compare-street.ts'
import { type Difference, differenceSet } from './differences.ts'
import { type AnyAddress, type HeldParts, heldParts } from './held-parts.ts'
import { Findings, type PartMatch, type PartName, spaced } from './parts.ts'

export interface Comparison {
  readonly parts: readonly PartMatch[]
  readonly differences: ReadonlySet<Difference>
  /** Where the words of the street and of the place stand, for lines that leave one of them out. */
  readonly street: Span
  readonly place: Span
  /** The line says only some words of the name: `GEORGE ST` of Saint George Street. */
  readonly isStreetInPart: boolean
  readonly isPlaceInPart: boolean
  /** A word that the address does not have stands before its street: `5 OLD KING ST` and King Street. */
  readonly isStreetLonger: boolean
  /** How many names of buildings and organisations, and levels, the line does not say. */
  readonly unsaid: number
}

export function compare(typed: TypedWords, held: HeldParts): Comparison {
  typed.release()
  const postcode = comparePostcode(typed, held)
  const { street, names } = streetAndNames(typed, held)
  const place = comparePlace(typed, held, street, postcode)
  const hasPostcode = postcode.part.state !== 'inferred'
  const isNameAt = (at: number) =>
    names.parts.some(({ typed: name }) => typed.text(at, at + name.split(' ').length) === name)
  const numbers = compareNumbers(typed, held, street.from, hasPostcode, isNameAt)
  const found = new Findings()
  found.add(names)
  found.add(numbers)
  const isThere = place.parts[0]?.state !== 'contradicted'
  const { numberTo } = numbers
  const isAtPostcode = saysStreet(postcode.part)
  const where = { found: street, place: isThere ? place.span : NOWHERE, numberTo, isAtPostcode }
  compareStreet(typed, held, where, found)
  found.add(place)
  found.add({ parts: [postcode.part], differences: [postcode.difference ?? []].flat() })
  const isOther = found.differences.includes('other street')
  if (!isOther || street.isInPart) compareRest(typed, held, found)
  const differences = new Set(found.differences)
  const before = street.from - 1
  const isStreetLonger =
    street.street !== undefined &&
    numberTo !== undefined &&
    numberTo <= before &&
    typed.isFree(before) &&
    !ENGLISH.emptyWords.has(typed.word(before))
  const named = names.parts.filter(({ name }) => name === 'building').length
  return {
    parts: ofNamedHouse(found.parts, differences, held),
    differences,
    street,
    place: place.span,
    isStreetInPart: street.isInPart,
    isPlaceInPart: place.isInPart,
    isStreetLonger,
    unsaid: held.names.length - named + (numbers.parts.some(isLevelUnsaid) ? 1 : 0),
  }
}

function isLevelUnsaid({ name, state }: PartMatch): boolean {
  return name === 'level' && state === 'inferred'
}

const NOWHERE: Span = { from: 0, to: 0 }

/** `5 ASH HILL ROAD`, where a house is called Ash Hill: the street comes first where that explains more words. */
function streetAndNames(typed: TypedWords, held: HeldParts) {
  const before = typed.used()
  const namesFirst = () => {
    const names = compareNames(typed, held)
    return { street: findStreet(typed, held.streets), names }
  }
  const streetFirst = () => {
    const street = findStreet(typed, held.streets)
    return { street, names: compareNames(typed, held) }
  }
  if (held.names.length === 0) return streetFirst()
  const first = namesFirst()
  if (first.street.street !== undefined || held.streets.length === 0) return first
  const left = typed.freeNames
  typed.release(before)
  const second = streetFirst()
  if (second.street.street !== undefined && typed.freeNames <= left) return second
  typed.release(before)
  return namesFirst()
}

/** Names of the building, of its part and of who is there, found and used up. */
function compareNames(typed: TypedWords, held: HeldParts) {
  const names = new Findings()
  for (const name of held.names) {
    const [found] = [name, withoutForm(name), name[0] === 'THE' ? name.slice(1) : []]
      .flatMap((each) => typed.find(each))
      .toSorted((a, b) => a.cost - b.cost)
    if (found === undefined || found.cost > NAME_COST.typo) continue
    typed.use(found.from, found.to)
    const isSame = found.cost < NAME_COST.typo
    const [state, difference] = isSame
      ? (['confirmed'] as const)
      : (['corrected', 'building misspelt'] as const)
    names.note('building', state, typed.text(found.from, found.to), name.join(' '), difference)
  }
  if (held.partName.length > 0) {
    const text = held.partName.join(' ')
    const [found] = typed.find(held.partName)
    const isNamed = found !== undefined || namesPart(typed.words, held.partName)
    if (found !== undefined) typed.use(found.from, found.to)
    else if (isNamed) typed.useEach((word) => isOfPart(word, held.partName))
    if (isNamed) names.note('unit', 'confirmed', text, text)
    else names.note('unit', 'missing', '', text, 'unit unsaid')
  }
  return names
}

/** A company by its name alone: `FOXGLOVE PACKAGING` of Foxglove Packaging Ltd. */
function withoutForm(name: readonly string[]): readonly string[] {
  const end = name.findLastIndex((word) => !COMPANY_FORMS.has(word))
  return name.slice(0, end + 1)
}

const COMPANY_FORMS: ReadonlySet<string> = new Set('LTD LIMITED PLC LLP PTY INC CO CIC'.split(' '))

/** Words of the line that no part has taken. */
function compareRest(typed: TypedWords, held: HeldParts, found: Findings): void {
  if (typed.words.some((_, at) => isSpokenUnit(typed, at))) {
    found.note('unit', 'contradicted', typed.names(), '', 'other unit')
    return
  }
  // A word that was typed twice says nothing more.
  const rest = typed.rest().filter((word) => !typed.isUsed(word))
  if (rest.length === 0) return
  const text = rest.join(' ')
  const isFlat = FLAT_NAME.test(text) && held.partName.length === 0 && held.unit === ''
  if (isFlat) found.note('unit', 'contradicted', text, '', 'other unit')
  else if (WHEREABOUTS.test(text)) found.note('unit', 'ignored', text, '', 'whereabouts ignored')
  else found.note('building', 'ignored', text, '', 'words ignored')
}

/** `UNIT SIX`, `UNIT XL`, which no part has taken. */
function isSpokenUnit(typed: TypedWords, at: number): boolean {
  const next = typed.word(at + 1)
  if (!ENGLISH.numberWords.has(next) && !ROMAN.test(next)) return false
  return typed.isFree(at) && typed.isFree(at + 1) && unitKindOf(typed.word(at)) !== undefined
}

const ROMAN = /^[IVXL]{2,}$/
const FLAT_NAME = /\b(?:FLAT|MAISONETTE|APARTMENT|ANNEXE?|GRANNY)\b/
const WHEREABOUTS =
  /\b(?:FLOOR|FLR|GROUND|BASEMENT|REAR|UPSTAIRS|DOWNSTAIRS|MEZZANINE|UPPER|LOWER|FRONT)\b/

/**
 * A house that goes by its name needs no number; one without a number needs its name. Who is there says in which unit
 * and at which end of a range.
 */
function ofNamedHouse(
  parts: readonly PartMatch[],
  differences: Set<Difference>,
  held: HeldParts,
): readonly PartMatch[] {
  const isNamed = parts.some(
    ({ name, state }) => name === 'building' && (state === 'confirmed' || state === 'corrected'),
  )
  if (held.first === '' && held.lot === '' && held.names.length > 0 && !isNamed) {
    differences.add(differences.has('words ignored') ? 'other building' : 'building unsaid')
    const text = (held.names[0] ?? []).join(' ')
    const typed = parts.find(({ name }) => name === 'building')?.typed ?? ''
    const others = parts.filter(({ name }) => name !== 'building')
    const state = typed === '' ? 'missing' : 'contradicted'
    return [{ name: 'building', state, typed, held: text }, ...others]
  }
  const isSaid = (...names: readonly PartName[]) =>
    names.every((each) => parts.some(({ name, state }) => name === each && state === 'confirmed'))
  // `WESSEX LODGE, 16 THE BEECHES, DIDSBURY`: no other house has all three, whatever its place is called.
  if (isNamed && isSaid('number', 'street') && differences.delete('other place and no postcode')) {
    differences.add('other part of the town')
  }
  if (!isNamed && isOfAnother(parts, differences, held)) differences.add('other name and postcode')
  const inferred = new Set<PartName>()
  const infer = (difference: Difference, name: PartName) =>
    differences.delete(difference) && inferred.add(name)
  if (isNamed) infer('number unsaid', 'number')
  // `FLAT 6, ASH COURT, AL1 4EA`; and `AL1 4EA, 12`.
  const isAtPostcode = parts.some(saysStreet)
  const isPlaced = isNamed ? isSaid('postcode') : isSaid('number') && isAtPostcode
  if (isPlaced && infer('street unsaid', 'street')) differences.add('street left to the rest')
  const organisations = held.organisations.map((name) => name.join(' '))
  const isWhoIsThere = ({ name, held: text }: PartMatch) =>
    name === 'building' && organisations.includes(text)
  const isHere = parts.some(isWhoIsThere) && (isAtPostcode || isSaid('number', 'street'))
  if (isHere) {
    infer('unit unsaid', 'unit')
    infer('level unsaid', 'level')
    infer('building unsaid', 'street')
  }
  if (isHere || (isNamed && isAtPostcode)) differences.delete('end of a range')
  if (isAtPostcode && infer('building unsaid', 'street'))
    differences.add('terrace left to its postcode')
  return parts.map((part) =>
    part.state === 'missing' && inferred.has(part.name) ? { ...part, state: 'inferred' } : part,
  )
}

/** `ROYAL THAI, 32 CALEDONIAN RD, N1 9DP` and Simmons at N1 9DT: neither says that this door is meant. */
function isOfAnother(
  parts: readonly PartMatch[],
  differences: ReadonlySet<Difference>,
  { names, isNameInLabel }: HeldParts,
): boolean {
  if (!isNameInLabel || names.length === 0 || differences.isDisjointFrom(OTHER_CODE)) return false
  const isOfName = (typed: string) =>
    typed.split(' ').some((word) => names.some((name) => begins(name, word)))
  return parts.some(
    ({ name, state, typed }) => name === 'building' && state === 'ignored' && !isOfName(typed),
  )
}

/** Its first word is what tells a name from others: `ANCHOR BOOKS` of Anchor Book Shop. */
function begins(name: readonly string[], word: string): boolean {
  return name.find((each) => !ENGLISH.emptyWords.has(each)) === word
}

const OTHER_CODE = differenceSet('other postcode', 'postcode alike')

/** For a line that is the label of the address word for word, as in most rows of a clean list; else undefined. */
export function ownLabel(typed: TypedWords, held: HeldParts): Comparison | undefined {
  const text = typed.text(0, typed.length)
  // To divide a label takes longer than all else of it; most need only lose their comma.
  const isLabel = held.label.replace(',', '') === text || wordsOf(held.label).join(' ') === text
  if (!isLabel) return undefined
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
  const number = numberText(held)
  const texts: readonly (readonly [PartName, string])[] = [
    ['building', held.isNameInLabel ? (held.names[0] ?? []).join(' ') : ''],
    ['unit', spaced(held.unitKind, held.unit) || held.partName.join(' ')],
    ['level', spaced(held.levelKind, held.level)],
    ['number', number === '' && held.lot !== '' ? `LOT ${held.lot}` : number],
    ['street', street === undefined ? '' : nameText(street)],
    ['type', street?.type ?? ''],
    ['place', (held.places[0] ?? []).join(' ')],
    ['state', held.region],
    ['postcode', held.postcode],
  ]
  return texts.flatMap(([name, text]) =>
    text === '' ? [] : [{ name, state: 'confirmed', typed: text, held: text } as const],
  )
}

/** What of a line says nothing of an address, in the words that were typed, run by run: `ph 0412 345 678`. */
export function passedOver(line: string, country: Country, address: AnyAddress): readonly string[] {
  const typed = new TypedWords(line, country)
  const ignored = compare(typed, heldParts(address))
    .parts.filter(({ state }) => state === 'ignored')
    .flatMap((part) => part.typed.split(' '))
  const isIgnored = (at: number) => ignored.includes(typed.word(at))
  const runs: { from: number; to: number }[] = []
  let isRun = false
  typed.words.forEach((_, at) => {
    // Words such as `the` are in a run of others, and make none.
    isRun &&= typed.isFree(at) || isIgnored(at)
    if (!isIgnored(at)) return
    const last = runs.at(-1)
    if (isRun && last !== undefined) last.to = at + 1
    else runs.push({ from: at, to: at + 1 })
    isRun = true
  })
  const written = [...line.matchAll(/[\p{L}\p{N}'’]+/gu)]
  // Where words are counted otherwise than they are written, they are named as they were read.
  const isSame = written.length === typed.length
  return runs.map(({ from, to }) => {
    const [first, last] = [written[from], written[to - 1]]
    if (!isSame || first === undefined || last === undefined) return typed.text(from, to)
    return line.slice(first.index, last.index + last[0].length)
  })
}
