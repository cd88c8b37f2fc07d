// Rows of a national file from any list. An address in one column or in lines is taken apart.

import { createHash } from 'node:crypto'
import { EMPTY_NATIONAL_ROW, type NationalRow, nationalLabel } from '../../address/national.ts'
import { type Country, nationalShape } from '../../countries/country.ts'
import { columnsOf, rowName } from '../../countries/fields.ts'
import { NationalFields } from '../../importers/reading/national-fields.ts'
import type { Tally } from '../../importers/reading/rejects.ts'
import { readNationalLines } from '../../index/lines/national-lines-reader.ts'
import { foldedValue } from '../../index/words/fold.ts'
import {
  dividedStreet,
  dropLast,
  isRoad,
  type KnownPlaces,
  piecesOf,
  replacePiece,
} from './address-pieces.ts'
import { type ListRecord, numberIn, wholeTexts } from './column-map.ts'

export function nationalReader(
  country: Country,
  list: ListRecord,
  tally: Tally,
  known: KnownPlaces | undefined,
): () => NationalRow | undefined {
  const fields = new NationalFields(country)
  const ownRow = ownRowReader(country, list, fields)
  return () => {
    fields.begin()
    const { texts, hasControl } = wholeTexts(list)
    const own = ownRow()
    const read = texts.length > 0 ? withWhole(country, own, texts, known) : own
    const row = completed({ ...read, ...pointOf(list) }, country)
    const fault = hasControl ? 'control-character' : undefined
    // A list need not say where its addresses are; what it says must be in the country.
    const isPlaced = row.latitude !== 0 || row.longitude !== 0
    const checked = fields.checked(row, list.record, tally, fault, isPlaced)
    if (checked === undefined) return undefined
    if (!isPlaced) tally.unplaced += 1
    const isUnsplit = texts.length > 0 && row.numberFirst + row.streetName + row.lotNumber === ''
    if (isUnsplit) tally.couldNotSplit(texts.join(', '))
    return checked
  }
}

export function nationalPlaceLearner(
  country: Country,
  list: ListRecord,
  known: KnownPlaces,
): () => undefined {
  const ownRow = ownRowReader(country, list, new NationalFields(country))
  return () => {
    const { texts } = wholeTexts(list)
    const { localityName, postcode } = splitNational(country, texts, ownRow(), undefined)
    known.add(localityName, postcode)
  }
}

/** What a column of its own says comes before what the whole address says. */
function withWhole(
  country: Country,
  own: NationalRow,
  texts: readonly string[],
  known: KnownPlaces | undefined,
): NationalRow {
  const { names, ...parts } = splitNational(country, texts, own, known)
  const [buildingName = '', ...others] = names
  const filled = Object.entries(own).filter(([, value]) => value !== '')
  return {
    ...own,
    ...parts,
    buildingName,
    addressSiteName: others.join(' '),
    localityName: parts.localityName.toUpperCase(),
    ...Object.fromEntries(filled),
  }
}

/** With a label, and with a key where the list has none: the same address has the same one in the next list. */
function completed(row: NationalRow, country: Country): NationalRow {
  const addressLabel = row.addressLabel || nationalLabel(row, nationalShape(country))
  const names = [row.buildingName, row.addressSiteName, addressLabel].join('|')
  return { ...row, addressLabel, addressDetailPid: row.addressDetailPid || listKey(names) }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const NUMBER_MIN = 100_000_000
const NUMBERS = 900_000_000

/** `LISTXY123456789`: few beginnings, as the index keeps them, and so many numbers that no two meet. */
function listKey(text: string): string {
  const hash = createHash('sha256').update(text).digest()
  const letters = [4, 5].map((at) => LETTERS.charAt(hash.readUInt8(at) % LETTERS.length))
  return `LIST${letters.join('')}${NUMBER_MIN + (hash.readUInt32BE(0) % NUMBERS)}`
}

/** 0, 0 says "not known": it is nearer to no address than any search reaches. */
function pointOf(list: ListRecord) {
  const hasPoint = ['latitude', 'longitude'].every((field) => {
    const column = list.places.get(field)
    return column !== undefined && !list.record.isEmpty(column)
  })
  if (!hasPoint) return { latitude: 0, longitude: 0 }
  return { latitude: numberIn(list, 'latitude'), longitude: numberIn(list, 'longitude') }
}

/** What the row's own columns say, without its label, which is made when all else is known. */
function ownRowReader(
  country: Country,
  { record, places, constants }: ListRecord,
  fields: NationalFields,
): () => NationalRow {
  const names = Object.keys(columnsOf(country.fields))
  const text = (name: string) => {
    const column = places.get(name)
    const constant = constants.get(name)?.toUpperCase()
    return constant ?? (column === undefined ? '' : fields.text(record, column, name))
  }
  return () => {
    const texts = names.map((name) => [rowName(name), text(name)])
    const row: NationalRow = { ...EMPTY_NATIONAL_ROW, ...Object.fromEntries(texts) }
    return {
      ...row,
      dateCreated: fields.date(row.dateCreated, 'date_created'),
      ...numbersOf(row, fields),
      state: fields.state(row.state),
      postcode: fields.postcode(row.postcode),
      aliasPrincipal: fields.aliasPrincipal(row.aliasPrincipal),
      primarySecondary: fields.primarySecondary(row.primarySecondary),
      latitude: Number.NaN,
      longitude: Number.NaN,
      addressStatus: row.addressStatus === 'RETIRED' ? 'RETIRED' : 'CURRENT',
      cleaningProvenance: fields.provenance,
    }
  }
}

/** People keep `3/12` and `12-14` in one column; here they become what they mean. */
function numbersOf(row: NationalRow, fields: NationalFields) {
  const { flatType, flatNumber, numberFirst: written, numberLast } = row
  const unit = flatNumber === '' ? /^([A-Z]?\d+[A-Z]?) ?\/ ?(.+)$/.exec(written) : null
  const number = unit?.[2] ?? written
  const range = numberLast === '' ? /^(\d+[A-Z]?) ?- ?(\d+[A-Z]?)$/.exec(number) : null
  if (unit !== null || range !== null) fields.note('number_first', 'split')
  return {
    flatType: unit !== null && flatType === '' ? 'UNIT' : flatType,
    flatNumber: unit?.[1] ?? flatNumber,
    numberFirst: range?.[1] ?? number,
    numberLast: range?.[2] ?? numberLast,
  }
}

type NationalPlace = Pick<NationalRow, 'postcode' | 'localityName' | 'state' | 'townCity'>

/** `given` is what other columns say. `places` are those of the list; undefined while they are being learnt. */
export function splitNational(
  country: Country,
  texts: readonly string[],
  given: NationalPlace,
  places: KnownPlaces | undefined,
): ReturnType<typeof readNationalLines> & NationalPlace {
  const pieces = piecesOf(texts)
  if (country.words.country.has(foldedValue(pieces.at(-1) ?? ''))) pieces.pop()
  const last = takePostcode(pieces, given.postcode, country)
  const outer =
    nationalShape(country).outer === 'state'
      ? { state: takeState(pieces, given.state, country) }
      : { state: '', townCity: takeTown(pieces, given.townCity) }
  // Some write the postcode before the state.
  const postcode = last === '' ? takePostcode(pieces, '', country) : last
  const locality = takeLocality(pieces, given.localityName, places)
  return {
    ...readNationalLines(pieces),
    postcode,
    ...outer,
    localityName: locality || (places?.usual(postcode) ?? ''),
  }
}

/** After a locality; where there is one name alone, that is the locality's. */
function takeTown(pieces: string[], given = ''): string {
  if (given !== '') {
    dropLast(pieces, given)
    return given
  }
  const [before = '', last = ''] = pieces.slice(-2)
  const isTown = pieces.length > 2 && !/\d/.test(before + last) && !isRoad(before)
  return isTown ? (pieces.pop() ?? '').toUpperCase() : ''
}

function takePostcode(pieces: string[], given: string, { postcode }: Country): string {
  const piece = pieces.at(-1) ?? ''
  const at = piece.search(postcode.inLine)
  const [rest, found] = [piece.slice(0, at), piece.slice(at)]
  if (at === -1 || !postcode.whole.test(found.replace(' ', ''))) return given
  // `12 SMITH ST 3065` ends in a postcode, `LOT 3065` does not: something must be left over.
  if (rest.trim() === '' && pieces.length === 1) return given
  if (given !== '' && given !== found) return given
  replacePiece(pieces, pieces.length - 1, rest.trim())
  return found
}

function takeState(pieces: string[], given: string, { words: known }: Country): string {
  const words = (pieces.at(-1) ?? '').split(' ')
  for (const [form, [state = '']] of known.regions) {
    const count = form.split(' ').length
    const written = foldedValue(words.slice(-count).join(' '))
    // `N.S.W.`
    if (written !== form && written.replaceAll(' ', '') !== form) continue
    replacePiece(pieces, pieces.length - 1, words.slice(0, -count).join(' '))
    return given || state
  }
  return given
}

function takeLocality(pieces: string[], given: string, places: KnownPlaces | undefined): string {
  if (given !== '') {
    dropLast(pieces, given)
    return given
  }
  const last = pieces.at(-1) ?? ''
  if (pieces.length > 1 && !/\d/.test(last)) return pieces.pop() ?? ''
  const [street, place] = dividedStreet(last, places) ?? []
  if (street === undefined || place === undefined) return ''
  replacePiece(pieces, pieces.length - 1, street)
  return place
}
