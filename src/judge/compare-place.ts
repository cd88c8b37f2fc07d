// Compares the place and the state of a line with those of an address.

import { ENGLISH } from '../countries/english.ts'
import { isStreetTypeWord, suffixForms } from '../index/words/written-forms.ts'
import { isCountry, REGION_WORDS_MAX, type Span } from '../lines/line-shape.ts'
import { typedNumbers } from '../lines/typed-numbers.ts'
import { type FoundName, isNameWord, NAME_COST, type TypedWords } from '../lines/typed-words.ts'
import { hasDigit } from '../lines/word-shapes.ts'
import type { ComparedPostcode } from './compare-postcode.ts'
import type { Difference } from './differences.ts'
import type { HeldParts } from './held-parts.ts'
import type { PartMatch, PartState } from './parts.ts'
import { isMisspeltType } from './typed-types.ts'

interface ComparedPlace {
  readonly parts: readonly PartMatch[]
  readonly differences: readonly Difference[]
  readonly span: Span
  readonly isInPart: boolean
}

interface StreetSpan extends Span {
  readonly hasType: boolean
  readonly street: { readonly type: string } | undefined
}

/** `street` is where the street stands. The words of the place and of the state are used up. */
export function comparePlace(
  typed: TypedWords,
  held: HeldParts,
  street: StreetSpan,
  { part: { state: postcode } }: ComparedPostcode,
): ComparedPlace {
  const isNational = typed.country.form === 'national'
  const found = findPlaces(typed, held)
  const region = isNational
    ? compareState(typed, held.region, street.from)
    : compareCountry(typed, held.region)
  const rest = restOfPlace(typed, street, found)
  const hasRest = rest.to > rest.from
  const names = hasRest ? [...held.places, ...held.around] : []
  const isInPart = names.some((name) => isSomeOf(typed.words.slice(rest.from, rest.to), name))
  const span = !hasRest && found !== undefined ? found : spanOf(rest, found ?? rest)
  const heldText = (held.places[0] ?? []).join(' ')
  const differences: Difference[] = []
  let part: PartMatch
  const hasPostcode = postcode === 'confirmed' || postcode === 'corrected'
  if (found !== undefined && (!hasRest || (!isNational && hasPostcode))) {
    const difference = PLACE_DIFFERENCE.get(found.cost)
    if (difference !== undefined) differences.push(difference)
    const state = difference === undefined ? 'confirmed' : 'corrected'
    part = { name: 'place', state, typed: typed.text(found.from, found.to), held: found.text }
  } else if (hasRest) {
    typed.use(span.from, span.to)
    const nearly = nearlySaid(found, rest, held, isNational, isInPart)
    // `ALPHINGTON/FAIRFIELD`
    const isEither = found?.cost === NAME_COST.same && typed.gaps[rest.to - 1] === '/'
    const other = isEither ? 'other place' : postcode === 'inferred' ? nearly : undefined
    differences.push(other ?? OTHER_PLACE[postcode] ?? 'other place and postcode')
    part = {
      name: 'place',
      state: 'contradicted',
      typed: typed.text(span.from, span.to),
      held: heldText,
    }
  } else {
    const isElsewhere = postcode === 'contradicted'
    differences.push(isElsewhere ? 'other place and postcode' : 'place unsaid')
    part = { name: 'place', state: 'inferred', typed: '', held: heldText }
  }
  if (region?.state === 'contradicted') {
    differences.push(postcode === 'confirmed' ? 'other state' : 'other place and postcode')
  }
  return { parts: region === undefined ? [part] : [part, region], differences, span, isInPart }
}

/** `MILE END` for Mile End South; `BURNAGE, MANCHESTER`, where the address names no part of its town. */
function nearlySaid(
  found: FoundPlace | undefined,
  rest: Span,
  { places, region }: HeldParts,
  isNational: boolean,
  isInPart: boolean,
): Difference | undefined {
  if (isInPart) return 'place in part'
  if (found === undefined) return undefined
  const own = places[0]?.join(' ') ?? ''
  const isTown = (!isNational || region === '') && own.includes(found.text)
  const isBefore = found.cost === NAME_COST.same && rest.to === found.from
  return isTown && isBefore ? 'other part of the town' : undefined
}

/** Whether the words are some of a name's, in their order: `PROSPECT` of Prospect Vale. */
function isSomeOf(words: readonly string[], name: readonly string[]): boolean {
  let next = 0
  return words.every((word) => {
    const found = name.findIndex((each, at) => at >= next && isNameWord(word, each))
    next = found + 1
    return found >= 0
  })
}

/** By what is said of the postcode. */
const OTHER_PLACE: Readonly<Partial<Record<PartState, Difference>>> = {
  confirmed: 'other place',
  inferred: 'other place and no postcode',
}

function spanOf(a: Span, b: Span): Span {
  return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) }
}

const PLACE_DIFFERENCE: ReadonlyMap<number, Difference> = new Map([
  [NAME_COST.otherSpaces, 'place spaced otherwise'],
  [NAME_COST.typo, 'place misspelt'],
  [NAME_COST.cutOff, 'place alike'],
  [NAME_COST.similar, 'place alike'],
])

interface FoundPlace extends FoundName {
  readonly text: string
}

/** The best of all names of the place; the others are used up as well, if they are there. */
function findPlaces(typed: TypedWords, { places, around }: HeldParts): FoundPlace | undefined {
  // `MANCHESTER, GREATER MANCHESTER`: the county first, which has the name of the town in it.
  const isLonger = (name: readonly string[]) =>
    places.some((place) => place.length < name.length && place.every((word) => name.includes(word)))
  bestOf(typed, around.filter(isLonger))
  const best = bestOf(typed, places)
  bestOf(typed, around)
  return best
}

function bestOf(typed: TypedWords, names: readonly (readonly string[])[]): FoundPlace | undefined {
  let best: FoundPlace | undefined
  for (const name of names) {
    // A place stands at the end: of two that are alike it is the last.
    const isSame = ({ cost }: FoundName) => cost === NAME_COST.same
    const found = typed.find(name).at(-1) ?? typed.find(turned(name)).findLast(isSame)
    if (found === undefined || (best !== undefined && found.cost > NAME_COST.typo)) continue
    // `MONTAGU TAS` is not Montagu Bay.
    const isState = isRegion(typed, typed.word(found.to - 1))
    if (found.cost === NAME_COST.similar && isState) continue
    typed.use(found.from, found.to)
    if (best === undefined || found.cost < best.cost) best = { ...found, text: name.join(' ') }
  }
  return best
}

/** `GEELONG WEST` as West Geelong, and the other way round; nothing for other names. */
function turned(name: readonly string[]): readonly string[] {
  const [first = '', ...others] = name
  const last = name.at(-1) ?? ''
  if (ENGLISH.directions.has(last)) return [last, ...name.slice(0, -1)]
  return ENGLISH.directions.has(first) ? [...others, first] : []
}

/** Words of names next to the place, or after the street where no place was found: of another place, it seems. */
function restOfPlace(typed: TypedWords, street: StreetSpan, found: FoundPlace | undefined): Span {
  // `25 SPRING ST, HOUSE B, SHEFFIELD`.
  const isSaid = new Set(found?.text.split(' '))
  const units = typedNumbers(typed).filter(({ role }) => role !== 'bare')
  const isRest = (at: number) =>
    typed.isFree(at) &&
    !hasDigit(typed.word(at)) &&
    !isCountry(typed.words, at, typed.country) &&
    !typed.isOfCounty(at) &&
    !isSaid.has(typed.word(at)) &&
    !units.some((unit) => at >= unit.from && at < unit.to)
  // `COLLINS RD` for Collins Street: the type is of the street, whichever it is.
  const isType =
    !street.hasType && typed.isFree(street.to) && isTypeOf(street, typed.word(street.to))
  const streetTo = isType ? street.to + 1 : street.to
  let { from } = found ?? { from: typed.length }
  const to = from
  if (found !== undefined && isRest(found.to) && suffixForms(typed.word(found.to)).length > 1) {
    return { from: found.to, to: found.to + 1 }
  }
  if (found === undefined) {
    let at = streetTo
    while (at < typed.length && !isRest(at)) at += 1
    let end = at
    while (end < typed.length && isRest(end)) end += 1
    if (end > at && isNoPlace(typed.words.slice(at, end))) return { from: end, to: end }
    return end > at ? { from: at, to: end } : beforeStreet(typed, street, isRest)
  }
  while (from > streetTo && isRest(from - 1)) from -= 1
  if (isNoPlace(typed.words.slice(from, to))) from = to
  // `KING ST NORTH, NEWTOWN`: a direction alone is of the street as much as of the place.
  if (to - from === 1 && from === streetTo && suffixForms(typed.word(from)).length > 1) from = to
  return found.from < street.from ? { from: to, to } : { from, to }
}

/** `VIA PENONG`, `(CORNER OF LEAKE), NORTH PERTH`. */
function isNoPlace(words: readonly string[]): boolean {
  return ENGLISH.remarks.has(words[0] ?? '') || words.every((word) => LINKS.has(word))
}

/** Also those of `NEWTOWN, CITY OF NEWTOWN`. */
const LINKS: ReadonlySet<string> = new Set(
  'IN AT OF THE CITY TOWN TOWNSHIP SUBURB SHIRE DISTRICT MUNICIPALITY'.split(' '),
)

function isTypeOf({ street }: StreetSpan, word: string): boolean {
  if (isStreetTypeWord(word, false)) return true
  return street !== undefined && isMisspeltType(word, street.type)
}

/** `FORTH TAS 7310, 95 WILLIAM ST`: words that a state or a postcode follows, before the street. */
function beforeStreet(typed: TypedWords, street: Span, isRest: (at: number) => boolean): Span {
  let to = Math.min(street.from, typed.length) - 1
  const isEnd = (word: string) => /^\d{3,4}$/.test(word) || isRegion(typed, word)
  while (to > 0 && !(isRest(to - 1) && !typed.isFree(to) && isEnd(typed.word(to)))) to -= 1
  let from = to
  while (from > 0 && isRest(from - 1)) from -= 1
  return { from, to }
}

function isRegion({ country }: TypedWords, text: string): boolean {
  return country.words.regions.has(text)
}

/** The last words that name a state; but `WA` does not in `WA PLUMBING, 12 KING ST`. */
function compareState(typed: TypedWords, held: string, streetAt: number): PartMatch | undefined {
  const { regions } = typed.country.words
  for (let to = typed.length; to > 0; to--) {
    for (let from = Math.max(0, to - REGION_WORDS_MAX); from < to; from++) {
      const text = typed.text(from, to)
      const [region] = regions.get(text) ?? []
      if (region === undefined || !typed.areFree(from, to)) continue
      const isName = !hasDigit(typed.word(to)) || typed.isFree(from - 1)
      if (to < streetAt && typed.isFree(to) && isName) continue
      typed.use(from, to)
      const isHeld = region === (regions.get(held)?.[0] ?? held)
      const state = isHeld ? 'confirmed' : 'contradicted'
      return { name: 'state', state, typed: text, held }
    }
  }
  return held === '' ? undefined : { name: 'state', state: 'inferred', typed: '', held }
}

/** For a country that is made up of others: a name that it does not have is not wrong. */
function compareCountry(typed: TypedWords, held: string): PartMatch | undefined {
  for (const form of typed.country.words.regions.get(held) ?? []) {
    const at = typed.words.indexOf(form)
    if (at < 0 || !typed.isFree(at)) continue
    typed.use(at)
    return { name: 'state', state: 'confirmed', typed: form, held }
  }
  return undefined
}
