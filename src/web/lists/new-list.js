// Uploading a list: choosing a file, checking how its columns are read, and starting it.

import { button, countryNamed, countryOptions, el, field, select } from '../dom.js'
import { count } from '../shared/format.js'
import { buttons, card, errorText, quiet, report, table } from '../shared/parts.js'
import { verdictBadge } from './list-parts.js'

/** @typedef {import('../shared/api.js').Api} Api */
/** @typedef {import('./list-parts.js').Preview} Preview */

const SAMPLE_CELLS = 3
const ROWS_SHOWN = 5
const IGNORED = 'ignore'
const PREVIEW_BYTES = 256 * 1024

/** @param {Api} api below the path of all lists @param {boolean} isOperator */
export function newListCard(api, isOperator) {
  const place = el('div', { class: 'flow', 'aria-live': 'polite' })
  const choose = (/** @type {File | undefined} */ file) => {
    if (file !== undefined) void new NewList(api, isOperator, file, place).show()
  }
  return card('Match a list', dropZone(isOperator, choose), place)
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
  #isOperator
  #file
  #place
  /** What the person has chosen. @type {Record<string, string>} */
  #options = {}

  /** @param {Api} api @param {boolean} isOperator @param {File} file @param {HTMLElement} place */
  constructor(api, isOperator, file, place) {
    this.#api = api
    this.#isOperator = isOperator
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
      place.replaceChildren(...this.#parts(preview))
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
        `${countryNamed(product)?.adjective} addresses, ${encoding}, ${header ? 'with' : 'without'} a header row. Change how a column is read if it is wrong.`,
      ),
      ...this.#productField(),
      this.#columnTable(preview),
      el('h3', {}, 'First rows'),
      rowTable(preview),
      this.#start(product),
    ]
  }

  /** For operators: an account has only one product. */
  #productField() {
    if (!this.#isOperator) return []
    const options = /** @type {const} */ ([
      ['', 'detect from the rows'],
      ...countryOptions().toReversed(),
    ])
    const { product = '' } = this.#options
    const choose = (/** @type {string} */ chosen) => this.#choose('product', chosen)
    return [field('Product', select({ id: 'list-product' }, options, product, choose))]
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

  /** @param {string} product */
  #start(product) {
    const { name, size } = this.#file
    const result = el('div', { role: 'status' })
    const mail = checkbox('list-mail', 'Send a mail when the list is finished')
    const wait = checkbox('list-wait', 'Continue the next day if the day’s look-ups are used up')
    wait.input.checked = true
    const text = `Uploading ${name}, ${count(Math.ceil(size / 1024))} KB …`
    const upload = async () => {
      const own = { mail: String(mail.input.checked), wait: String(wait.input.checked) }
      const { id } = await this.#send('', this.#file, this.#isOperator ? { product } : own)
      location.hash = `lists/${id}`
      return []
    }
    const run = () => {
      const meanwhile = [el('progress', { 'aria-label': 'Uploading' }), el('p', {}, text)]
      return report(result, meanwhile, upload)
    }
    const start = button('Match all rows', run, { class: 'primary' })
    const choices = this.#isOperator ? [] : [wait.place, mail.place]
    return el('div', { class: 'form' }, ...choices, buttons(start), result)
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

/** @param {string} id @param {string} label */
function checkbox(id, label) {
  const input = el('input', { type: 'checkbox', id })
  return { input, place: el('p', { class: 'check' }, input, el('label', { for: id }, label)) }
}

/** The first part of a file, decompressed, up to its last whole row. @param {Blob} file */
export async function beginning(file) {
  const head = await file.slice(0, PREVIEW_BYTES).arrayBuffer()
  const [first, second] = new Uint8Array(head)
  const isPacked = first === 0x1f && second === 0x8b
  const bytes = isPacked ? await unpacked(file) : new Uint8Array(head)
  const isCut = isPacked ? bytes.length >= PREVIEW_BYTES : file.size > PREVIEW_BYTES
  const end = isCut ? bytes.lastIndexOf(0x0a) + 1 : bytes.length
  return new Blob([bytes.slice(0, end === 0 ? bytes.length : end)])
}

/** @param {Blob} file */
async function unpacked(file) {
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = []
  let bytes = 0
  while (bytes < PREVIEW_BYTES) {
    const { value } = await reader.read().catch(() => ({ value: undefined }))
    if (value === undefined) break
    chunks.push(value)
    bytes += value.length
  }
  await reader.cancel().catch(() => undefined)
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}
