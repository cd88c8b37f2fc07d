// What an address of either product puts into a form: by the API's own names, and by those of HTML's autofill.

/** @typedef {Readonly<Record<string, unknown>>} Address as `/get/{id}` answers it */

/**
 * The text of every field that an address can fill.
 * @param {Address} address
 * @returns {{ names: Record<string, string>, autofill: Record<string, string> }}
 */
export function addressFields(address) {
  /** @type {Record<string, string>} */
  const names = {}
  for (const [name, value] of Object.entries(address)) {
    if (typeof value === 'string' || typeof value === 'number') names[name] = String(value)
  }
  const isNational = 'address_detail_pid' in address
  if (isNational) Object.assign(names, nationalNames(names, address))
  const lines = [names.line_1, names.line_2, names.line_3, names.line_4].filter(Boolean)
  /** @type {Record<string, string>} */
  const autofill = {
    'street-address': lines.join('\n'),
    'address-line1': lines[0] ?? '',
    'address-line2': lines[1] ?? '',
    'address-line3': lines.slice(2).join(', '),
    'address-level3': names.locality ?? '',
    'address-level2': names.town_or_city ?? '',
    'address-level1': names.county ?? '',
    'postal-code': names.postcode ?? '',
    'country-name': isNational ? 'Australia' : 'United Kingdom',
    country: isNational ? 'AU' : 'GB',
  }
  return { names, autofill }
}

/**
 * An Australian address has one label and its parts; these give it the names of a postal one.
 * @param {Record<string, string>} names
 * @param {Address} address
 */
function nationalNames(names, address) {
  const place = [names.locality_name, names.state, names.postcode].filter(Boolean).join(' ')
  const label = names.address_label ?? ''
  const line = label.endsWith(`, ${place}`) ? label.slice(0, -place.length - 2) : label
  const point = /** @type {{ latitude?: number, longitude?: number } | undefined} */ (
    address.coordinates
  )
  return {
    line_1: line,
    line_2: '',
    line_3: '',
    line_4: '',
    locality: '',
    town_or_city: names.locality_name ?? '',
    county: names.state ?? '',
    latitude: String(point?.latitude ?? ''),
    longitude: String(point?.longitude ?? ''),
  }
}

/**
 * Puts an address into the fields of a form that it knows, with the events that typing would cause.
 * @param {ParentNode} form
 * @param {Address} address
 * @param {Readonly<Record<string, string>>} [renamed] the form's own name of a field, by ours
 */
export function fillForm(form, address, renamed = {}) {
  const { names, autofill } = addressFields(address)
  for (const [ours, theirs] of Object.entries(renamed)) names[theirs] = names[ours] ?? ''
  for (const field of form.querySelectorAll('input, select, textarea')) {
    const input = /** @type {HTMLInputElement} */ (field)
    const token = (input.getAttribute('autocomplete') ?? '').trim().split(/\s+/).at(-1) ?? ''
    const value = names[input.name] ?? autofill[token]
    if (value === undefined || !takes(input, value)) continue
    input.value = value
    for (const event of ['input', 'change']) {
      input.dispatchEvent(new Event(event, { bubbles: true }))
    }
  }
}

/**
 * A list of countries that lacks the country, or a box to tick, is left as the person has it.
 * @param {HTMLInputElement | HTMLSelectElement} field
 * @param {string} value
 */
function takes(field, value) {
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.value === value)
  }
  return field.type !== 'checkbox' && field.type !== 'radio' && field.type !== 'file'
}
