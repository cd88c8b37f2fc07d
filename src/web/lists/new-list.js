// Uploading a list: choosing a file, checking how its columns are read, and starting it.

import { countryNamed, countryOptions, el, field, select } from '../dom.js'
import { form } from '../shared/form.js'
import { count, counted, DAY_MS, price, shortDay } from '../shared/format.js'
import { card, errorText, factList, quiet, table } from '../shared/parts.js'
import { untilMidnight, verdictBadge } from './list-parts.js'

/** @typedef {import('../shared/api.js').Api} Api */
/** @typedef {import('./list-parts.js').Preview} Preview */

const SAMPLE_CELLS = 3
const ROWS_SHOWN = 5
const IGNORED = 'ignore'
const PREVIEW_BYTES = 256 * 1024
const CHOICES = /** @type {const} */ ([
  ['wait', 'Continue the next day if the day’s look-ups are used up'],
  ['mail', 'Send a mail when the list is finished'],
])

/** @param {Api} api below the path of all lists @param {Api} [account] whose look-ups it costs; free without one */
export function newListCard(api, account) {
  const place = el('div', { class: 'flow', 'aria-live': 'polite' })
  const choose = (/** @type {File | undefined} */ file) => {
    if (file !== undefined) void new NewList(api, account, file, place).show()
  }
  return card('Match a list', dropZone(account === undefined, choose), place)
}

/** @param {boolean} isOperator @param {(file: File | undefined) => void} choose */
function dropZone(isOperator, choose) {
  const input = el('input', {
    type: 'file',
    id: 'list-file',
    accept: '.csv,.tsv,.txt,.ndjson,.jsonl,.gz',
    'aria-describedby': 'list-hint',
  })
  input.addEventListener('change', () => choose(input.files?.[0]))
  const cost = isOperator
    ? 'Matching is free.'
    : 'Each exact or corrected row costs one look-up; all others are free.'
  const hint = `CSV, TSV or NDJSON, optionally gzip-compressed; at most 1,000,000 rows and 200 MB. ${cost}`
  const zone = field(
    'Drop a file here, or choose one',
    input,
    el('p', { class: 'hint', id: 'list-hint' }, hint),
  )
  zone.classList.add('drop')
  zone.addEventListener('dragover', (event) => {
    event.preventDefault()
    zone.classList.add('over')
  })
  zone.addEventListener('dragleave', () => zone.classList.remove('over'))
  zone.addEventListener('drop', (event) => {
    event.preventDefault()
    zone.classList.remove('over')
    choose(event.dataTransfer?.files[0])
  })
  return zone
}

class NewList {
  #api
  #account
  #file
  #place
  /** How long it is, and what the account has. @type {Promise<any[]> | undefined} */
  #facts
  /** What the person has chosen. @type {Record<string, string>} */
  #options = {}

  /** @param {Api} api @param {Api | undefined} account @param {File} file @param {HTMLElement} place */
  constructor(api, account, file, place) {
    this.#api = api
    this.#account = account
    this.#file = file
    this.#place = place
  }

  /** Shows how the list is read, again after each change. */
  async show() {
    const place = this.#place
    place.setAttribute('aria-busy', 'true')
    if (place.childElementCount === 0) place.append(quiet('Reading …'))
    const focused = document.activeElement?.id ?? ''
    try {
      const preview = await this.#send('/preview', await beginning(this.#file), {})
      const start = await this.#start(preview)
      place.replaceChildren(...this.#parts(preview), ...start)
      if (focused.startsWith('role-')) document.getElementById(focused)?.focus()
    } catch (error) {
      place.replaceChildren(errorText(error), ...this.#productField())
    }
    place.removeAttribute('aria-busy')
  }

  /** @param {string} path @param {Blob} body @param {Readonly<Record<string, string>>} more */
  #send(path, body, more) {
    const query = new URLSearchParams({ name: this.#file.name, ...this.#options, ...more })
    return this.#api.send('POST', `${path}?${query}`, body)
  }

  /** @param {Preview} preview */
  #parts(preview) {
    const { product, encoding, header } = preview
    return [
      el('h3', {}, `Columns of ${this.#file.name}`),
      quiet(
        `${countryNamed(product)?.adjective} addresses, ${encoding.toUpperCase()}, ${header ? 'with' : 'without'} a header row. Change how a column is read if it is wrong.`,
      ),
      ...this.#productField(),
      this.#columnTable(preview),
      el('h3', {}, 'First rows'),
      rowTable(preview),
    ]
  }

  /** For operators: an account has only one product. */
  #productField() {
    if (this.#account !== undefined) return []
    const options = /** @type {const} */ ([
      ['', 'detect from the rows'],
      ...countryOptions().toReversed(),
    ])
    const { product = '' } = this.#options
    const choose = (/** @type {string} */ chosen) => this.#choose('product', chosen)
    return [field('Country', select({ id: 'list-product' }, options, product, choose))]
  }

  /** @param {Preview} preview */
  #columnTable({ names, columns, roles, rows }) {
    const onChange = () => {
      const given = choices.flatMap(({ value }, at) => (value === '' ? [] : `${value}=${at + 1}`))
      this.#choose('columns', given.join(','))
    }
    const options = ['', ...roles].map((role) => /** @type {const} */ ([role, role || IGNORED]))
    const choices = names.map((name, at) => {
      const read = columns.find(({ column }) => column === at + 1)?.read_as ?? ''
      const attributes = { id: `role-${at}`, 'aria-label': `Read ${name} as` }
      return select(attributes, options, read, onChange)
    })
    const tableRows = names.map((name, at) => {
      const cells = rows.map((row) => row.cells[at]).filter(Boolean)
      const examples = cells.slice(0, SAMPLE_CELLS).join(' · ')
      return [name, choices[at] ?? '', el('span', { class: 'quiet' }, examples)]
    })
    return table(['Column', 'Read as', 'Examples'], tableRows, 'Columns')
  }

  /** How many rows it has and what they cost, then the button. @param {Preview} preview */
  async #start({ product, header }) {
    this.#facts ??= Promise.all([
      linesOf(this.#file),
      ...['/v4/usage', '/v2/subscription', '/security/api-keys'].map((path) =>
        this.#account?.get(path),
      ),
    ])
    const [lines, usage, subscription, keys] = await this.#facts
    const rows = Math.max(1, lines - (header ? 1 : 0))
    if (this.#account === undefined) {
      return [quiet(`About ${counted(rows, 'row')}.`), this.#startForm([], () => ({ product }))]
    }
    const names = keys.flatMap((/** @type {{ name: string, test: boolean }} */ { name, test }) =>
      test ? [] : [/** @type {const} */ ([name, name])],
    )
    const fields = [
      { name: 'key', label: 'API key to count under', options: names, value: 'main' },
      { name: 'options', label: 'Options', type: 'checks', options: CHOICES, value: 'wait' },
    ]
    const start = this.#startForm(fields, ({ key = '', options = '' }) => {
      const chosen = options.split(' ')
      return { key, mail: String(chosen.includes('mail')), wait: String(chosen.includes('wait')) }
    })
    return [el('h3', {}, 'Look-ups'), factList(forecast(rows, usage, subscription)), start]
  }

  /**
   * @param {import('../shared/form.js').Field[]} fields
   * @param {(values: Record<string, string>) => Record<string, string>} optionsOf
   */
  #startForm(fields, optionsOf) {
    const { name, size } = this.#file
    const text = `Uploading ${name}, ${count(Math.ceil(size / 1024))} KB …`
    const status = el('div', { role: 'status' })
    const start = form(fields, 'Match all rows', async (values) => {
      status.replaceChildren(el('progress', { 'aria-label': 'Uploading' }), el('p', {}, text))
      const sent = this.#send('', this.#file, optionsOf(values))
      const { id } = await sent.finally(() => status.replaceChildren())
      location.hash = `lists/${id}`
    })
    start.append(status)
    return start
  }

  /** @param {string} name @param {string} value */
  #choose(name, value) {
    const { [name]: _, ...others } = this.#options
    this.#options = value === '' ? others : { ...others, [name]: value }
    void this.show()
  }
}

/** @param {Preview} preview */
function rowTable({ rows, columns }) {
  return table(
    ['Row', 'In the list', 'Verdict', 'Address'],
    rows.slice(0, ROWS_SHOWN).map(({ row, cells, verdict, confidence, address, reason }) => [
      String(row),
      columns
        .map(({ column }) => cells[column - 1])
        .filter(Boolean)
        .join(', '),
      verdictBadge(verdict, confidence),
      address || el('span', { class: 'quiet' }, reason),
    ]),
    'First rows',
  )
}

/**
 * What a list of this length needs. Only how many rows are found is unknown.
 * @param {number} rows
 * @param {Record<'usage_today' | 'daily_limit' | 'monthly_buffer' | 'monthly_buffer_used', number>} usage
 * @param {{ auto_upgrade: boolean, plan: { amount: number, term: string } }} subscription
 * @param {number} [now]
 * @returns {[string, string][]}
 */
export function forecast(rows, usage, { auto_upgrade: upgrades, plan }, now = Date.now()) {
  const { usage_today: used, daily_limit: limit, monthly_buffer: buffer } = usage
  const today = Math.max(0, limit - used) + Math.max(0, buffer - usage.monthly_buffer_used)
  const days = rows <= today ? 0 : Math.ceil((rows - today) / Math.max(1, limit))
  const end =
    days === 0
      ? 'today'
      : `on ${shortDay(new Date(now + days * DAY_MS))} (UTC) if every row is found; ${count(limit)} more are available each day`
  const cost = `nothing beyond your plan (${price(plan.amount, plan.term)})`
  return [
    ['Rows', `about ${count(rows)}; each costs at most one look-up`],
    ['Left today', `${count(today)} look-ups, until midnight UTC, ${untilMidnight(now)}`],
    [
      'Finished',
      upgrades && days > 0
        ? `today: the account moves to a larger plan when the day’s look-ups are used up`
        : end,
    ],
    ['Cost', upgrades && days > 0 ? 'the price of the larger plan (see Plan)' : cost],
  ]
}

/** Reads a file that may be compressed. @param {Blob} file @param {number} bytesMax how much to read if it is not */
async function readerOf(file, bytesMax) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const isPacked = first === 0x1f && second === 0x8b
  const stream = isPacked
    ? file.stream().pipeThrough(new DecompressionStream('gzip'))
    : file.slice(0, bytesMax).stream()
  const reader = stream.getReader()
  // A damaged file ends where the damage is.
  return { next: () => reader.read().catch(() => ({ value: undefined })), reader }
}

/** @param {Blob} file */
async function linesOf(file) {
  const { next } = await readerOf(file, file.size)
  let lines = 0
  let last = 0x0a
  for (;;) {
    const { value } = await next()
    if (value === undefined) return last === 0x0a ? lines : lines + 1
    for (const byte of value) if (byte === 0x0a) lines += 1
    last = value.at(-1) ?? last
  }
}

/** The first part of a file, decompressed, up to its last whole row. @param {Blob} file */
export async function beginning(file) {
  const { next, reader } = await readerOf(file, PREVIEW_BYTES + 1)
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = []
  let read = 0
  while (read <= PREVIEW_BYTES) {
    const { value } = await next()
    if (value === undefined) return new Blob(chunks)
    chunks.push(value)
    read += value.length
  }
  await reader.cancel().catch(() => undefined)
  const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer())
  return new Blob([bytes.slice(0, bytes.lastIndexOf(0x0a) + 1 || bytes.length)])
}
