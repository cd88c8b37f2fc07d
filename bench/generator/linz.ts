// Writes a file in the layout of LINZ "NZ Addresses": made-up numbers on the real roads of a list of roads.

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { SeededRandom } from '../../dev/seeded-random.ts'
import { isFullStreetType, suffixForms } from '../../src/index/words/written-forms.ts'
import { OperatorError } from '../../src/lib/operator-error.ts'
import { logNormal } from './distributions.ts'

const HEADER =
  'address_id,road_id,full_address_number,full_road_name,full_address,territorial_authority,unit,' +
  'address_number,address_number_suffix,address_number_high,road_name,road_name_type,road_name_suffix,' +
  'suburb_locality,town_city,address_lifecycle,shape_X,shape_Y\n'

const CHUNK_CHARACTERS = 1 << 18
const ROAD_SIGMA = 1.1
const ID_FIRST = 500_000

interface Road {
  readonly id: string
  readonly name: string
  readonly localities: readonly string[]
  readonly town: string
  readonly postcode: string
}

/** The file in pieces of some hundred kilobytes. The same roads, rows and seed give the same bytes. */
export function* linz(rows: number, seed: number, roadsFile?: string): Generator<string> {
  const roads = readRoads(roadsFile)
  const random = new SeededRandom(seed)
  const weights = roads.map(() => logNormal(random, 1, ROAD_SIGMA))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  yield HEADER
  const file = new LinzFile(random)
  let [share, text] = [0, '']
  for (const [at, road] of roads.entries()) {
    share += weights[at] ?? 0
    const until = at === roads.length - 1 ? rows : Math.round((rows * share) / sum)
    text += file.road(road, until)
    if (text.length < CHUNK_CHARACTERS) continue
    yield text
    text = ''
  }
  yield text
}

/** Columns road_id, postcode, name, locality and city; cells with commas are quoted. */
function readRoads(path: string | undefined): readonly Road[] {
  if (path === undefined) throw new OperatorError('generate linz needs --roads FILE.')
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const [, ...lines] = text.split(/\r?\n/)
  const roads = lines.filter(Boolean).map((line) => {
    const cells = Array.from(
      line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g),
      (one) => one[1] ?? one[2],
    )
    const [id = '', postcode = '', name = '', locality = '', city = ''] = cells
    const localities = locality.split(',')
    const [town = ''] = city.replace('\\N', '').split(',')
    return { id, name, localities, town, postcode }
  })
  // A road that crosses a border has no postcode, and lies where others of its place do.
  const placeOf = ({ localities, town }: Road) => `${localities[0]}, ${town}`
  const known = new Map(
    roads.flatMap((road) => (road.postcode === '' ? [] : [[placeOf(road), road] as const])),
  )
  return roads.map((road) =>
    road.postcode === '' ? { ...road, postcode: known.get(placeOf(road))?.postcode ?? '' } : road,
  )
}

class LinzFile {
  readonly #random: SeededRandom
  #written = 0

  constructor(random: SeededRandom) {
    this.#random = random
  }

  /** The rows of a road, until the file has so many. */
  road(road: Road, until: number): string {
    const random = this.#random
    const [latitude, longitude] = this.#middle(road.postcode)
    const turn = random.next() * Math.PI
    const isRural = random.chance(0.15)
    const count = until - this.#written
    const title = titleOf(road.name)
    let number = random.chance(0.9) ? 1 : random.between(2, 400)
    let text = ''
    for (let along = 0; this.#written < until; along += 1) {
      // A road through several places has its first numbers in the first of them.
      const place = Math.floor(((count - (until - this.#written)) * road.localities.length) / count)
      const locality = road.localities[place] ?? ''
      const x = longitude + Math.sin(turn) * 0.00016 * along
      const y = latitude + Math.cos(turn) * 0.00013 * along
      const where = `${quoted(locality)},${quoted(road.town || locality)},Current,${x.toFixed(8)},${y.toFixed(8)}\n`
      for (const premises of this.#premises(number)) {
        if (this.#written >= until) break
        text += this.#row(road, title, premises, locality, where)
      }
      number += isRural ? random.between(3, 60) : random.chance(0.12) ? 2 : 1
    }
    return text
  }

  #row(
    road: Road,
    title: string,
    { unit, number, suffix, high }: Premises,
    locality: string,
    where: string,
  ): string {
    const id = ID_FIRST + this.#written * 3
    this.#written += 1
    const last = high === '' ? '' : `-${high}`
    const full = `${unit === '' ? '' : `${unit}/`}${number}${suffix}${last}`
    const town = road.town === '' || road.town === locality ? '' : `, ${road.town}`
    const label = quoted(`${full} ${road.name}, ${locality}${town}`)
    const authority = quoted(`${road.town || locality} District`)
    return `${id},${road.id},${full},${quoted(road.name)},${label},${authority},${unit},${number},${suffix},${high},${title},${where}`
  }

  /** A house; a share of them lettered, in flats or a range, as in the real file. */
  #premises(number: number): readonly Premises[] {
    const random = this.#random
    const house = { unit: '', number, suffix: '', high: '' }
    const roll = random.next()
    if (roll < 0.01) return [{ ...house, high: String(number + 2 * random.between(1, 4)) }]
    if (roll < 0.11) {
      return Array.from('ABCDEFGH'.slice(0, random.between(1, 4)), (suffix) => ({
        ...house,
        suffix,
      }))
    }
    if (roll < 0.17) {
      const flats = Math.ceil(Math.min(200, logNormal(random, 3, 0.9)))
      return Array.from({ length: flats }, (_, at) => ({ ...house, unit: String(at + 1) }))
    }
    return [house]
  }

  /** Postcodes run from the north to the south: near enough for a file that nobody visits. */
  #middle(postcode: string): readonly [number, number] {
    const share = Number(postcode || '5000') / 10_000
    const random = this.#random
    const bend = share < 0.45 ? 174 + share * 5 : 176.2 - (share - 0.45) * 14
    return [-34.8 - share * 12 + (random.next() - 0.5) * 0.08, bend + (random.next() - 0.5) * 0.08]
  }
}

interface Premises {
  readonly unit: string
  readonly number: number
  readonly suffix: string
  readonly high: string
}

/** Name, type and suffix as cells; `State Highway 1` has its type before its name. */
function titleOf(road: string): string {
  const [, highway] = /^State Highway (\w+)$/.exec(road) ?? []
  if (highway !== undefined) return `${highway},State Highway,`
  const words = road.split(' ')
  const isType = (word = '') => isFullStreetType(word.toUpperCase())
  const isSuffix = suffixForms((words.at(-1) ?? '').toUpperCase()).length > 1
  const suffix = isSuffix && isType(words.at(-2)) ? words.pop() : ''
  const type = words.length > 1 && words[0] !== 'The' && isType(words.at(-1)) ? words.pop() : ''
  return `${quoted(words.join(' '))},${type},${suffix}`
}

function quoted(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
