// Fits an address to the fields of a form: parts without a field of their own go into the others.

const LINES = ['line_1', 'line_2', 'line_3', 'line_4']
const PLACES = ['locality', 'town_or_city', 'county', 'postcode']
/** Fields that can take a line without a field, in order of preference. */
const PIECES = [
  ...['thoroughfare', 'street_name', 'building_name', 'sub_building_name', 'address_site_name'],
  ...['building_number', 'number_first', 'sub_building_number', 'flat_number', 'lot_number'],
  ...['number_last', 'street_type', 'street_suffix', 'flat_type', 'level_type', 'level_number'],
]

/**
 * @typedef {object} FormShape
 * @property {(name: string) => boolean} takesText whether it has a field of that name for any text
 * @property {(name: string, value: string) => boolean} takes whether it has one for this very value, such as a list
 * @property {number | undefined} [lines] how many lines it has, if that is fewer than its fields
 */

/**
 * The text of each field. No part of the address is left out while the form has a field for text: parts keep their
 * order, and share a field where there are too few. Only the county of a UK address goes nowhere but into a field of
 * its own, because it is no part of where mail goes.
 * @param {Readonly<Record<string, string>>} names the parts by the names of a postal address (`addressNames`)
 * @param {FormShape} form
 * @returns {Record<string, string>}
 */
export function fitAddress(names, form) {
  /** @type {Record<string, string>} */
  const values = { ...names }
  const hasState = 'state' in names
  const rows = LINES.map((line) => names[line] ?? '').filter(Boolean)
  const lineCount = rows.length
  let before = ''
  for (const place of PLACES) {
    const text = names[place] ?? ''
    if (form.takes(place, text)) {
      // A county is the last place to look for a postcode.
      if (form.takesText(place) && (place !== 'county' || before === '')) before = place
    } else if (text === '' || (place === 'county' && !hasState)) continue
    else if (before !== '')
      values[before] = joined(
        [values[before], text],
        hasState || (place === 'postcode' && 'town_city' in names),
      )
    else if (hasState && rows.length > lineCount) rows.push(`${rows.pop()} ${text}`)
    else rows.push(text)
  }
  // Fields that the form does not have stay unchanged.
  for (const line of LINES) delete values[line]
  return { ...values, ...fitRows(rows, lineCount, values, form) }
}

/**
 * @param {string[]} rows the lines, then the places that have no field
 * @param {number} lineCount
 * @param {Readonly<Record<string, string>>} values
 * @param {FormShape} form
 * @returns {Record<string, string>}
 */
function fitRows(rows, lineCount, values, form) {
  const max = Math.max(1, form.lines ?? Number.POSITIVE_INFINITY)
  const fields = LINES.filter(form.takesText).slice(0, max)
  const block = shared(rows, max).join('\n')
  if (fields.length > 0) {
    const lines = shared(rows, fields.length)
    return {
      'street-address': block,
      ...Object.fromEntries(fields.map((field, at) => [field, lines[at] ?? ''])),
    }
  }
  if (form.takesText('street-address')) return { 'street-address': block }
  const pieces = PIECES.filter((name) => form.takesText(name) && name in values)
  const held = new Set(words(pieces.map((name) => values[name]).join(' ')))
  const left = rows.filter((row, at) => at >= lineCount || !words(row).every((w) => held.has(w)))
  const home = [...pieces, ...PLACES.slice(0, 3)].find(form.takesText)
  if (home === undefined || left.length === 0) return {}
  const own = values[home] ?? ''
  const isSaid = pieces.includes(home) && left.some((row) => ` ${row}`.endsWith(` ${own}`))
  return { [home]: joined(isSaid ? left : [...left, own], false) }
}

/** @param {readonly string[]} rows @param {number} count the last of them takes what is left */
function shared(rows, count) {
  return rows.length <= count
    ? rows
    : [...rows.slice(0, count - 1), joined(rows.slice(count - 1), false)]
}

/**
 * @param {readonly (string | undefined)[]} parts
 * @param {boolean} bySpace as Australia writes its places: `MELBOURNE VIC 3000`
 */
function joined(parts, bySpace) {
  return parts.filter(Boolean).join(bySpace ? ' ' : ', ')
}

/** @param {string} text */
function words(text) {
  return text.split(/[\s,]+/).filter(Boolean)
}
