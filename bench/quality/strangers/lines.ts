// Lines as strangers write them: one thing otherwise than the address has it, or two or three at once.

import type { SeededRandom } from '../../../dev/seeded-random.ts'
import type { Product } from '../../../src/address/product.ts'
import { CITIES } from '../classes/disturbed.ts'
import type { Facts } from '../facts.ts'
import { isBestFit, isNumbered } from '../judging/best-fit.ts'
import type { Line, LineClass, ReleaseContents, Target } from '../lines/line.ts'
import { streetTypes } from '../lines/typed-forms.ts'
import { askedOf, numberOf, streetOf, titleCase, withSpaces } from '../lines/written.ts'
import { changes } from './changes.ts'
import { type Disturbance, disturbancesFor, PARTS, type Part } from './table.ts'

/** How often a combination is drawn anew before an address is given up. */
const TRIES = 20

export function strangersFor(product: Product): readonly LineClass[] {
  const all = disturbancesFor(product)
  return [
    ...all.map((one) => lineClass(product, one.name, () => [one])),
    ...[2, 3].map((count) =>
      lineClass(product, `${count === 2 ? 'two' : 'three'} things at once`, (random) =>
        drawn(all, count, random),
      ),
    ),
  ]
}

function lineClass(
  product: Product,
  name: string,
  draw: (random: SeededRandom) => readonly Disturbance[],
): LineClass {
  return {
    name,
    isTarget: (facts) =>
      isNumbered(facts) && facts.level === '' && facts.postcode !== '' && !facts.isAlias,
    write(target, random, contents) {
      if (!isBestFit(target, askedOf(target.facts))) return undefined
      const writer = new Writer(product, target, random, contents)
      for (let tries = 0; tries < TRIES; tries += 1) {
        const text = writer.text(draw(random))
        if (text !== undefined) return lineOf(target, text)
      }
      return undefined
    },
    isWalked: true,
  }
}

/** So many that write different parts otherwise. */
function drawn(all: readonly Disturbance[], count: number, random: SeededRandom) {
  const taken: Disturbance[] = []
  while (taken.length < count) {
    const next = random.pick(all)
    const isFree = taken.every(({ forms }) =>
      [...next.forms.keys()].every((part) => !forms.has(part)),
    )
    if (isFree) taken.push(next)
  }
  return taken
}

function lineOf(target: Target, text: string): Line {
  const { facts } = target
  const parts = (of: Facts) =>
    [of.unit, of.part, of.building, numberOf(of), of.name, of.type, of.suffix, of.place].join('|')
  const wanted = parts(facts)
  const isRight = (other: Facts) => other.id === facts.id || parts(other) === wanted
  return {
    text,
    meant: facts,
    asked: askedOf(facts),
    isRight,
    verdict: undefined,
    isFindable: true,
  }
}

const COUNTRIES = { au: 'Australia', nz: 'New Zealand', uk: 'United Kingdom' }
const PHONES = { au: '0412 345 678', nz: '021 345 678', uk: '07700 900123' }
const TOWNS = ['GLASGOW', 'NORWICH', 'TRURO', 'SWANSEA']

/** Writes one address. */
class Writer {
  readonly #product: Product
  readonly #facts: Facts
  readonly #random: SeededRandom
  readonly #contents: ReleaseContents

  constructor(
    product: Product,
    { facts }: Target,
    random: SeededRandom,
    contents: ReleaseContents,
  ) {
    this.#product = product
    this.#facts = facts
    this.#random = random
    this.#contents = contents
  }

  /** Undefined where the address has not what the disturbances need. */
  text(disturbances: readonly Disturbance[]): string | undefined {
    const forms = new Map(disturbances.flatMap(({ forms: own }) => [...own]))
    const parts = new Map<Part, string>()
    for (const part of PARTS) {
      if (part === 'line') continue
      const own = forms.get(part)
      const form = own === undefined ? this.#usual(part) : this.#random.pick(own)
      const written = this.#filled(form)
      if (written === undefined) return undefined
      parts.set(part, written)
    }
    // A unit that the line must not lose, unless it stands elsewhere.
    if (this.#isUnsaid(forms)) return undefined
    return this.#changed(joined(parts, this.#product), this.#random.pick(forms.get('line') ?? ['']))
  }

  #isUnsaid(forms: ReadonlyMap<Part, readonly string[]>): boolean {
    const { unit, building } = this.#facts
    const others = [...forms.values()].flat().join(' ')
    const says = (part: Part, what: RegExp) => !forms.has(part) || what.test(others)
    const isWhole = /\{organisation/.test(others)
    return (
      !isWhole &&
      ((unit !== '' && !says('unit', /\{unit/)) ||
        (building !== '' && !says('building', /\{(block|house)/)))
    )
  }

  #usual(part: Part): string {
    const { unit, building, region, part: partName } = this.#facts
    const isPostal = this.#product === 'uk'
    if (part === 'unit') {
      if (unit !== '')
        return isPostal ? 'Flat {unit},' : this.#random.pick(['{unit}/', 'Unit {unit},'])
      return partName === '' ? '' : '{part},'
    }
    if (part === 'building') return building === '' || !isPostal ? '' : '{building},'
    if (part === 'region') return region === '' ? '' : '{region}'
    return part === 'before' || part === 'after' ? '' : `{${part}}`
  }

  #filled(form: string): string | undefined {
    let isWhole = true
    const text = form.replace(/\{(\w+)(?::([^}]+))?\}/g, (_, name: string, change?: string) => {
      const own = this.#value(name, change)
      isWhole &&= own !== undefined && own !== ''
      return own ?? ''
    })
    return isWhole ? text : undefined
  }

  #value(name: string, change: string | undefined): string | undefined {
    if (name === 'every') return this.#every(change ?? '/')
    if (name === 'type' && change === 'wrong') return this.#wrongType()
    if (name === 'region' && change === 'other') return this.#otherRegion()
    if (name === 'country' && change === 'short') return this.#product.toUpperCase()
    const text = this.#part(name)
    const changed = change === undefined ? text : changes[change]?.(text, this.#random)
    if (changed === undefined || changed === '') return changed
    if (name === 'name' && changed !== text && this.#isAnotherStreet(changed)) return undefined
    if (name === 'place' && changed !== text && this.#contents.hasPlace(changed)) return undefined
    const isName = [
      'name',
      'type',
      'street',
      'place',
      'building',
      'city',
      'town',
      'neighbour',
      'organisation',
    ]
    return isName.includes(name) || /^(block|house)name$/.test(name) || name === 'part'
      ? titleCase(changed)
      : changed
  }

  #isAnotherStreet(name: string): boolean {
    const { place, region } = this.#facts
    return (
      this.#contents.hasStreet(name, '', place, region) ||
      this.#contents.hasLongerStreet(name, place, region)
    )
  }

  #part(name: string): string {
    const facts = this.#facts
    const [, digits = '', letter = ''] = /^(\d+)([A-Z])$/.exec(facts.first) ?? []
    const [, blocknumber = '', blockname = ''] = /^(\d+[A-Z]?) (\D+)$/.exec(facts.building) ?? []
    const [outcode = '', incode = ''] = facts.postcode.split(' ')
    const hasRange = facts.last !== ''
    const values: Readonly<Record<string, string>> = {
      unit: facts.unit,
      part: facts.part,
      building: facts.building,
      organisation: facts.organisation,
      number: numberOf(facts),
      first: hasRange ? facts.first : '',
      last: hasRange ? facts.last : '',
      lasttwo:
        hasRange && facts.first.length > 2 && facts.first[0] === facts.last[0]
          ? facts.last.slice(1)
          : '',
      digits: facts.last === '' ? digits : '',
      letter: facts.last === '' ? letter : '',
      blocknumber,
      blockname,
      housename: /\d/.test(facts.building) ? '' : facts.building,
      name: /\d/.test(facts.name) ? '' : facts.name,
      type: facts.type,
      street: streetOf(facts),
      place: facts.place,
      region: titledRegion(facts.region),
      postcode: facts.postcode,
      outcode,
      incode,
      city: CITIES[facts.region] === facts.place ? '' : (CITIES[facts.region] ?? ''),
      town: this.#random.pick(TOWNS.filter((town) => town !== facts.place)),
      neighbour: this.#neighbour(name),
      country: COUNTRIES[this.#product],
      phone: PHONES[this.#product],
      latitude: facts.latitude.toFixed(5),
      longitude: facts.longitude.toFixed(5),
      join: '\u2060',
      glue: '\u2060',
    }
    return values[name] ?? ''
  }

  #neighbour(name: string): string {
    if (name !== 'neighbour') return ''
    const { name: street, region, place } = this.#facts
    const near = this.#contents
      .placesAround(this.#facts)
      .filter(
        (other) =>
          other.name !== place && !this.#contents.hasStreet(street, '', other.name, region),
      )
    return near.length === 0 ? '' : this.#random.pick(near).name
  }

  /** All numbers of one side from the first to the last. */
  #every(separator: string): string | undefined {
    const [first, last] = [Number(this.#facts.first), Number(this.#facts.last)]
    const count = (last - first) / 2
    if (!Number.isInteger(count) || count < 1 || count > 4) return undefined
    return Array.from({ length: count + 1 }, (_, at) => first + 2 * at).join(separator)
  }

  #wrongType(): string | undefined {
    const { name, type, place, region } = this.#facts
    const own = streetTypes.get(type)?.[0] ?? type
    const types = ['STREET', 'ROAD', 'AVENUE', 'DRIVE', 'COURT', 'LANE'].filter(
      (other) =>
        other !== own &&
        (streetTypes.get(other) ?? [other]).every(
          (form) => !this.#contents.hasStreet(name, form, place, region),
        ),
    )
    return type === '' || types.length === 0 ? undefined : titleCase(this.#random.pick(types))
  }

  #otherRegion(): string | undefined {
    return this.#random.pick(Object.keys(CITIES).filter((state) => state !== this.#facts.region))
  }

  #changed(line: string, names: string): string | undefined {
    let text: string | undefined = line
    for (const name of names.split(' ').filter((each) => each !== '')) {
      text = text === undefined ? undefined : changes[name]?.(text, this.#random)
    }
    return text
  }
}

/** A state stays in capitals; a town is a name. */
function titledRegion(region: string): string {
  return region.length > 3 ? titleCase(region) : region
}

function joined(parts: ReadonlyMap<Part, string>, product: Product): string {
  const of = (part: Part) => parts.get(part) ?? ''
  const premises = withSpaces(of('before'), of('unit'), of('building'), of('number'))
  const where =
    product === 'uk'
      ? [of('place'), of('postcode')].filter((each) => each !== '').join(', ')
      : withSpaces(of('place'), of('region'), of('postcode'))
  const house = withSpaces(premises, of('street'))
  const gap = house.endsWith(',') || house === '' ? ' ' : ', '
  return `${house}${gap}${where}${of('after')}`
    .replace(/\/ (?=\d)/g, '/')
    .replace(/\\ (?=\d)/g, '\\')
    .replace(/ ?\u2060 ?/g, '')
    .replace(/= (?=\d)/g, '=')
    .replace(/,? &(?=\w+=)/g, '&')
    .trim()
}
