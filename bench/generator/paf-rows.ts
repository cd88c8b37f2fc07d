// Writes houses and flats as rows of Royal Mail's PAF, with organisations, floors, PO boxes and dependent streets.

import type { SeededRandom } from '../../dev/seeded-random.ts'
import { word } from './words.ts'

const ORGANISATION_SHARE = 0.045
const PO_BOX_SHARE = 0.004
/** Of streets: a mews or a court that lies on another street, and a hamlet within a locality. */
const DEPENDENT_STREET_SHARE = 0.02
const DEPENDENT_LOCALITY_SHARE = 0.015
const DEPENDENT_STREET_LASTS = ['MEWS', 'COURT', 'TERRACE', 'COTTAGES', 'YARD']
const ORGANISATION_LASTS = ['LTD', 'LTD', 'PLC', 'SURGERY', 'PRIMARY SCHOOL', 'CHURCH', 'STORES']
const DEPARTMENTS = ['ACCOUNTS DEPARTMENT', 'SALES', 'CUSTOMER SERVICES', 'PERSONNEL DEPARTMENT']
/** Where one organisation of several in a building is. */
const PARTS = ['FLOOR', 'UNIT', 'SUITE', 'OFFICE']
const FLOORS = ['GROUND FLOOR', 'FIRST FLOOR', 'SECOND FLOOR', '3RD FLOOR', 'BASEMENT']
const UDPRN_FIRST = 10_000_000

export interface Place {
  readonly postcode: string
  readonly street: string
  readonly locality: string
  readonly town: string
  readonly dependent: DependentParts
}

/** What few streets have before their own name, and before that of their locality. */
export interface DependentParts {
  readonly street: string
  readonly locality: string
}

export interface Premises {
  readonly number: string
  readonly building: string
  readonly part: string
  readonly box: string
  readonly department: string
  readonly organisation: string
}

export class PafRows {
  readonly #random: SeededRandom

  /** Draws of its own, so that streets and postcodes are those of the other layouts. */
  constructor(random: SeededRandom) {
    this.#random = random
  }

  dependentParts(): DependentParts {
    const random = this.#random
    const lasts = DEPENDENT_STREET_LASTS
    return {
      street: random.chance(DEPENDENT_STREET_SHARE) ? `${word(random)} ${random.pick(lasts)}` : '',
      locality: random.chance(DEPENDENT_LOCALITY_SHARE) ? word(random) : '',
    }
  }

  row(place: Place, premises: Premises, at: number): string {
    const { number, building, part, box, department, organisation } = premises
    const isBox = box !== ''
    const fields = [
      place.postcode,
      place.town,
      isBox ? '' : place.locality,
      isBox || place.locality === '' ? '' : place.dependent.locality,
      isBox ? '' : place.street,
      isBox ? '' : place.dependent.street,
      number,
      building,
      part,
      box,
      department,
      organisation,
      String(UDPRN_FIRST + at),
      isBox ? 'L' : 'S',
      organisation === '' ? ' ' : 'Y',
      `${1 + (at % 9)}${'ABDEFGHJLN'.charAt(at % 10)}`,
    ]
    return `${fields.map((field) => (field.includes(',') ? `"${field}"` : field)).join(',')}\n`
  }

  /** `paon` and `saon` are the house and the part of it, as price paid data has them. */
  premises(paon: string, saon: string): Premises {
    const random = this.#random
    const nothing = {
      number: '',
      building: '',
      part: '',
      box: '',
      department: '',
      organisation: '',
    }
    if (random.chance(PO_BOX_SHARE)) {
      const organisation = random.chance(0.5) ? this.#organisation() : ''
      return { ...nothing, box: String(1 + random.below(9_999)), organisation }
    }
    const house = { ...nothing, ...houseOf(paon), part: saon }
    if (saon !== '' || !random.chance(ORGANISATION_SHARE)) return house
    const organisation = this.#organisation()
    const department = random.chance(0.1) ? random.pick(DEPARTMENTS) : ''
    const part = random.chance(0.3) ? this.#part() : ''
    return { ...house, part, department, organisation }
  }

  #organisation(): string {
    return `${word(this.#random)} ${this.#random.pick(ORGANISATION_LASTS)}`
  }

  #part(): string {
    const random = this.#random
    if (random.chance(0.3)) return random.pick(FLOORS)
    return `${random.pick(PARTS)} ${1 + random.below(12)}`
  }
}

/** `ROSE COURT, 12` has a name and a number; `12A` and `12 - 14` stand where names do. */
function houseOf(paon: string): Pick<Premises, 'number' | 'building'> {
  const [name = '', number = ''] = /^\d+$/.test(paon) ? ['', paon] : paon.split(', ')
  return { number, building: name.replace(' - ', '-') }
}
