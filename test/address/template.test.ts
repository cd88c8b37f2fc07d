// Templates print what the caller wrote, with the fields of the suggestion in it.
// Covers: src/address/national.ts, src/address/place.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { NationalAddress } from '../../src/address/national.ts'
import type { PostalPlace } from '../../src/address/place.ts'
import { postalAddress } from '../../src/address/postal-lines.ts'
import {
  NATIONAL_TEMPLATES,
  nationalAddressField,
  nationalPlaceField,
  POSTAL_AUTOCOMPLETE_TEMPLATE,
  POSTAL_LOCATION_OUTCODE_TEMPLATE,
  POSTAL_LOCATION_POSTCODE_TEMPLATE,
  POSTAL_LOCATION_TEMPLATE,
  POSTAL_NEAREST_LOCATION_TEMPLATE,
  POSTAL_NEAREST_TEMPLATE,
  POSTAL_SHOW_POSTCODE_TEXT,
  parseTemplate,
  postalAddressField,
  postalPlaceField,
  renderTemplate,
  type Template,
  type TemplateRule,
  withPostcode,
} from '../../src/address/template.ts'

const { address: NATIONAL_ADDRESS_TEMPLATE, place: NATIONAL_PLACE_TEMPLATE } =
  NATIONAL_TEMPLATES.state

const ADDRESS = postalAddress({
  sourceKey: '',
  uprn: '',
  organisation: '',
  department: '',
  poBox: '',
  subBuilding: 'Flat 1',
  buildingName: '',
  buildingNumber: '12',
  dependentThoroughfare: '',
  thoroughfare: 'Mill Road',
  doubleDependentLocality: '',
  dependentLocality: 'Heaton Norris',
  townOrCity: 'Stockport',
  county: 'Cheshire',
  district: 'Stockport',
  country: 'England',
  postcode: 'SK4 1AA',
  residential: true,
  latitude: 53.4,
  longitude: -2.2,
})

const AREA: PostalPlace = {
  latitude: 53.4,
  longitude: -2.2,
  area: 'Heaton Norris',
  town_or_city: 'Stockport',
  county: 'Cheshire',
  country: 'England',
  postcode: '',
  outcode: '',
}

const RICHMOND = { locality_name: 'RICHMOND', state: 'VIC', postcode: '3121' }

function parsed(text: string, rule: TemplateRule): Template {
  const template = parseTemplate(text, rule)
  if (template.kind === 'fault') throw new Error(template.detail)
  return template
}

function printedAddress(text: string, rule = POSTAL_AUTOCOMPLETE_TEMPLATE): string {
  return renderTemplate(parsed(text, rule), (name) => postalAddressField(ADDRESS, name))
}

function printedPlace(rule: TemplateRule, place: PostalPlace): string {
  return renderTemplate(parsed(rule.defaultText, rule), (name) => postalPlaceField(place, name))
}

function printedNational(text: string, place: typeof RICHMOND): string {
  const template = parsed(text, NATIONAL_PLACE_TEMPLATE)
  return renderTemplate(template, (name) => nationalPlaceField(place, name))
}

test('the default suggestion of an Australian address is its label', () => {
  // Only the label is read by this template.
  const address = { address_label: '1 SMITH ST, RICHMOND VIC 3121' } as NationalAddress
  const template = parsed(NATIONAL_ADDRESS_TEMPLATE.defaultText, NATIONAL_ADDRESS_TEMPLATE)
  const text = renderTemplate(template, (name) => nationalAddressField(address, name))
  assert.equal(text, '1 SMITH ST, RICHMOND VIC 3121')
})

test('the default suggestion of an Australian place is suburb, state and postcode', () => {
  const text = NATIONAL_PLACE_TEMPLATE.defaultText
  assert.equal(printedNational(text, RICHMOND), 'RICHMOND VIC 3121')
  assert.equal(printedNational(text, { ...RICHMOND, postcode: '' }), 'RICHMOND VIC')
})

test('the default suggestion of a UK address has no postcode unless it is asked for', () => {
  const line = 'Flat 1, 12 Mill Road, Heaton Norris, Stockport, Cheshire'
  assert.equal(printedAddress(POSTAL_AUTOCOMPLETE_TEMPLATE.defaultText), line)
  assert.equal(printedAddress(POSTAL_NEAREST_TEMPLATE.defaultText, POSTAL_NEAREST_TEMPLATE), line)
  assert.equal(printedAddress(POSTAL_SHOW_POSTCODE_TEXT), `${line}, SK4 1AA`)
})

test('the default suggestion of a UK place names only what it has', () => {
  const line = 'Heaton Norris, Stockport, Cheshire'
  assert.equal(printedPlace(POSTAL_NEAREST_LOCATION_TEMPLATE, AREA), line)
  assert.equal(printedPlace(POSTAL_LOCATION_TEMPLATE, AREA), line)
  const town = { ...AREA, area: '', county: '' }
  assert.equal(printedPlace(POSTAL_LOCATION_TEMPLATE, town), 'Stockport')
})

test('the default suggestion of an outcode and of a postcode begins with it', () => {
  const outcode = { ...AREA, outcode: 'SK4' }
  const postcode = { ...outcode, postcode: 'SK4 1AA' }
  const rest = 'Heaton Norris, Stockport, Cheshire'
  assert.equal(printedPlace(POSTAL_LOCATION_OUTCODE_TEMPLATE, outcode), `SK4, ${rest}`)
  assert.equal(printedPlace(POSTAL_LOCATION_POSTCODE_TEMPLATE, postcode), `SK4 1AA, ${rest}`)
})

test('an Australian template wraps a field only when it has a value', () => {
  assert.equal(printedNational('{suburb,<b>,</b>}', RICHMOND), '<b>RICHMOND</b>')
  assert.equal(printedNational('{suburb,<b>,</b>}', { ...RICHMOND, locality_name: '' }), '')
  assert.equal(printedNational('{locality}{state, in }', RICHMOND), 'RICHMOND in VIC')
  assert.equal(printedNational('{state,(,),}', RICHMOND), '(VIC),')
})

test('a UK template prints the text after the first comma and not the field', () => {
  assert.equal(printedAddress('{line_1}{line_2,, }{line_2}{line_3,, }{line_3}!'), ADDRESS_LINES)
  assert.equal(printedAddress('{county,a,b}{line_4,a,b}{county,}'), 'a,b')
})

const ADDRESS_LINES = 'Flat 1, 12 Mill Road!'

test('every line, part and code of a UK address can be named', () => {
  const text = '{line_1}|{line_4}|{formatted_address_3}|{formatted_address_4}|{outcode}|{country}'
  assert.equal(printedAddress(text), 'Flat 1||Heaton Norris, Stockport|Cheshire|SK4|England')
  for (const name of POSTAL_AUTOCOMPLETE_TEMPLATE.fields) printedAddress(`{${name}}`)
})

test('HTML and tabs around the fields pass through', () => {
  const text = '<div class="a">{line_1}</div>\t<i>{town_or_city}</i>\n'
  assert.equal(printedAddress(text), '<div class="a">Flat 1</div>\t<i>Stockport</i>\n')
})

test('an unclosed brace is text', () => {
  assert.equal(printedAddress('{line_1} {line_2'), 'Flat 1 {line_2')
  assert.equal(printedAddress('} {line_1}'), '} Flat 1')
})

test('a field that does not exist is named, with the fields that do', () => {
  const fault = parseTemplate('{line_1}{line_9,, }', POSTAL_AUTOCOMPLETE_TEMPLATE)
  assert.equal(fault.kind, 'fault')
  assert.match(fault.kind === 'fault' ? fault.detail : '', /\{line_9\}.*line_1, line_2/)
  for (const text of ['{}', '{ postcode}', '{Postcode}', '{toString}']) {
    assert.equal(parseTemplate(text, POSTAL_AUTOCOMPLETE_TEMPLATE).kind, 'fault', text)
  }
  assert.equal(parseTemplate('{postcode}', POSTAL_NEAREST_TEMPLATE).kind, 'fault')
  assert.equal(parseTemplate('{line_1}', NATIONAL_ADDRESS_TEMPLATE).kind, 'fault')
})

test('a template that does not print the postcode gets it at the end when it must be shown', () => {
  const shown = (text: string) => {
    const template = withPostcode(parsed(text, POSTAL_AUTOCOMPLETE_TEMPLATE))
    return renderTemplate(template, (name) => postalAddressField(ADDRESS, name))
  }
  assert.equal(shown('{line_1}'), 'Flat 1, SK4 1AA')
  assert.equal(shown('{line_1}{postcode,;}'), 'Flat 1;, SK4 1AA')
  assert.equal(shown('{postcode} {line_1}'), 'SK4 1AA Flat 1')
})

test('text without braces passes unchanged in both variants', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 }).filter((s) => !/[{}]/.test(s))
  fc.assert(
    fc.property(text, (plain) => {
      assert.equal(printedAddress(plain), plain)
      assert.equal(printedNational(plain, RICHMOND), plain)
    }),
  )
})

test('any text is either printed or refused, and is printed the same each time', () => {
  const pieces = fc.constantFrom('{', '}', ',', 'line_1', 'county', ' ', '<b>', '\t')
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (list) => {
      const template = parseTemplate(list.join(''), POSTAL_AUTOCOMPLETE_TEMPLATE)
      if (template.kind === 'fault') return
      const print = () => renderTemplate(template, (name) => postalAddressField(ADDRESS, name))
      assert.equal(print(), print())
    }),
  )
})

test('of a field that does not exist no more is shown than is needed to know it again', () => {
  for (const [name, shown] of [
    ['x'.repeat(40), 'x'.repeat(40)],
    ['x'.repeat(41), `${'x'.repeat(40)}…`],
    ['', ''],
  ] as const) {
    const fault = parseTemplate(`{${name}}`, NATIONAL_PLACE_TEMPLATE)
    assert.ok(fault.kind === 'fault')
    assert.equal(
      fault.detail,
      `There is no field {${shown}}. The fields are locality_name, locality, suburb, state, postcode.`,
    )
  }
})

test('the fields that a template may name are those of the contract', () => {
  const lines = [0, 1, 2, 3, 4].map((at) => `formatted_address_${at}`)
  const postal = ['formatted_address', ...lines, 'line_1', 'line_2', 'line_3', 'line_4']
  const places = ['town_or_city', 'locality', 'county', 'country', 'outcode']
  const located = ['town_or_city', 'area', 'county', 'country', 'postcode', 'outcode']
  const suburbs = ['locality_name', 'locality', 'suburb', 'state', 'postcode']
  for (const [rule, fields] of [
    [NATIONAL_ADDRESS_TEMPLATE, ['formatted_address', ...suburbs]],
    [NATIONAL_PLACE_TEMPLATE, suburbs],
    [POSTAL_AUTOCOMPLETE_TEMPLATE, [...postal, ...places, 'postcode']],
    [POSTAL_NEAREST_TEMPLATE, [...postal, ...places]],
    [POSTAL_NEAREST_LOCATION_TEMPLATE, ['town_or_city', 'area', 'county', 'country']],
    [POSTAL_LOCATION_TEMPLATE, located],
    [POSTAL_LOCATION_OUTCODE_TEMPLATE, located],
    [POSTAL_LOCATION_POSTCODE_TEMPLATE, located],
  ] as const) {
    assert.deepEqual(new Set(rule.fields), new Set(fields))
  }
})

test('every field of every template prints what the address has under that name', () => {
  const uk = {
    formatted_address: ['F0', 'F1', 'F2', 'F3', 'F4'],
    line_1: 'L1',
    line_2: 'L2',
    line_3: 'L3',
    line_4: 'L4',
    town_or_city: 'TOWN',
    locality: 'LOCALITY',
    county: 'COUNTY',
    country: 'COUNTRY',
    postcode: 'SK1 1AA',
  } as unknown as Parameters<typeof postalAddressField>[0]
  const printed = POSTAL_AUTOCOMPLETE_TEMPLATE.fields.map((name) => postalAddressField(uk, name))
  assert.equal(
    printed.join('|'),
    'F0, F1, F2, F3, F4|F0|F1|F2|F3|F4|L1|L2|L3|L4|TOWN|LOCALITY|COUNTY|COUNTRY|SK1|SK1 1AA',
  )
  assert.equal(postalAddressField(uk, 'residential'), '')
  const au = {
    address_label: 'LABEL',
    locality_name: 'SUBURB',
    state: 'NSW',
    postcode: '2042',
  } as unknown as Parameters<typeof nationalAddressField>[0]
  const national = NATIONAL_ADDRESS_TEMPLATE.fields.map((name) => nationalAddressField(au, name))
  assert.equal(national.join('|'), 'LABEL|SUBURB|SUBURB|SUBURB|NSW|2042')
  assert.equal(nationalAddressField(au, 'address_label'), '')
})

test('braces, commas and what is between them are read to the letter', () => {
  const value = (name: string) => (name === 'state' ? '' : `<${name}>`)
  for (const [text, printed] of [
    ['', ''],
    ['{', '{'],
    ['}', '}'],
    ['{postcode', '{postcode'],
    ['{postcode}', '<postcode>'],
    ['{postcode}{', '<postcode>{'],
    ['x{postcode}y}z', 'x<postcode>y}z'],
    ['{postcode,}', '<postcode>'],
    ['{postcode,a}', 'a<postcode>'],
    ['{postcode,,}', '<postcode>'],
    ['{postcode,,b}', '<postcode>b'],
    ['{postcode,a,b}', 'a<postcode>b'],
    ['{postcode,a,b,c}', 'a<postcode>b,c'],
    ['{state,a,b}', ''],
    ['a{state}b', 'ab'],
  ] as const) {
    const template = parseTemplate(text, NATIONAL_ADDRESS_TEMPLATE)
    assert(template.kind === 'template', text)
    assert.equal(renderTemplate(template, value), printed, text)
  }
  for (const text of ['{}', '{,postcode}', '{ postcode}', '{{postcode}}', 'a{x}{postcode}']) {
    assert.equal(parseTemplate(text, NATIONAL_ADDRESS_TEMPLATE).kind, 'fault', text)
  }
})
