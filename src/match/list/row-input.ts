// What is asked of the match for one row: the texts of its cells by part.

import { wordsOf } from '../../index/words/fold.ts'
import type { MatchInput } from '../input-line.ts'
import type { ColumnRole, ListLayout } from './layout.ts'

/** Everything that may stand for one address is shorter. */
export const INPUT_LENGTH_MAX = 500

type PartTexts = Record<ColumnRole, string>

/** '' where the row has no address. */
export function inputOf(cells: readonly string[], { reads }: ListLayout): MatchInput {
  const texts: Partial<PartTexts> = {}
  for (const { column, role } of reads) {
    const text = (cells[column] ?? '').replace(/\s+/g, ' ').trim()
    const before = texts[role]
    if (text !== '')
      texts[role] = before === undefined ? text : `${before}${JOINED_BY[role] ?? ', '}${text}`
  }
  return partsOf(texts)
}

const JOINED_BY: Partial<PartTexts> = { type: ' ', unit: ' ' }

function partsOf(texts: Partial<PartTexts>): MatchInput {
  const { address = '', organisation = '', 'unit-type': unitType = '', lot = '' } = texts
  const { number = '', 'number-last': last = '' } = texts
  const said = ` ${wordsOf(address).join(' ')} `
  // What the address says itself is not said again beside it.
  const beside = (text = '') => (said.includes(` ${wordsOf(text).join(' ')} `) ? '' : text)
  const range = last === '' || last === number ? number : `${number}-${last}`
  const unit = texts.unit ?? ''
  const parts = {
    line: address,
    organisation: beside(organisation),
    building: beside(texts.building),
    unit: beside(unit === '' ? '' : `${unitType} ${unit}`.trim()),
    level: beside(texts.level),
    number: range === '' && lot !== '' ? lot.replace(/^(?!lot)/i, 'LOT ') : range,
    street: texts.street ?? '',
    type: texts.type ?? '',
    place: beside(texts.place),
    state: beside(texts.state),
    postcode: beside(texts.postcode),
  }
  const given = Object.entries(parts).filter(([, text]) => text !== '')
  const isLine = given.every(([name]) => name === 'line')
  return isLine ? address : Object.fromEntries(given)
}
