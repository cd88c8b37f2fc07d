// A line beside one address, part by part: what agrees, what was left out or written otherwise, what contradicts.

import { ENGLISH } from '../countries/english.ts'
import { isOfPart, namesPart } from '../index/words/written-forms.ts'
import type { Span } from '../lines/line-shape.ts'
import { NAME_COST, type TypedWords } from '../lines/typed-words.ts'
import { compareNumbers, withoutNamedUnit } from './compare-numbers.ts'
import { comparePlace } from './compare-place.ts'
import { comparePostcode } from './compare-postcode.ts'
import { compareStreet, findStreet, type Note } from './compare-street.ts'
import type { Difference } from './differences.ts'
import type { HeldParts } from './held-parts.ts'
import type { PartMatch } from './parts.ts'

export interface Comparison {
  readonly parts: readonly PartMatch[]
  readonly differences: ReadonlySet<Difference>
  /** Where the words of the street and of the place stand, for lines that leave one of them out. */
  readonly street: Span
  readonly place: Span
  /** The line says only some words of the name: `GEORGE ST` of Saint George Street. */
  readonly isStreetInPart: boolean
  readonly isPlaceInPart: boolean
  /** A word that the address does not have stands before its street: `5 OLD KING ST` beside King Street. */
  readonly isStreetLonger: boolean
  /** How many names of buildings and organisations, and levels, the line does not say. */
  readonly unsaid: number
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
  const isThere = place.parts[0]?.state !== 'contradicted'
  const { numberTo } = numbers
  compareStreet(
    typed,
    held,
    { found: street, place: isThere ? place.span : NOWHERE, numberTo },
    note,
  )
  for (const found of place.parts) note(found)
  for (const difference of place.differences) differences.add(difference)
  note(postcode.part, postcode.difference)
  if (!differences.has('other street') || street.isInPart) compareRest(typed, held, note)
  const before = street.from - 1
  const isStreetLonger =
    street.street !== undefined &&
    numbers.numberTo !== undefined &&
    numbers.numberTo <= before &&
    typed.isFree(before) &&
    !ENGLISH.emptyWords.has(typed.word(before))
  const named = names.parts.filter(({ name }) => name === 'building').length
  return {
    parts: ofNamedHouse(parts, differences, held),
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
  if (held.names.length === 0)
    return { street: findStreet(typed, held.streets), names: compareNames(typed, held) }
  const before = typed.used()
  const namesFirst = () => {
    const names = compareNames(typed, held)
    return { street: findStreet(typed, held.streets), names }
  }
  const streetFirst = () => {
    const street = findStreet(typed, held.streets)
    return { street, names: compareNames(typed, held) }
  }
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
  const parts: PartMatch[] = []
  const differences: Difference[] = []
  for (const name of held.names) {
    const [found] = [name, withoutForm(name), name[0] === 'THE' ? name.slice(1) : []]
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
    const [found] = typed.find(held.partName)
    const isNamed = found !== undefined || namesPart(typed.words, held.partName)
    if (found !== undefined) typed.use(found.from, found.to)
    else if (isNamed) typed.useEach((word) => isOfPart(word, held.partName))
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

/** Words of the line that no part has taken. */
function compareRest(typed: TypedWords, held: HeldParts, note: Note): void {
  // A word that was typed twice says nothing more.
  const rest = typed.rest().filter((word) => !typed.isUsed(word))
  if (rest.length === 0) return
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
