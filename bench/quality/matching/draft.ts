// An address on its way into a list: its parts as somebody fills them in, and the line that they make.

import type { Product } from '../../../src/address/product.ts'
import type { Facts } from '../facts.ts'
import { numberOf, titleCase, withCommas, withSpaces } from '../lines/written.ts'

/** Upper case; '' is left out. */
export interface Draft {
  readonly product: Product
  /** Who is there, before all else. */
  readonly before: string
  readonly building: string
  /** `UNIT 3`, `GROUND FLOOR FLAT`. */
  readonly unit: string
  readonly level: string
  readonly number: string
  readonly name: string
  readonly type: string
  readonly suffix: string
  readonly place: string
  readonly region: string
  readonly postcode: string
  /** A country, a remark. */
  readonly after: string
  readonly order: 'usual' | 'place first' | 'street before number'
  /** How the unit stands before the number. */
  readonly unitJoin: ' ' | ', ' | '/'
  readonly hasCommas: boolean
  readonly letters: 'upper' | 'lower' | 'title'
}

export function draftOf(facts: Facts, product: Product): Draft {
  const [town = '', ...localities] = facts.places
  const lot = facts.first === '' && facts.lot !== '' ? `LOT ${facts.lot}` : ''
  return {
    product,
    before: facts.organisation,
    building: product === 'uk' ? facts.building : '',
    unit:
      product === 'uk' && facts.part !== '' ? facts.part : withSpaces(facts.unitType, facts.unit),
    level: withSpaces(facts.levelType, facts.level),
    number: withSpaces(lot, numberOf(facts)),
    name: facts.name,
    type: facts.type,
    suffix: facts.suffix,
    place: product === 'uk' ? withCommas(...localities, town) : facts.place,
    region: facts.region,
    postcode: facts.postcode,
    after: '',
    order: 'usual',
    unitJoin: product === 'uk' ? ', ' : ' ',
    hasCommas: true,
    letters: product === 'uk' ? 'title' : 'upper',
  }
}

export function lineOfDraft(draft: Draft): string {
  const { unit, level, number, unitJoin } = draft
  const street = withSpaces(draft.name, draft.type, draft.suffix)
  const inside = withSpaces(unit, level)
  // In the UK the name of the building stands between the flat and the number.
  const isJoined = draft.building === '' || draft.product !== 'uk'
  const premises = inside === '' ? number : number === '' ? inside : `${inside}${unitJoin}${number}`
  const road = isJoined
    ? withCommas(draft.building, withSpaces(premises, street))
    : withCommas(inside, draft.building, withSpaces(number, street))
  const where =
    draft.product !== 'uk'
      ? withSpaces(draft.place, draft.region, draft.postcode)
      : withCommas(draft.place, draft.region, draft.postcode)
  const behind = withCommas(withSpaces(street, premises), where)
  const text = {
    usual: withCommas(draft.before, road, where, draft.after),
    'place first': withCommas(where, road),
    'street before number': isJoined ? behind : withCommas(draft.before, road, where),
  }[draft.order]
  return lettered(draft.hasCommas ? text : text.replaceAll(',', ''), draft.letters)
}

function lettered(text: string, letters: Draft['letters']): string {
  if (letters === 'title') return titleCase(text)
  return letters === 'lower' ? text.toLowerCase() : text.toUpperCase()
}
