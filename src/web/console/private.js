// Private addresses: the list, adding one, importing a file.

import { button, el, field, select } from '../dom.js'
import { fileForm } from '../shared/file-form.js'
import { asking, confirmed, form, given } from '../shared/form.js'
import { count } from '../shared/format.js'
import { buttons, card, loaded, quiet, rowButton, table } from '../shared/parts.js'

/** @typedef {import('../shared/api.js').Api} Api */

const PAGE_ROWS = 25
const ADDRESSES_MAX = 10_000
const LINES = ['line_1', 'line_2', 'line_3', 'line_4', 'locality', 'town_or_city', 'county']
const COLUMNS = ['postcode', ...LINES, 'latitude', 'longitude', 'residential']

/** @param {Api} api */
export async function privateSection(api) {
  const { place, show } = loaded(async () =>
    listParts(api, await api.get('/v2/private-address'), () => show()),
  )
  const about = 'These addresses appear in the look-ups of this account only.'
  return [
    card('', quiet(about), place),
    card('Add an address', addForm(api, show)),
    card('Import a file', importForm(api, show)),
  ]
}

/** @param {Api} api @param {any[]} addresses @param {() => unknown} done */
function listParts(api, addresses, done) {
  if (addresses.length === 0) return [el('p', {}, 'No private addresses yet.')]
  const all = [...addresses].reverse().map((address) => ({ address, text: textOf(address) }))
  const place = el('div', { class: 'flow' })
  const search = el('input', { id: 'private-search', type: 'search', autocomplete: 'off' })
  const show = (/** @type {number} */ page) => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
    const found = all.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)))
    const shown = found.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS)
    const rows = shown.map(({ address, text }) => addressRow(api, address, text, done))
    place.replaceChildren(
      table(['Address', 'Usage', 'ID', ''], rows, 'Private addresses'),
      pager(page, found.length, show),
    )
  }
  search.addEventListener('input', () => show(0))
  show(0)
  return [
    el('p', {}, `${count(addresses.length)} of at most ${count(ADDRESSES_MAX)}, newest first.`),
    field('Search', search),
    place,
  ]
}

/** @param {any} address */
function textOf(address) {
  const parts = [...LINES, 'postcode'].map((name) => address[name])
  return parts.filter(Boolean).join(', ')
}

/** @param {Api} api @param {any} address @param {string} text @param {() => unknown} done */
function addressRow(api, address, text, done) {
  const remove = asking(['Delete this address?', text, 'Delete address'], () =>
    api.send('DELETE', `/v2/private-address/${encodeURIComponent(address.id)}`),
  )
  return [
    text,
    address.residential ? 'residential' : 'company',
    el('code', {}, address.id),
    rowButton('Delete', text, remove, done, 'small danger'),
  ]
}

/** @param {number} page @param {number} found @param {(page: number) => void} show */
function pager(page, found, show) {
  const last = Math.max(0, Math.ceil(found / PAGE_ROWS) - 1)
  const from = found === 0 ? 0 : page * PAGE_ROWS + 1
  const to = Math.min(found, (page + 1) * PAGE_ROWS)
  const go = (/** @type {string} */ label, /** @type {number} */ to) =>
    button(label, () => show(to), { class: 'small', disabled: to < 0 || to > last })
  const shown = `${count(from)} to ${count(to)} of ${count(found)}`
  const status = el('span', { class: 'quiet', role: 'status' }, shown)
  return buttons(go('Newer', page - 1), go('Older', page + 1), status)
}

/** @param {Api} api @param {() => unknown} done */
function addForm(api, done) {
  return form(
    [
      { name: 'line_1', label: 'Line 1', required: true },
      { name: 'line_2', label: 'Line 2' },
      { name: 'locality', label: 'Locality' },
      { name: 'town_or_city', label: 'Town or city' },
      { name: 'county', label: 'County or state' },
      { name: 'postcode', label: 'Postcode', required: true },
      { name: 'latitude', label: 'Latitude', hint: 'Leave empty to use the postcode’s position.' },
      { name: 'longitude', label: 'Longitude' },
      {
        name: 'residential',
        label: 'Usage',
        value: 'true',
        options: [
          ['true', 'residential'],
          ['false', 'company'],
        ],
      },
    ],
    'Add address',
    async (values) => {
      const made = await api.send('POST', '/v2/private-address', given(values))
      await done()
      return made.message
    },
  )
}

/** The service reads the file by the same rules as the command line. @param {Api} api @param {() => unknown} done */
function importForm(api, done) {
  const mode = select({ id: 'csv-how' }, [
    ['add', 'Add to the existing addresses'],
    ['replace', 'Replace all addresses'],
  ])
  const hint = `The first row names the columns: ${COLUMNS.join(', ')}. postcode, line_1 and residential (true or false) are required. Either all rows are imported or none.`
  return fileForm(hint, [field('Mode', mode)], async (file, working) => {
    const replace = mode.value === 'replace'
    const text = 'All private addresses of the account are deleted first.'
    if (replace && !(await confirmed('Replace all addresses?', text, 'Replace addresses'))) return
    await working(async () => {
      const body = { csv: await file.text(), replace }
      const { message } = await api.send('POST', '/v2/private-address/import', body)
      await done()
      return message
    })
  })
}
