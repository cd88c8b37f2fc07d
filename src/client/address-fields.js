// The values of an address for a form, by the names of the API and of HTML autofill.

import { fitAddress } from './address-fit.js'

/** @typedef {Readonly<Record<string, unknown>>} Address as `/get/{id}` answers it */

/** Autofill names of our fields. */
const AUTOFILL = /** @type {Readonly<Record<string, string>>} */ ({
  'street-address': 'street-address',
  'address-line1': 'line_1',
  'address-line2': 'line_2',
  'address-line3': 'line_3',
  'address-level3': 'locality',
  'address-level2': 'town_or_city',
  'address-level1': 'county',
  'postal-code': 'postcode',
  'country-name': 'country-name',
  country: 'country-code',
})

/** What tells the country of an address: a field that only its addresses have. */
const COUNTRIES = [
  { field: 'town_city', code: 'NZ', name: 'New Zealand' },
  { field: 'address_detail_pid', code: 'AU', name: 'Australia' },
  { field: 'town_or_city', code: 'GB', name: 'United Kingdom' },
]

/**
 * The parts of an address by name. A national one has the names of a postal address too, so that one form serves all
 * countries.
 * @param {Address} address
 * @returns {Record<string, string>}
 */
export function addressNames(address) {
  /** @type {Record<string, string>} */
  const names = {}
  for (const [name, value] of Object.entries(address)) {
    if (typeof value === 'string' || typeof value === 'number') names[name] = String(value)
  }
  const country = COUNTRIES.find(({ field }) => field in address)
  if (country !== undefined) {
    names['country-code'] = country.code
    names['country-name'] = country.name
  }
  return 'address_detail_pid' in address ? { ...names, ...nationalNames(names, address) } : names
}

/** The names of a postal address. @param {Record<string, string>} names @param {Address} address a national one */
function nationalNames(names, address) {
  const town = names.town_city
  const localities = [...new Set([names.locality_name, town])].filter(Boolean)
  const outer = town === undefined ? [names.locality_name, names.state] : [localities.join(', ')]
  const place = [...outer, names.postcode].filter(Boolean).join(' ')
  const label = names.address_label ?? ''
  const line = label.endsWith(place) ? label.slice(0, -place.length).replace(/,? *$/, '') : label
  const point = /** @type {{ latitude?: number, longitude?: number } | undefined} */ (
    address.coordinates
  )
  return {
    line_1: line,
    line_2: '',
    line_3: '',
    line_4: '',
    locality: localities.length > 1 && town !== undefined ? (names.locality_name ?? '') : '',
    town_or_city: town || (names.locality_name ?? ''),
    county: names.state ?? '',
    latitude: String(point?.latitude ?? ''),
    longitude: String(point?.longitude ?? ''),
  }
}

/** A form with the names of a national address is filled as one with those of a postal one. */
const POSTAL_NAMES = [
  { field: 'state', names: { locality_name: 'town_or_city', state: 'county' } },
  { field: 'town_city', names: { locality_name: 'locality', town_city: 'town_or_city' } },
]

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/**
 * @typedef {object} Filling
 * @property {Readonly<Record<string, string>>} renamed the form's own name of a field, by ours
 * @property {number | undefined} lines how many lines the form has, if that is fewer than its fields
 * @property {(field: Field) => boolean} isOurs whether the field is for this address
 * @property {(field: Field) => boolean} mayWrite whether its text may be replaced
 */

/**
 * Puts an address into the fields of a form that it knows, with the events that typing would cause.
 * @param {ParentNode} form
 * @param {Address} address
 * @param {Filling} filling
 * @returns {Record<string, string>} the parts of the address by name
 */
export function fillForm(form, address, { renamed, lines, isOurs, mayWrite }) {
  const names = addressNames(address)
  const ofTheirs = POSTAL_NAMES.find(({ field }) => field in address)?.names ?? {}
  const ours = Object.fromEntries(Object.entries(renamed).map(([name, theirs]) => [theirs, name]))
  /** @type {Map<string, Field[]>} */
  const fields = new Map()
  for (const field of form.querySelectorAll('input, select, textarea')) {
    const input = /** @type {Field} */ (field)
    const token = (input.getAttribute('autocomplete') ?? '').trim().split(/\s+/).at(-1) ?? ''
    const known = ours[input.name] ?? (input.name in names ? input.name : AUTOFILL[token])
    if (known === undefined || !isOurs(input)) continue
    const name = Reflect.get(ofTheirs, known) ?? known
    fields.set(name, [...(fields.get(name) ?? []), input])
  }
  const some = (/** @type {string} */ name) => fields.get(name) ?? []
  const values = fitAddress(names, {
    takesText: (name) => some(name).some((field) => !('options' in field) && takes(field, '')),
    takes: (name, value) => some(name).some((field) => takes(field, value)),
    lines,
  })
  for (const [name, inputs] of fields) {
    const value = values[name]
    if (value !== undefined) for (const input of inputs.filter(mayWrite)) fill(input, value)
  }
  return names
}

/** Whether somebody has written into it. @param {Field} field */
export function holdsText(field) {
  return takes(field, '') && field.value !== ''
}

/** @param {Field} field @param {string} value */
function fill(field, value) {
  if (!takes(field, value)) return
  const text = field instanceof HTMLTextAreaElement ? value : value.replaceAll('\n', ', ')
  // React replaces `value` on each field that it controls, and ignores the events of a text that was set there.
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
  if (field.value === text) return
  own?.set?.call(field, text)
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
}

/** A list without the value, or a box to tick, is left unchanged. @param {Field} field @param {string} value */
function takes(field, value) {
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.value === value)
  }
  return field.type !== 'checkbox' && field.type !== 'radio' && field.type !== 'file'
}
