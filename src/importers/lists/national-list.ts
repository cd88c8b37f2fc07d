// Takes an Australian address that stands in one column or in lines apart: premises, street, locality, state, postcode.

import { AU } from '../../countries/au.ts'
import { readNationalLines } from '../../index/lines/national-lines-reader.ts'
import { foldedValue } from '../../index/words/fold.ts'
import { dividedStreet, piecesOf } from './address-pieces.ts'
import type { KnownPlaces } from './known-places.ts'

/** What other columns of the row say; '' for nothing. */
interface GivenNationalPlace {
  readonly postcode: string
  readonly locality: string
  readonly state: string
}

type NationalParts = ReturnType<typeof readNationalLines> & GivenNationalPlace

/** `places` are those of the list; undefined while they are still being learnt. */
export function splitNational(
  texts: readonly string[],
  given: GivenNationalPlace,
  places: KnownPlaces | undefined,
): NationalParts {
  const pieces = piecesOf(texts)
  if (/^australia$/i.test(pieces.at(-1) ?? '')) pieces.pop()
  const postcode = takeEnd(pieces, /^(.*?)\b(\d{4})$/, given.postcode)
  const state = takeState(pieces, given.state)
  // Some write the postcode before the state.
  const late = postcode === '' ? takeEnd(pieces, /^(.*?)\b(\d{4})$/, '') : postcode
  const locality = takeLocality(pieces, given.locality, places)
  return {
    ...readNationalLines(pieces),
    postcode: late,
    state,
    locality: locality === '' ? (places?.usual(late) ?? '') : locality,
  }
}

function takeEnd(pieces: string[], pattern: RegExp, given: string): string {
  const [, rest, found] = pattern.exec(pieces.at(-1) ?? '') ?? []
  if (rest === undefined || found === undefined) return given
  // `12 SMITH ST 3065` ends in a postcode, `LOT 3065` does not: something must be left over.
  if (rest.trim() === '' && pieces.length === 1) return given
  if (given !== '' && given !== found) return given
  replaceLast(pieces, rest.trim())
  return found
}

function takeState(pieces: string[], given: string): string {
  const words = (pieces.at(-1) ?? '').split(' ')
  for (const [form, [state = '']] of AU.words.regions) {
    const count = form.split(' ').length
    const written = foldedValue(words.slice(-count).join(' '))
    // `N.S.W.`
    if (written !== form && written.replaceAll(' ', '') !== form) continue
    replaceLast(pieces, words.slice(0, -count).join(' '))
    return given === '' ? state : given
  }
  return given
}

function takeLocality(pieces: string[], given: string, places: KnownPlaces | undefined): string {
  const last = pieces.at(-1) ?? ''
  if (given !== '') {
    if (foldedValue(last) === foldedValue(given)) pieces.pop()
    return given
  }
  if (pieces.length > 1 && !/\d/.test(last)) return pieces.pop() ?? ''
  const [street, place] = dividedStreet(last, places) ?? []
  if (street === undefined || place === undefined) return ''
  replaceLast(pieces, street)
  return place
}

function replaceLast(pieces: string[], text: string): void {
  pieces.pop()
  if (text !== '') pieces.push(text)
}
