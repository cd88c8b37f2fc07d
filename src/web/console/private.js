// Private addresses: the list, one more, or a whole file of them.

import { button, el } from '../dom.js'
import { Refusal } from './api.js'
import { ROWS_MAX, readCsv } from './csv.js'
import { form } from './form.js'
import { count } from './format.js'
import { card, confirmed, inWords, loaded, rowButton, table } from './parts.js'

const SHOWN_MAX = 50
const FAULTS_SHOWN_MAX = 20
const TEXTS = ['line_1', 'line_2', 'line_3', 'line_4', 'locality', 'town_or_city', 'county']
const COLUMNS = ['postcode', ...TEXTS, 'latitude', 'longitude', 'residential']

/** @param {import('./api.js').Api} api */
export async function privateSection(api) {
  const { place, show } = loaded(async () =>
    listParts(api, await api.get('/v2/private-address'), () => show()),
  )
  return [
    card(
      'Your addresses',
      el(
        'p',
        { class: 'quiet' },
        'Addresses of your own. They appear in your look-ups and in nobody else’s.',
      ),
      place,
    ),
    card(
      'Add one',
      addForm(api, () => show()),
    ),
    card(
      'Add a file',
      importForm(api, () => show()),
    ),
  ]
}

/**
 * @param {import('./api.js').Api} api
 * @param {any[]} addresses
 * @param {() => unknown} done
 */
function listParts(api, addresses, done) {
  if (addresses.length === 0) return [el('p', {}, 'There are none yet.')]
  const rows = addresses.slice(0, SHOWN_MAX).map((address) => {
    const lines = [address.line_1, address.line_2, address.line_3, address.line_4, address.locality]
    const text = [...lines, address.town_or_city, address.county].filter(Boolean).join(', ')
    const remove = async () => {
      if (!(await confirmed('Remove this address?', `${text}, ${address.postcode}`, 'Remove it')))
        return false
      await api.send('DELETE', `/v2/private-address/${encodeURIComponent(address.id)}`)
      return true
    }
    return [
      text,
      address.postcode,
      address.residential ? 'home' : 'company',
      el('code', {}, address.id),
      rowButton('Remove', text, remove, done, 'small danger'),
    ]
  })
  const more = addresses.length > SHOWN_MAX ? `The newest ${SHOWN_MAX} are not all: ` : ''
  return [
    el('p', {}, `${more}${count(addresses.length)} of at most ${count(ROWS_MAX)}.`),
    table(['Address', 'Postcode', 'Use', 'Id', ''], rows, 'Private addresses'),
  ]
}

/**
 * @param {import('./api.js').Api} api
 * @param {() => unknown} done
 */
function addForm(api, done) {
  return form(
    [
      { name: 'line_1', label: 'Line 1', required: true },
      { name: 'line_2', label: 'Line 2' },
      { name: 'locality', label: 'Locality' },
      { name: 'town_or_city', label: 'Town or city' },
      { name: 'county', label: 'County or state' },
      { name: 'postcode', label: 'Postcode', required: true },
      { name: 'latitude', label: 'Latitude', hint: 'Empty: that of the postcode.' },
      { name: 'longitude', label: 'Longitude' },
      {
        name: 'residential',
        label: 'Use',
        type: 'select',
        required: true,
        value: 'true',
        options: [
          ['true', 'home'],
          ['false', 'company'],
        ],
      },
    ],
    'Add the address',
    async (values) => {
      const made = await api.send('POST', '/v2/private-address', given(values))
      await done()
      return made.message
    },
  )
}

/** @param {Readonly<Record<string, string>>} values */
function given(values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

/**
 * @param {import('./api.js').Api} api
 * @param {() => unknown} done
 */
function importForm(api, done) {
  const input = /** @type {HTMLInputElement} */ (
    el('input', {
      type: 'file',
      id: 'csv',
      accept: '.csv,text/csv',
      'aria-describedby': 'csv-hint csv-error',
    })
  )
  const fault = el('p', { class: 'error', id: 'csv-error', role: 'alert' })
  const report = el('div', { role: 'status' })
  input.addEventListener('change', async () => {
    const [file] = input.files ?? []
    fault.textContent = ''
    report.replaceChildren()
    if (file === undefined) return
    const { header, rows } = readCsv(await file.text())
    const missing = ['postcode', 'line_1'].filter((name) => !header.includes(name))
    if (missing.length > 0)
      fault.textContent = `The first row must name the columns; there is no ${missing.join(' and no ')}.`
    else if (rows.length > ROWS_MAX)
      fault.textContent = `The file has ${count(rows.length)} rows; at most ${count(ROWS_MAX)} can be kept.`
    else if (rows.length === 0) fault.textContent = 'The file has no rows below the first.'
    else report.replaceChildren(startPart(api, header, rows, report, done))
  })
  return el(
    'div',
    { class: 'field' },
    el('label', { for: 'csv' }, 'CSV file'),
    input,
    el(
      'p',
      { class: 'hint', id: 'csv-hint' },
      `The first row names the columns: ${COLUMNS.join(', ')}. Only postcode and line_1 are needed.`,
    ),
    fault,
    report,
  )
}

/**
 * @param {import('./api.js').Api} api
 * @param {string[]} header
 * @param {string[][]} rows
 * @param {HTMLElement} report
 * @param {() => unknown} done
 */
function startPart(api, header, rows, report, done) {
  const known = header.filter((name) => COLUMNS.includes(name))
  const text = `${count(rows.length)} rows with ${known.join(', ')}.`
  const start = button(
    `Add ${count(rows.length)} addresses`,
    () => void importRows(api, header, rows, report, done),
    {
      class: 'primary',
    },
  )
  return el('div', {}, el('p', {}, text), start)
}

/**
 * One after the other: a row that is refused is listed with its number, and the others go on.
 * @param {import('./api.js').Api} api
 * @param {string[]} header
 * @param {string[][]} rows
 * @param {HTMLElement} report
 * @param {() => unknown} done
 */
async function importRows(api, header, rows, report, done) {
  const bar = /** @type {HTMLProgressElement} */ (
    el('progress', { max: rows.length, 'aria-label': 'Rows added' })
  )
  const line = el('p', {})
  const faults = el('ul', { class: 'error' })
  report.replaceChildren(bar, line, faults)
  let added = 0
  let refused = 0
  for (const [at, row] of rows.entries()) {
    const cells = header.map((name, column) => ({ name, text: (row[column] ?? '').trim() }))
    const known = cells.filter(({ name }) => COLUMNS.includes(name))
    const values = Object.fromEntries(known.map(({ name, text }) => [name, text]))
    const fault = await addRow(api, { residential: 'false', ...given(values) })
    if (fault === undefined) added += 1
    else {
      refused += 1
      if (refused <= FAULTS_SHOWN_MAX) faults.append(el('li', {}, `Row ${at + 2}: ${fault}`))
    }
    bar.value = at + 1
    line.textContent = `${count(added)} added${refused === 0 ? '' : `, ${count(refused)} refused`} of ${count(rows.length)}.`
  }
  await done()
}

/**
 * What was wrong with the row, or undefined.
 * @param {import('./api.js').Api} api
 * @param {Readonly<Record<string, string>>} values
 */
async function addRow(api, values) {
  for (;;) {
    try {
      await api.send('POST', '/v2/private-address', values)
      return undefined
    } catch (error) {
      const waits = error instanceof Refusal && error.code === 'rate-limit'
      if (!waits)
        return error instanceof Refusal && error.field
          ? `${error.field}: ${inWords(error)}`
          : inWords(error)
      await new Promise((resolve) => setTimeout(resolve, error.retryAfterSeconds * 1000))
    }
  }
}
