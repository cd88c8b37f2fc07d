// A line beside one address, part by part: what agrees, what was left out or written otherwise, what contradicts.

import { namesPart } from '../../index/words/written-forms.ts'
import type { Difference } from '../differences.ts'
import type { PartMatch } from '../verdict.ts'
import { compareNumbers, withoutNamedUnit } from './compare-numbers.ts'
import { comparePlace } from './compare-place.ts'
import { comparePostcode } from './compare-postcode.ts'
import { compareStreet, findStreet, type Note } from './compare-street.ts'
import type { HeldParts } from './held-parts.ts'
import { NAME_COST, type Span, type TypedWords } from './typed-words.ts'

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
  const isThere = place.parts[0]?.state !== 'contradicted'
  compareStreet(typed, held, { found: street, place: isThere ? place.span : NOWHERE }, note)
  for (const found of place.parts) note(found)
  for (const difference of place.differences) differences.add(difference)
  note(postcode.part, postcode.difference)
  compareRest(typed, held, differences, note)
  return { parts: ofNamedHouse(parts, differences, held), differences, street, place: place.span }
}

const NOWHERE: Span = { from: 0, to: 0 }

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
