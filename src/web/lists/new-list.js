// Uploading a list: choosing a file, checking how its columns are read, and starting it.

import { button, countryNamed, countryOptions, el, select } from '../dom.js'
import { count } from '../shared/format.js'
import { buttons, card, errorText, quiet, table, whileBusy } from '../shared/parts.js'
import { beginning } from './list-beginning.js'
import { verdictBadge } from './list-parts.js'

/** @typedef {import('./list-api.js').ListApi} ListApi */
/** @typedef {import('./list-api.js').Preview} Preview */

const SAMPLE_CELLS = 3
const ROWS_SHOWN = 5
const IGNORED = 'ignore'

/**
 * @param {ListApi} lists
 * @param {(id: string) => unknown} onStarted
 */
export function newListCard(lists, onStarted) {
  const place = el('div', { class: 'flow', 'aria-live': 'polite' })
  const choose = (/** @type {File | undefined} */ file) => {
    if (file !== undefined) void showPreview(new NewList(lists, file, onStarted), place)
  }
  return card('Match a list', dropZone(lists, choose), place)
}

/**
 * @param {ListApi} lists
 * @param {(file: File | undefined) => void} choose
 */
function dropZone(lists, choose) {
  const input = /** @type {HTMLInputElement} */ (
    el('input', {
      type: 'file',
      id: 'list-file',
      accept: '.csv,.tsv,.txt,.ndjson,.jsonl,.gz',
      'aria-describedby': 'list-hint',
    })
  )
  input.addEventListener('change', () => choose(input.files?.[0]))
  const cost = lists.isOperator
    ? 'Matching is free.'
    : 'Each exact or corrected row costs one look-up; all others are free.'
  const zone = el(
    'div',
    { class: 'drop field' },
    el('label', { for: 'list-file' }, 'Drop a file here, or choose one'),
    input,
    el(
      'p',
      { class: 'hint', id: 'list-hint' },
      `CSV, TSV or NDJSON, optionally gzip-compressed; at most 1,000,000 rows and 200 MB. ${cost}`,
    ),
  )
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

/**
 * Shows how the list is read, again after each change.
 * @param {NewList} list
 * @param {HTMLElement} place
 */
async function showPreview(list, place) {
  place.setAttribute('aria-busy', 'true')
  if (place.childElementCount === 0) place.append(quiet('Reading …'))
  const focused = document.activeElement?.id ?? ''
  try {
    place.replaceChildren(...list.parts(await list.read(), () => showPreview(list, place)))
    if (focused.startsWith('role-')) document.getElementById(focused)?.focus()
  } catch (error) {
    const product = list.productField(() => showPreview(list, place))
    place.replaceChildren(errorText(error), ...product)
  }
  place.removeAttribute('aria-busy')
}

class NewList {
  #lists
  #file
  #onStarted
  /** What the person has chosen. @type {Record<string, string>} */
  #options = {}

  /**
   * @param {ListApi} lists
   * @param {File} file
   * @param {(id: string) => unknown} onStarted
   */
  constructor(lists, file, onStarted) {
    this.#lists = lists
    this.#file = file
    this.#onStarted = onStarted
  }

  /** @returns {Promise<Preview>} */
  async read() {
    const options = { name: this.#file.name, ...this.#options }
    return this.#lists.preview(await beginning(this.#file), options)
  }

  /**
   * @param {Preview} preview
   * @param {() => unknown} again
   */
  parts(preview, again) {
    const { product, encoding, header } = preview
    return [
      el('h3', {}, `Columns of ${this.#file.name}`),
      quiet(
        `${countryNamed(product)?.adjective} addresses, ${encoding}, ${header ? 'with' : 'without'} a header row. Change how a column is read if it is wrong.`,
      ),
      ...this.productField(again),
      this.#columnTable(preview, again),
      el('h3', {}, 'First rows'),
      rowTable(preview),
      this.#start(product),
    ]
  }

  /** For operators: an account has only one product. @param {() => unknown} again */
  productField(again) {
    if (!this.#lists.isOperator) return []
    const choice = select(
      { id: 'list-product' },
      [['', 'detect from the rows'], ...countryOptions().toReversed()],
      this.#options.product ?? '',
      (product) => {
        this.#set('product', product)
        void again()
      },
    )
    return [el('div', { class: 'field' }, el('label', { for: 'list-product' }, 'Product'), choice)]
  }

  /**
   * @param {Preview} preview
   * @param {() => unknown} again
   */
  #columnTable({ names, columns, roles, rows }, again) {
    const onChange = () => {
      const given = choices.flatMap(({ value }, at) => (value === '' ? [] : `${value}=${at + 1}`))
      this.#set('columns', given.join(','))
      void again()
    }
    const options = ['', ...roles].map((role) => /** @type {const} */ ([role, role || IGNORED]))
    const choices = names.map((name, at) => {
      const read = columns.find(({ column }) => column === at + 1)?.read_as ?? ''
      const attributes = { id: `role-${at}`, 'aria-label': `Read ${name} as` }
      return select(attributes, options, read, onChange)
    })
    const sample = (/** @type {number} */ at) =>
      rows
        .map(({ cells }) => cells[at] ?? '')
        .filter((cell) => cell !== '')
        .slice(0, SAMPLE_CELLS)
        .join(' · ')
    return table(
      ['Column', 'Read as', 'Examples'],
      names.map((name, at) => [
        name,
        choices[at] ?? '',
        el('span', { class: 'quiet' }, sample(at)),
      ]),
      'Columns',
    )
  }

  /** @param {string} product */
  #start(product) {
    const { isOperator } = this.#lists
    const report = el('div', { role: 'status' })
    const mail = checkbox('list-mail', 'Send a mail when the list is finished')
    const wait = checkbox(
      'list-wait',
      'Continue the next day if the day’s look-ups are used up',
      true,
    )
    const run = async () => {
      const text = `Uploading ${this.#file.name}, ${count(Math.ceil(this.#file.size / 1024))} KB …`
      report.replaceChildren(el('progress', { 'aria-label': 'Uploading' }), el('p', {}, text))
      try {
        const own = { mail: String(mail.isOn()), wait: String(wait.isOn()) }
        const { id } = await this.#send(isOperator ? { product } : own)
        await this.#onStarted(id)
      } catch (error) {
        report.replaceChildren(errorText(error))
      }
    }
    const start = button('Match all rows', () => whileBusy(start, run), { class: 'primary' })
    const choices = isOperator ? [] : [wait.place, mail.place]
    return el('div', { class: 'form' }, ...choices, buttons(start), report)
  }

  /** @param {Readonly<Record<string, string>>} more */
  #send(more) {
    return this.#lists.upload(this.#file, { name: this.#file.name, ...this.#options, ...more })
  }

  /** @param {string} name @param {string} value */
  #set(name, value) {
    const { [name]: _, ...others } = this.#options
    this.#options = value === '' ? others : { ...others, [name]: value }
  }
}

/** @param {Preview} preview */
function rowTable({ rows, columns }) {
  return table(
    ['Row', 'In the list', 'Verdict', 'Address'],
    rows.slice(0, ROWS_SHOWN).map(({ row, cells, verdict, confidence, address, reason }) => [
      String(row),
      columns
        .map(({ column }) => cells[column - 1] ?? '')
        .filter((cell) => cell !== '')
        .join(', '),
      verdictBadge(verdict, confidence),
      address || el('span', { class: 'quiet' }, reason),
    ]),
    'First rows',
  )
}

/**
 * @param {string} id
 * @param {string} label
 * @param {boolean} [isOn]
 */
function checkbox(id, label, isOn = false) {
  const input = /** @type {HTMLInputElement} */ (
    el('input', { type: 'checkbox', id, checked: isOn })
  )
  const place = el('p', { class: 'check' }, input, el('label', { for: id }, label))
  return { place, isOn: () => input.checked }
}
