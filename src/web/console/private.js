// Private addresses: the list, one more, or a whole file of them.

import { button, el } from '../dom.js'
import { form } from '../shared/form.js'
import { count } from '../shared/format.js'
import { card, confirmed, inWords, loaded, rowButton, table } from '../shared/parts.js'

const PAGE_ROWS = 25
/** So many an account may have. */
const ADDRESSES_MAX = 10_000
const TEXTS = ['line_1', 'line_2', 'line_3', 'line_4', 'locality', 'town_or_city', 'county']
const COLUMNS = ['postcode', ...TEXTS, 'latitude', 'longitude', 'residential']

/** @param {import('../shared/api.js').Api} api */
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
 * @param {import('../shared/api.js').Api} api
 * @param {any[]} addresses
 * @param {() => unknown} done
 */
function listParts(api, addresses, done) {
  if (addresses.length === 0) return [el('p', {}, 'There are none yet.')]
  // What was added last is what one looks for.
  const all = [...addresses].reverse().map((address) => ({ address, text: textOf(address) }))
  const place = el('div', { class: 'flow' })
  const search = /** @type {HTMLInputElement} */ (
    el('input', { id: 'private-search', type: 'search', autocomplete: 'off' })
  )
  const show = (/** @type {number} */ page) => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
    const found = all.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)))
    const shown = found.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS)
    const rows = shown.map(({ address, text }) => addressRow(api, address, text, done))
    place.replaceChildren(
      table(['Address', 'Use', 'Id', ''], rows, 'Private addresses'),
      pager(page, found.length, show),
    )
  }
  search.addEventListener('input', () => show(0))
  show(0)
  return [
    el('p', {}, `${count(addresses.length)} of at most ${count(ADDRESSES_MAX)}, the newest first.`),
    el('div', { class: 'field' }, el('label', { for: 'private-search' }, 'Search'), search),
    place,
  ]
}

/** @param {any} address */
function textOf(address) {
  const lines = [address.line_1, address.line_2, address.line_3, address.line_4, address.locality]
  const places = [address.town_or_city, address.county, address.postcode]
  return [...lines, ...places].filter(Boolean).join(', ')
}

/**
 * @param {import('../shared/api.js').Api} api
 * @param {any} address
 * @param {string} text
 * @param {() => unknown} done
 */
function addressRow(api, address, text, done) {
  const remove = async () => {
    if (!(await confirmed('Remove this address?', text, 'Remove it'))) return false
    await api.send('DELETE', `/v2/private-address/${encodeURIComponent(address.id)}`)
    return true
  }
  return [
    text,
    address.residential ? 'home' : 'company',
    el('code', {}, address.id),
    rowButton('Remove', text, remove, done, 'small danger'),
  ]
}

/**
 * @param {number} page
 * @param {number} found
 * @param {(page: number) => void} show
 */
function pager(page, found, show) {
  const last = Math.max(0, Math.ceil(found / PAGE_ROWS) - 1)
  const from = found === 0 ? 0 : page * PAGE_ROWS + 1
  const to = Math.min(found, (page + 1) * PAGE_ROWS)
  const go = (/** @type {string} */ label, /** @type {number} */ to) =>
    button(label, () => show(to), { class: 'small', disabled: to < 0 || to > last })
  return el(
    'div',
    { class: 'buttons' },
    go('Newer', page - 1),
    go('Older', page + 1),
    el(
      'span',
      { class: 'quiet', role: 'status' },
      `${count(from)} to ${count(to)} of ${count(found)}`,
    ),
  )
}

/**
 * @param {import('../shared/api.js').Api} api
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
 * The file is read by the service, all of it or nothing, by the rules of the command line.
 * @param {import('../shared/api.js').Api} api
 * @param {() => unknown} done
 */
function importForm(api, done) {
  const input = /** @type {HTMLInputElement} */ (
    el('input', {
      type: 'file',
      id: 'csv',
      accept: '.csv,text/csv',
      'aria-describedby': 'csv-hint',
    })
  )
  const choice = /** @type {HTMLSelectElement} */ (
    el(
      'select',
      { id: 'csv-how' },
      el('option', { value: 'add' }, 'Add to the addresses there are'),
      el('option', { value: 'replace' }, 'Replace all of them'),
    )
  )
  const report = el('div', { role: 'status' })
  const start = button('Import the file', () => void run(), { class: 'primary' })
  const run = async () => {
    const [file] = input.files ?? []
    if (start.getAttribute('aria-disabled') === 'true') return
    if (file === undefined) return report.replaceChildren(faultList('Choose a file first.'))
    const isReplacing = choice.value === 'replace'
    const question = 'All addresses that the account has now are removed.'
    if (isReplacing && !(await confirmed('Replace the list?', question, 'Replace it'))) return
    start.setAttribute('aria-disabled', 'true')
    if (await sendFile(api, file, isReplacing, report)) await done()
    start.removeAttribute('aria-disabled')
  }
  input.addEventListener('change', () => report.replaceChildren())
  return el(
    'div',
    { class: 'form' },
    el(
      'div',
      { class: 'row' },
      el('div', { class: 'field' }, el('label', { for: 'csv' }, 'CSV file'), input),
      el('div', { class: 'field' }, el('label', { for: 'csv-how' }, 'What to do'), choice),
    ),
    el(
      'p',
      { class: 'hint', id: 'csv-hint' },
      `The first row names the columns: ${COLUMNS.join(', ')}. postcode, line_1 and residential (true or false) are needed. All rows are added, or none.`,
    ),
    start,
    report,
  )
}

/**
 * False when it was refused.
 * @param {import('../shared/api.js').Api} api
 * @param {File} file
 * @param {boolean} replace
 * @param {HTMLElement} report
 */
async function sendFile(api, file, replace, report) {
  report.replaceChildren(
    el('progress', { 'aria-label': 'The service reads the file' }),
    el('p', {}, `The service reads ${file.name} …`),
  )
  try {
    const body = { csv: await file.text(), replace }
    const { message } = await api.send('POST', '/v2/private-address/import', body)
    report.replaceChildren(el('p', {}, message))
    return true
  } catch (error) {
    report.replaceChildren(faultList(inWords(error)))
    return false
  }
}

/** @param {string} text a sentence, then a line for each fault */
function faultList(text) {
  const [first = '', ...lines] = text.split('\n')
  const faults = lines.map((line) => el('li', {}, line))
  return el('div', { class: 'error', role: 'alert' }, el('p', {}, first), el('ul', {}, faults))
}
