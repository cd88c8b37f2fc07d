// Addresses of a release as people read them, from the same few sections that releases are compared by.

import { SparseColumn } from '../index/columns/sparse-column.ts'
import { FieldTexts, Texts } from '../index/columns/texts.ts'
import type { IndexSections } from '../index/file/index-sections.ts'
import type { SparseName } from '../index/file/sections.ts'
import { REGION_FIELDS } from '../index/postal/postal-records.ts'
import { NONE } from '../index/streets/records.ts'
import { NumberCodes } from '../index/words/number-code.ts'
import { elementAt } from '../lib/element-at.ts'
import { COLUMNS, layoutOf } from './address-parts.ts'

interface AddressTexts {
  /** The town or the state of a street, by which addresses are counted. */
  place(street: number): string
  address(record: number, street: number): string
}

export function addressTexts(sections: IndexSections): AddressTexts {
  const texts = new Texts(sections)
  const { nameFields, placeFields } = layoutOf(sections)
  const names = new FieldTexts(sections, texts, 'name.texts', nameFields)
  const places = new FieldTexts(sections, texts, 'place.texts', placeFields)
  const [nameOf, placeOf] = [sections.get('street.name'), sections.get('street.place')]
  const [postcodeOf, postcodes] = [sections.get('street.postcode'), sections.find('postcode.text')]
  const counted = elementAt(placeFields, placeFields.includes(TOWN) ? placeFields.indexOf(TOWN) : 1)
  const shown = placeFields.filter((field) => !REGION_FIELDS.includes(field))
  const premises = premisesTexts(sections, texts)
  return {
    place: (street) => places.at(elementAt(placeOf, street), counted),
    address(record, street) {
      const [name, place] = [elementAt(nameOf, street), elementAt(placeOf, street)]
      const { before, number } = premises(record)
      const postcode = postcodes?.[postcodeOf[street] ?? NONE]
      const line = joined([number, ...nameFields.map((field) => names.at(name, field))], ' ')
      const behind = joined(
        shown.map((field) => places.at(place, field)),
        ' ',
      )
      return joined(
        [...before, line, behind, postcode === undefined ? '' : texts.at(postcode)],
        ', ',
      )
    },
  }
}

const TOWN = 'townOrCity'

function joined(parts: readonly string[], between: string): string {
  return parts.filter((part) => part !== '').join(between)
}

/** What stands before the number of a record, and that. */
function premisesTexts(sections: IndexSections, texts: Texts) {
  const codes = new NumberCodes(sections.get('number.templates'))
  const [kinds, names] = [sections.get('kinds.texts'), sections.get('names.text')]
  const numbers = sections.get('record.number')
  const column = (name: string, textOf: (value: number) => string) => {
    const own = `record.${name}` as SparseName
    if (sections.find(`${own}.bits`) === undefined) return () => ''
    const values = new SparseColumn(sections, own, NONE)
    return (record: number) => (values.has(record) ? textOf(values.at(record)) : '')
  }
  const named = COLUMNS.name.map((name) =>
    column(name, (value) => texts.at(elementAt(names, value))),
  )
  const kind = (name: string) => column(name, (value) => elementAt(kinds, value))
  const number = (name: string) => column(name, (packed) => codes.text(packed))
  const [unitKind, unit, levelKind, level] = [
    kind('unitKind'),
    number('unit'),
    kind('levelKind'),
    number('level'),
  ]
  const [lot, last, own] = [
    number('lot'),
    number('last'),
    column('numberText', (text) => texts.at(text)),
  ]
  return (record: number) => ({
    before: [
      ...named.map((textOf) => textOf(record)),
      joined([unitKind(record), unit(record)], ' '),
      joined([levelKind(record), level(record)], ' '),
      lot(record) === '' ? '' : `LOT ${lot(record)}`,
    ],
    number: own(record) || joined([codes.text(elementAt(numbers, record)), last(record)], '-'),
  })
}
