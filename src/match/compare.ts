// A line beside one address, part by part: what agrees, what was left out or written otherwise, what contradicts.

import { namesPart } from '../index/words/part-names.ts'
import { isStreetTypeWord, streetTypeForms, suffixForms } from '../index/words/written-forms.ts'
import { isOneTypo } from '../search/query/edit-distance.ts'
import { hasDigit } from '../search/query/word-shapes.ts'
import { compareNumbers, withoutNamedUnit } from './compare-numbers.ts'
import { comparePlace } from './compare-place.ts'
import { comparePostcode } from './compare-postcode.ts'
import type { Difference } from './differences.ts'
import type { HeldParts, HeldStreet } from './held-parts.ts'
import { type FoundName, NAME_COST, type Span, type TypedWords } from './typed-words.ts'
import type { PartMatch } from './verdict.ts'

export interface Comparison {
  readonly parts: readonly PartMatch[]
  readonly differences: ReadonlySet<Difference>
  /** Where the words of the street and of the place stand, for lines that leave one of them out. */
  readonly street: Span
  readonly place: Span
}

export function compare(typed: TypedWords, held: HeldParts): Comparison {
  typed.release()
  const parts: PartMatch[] = []
  const differences = new Set<Difference>()
  const note = (found: PartMatch, difference?: Difference) => {
    parts.push(found)
    if (difference !== undefined) differences.add(difference)
  }
  const postcode = comparePostcode(typed, held)
  const { street, names } = streetAndNames(typed, held)
  const place = comparePlace(typed, held, street, postcode)
  const numbers = compareNumbers(typed, withoutNamedUnit(held, names.parts), street.from)
  for (const found of names.parts) note(found)
  for (const found of numbers.parts) note(found)
  for (const difference of [...names.differences, ...numbers.differences])
    differences.add(difference)
  compareStreet(typed, held, street, note)
  for (const found of place.parts) note(found)
  for (const difference of place.differences) differences.add(difference)
  note(postcode.part, postcode.difference)
  compareRest(typed, held, differences, note)
  return { parts: ofNamedHouse(parts, differences, held), differences, street, place: place.span }
}

/** `ASH HILL HOUSE, ASH HILL`: a name may hold that of the street, which must be left for the street. */
function streetAndNames(typed: TypedWords, held: HeldParts) {
  if (held.names.length === 0)
    return { street: findStreet(typed, held.streets), names: compareNames(typed, held) }
  const before = typed.used()
  const names = compareNames(typed, held)
  const street = findStreet(typed, held.streets)
  if (street.street !== undefined || held.streets.length === 0) return { street, names }
  typed.release(before)
  return { street: findStreet(typed, held.streets), names: compareNames(typed, held) }
}

type Note = (part: PartMatch, difference?: Difference) => void

/** The street's name as it was typed; `street` is the one of the held that it is, undefined where there is none. */
interface FoundStreet extends Span {
  readonly street: HeldStreet | undefined
  readonly cost: number
  readonly hasType: boolean
  readonly hasSuffix: boolean
  /** Whether the street that has the number is named: a UK address may stand in one that leaves another. */
  readonly isNumbered: boolean
}

/** Uses up the words of the name, and its type and direction behind it if they are the held ones. */
function findStreet(typed: TypedWords, streets: readonly HeldStreet[]): FoundStreet {
  let best: { readonly street: HeldStreet; readonly name: FoundName } | undefined
  let bestCost = Number.POSITIVE_INFINITY
  for (const street of streets) {
    for (const name of typed.find(street.name)) {
      const cost = windowCost(typed, street, name)
      if (cost >= bestCost) continue
      best = { street, name }
      bestCost = cost
    }
  }
  // `5 HWLEY ESP, HAWLEY BEACH`: what is spelt right is the place, where the street would stand better elsewhere.
  if (best !== undefined && best.name.cost === NAME_COST.same && bestCost >= APART) {
    const { street } = best
    for (const name of typed.findMisspelt(street.name)) {
      const cost = windowCost(typed, street, name) - NAME_COST.typo * 10
      if (cost >= bestCost) continue
      best = { street, name }
      bestCost = cost
    }
  }
  const { length } = typed
  const nowhere = { from: length, to: length }
  const none = { ...nowhere, cost: 0, hasType: false, hasSuffix: false, isNumbered: false }
  if (best === undefined) return gluedToType(typed, streets) ?? { ...none, street: undefined }
  const { street, name } = best
  typed.use(name.from, name.to)
  const hasType = isTypeAt(typed, street, name.to)
  if (hasType) typed.use(name.to)
  const behind = hasType ? name.to + 1 : name.to
  const isSuffix = street.suffix !== '' && suffixForms(street.suffix).includes(typed.word(behind))
  const hasSuffix = isSuffix && typed.isFree(behind)
  if (hasSuffix) typed.use(behind)
  const to = hasSuffix ? behind + 1 : behind
  const others = useOtherStreets(typed, streets, street)
  const isNumbered = [street, ...others].some((each) => each === streets[0])
  return { street, from: name.from, to, cost: name.cost, hasType, hasSuffix, isNumbered }
}

/** `MELODYST` for Melody Street. */
function gluedToType(typed: TypedWords, streets: readonly HeldStreet[]): FoundStreet | undefined {
  for (const street of streets) {
    const name = street.name.join('')
    const forms = street.type === '' ? [] : streetTypeForms(street.type)
    const from = typed.words.findIndex(
      (word, at) => typed.isFree(at) && forms.some((form) => word === name + form),
    )
    if (from < 0) continue
    typed.use(from)
    const cost = NAME_COST.otherSpaces
    const isNumbered = street === streets[0]
    return { street, from, to: from + 1, cost, hasType: true, hasSuffix: false, isNumbered }
  }
  return undefined
}

/** What it costs to stand behind no number. */
const APART = 5

/** `RICHMOND ST, RICHMOND`: the street is what its type follows and a number comes before. */
function windowCost(typed: TypedWords, street: HeldStreet, { from, to, cost }: FoundName): number {
  const before = typed.word(from - 1)
  const next = typed.word(to)
  const isAfterNumber = hasDigit(before) || (before.length === 1 && hasDigit(typed.word(from - 2)))
  const type = isTypeAt(typed, street, to) ? 0 : isStreetTypeWord(next, false) ? 4 : 3
  return cost * 10 + (street.type === '' ? 0 : type) + (isAfterNumber ? 0 : APART)
}

function isTypeAt(typed: TypedWords, { type }: HeldStreet, at: number): boolean {
  if (type === '' || !typed.isFree(at)) return false
  const word = typed.word(at)
  return streetTypeForms(type).includes(word) || word === type
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

/** After the place, which may have words that are types and directions, has taken its own. */
function compareStreet(typed: TypedWords, held: HeldParts, found: FoundStreet, note: Note): void {
  const [first] = held.streets
  if (first === undefined) {
    if (!isAnotherBefore(typed, typed.length)) return
    note({ name: 'street', state: 'contradicted', typed: typed.names(), held: '' }, 'other street')
    return
  }
  const { street, cost, from, to } = found
  if (street === undefined) {
    const text = nameText(first)
    note(
      {
        name: 'street',
        state: 'contradicted',
        typed: typed.names(),
        held: text,
      },
      'other street',
    )
    return
  }
  const typedName = typed.text(from, from + Math.max(1, nameLength(found)))
  const heldName = nameText(street)
  if (isAnotherBefore(typed, from)) {
    const typedText = typed.names()
    note(
      { name: 'street', state: 'contradicted', typed: typedText, held: heldName },
      'other street',
    )
    return
  }
  const free = typed.isFree(to) ? typed.word(to) : ''
  const isOtherWay = !found.hasSuffix && free !== '' && suffixForms(free).length > 1
  if (isOtherWay && (street.type === '' || found.hasType)) {
    note(
      { name: 'street', state: 'contradicted', typed: `${typedName} ${free}`, held: heldName },
      'other direction',
    )
    typed.use(to)
  } else {
    const isUnsaid = street.suffix !== '' && !found.hasSuffix
    const difference = isUnsaid ? 'direction unsaid' : STREET_DIFFERENCE.get(cost)
    const state = difference === undefined ? 'confirmed' : 'corrected'
    note({ name: 'street', state, typed: typedName, held: heldName }, difference)
  }
  compareType(typed, found, street, note)
  // `1 QUEENS ROAD` is not 1 Clifton Terrace, Queens Road.
  if (!found.isNumbered) {
    note({ name: 'street', state: 'missing', typed: '', held: nameText(first) }, 'building unsaid')
  }
}

/** `20 BOLTON ROAD, LANCASHIRE` is not in Lancashire Way: another street stands behind the number. */
function isAnotherBefore(typed: TypedWords, from: number): boolean {
  const number = typed.words.findIndex(hasDigit)
  for (let at = number + 2; number >= 0 && at < from; at++) {
    const isName = typed.isFree(at - 1) && !hasDigit(typed.word(at - 1))
    if (isName && typed.isFree(at) && isStreetTypeWord(typed.word(at), false)) return true
  }
  return false
}

const STREET_DIFFERENCE: ReadonlyMap<number, Difference> = new Map([
  [NAME_COST.otherSpaces, 'street spaced otherwise'],
  [NAME_COST.typo, 'street misspelt'],
  [NAME_COST.similar, 'street alike'],
])

function compareType(
  typed: TypedWords,
  found: FoundStreet,
  { type }: HeldStreet,
  note: Note,
): void {
  const at = found.to
  const word = typed.isFree(at) ? typed.word(at) : ''
  if (found.hasType) {
    const text = typed.word(found.hasSuffix ? at - 2 : at - 1)
    note({ name: 'type', state: 'confirmed', typed: text, held: type })
  } else if (isStreetTypeWord(word, false)) {
    typed.use(at)
    note({ name: 'type', state: 'contradicted', typed: word, held: type }, 'other street type')
  } else if (type !== '' && streetTypeForms(type).some((form) => isOneTypo(word, form))) {
    typed.use(at)
    note({ name: 'type', state: 'corrected', typed: word, held: type }, 'street misspelt')
  } else if (type !== '') {
    note({ name: 'type', state: 'inferred', typed: '', held: type }, 'street type unsaid')
  }
}

function nameLength({ from, to, hasType, hasSuffix }: FoundStreet): number {
  return to - from - (hasType ? 1 : 0) - (hasSuffix ? 1 : 0)
}

function nameText({ name, suffix }: HeldStreet): string {
  return [...name, suffix].filter((word) => word !== '').join(' ')
}

/** Names of the building, of its part and of who is there, found and used up. */
function compareNames(typed: TypedWords, held: HeldParts) {
  const parts: PartMatch[] = []
  const differences: Difference[] = []
  for (const name of held.names) {
    const [found] = [name, withoutForm(name)]
      .flatMap((each) => typed.find(each))
      .toSorted((a, b) => a.cost - b.cost)
    if (found === undefined || found.cost > NAME_COST.typo) continue
    typed.use(found.from, found.to)
    const isSame = found.cost < NAME_COST.typo
    const text = typed.text(found.from, found.to)
    parts.push({
      name: 'building',
      state: isSame ? 'confirmed' : 'corrected',
      typed: text,
      held: name.join(' '),
    })
    if (!isSame) differences.push('building misspelt')
  }
  if (held.partName.length > 0) {
    const text = held.partName.join(' ')
    const isNamed = namesPart(typed.words, held.partName)
    if (isNamed) for (const word of held.partName) useWord(typed, word)
    parts.push({
      name: 'unit',
      state: isNamed ? 'confirmed' : 'missing',
      typed: isNamed ? text : '',
      held: text,
    })
    if (!isNamed) differences.push('unit unsaid')
  }
  return { parts, differences }
}

/** A company by its name alone: `FOXGLOVE PACKAGING` of Foxglove Packaging Ltd. */
function withoutForm(name: readonly string[]): readonly string[] {
  const end = name.findLastIndex((word) => !COMPANY_FORMS.has(word))
  return name.slice(0, end + 1)
}

const COMPANY_FORMS: ReadonlySet<string> = new Set('LTD LIMITED PLC LLP PTY INC CO CIC'.split(' '))

function useWord(typed: TypedWords, word: string): void {
  const at = typed.words.findIndex((each, i) => each === word && typed.isFree(i))
  if (at >= 0) typed.use(at)
}

/** Words of the line that no part has taken. */
function compareRest(
  typed: TypedWords,
  held: HeldParts,
  differences: ReadonlySet<Difference>,
  note: Note,
): void {
  const rest = typed.rest()
  if (rest.length === 0 || differences.has('other street')) return
  const text = rest.join(' ')
  const isFlat = FLAT_NAME.test(text) && held.partName.length === 0 && held.unit === ''
  if (isFlat) note({ name: 'unit', state: 'contradicted', typed: text, held: '' }, 'other unit')
  else if (WHEREABOUTS.test(text)) {
    note({ name: 'unit', state: 'ignored', typed: text, held: '' }, 'whereabouts ignored')
  } else note({ name: 'building', state: 'ignored', typed: text, held: '' }, 'words ignored')
}

const FLAT_NAME = /\b(?:FLAT|MAISONETTE|APARTMENT|ANNEXE?|GRANNY)\b/
const WHEREABOUTS =
  /\b(?:FLOOR|FLR|GROUND|BASEMENT|REAR|UPSTAIRS|DOWNSTAIRS|MEZZANINE|UPPER|LOWER|FRONT)\b/

/** A house that goes by its name needs no number; one without a number needs its name. */
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
  if (!isNamed || !differences.has('number unsaid')) return parts
  differences.delete('number unsaid')
  return parts.map((part) => (part.name === 'number' ? { ...part, state: 'inferred' } : part))
}
