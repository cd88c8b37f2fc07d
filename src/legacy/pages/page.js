// What the scripts of older pages share: where they came from, and the fields of a page.

/** @typedef {Readonly<Record<string, unknown>>} Address */
/** @typedef {Readonly<Record<string, string | undefined>>} Fields */

const source = /** @type {HTMLScriptElement | null} */ (document.currentScript)?.src ?? ''
/** The service is where the script came from. */
const base = source.replace(/\/(?:js|scripts)\/[^/]*$/i, '')
/** For which version of the script the page was written, by the name of the file; 0 if it has none. */
export const version = Number(/getaddress-\D*(\d)[^/]*$/i.exec(source)?.[1] ?? 0)

/** Puts functions where pages call them. They may come in one script or in two. @param {object} functions */
export function publish(functions) {
  const page = /** @type {{ getAddress?: object }} */ (/** @type {unknown} */ (window))
  page.getAddress = { ...page.getAddress, ...functions }
}

/** An address of the closed service becomes one of this service. @param {string} address */
export function urlOf(address) {
  const here = address.replace(/^(?:https?:\/\/api\.getaddress\.io)?(?=\/)/i, () => base)
  return new URL(here, location.href)
}

const FIELDS = [
  ...[0, 1, 2, 3, 4].map((at) => `formatted_address_${at}`),
  ...['line_1', 'line_2', 'line_3', 'line_4', 'locality', 'town_or_city', 'county', 'country'],
  ...['postcode', 'latitude', 'longitude', 'building_number', 'building_name', 'district'],
  ...['sub_building_number', 'sub_building_name', 'thoroughfare', 'residential'],
  ...['area', 'outcode'],
]
/** An element for each field that has the field's name as its id. */
export const SAME_NAMES = Object.fromEntries(FIELDS.map((name) => [name, name]))

/** @param {string | undefined} name an id, or a selector @returns {Element | null} */
export function elementOf(name) {
  if (!name) return null
  return (
    document.getElementById(name) ?? (/^[#.[]/.test(name) ? document.querySelector(name) : null)
  )
}

/** @param {Fields} fields @param {Address} [address] without one the fields are emptied */
export function fill(fields, address = {}) {
  const lines = /** @type {readonly string[]} */ (address.formatted_address ?? [])
  for (const [name, target] of Object.entries(fields)) {
    const element = elementOf(target)
    if (element === null) continue
    const line = /^formatted_address_(\d)$/.exec(name)?.[1]
    const known = name === 'post_town' ? address.town_or_city : address[name]
    const text = String((line === undefined ? known : lines[Number(line)]) ?? '')
    if ('value' in element) element.value = text
    else element.textContent = text
  }
}
