// A new list: dropped or chosen, shown as it is read, changed where that is wrong, and started.

import { button, el } from '../dom.js'
import { count } from '../shared/format.js'
import { card, inWords, table } from '../shared/parts.js'
import { beginning } from './list-beginning.js'
import { verdictBadge } from './list-parts.js'

/** @typedef {import('./list-api.js').ListApi} ListApi */
/** @typedef {import('./list-api.js').Preview} Preview */

const SAMPLE_CELLS = 3
const ROWS_SHOWN = 5
const NOT_READ = 'not read'

/**
 * @param {ListApi} lists
 * @param {(id: string) => unknown} onStarted
 */
export function newListCard(lists, onStarted) {
  const place = el('div', { class: 'flow', 'aria-live': 'polite' })
  const choose = (/** @type {File | undefined} */ file) => {
    if (file !== undefined) void shown(new NewList(lists, file, onStarted), place)
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
    ? 'It costs nothing.'
    : 'Each row that ends exact or corrected costs one look-up; all others cost nothing.'
  const zone = el(
    'div',
    { class: 'drop field' },
    el('label', { for: 'list-file' }, 'Drop a list here, or choose one'),
    input,
    el(
      'p',
      { class: 'hint', id: 'list-hint' },
      `CSV, TSV or NDJSON, also packed by gzip; up to 1,000,000 rows and 200 MB. ${cost}`,
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
 * Shows how it is read, each time anew when that is changed.
 * @param {NewList} list
 * @param {HTMLElement} place
 */
async function shown(list, place) {
  place.setAttribute('aria-busy', 'true')
  if (place.childElementCount === 0) place.append(el('p', { class: 'quiet' }, 'Reading …'))
  const focused = document.activeElement?.id ?? ''
  try {
    place.replaceChildren(...list.parts(await list.read(), () => shown(list, place)))
    if (focused.startsWith('role-')) document.getElementById(focused)?.focus()
  } catch (error) {
    place.replaceChildren(
      el('p', { class: 'error', role: 'alert' }, inWords(error)),
      ...list.askProduct(() => shown(list, place)),
    )
  }
  place.removeAttribute('aria-busy')
}

class NewList {
  #lists
  #file
  #onStarted
  /** What the person has said of it. @type {Record<string, string>} */
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
    const country = product === 'au' ? 'Australian' : 'UK'
    return [
      el('h3', {}, `How ${this.#file.name} is read`),
      el(
        'p',
        { class: 'quiet' },
        `${country} addresses, ${encoding}, ${header ? 'with a header' : 'without a header'}. ` +
          'Change what a column is read as where that is wrong.',
      ),
      ...this.askProduct(again),
      this.#columnTable(preview, again),
      el('h3', {}, 'Its first rows'),
      rowTable(preview),
      this.#start(product),
    ]
  }

  /** An account has one product. @param {() => unknown} again */
  askProduct(again) {
    if (!this.#lists.isOperator) return []
    const choice = /** @type {HTMLSelectElement} */ (
      el(
        'select',
        { id: 'list-product' },
        [
          ['', 'as the rows tell'],
          ['au', 'Australia'],
          ['uk', 'United Kingdom'],
        ].map(([value = '', label]) =>
          el('option', { value, selected: value === (this.#options.product ?? '') }, label),
        ),
      )
    )
    choice.addEventListener('change', () => {
      this.#set('product', choice.value)
      void again()
    })
    return [el('div', { class: 'field' }, el('label', { for: 'list-product' }, 'Product'), choice)]
  }

  /**
   * @param {Preview} preview
   * @param {() => unknown} again
   */
  #columnTable({ names, columns, roles, rows }, again) {
    const choices = names.map((name, at) => {
      const read = columns.find(({ column }) => column === at + 1)?.read_as ?? ''
      return /** @type {HTMLSelectElement} */ (
        el(
          'select',
          { id: `role-${at}`, 'aria-label': `${name} is read as` },
          ['', ...roles].map((role) =>
            el('option', { value: role, selected: role === read }, role || NOT_READ),
          ),
        )
      )
    })
    for (const choice of choices) {
      choice.addEventListener('change', () => {
        const given = choices.flatMap(({ value }, at) => (value === '' ? [] : `${value}=${at + 1}`))
        this.#set('columns', given.join(','))
        void again()
      })
    }
    const sample = (/** @type {number} */ at) =>
      rows
        .map(({ cells }) => cells[at] ?? '')
        .filter((cell) => cell !== '')
        .slice(0, SAMPLE_CELLS)
        .join(' · ')
    return table(
      ['Column', 'Read as', 'For instance'],
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
    const report = el('div', { role: 'status' })
    const mail = checkbox('list-mail', 'Send a mail when it is finished')
    const wait = checkbox(
      'list-wait',
      'Go on tomorrow when the look-ups of the day are used up',
      true,
    )
    const go = button(
      'Match all rows',
      async () => {
        if (go.getAttribute('aria-disabled') === 'true') return
        go.setAttribute('aria-disabled', 'true')
        report.replaceChildren(
          el('progress', { 'aria-label': 'The list is sent' }),
          el(
            'p',
            {},
            `Sending ${this.#file.name}, ${count(Math.ceil(this.#file.size / 1024))} KB …`,
          ),
        )
        try {
          const own = { mail: String(mail.isOn()), wait: String(wait.isOn()) }
          const { id } = await this.#send(this.#lists.isOperator ? { product } : own)
          await this.#onStarted(id)
        } catch (error) {
          report.replaceChildren(el('p', { class: 'error', role: 'alert' }, inWords(error)))
        }
        go.removeAttribute('aria-disabled')
      },
      { class: 'primary' },
    )
    const choices = this.#lists.isOperator ? [] : [wait.place, mail.place]
    return el('div', { class: 'form' }, ...choices, el('div', { class: 'buttons' }, go), report)
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
