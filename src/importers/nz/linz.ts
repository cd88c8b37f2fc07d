// Imports LINZ "NZ Addresses": one CSV of all addresses of New Zealand, with postcodes from a list of roads.

import type { Point } from '../../address/geo.ts'
import { EMPTY_NATIONAL_ROW, type NationalRow, nationalLabel } from '../../address/national.ts'
import { NZ } from '../../countries/nz.ts'
import type { LocalityAlias, NationalKnowledge, StreetAlias } from '../../index/rows/row-source.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import { isCsvName, requireInputs } from '../reading/archive.ts'
import { MostCommon } from '../reading/key-table.ts'
import { NationalFields, type Writable } from '../reading/national-fields.ts'
import { Tally } from '../reading/rejects.ts'
import {
  CSV,
  columnsOf,
  fieldsOf,
  foldedName,
  type ImportOptions,
  importedRows,
  type Layout,
  newPass,
  readTables,
  scanTables,
} from '../reading/table.ts'

const ATTRIBUTION =
  'Contains data sourced from the LINZ Data Service, licensed for reuse under CC BY 4.0 ' +
  '(Toitū Te Whenua Land Information New Zealand).'

interface LinzOptions extends ImportOptions {
  /** Roads with their localities and postcodes, which LINZ does not have. */
  readonly postcodes?: readonly string[]
}

/** The files may be plain, gzip or zip. `rows` may be called several times. */
export async function openLinz(paths: readonly string[], options: LinzOptions = {}) {
  const inputs = await requireInputs(paths, '.csv file', isCsvName)
  const roads = await readRoads(options.postcodes ?? [], options)
  let names = new OtherNames()
  const source = importedRows({
    product: NZ.product,
    format: 'linz',
    attribution: ATTRIBUTION,
    inputs,
    options,
    read(pass) {
      names = new OtherNames()
      return readTables(inputs, layoutOf(roads, names, pass.tally), pass)
    },
  })
  return {
    ...source,
    // Complete when the rows have been read.
    get knowledge() {
      return names.knowledge()
    },
  }
}

const COLUMNS = [
  'address_id',
  'address_number',
  'address_number_suffix',
  'address_number_high',
  'unit',
  'full_road_name',
  'road_name',
  'road_name_type',
  'road_name_suffix',
  'suburb_locality',
  'town_city',
  'territorial_authority',
] as const

type Column = (typeof COLUMNS)[number]

/** Where an export may have the position; the first that it has is taken. */
const POINTS = [
  ['shapex', 'shapey'],
  ['gd2000xcoord', 'gd2000ycoord'],
  ['longitude', 'latitude'],
] as const

interface Places extends Readonly<Record<Column, number>> {
  /** -1 where the export has the point as one text, and that is -1 where it has not. */
  readonly longitude: number
  readonly latitude: number
  readonly wkt: number
  /** -1 where the export has none. */
  readonly lifecycle: number
  readonly road: number
  readonly postcode: number
}

function placesOf(first: Splitter): Places | undefined {
  const header = fieldsOf(first)
  const named = columnsOf(header, COLUMNS)
  const folded = header.map(foldedName)
  const at = (name: string) => folded.indexOf(name)
  const point = POINTS.find((names) => names.every((name) => at(name) !== -1))
  const wkt = at('wkt')
  if (named === undefined || (point === undefined && wkt === -1)) return undefined
  return {
    ...named,
    longitude: point === undefined ? -1 : at(point[0]),
    latitude: point === undefined ? -1 : at(point[1]),
    wkt: point === undefined ? wkt : -1,
    lifecycle: at('addresslifecycle'),
    road: at('roadid'),
    postcode: at('postcode'),
  }
}

function layoutOf(roads: RoadPostcodes, names: OtherNames, tally: Tally): Layout<NationalRow> {
  return {
    expected:
      'LINZ NZ Addresses as CSV (address_id, address_number, full_road_name, … and shape_X, shape_Y)',
    ...CSV,
    begin(first) {
      const places = placesOf(first)
      if (places === undefined) return undefined
      const read = linzReader(first, places, roads, names, tally)
      return { columns: first.columns, hasHeader: true, read }
    },
  }
}

function linzReader(
  record: Splitter,
  at: Places,
  roads: RoadPostcodes,
  names: OtherNames,
  tally: Tally,
) {
  const fields = new NationalFields(NZ)
  const textOf = textReader(record, at, fields)
  return (): NationalRow | undefined => {
    // The others are proposed or retired.
    if (at.lifecycle !== -1 && !/^current$/i.test(record.text(at.lifecycle))) {
      return tally.skip('not-standing')
    }
    fields.begin()
    const localityName = textOf('suburb_locality') || textOf('town_city')
    const road = textOf('full_road_name')
    const point = pointOf(record, at)
    const row: Writable<NationalRow> = {
      ...EMPTY_NATIONAL_ROW,
      townCity: '',
      territorialAuthority: '',
    }
    row.addressDetailPid = record.uniqueText(at.address_id)
    row.flatNumber = textOf('unit')
    row.numberFirst = textOf('address_number') + textOf('address_number_suffix')
    row.numberLast = textOf('address_number_high')
    const [name, type] = [textOf('road_name'), textOf('road_name_type')]
    const suffix = textOf('road_name_suffix')
    // Where the type stands before the name, as in State Highway 1 and Te Ara Hou, it is part of it.
    const title = type === '' ? name : `${name} ${type}`
    const isInOrder = name !== '' && (suffix === '' ? title : `${title} ${suffix}`) === road
    row.streetName = isInOrder ? name : road
    row.streetType = isInOrder ? type : ''
    row.streetSuffix = isInOrder ? suffix : ''
    row.localityName = localityName
    row.townCity = textOf('town_city')
    row.territorialAuthority = textOf('territorial_authority')
    // The export's own, if somebody has added it.
    const own = at.postcode === -1 ? '' : fields.postcode(record.text(at.postcode))
    row.postcode = own || roads.of(at.road === -1 ? '' : record.text(at.road), road, localityName)
    row.latitude = point?.latitude ?? 0
    row.longitude = point?.longitude ?? 0
    row.addressLabel = nationalLabel(row, NZ.national)
    const fault = point === undefined ? 'coordinates-missing' : undefined
    const checked = fields.checked(row, record, tally, fault)
    if (checked !== undefined) names.add(row, road)
    return checked
  }
}

/** Most texts come again and again. */
function textReader(record: Splitter, at: Places, fields: NationalFields) {
  const capitals = new Map<string, string>()
  return (column: Column): string => {
    const text = record.text(at[column])
    if (text === '') return ''
    const known = capitals.get(text)
    if (known !== undefined) return known
    const clean = fields.clean(text, record.traits, column)
    if (capitals.size >= CAPITALS_MAX) capitals.clear()
    // A text that cannot be used is looked at again wherever it stands.
    if (fields.fault === undefined) capitals.set(text, clean)
    return clean
  }
}

/** Undefined where the row has none. */
function pointOf(record: Splitter, { latitude, longitude, wkt }: Places): Point | undefined {
  if (wkt === -1) {
    if (record.isEmpty(latitude) || record.isEmpty(longitude)) return undefined
    return { latitude: record.decimal(latitude), longitude: record.decimal(longitude) }
  }
  const [, x, y] = WKT_POINT.exec(record.passingText(wkt)) ?? []
  return x === undefined ? undefined : { latitude: Number(y), longitude: Number(x) }
}

const CAPITALS_MAX = 200_000
const WKT_POINT = /^POINT ?\((-?[\d.]+) (-?[\d.]+)\)$/i

const HIGHWAY = /^STATE HIGHWAY (\d+[A-Z]?)$/
/** `GREAT BARRIER ISLAND (AOTEA ISLAND)`, `PIG ISLANDS / BROKEN ISLANDS`. */
const BOTH_NAMES = /^(.+?) (?:\((.+)\)|\/ (.+))$/

/** What else people call places and highways, by what the rows name. */
class OtherNames {
  readonly #localities = new Map<string, LocalityAlias[]>()
  readonly #streets = new Map<string, StreetAlias[]>()
  /** The locality of the last row: most rows follow others of theirs. */
  #last = ''

  add({ localityName, townCity = '', ...row }: NationalRow, road: string): void {
    if (localityName === this.#last && !road.startsWith('STATE')) return
    this.#last = localityName
    const place = { localityName, townCity }
    const key = `${localityName}|${townCity}`
    if (!this.#localities.has(key)) {
      const [, first = '', second = '', third = ''] = BOTH_NAMES.exec(localityName) ?? []
      const aliases = [first, second, third].filter((alias) => alias !== '')
      this.#localities.set(
        key,
        aliases.map((alias) => ({ ...place, alias })),
      )
    }
    const [, number] = HIGHWAY.exec(road) ?? []
    const ofRoad = `${key}|${road}`
    if (number === undefined || this.#streets.has(ofRoad)) return
    const { streetName, streetType, streetSuffix } = row
    const other = { streetName, streetType, streetSuffix, aliasType: '', aliasSuffix: '' }
    this.#streets.set(
      ofRoad,
      [`SH ${number}`, `SH${number}`, `S H ${number}`].map((aliasName) => ({
        ...place,
        ...other,
        aliasName,
      })),
    )
  }

  knowledge(): NationalKnowledge {
    return {
      localityAliases: [...this.#localities.values()].flat(),
      localityNeighbours: [],
      streetAliases: [...this.#streets.values()].flat(),
    }
  }
}

// The postcodes of roads: a list of roads with their ids, names, localities and postcodes.

const ROAD_COLUMNS = ['name', 'locality', 'postcode'] as const
const POSTCODE = /^\d{4}$/

/** By the road's id; else by its name in its locality; else what most roads of the locality have. */
class RoadPostcodes {
  readonly #byId = new Map<string, string>()
  readonly #byName = new Map<string, string>()
  readonly #ofLocality = new MostCommon()

  add(id: string, name: string, localities: readonly string[], postcode: string): void {
    if (id !== '') this.#byId.set(id, postcode)
    for (const locality of localities) {
      this.#byName.set(`${name}|${locality}`, postcode)
      this.#ofLocality.add(locality, postcode)
    }
  }

  get isEmpty(): boolean {
    return this.#byName.size === 0
  }

  of(id: string, name: string, locality: string): string {
    const known = this.#byId.get(id) ?? this.#byName.get(`${name}|${locality}`)
    return known ?? this.#ofLocality.of(locality)
  }
}

async function readRoads(paths: readonly string[], options: ImportOptions) {
  const roads = new RoadPostcodes()
  if (paths.length === 0) return roads
  const inputs = await requireInputs(paths, '.csv file', isCsvName)
  await scanTables(inputs, layoutOfRoads(roads), newPass(new Tally(), options))
  if (!roads.isEmpty) return roads
  throw new ImportRefused(`${paths.join(', ')} has no road with a postcode.`)
}

function layoutOfRoads(roads: RoadPostcodes): Layout<undefined> {
  return {
    expected:
      'a list of roads as CSV (columns name, locality, postcode and, if there is one, road_id)',
    ...CSV,
    begin(first) {
      const header = fieldsOf(first)
      const at = columnsOf(header, ROAD_COLUMNS)
      if (at === undefined) return undefined
      const id = header.map(foldedName).indexOf('roadid')
      return {
        columns: first.columns,
        hasHeader: true,
        read(record) {
          const postcode = record.text(at.postcode)
          // A road that crosses the border of an area has none.
          if (!POSTCODE.test(postcode)) return undefined
          const localities = record.text(at.locality).toUpperCase().split(',')
          const name = record.text(at.name).toUpperCase()
          roads.add(id === -1 ? '' : record.uniqueText(id), name, localities, postcode)
          return undefined
        },
      }
    },
  }
}
