// <address-lookup>: an address field for any page. It suggests addresses and fills the form around it.

import { AddressForm } from './address-form.js'
import { STYLE, TEMPLATE } from './address-lookup-style.js'
import { pause, request } from './address-request.js'
import { markedParts } from './marks.js'

const DEBOUNCE_MS = 120
const CHARACTERS_MIN = 2
/** After a longer wait the visitor is asked to enter the address manually. */
const BRIEF_SECONDS = 90
const UNREACHED =
  'The service could not be reached. Check the attribute "base" and the content security policy of the page.'

/** @typedef {{ address: string, id: string }} Suggestion */

/** Server-side rendering imports this too, without custom elements. */
const PageElement = globalThis.HTMLElement ?? /** @type {typeof HTMLElement} */ (class {})
/** The origin of the script; in a bundle, the page's own site. */
const OWN_SERVICE = /^http/.test(import.meta.url) ? new URL(import.meta.url).origin : ''

/** Attributes, events and parts are explained in docs/web.md; its types are in address-lookup-types.d.ts. */
export class AddressLookup extends PageElement {
  static observedAttributes = ['label', 'placeholder', 'manual', 'token']
  static formAssociated = true
  /** What visitors read and hear meanwhile. A page in another language sets its own. */
  static texts = {
    one: '1 suggestion',
    many: '{count} suggestions',
    none: 'No matching address. Try fewer words, or enter it manually.',
    filled: 'Address filled in.',
    wait: 'Too many searches. Please wait {count} s.',
    unavailable:
      'Address search is not available at the moment. Please enter the address manually.',
  }
  /** @type {Suggestion[]} */
  #suggestions = []
  #active = -1
  #typed = ''
  /** Aborts the request in progress when a newer one starts, so that no late answer replaces a newer one. */
  #turn = new AbortController()
  #internals = this.attachInternals()
  #form = new AddressForm(
    this,
    () => this.#internals.form,
    () => this.#box.value,
  )
  #box
  #list
  #status
  #manual

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    root.innerHTML = TEMPLATE
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(STYLE)
    root.adoptedStyleSheets = [sheet]
    this.#box = /** @type {HTMLInputElement} */ (root.querySelector('input'))
    this.#list = /** @type {HTMLUListElement} */ (root.querySelector('ul'))
    this.#status = /** @type {HTMLElement} */ (root.querySelector('p'))
    this.#manual = /** @type {HTMLButtonElement} */ (root.querySelector('button'))
    this.#box.addEventListener('input', () => void this.#typing())
    this.#box.addEventListener('keydown', (event) => this.#key(event))
    this.#box.addEventListener('blur', () => {
      this.#close()
      // The fields stay closed: if they moved the button that is being pressed, the click would miss it.
      this.#form.carry()
    })
    // The box keeps the focus, so that a click is not taken for leaving it.
    this.#list.addEventListener('mousedown', (event) => event.preventDefault())
    this.#list.addEventListener('click', (event) => {
      const option = /** @type {Element} */ (event.target).closest('li')
      if (option !== null) this.#take([...this.#list.children].indexOf(option))
    })
    this.#manual.addEventListener('click', () => this.enterByHand())
    root.querySelector('slot')?.addEventListener('slotchange', () => this.#form.openIfFilled())
  }

  connectedCallback() {
    this.#show()
  }

  disconnectedCallback() {
    this.#turn.abort()
  }

  formAssociatedCallback() {
    this.#form.watch()
  }

  formResetCallback() {
    this.clear()
    this.removeAttribute('open')
    this.#form.openIfFilled()
  }

  /** @param {boolean} isDisabled */
  formDisabledCallback(isDisabled) {
    this.#box.disabled = isDisabled
    this.#manual.disabled = isDisabled
  }

  /** After the back button. @param {string} text */
  formStateRestoreCallback(text) {
    this.#write(text)
    // The fields get their texts in the same turn, some of them later.
    setTimeout(() => this.#form.openIfFilled())
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (name === 'token') this.clear()
    this.#show()
  }

  /** The text in the box. */
  get value() {
    return this.#box.value
  }

  /** Typed by a script: asks as if a person had typed it. */
  set value(text) {
    this.#write(text.trim().replaceAll(/[\r\n]+/g, ', '))
    void this.#typing()
  }

  clear() {
    this.#newTurn()
    this.#form.forget()
    this.#write('')
    this.#close()
    this.#showStatus('')
  }

  /** Shows the fields and goes to the first of them. */
  enterByHand() {
    this.#newTurn()
    this.#close()
    this.#form.open()
    this.#emit('address-manual', undefined)
    const form = this.children.length > 0 ? this : this.closest('form')
    const first = form?.querySelector('input, select, textarea')
    if (first instanceof HTMLElement) first.focus()
  }

  #show() {
    const text = (/** @type {string} */ name, /** @type {string} */ usual) =>
      this.getAttribute(name) ?? usual
    const label = text('label', 'Find your address')
    this.shadowRoot?.querySelector('label')?.replaceChildren(label)
    this.#list.ariaLabel = label
    this.#box.placeholder = text('placeholder', '')
    this.#manual.textContent = text('manual', 'Enter the address manually')
    this.#manual.hidden = text('manual', '?') === ''
  }

  /** @param {string} text */
  #write(text) {
    this.#box.value = text
    this.#keep()
  }

  /** For the form, the history of the browser, and an address on a page that is read from right to left. */
  #keep() {
    const text = this.#box.value
    this.#internals.setFormValue(text, text)
    this.#box.dir = text === '' ? '' : 'auto'
  }

  async #typing() {
    const { signal } = this.#newTurn()
    this.#keep()
    // A script can put half a character there, which no URL can hold.
    const term = this.#box.value.toWellFormed().trim()
    this.#typed = term
    if (
      term.length < Number(this.getAttribute('min') ?? CHARACTERS_MIN) ||
      !/[\p{L}\p{N}]/u.test(term)
    ) {
      this.#close()
      return this.#showStatus('')
    }
    const hadFocus = this.matches(':focus-within')
    await pause(Number(this.getAttribute('debounce') ?? DEBOUNCE_MS), signal)
    if (signal.aborted) return
    const answer = await this.#ask(`/autocomplete/${encodeURIComponent(term)}`, signal)
    if (answer === undefined) return
    const suggestions = /** @type {Suggestion[]} */ (answer.body.suggestions ?? [])
    this.#open(suggestions)
    if (hadFocus && !this.matches(':focus-within')) this.#close()
    this.#emit('address-suggestions', { ...answer, term, suggestions })
  }

  /** @param {Suggestion[]} suggestions */
  #open(suggestions) {
    this.#suggestions = suggestions
    this.#list.replaceChildren(...suggestions.map(({ address }, at) => this.#option(address, at)))
    this.#list.hidden = suggestions.length === 0
    this.#box.setAttribute('aria-expanded', String(suggestions.length > 0))
    this.#go(-1)
    const count = suggestions.length
    const { none, one, many } = AddressLookup.texts
    this.#showStatus(
      count === 0 ? none : count === 1 ? one : many,
      count === 0 ? '' : 'count',
      count,
    )
  }

  /** @param {string} address @param {number} at */
  #option(address, at) {
    const item = document.createElement('li')
    item.id = `option-${at}`
    item.role = 'option'
    item.dir = 'auto'
    item.part.add('option')
    for (const { text, marked } of markedParts(address, this.#typed)) {
      const piece = document.createElement(marked ? 'mark' : 'span')
      if (marked) piece.part.add('mark')
      piece.textContent = text
      item.append(piece)
    }
    return item
  }

  #close() {
    this.#list.hidden = true
    this.#box.setAttribute('aria-expanded', 'false')
    this.#go(-1)
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const isOpen = !this.#list.hidden
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && this.#suggestions.length > 0) {
      event.preventDefault()
      if (isOpen) return this.#go(this.#active + step)
      return this.#open(this.#suggestions)
    }
    if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      this.#take(this.#active)
    }
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      this.#close()
    }
  }

  /** @param {number} at one before the first or after the last is none: the text that was typed */
  #go(at) {
    const options = [...this.#list.children]
    const count = options.length
    this.#active = at >= count ? -1 : at < -1 ? count - 1 : at
    options.forEach((option, index) => {
      option.setAttribute('aria-selected', String(index === this.#active))
    })
    const active = options[this.#active]
    if (active === undefined) return this.#box.removeAttribute('aria-activedescendant')
    this.#box.setAttribute('aria-activedescendant', active.id)
    active.scrollIntoView({ block: 'nearest' })
  }

  /** @param {number} at */
  #take(at) {
    const chosen = this.#suggestions[at]
    if (chosen !== undefined) void this.choose(chosen.id, chosen.address)
  }

  /** As a person chooses a suggestion. @param {string} id @param {string} text for the box */
  async choose(id, text) {
    const { signal } = this.#newTurn()
    this.#write(text)
    this.#typed = text
    this.#close()
    const areas = this.getAttribute('areas')
    const more = areas === null ? '' : `&areas=${encodeURIComponent(areas)}`
    const answer = await this.#ask(`/get/${encodeURIComponent(id)}`, signal, more)
    if (answer === undefined) return signal.aborted ? undefined : this.#form.open()
    this.#showStatus(AddressLookup.texts.filled, 'count')
    const fields = this.#form.choose(answer.body)
    this.#emit('address-selected', { ...answer, id, address: answer.body, fields })
  }

  #newTurn() {
    this.#turn.abort()
    this.#box.removeAttribute('aria-busy')
    this.#turn = new AbortController()
    return this.#turn
  }

  // Undefined if it failed, which has been shown, or was aborted.
  /** @param {string} path @param {AbortSignal} signal @param {string} [more] of the query */
  async #ask(path, signal, more = '') {
    const base = this.getAttribute('base') ?? OWN_SERVICE
    const url = `${base.replace(/\/$/, '')}${path}?api-key=${this.getAttribute('token') ?? ''}${more}`
    this.#box.setAttribute('aria-busy', 'true')
    const { status, body, headers, ms } = await request(url, signal)
    if (signal.aborted) return undefined
    this.#box.removeAttribute('aria-busy')
    if (status !== 200) return this.#fail(status, body, headers)
    return { path, body, ms, cost: Number(headers.get('lookup-cost') ?? 0) }
  }

  /**
   * @param {number} status 0 if no answer came
   * @param {Readonly<Record<string, unknown>> | undefined} problem
   * @param {Headers} headers
   */
  #fail(status, problem, headers) {
    this.#close()
    const wait = Number(headers.get('retry-after') ?? 0)
    const isBrief = status === 429 && wait <= BRIEF_SECONDS
    const { wait: busy, unavailable } = AddressLookup.texts
    this.#showStatus(isBrief ? busy : unavailable, '', wait)
    if (!isBrief) this.setAttribute('open', '')
    // For the developer of the page; visitors need not know what is wrong with the token.
    const { title, detail, type } = problem ?? {}
    const reason = [title, detail, type].filter(Boolean).join(' ')
    // biome-ignore lint/suspicious/noConsole: the developer's console is where its reader looks
    if (!isBrief) console.error(`<address-lookup> ${status || 'no answer'}: ${reason || UNREACHED}`)
    this.#emit('address-failed', { status, problem, retryAfterSeconds: wait })
    return undefined
  }

  /**
   * @param {string} text
   * @param {string} [kind] a count is for screen readers, which cannot see the list
   * @param {number} [count]
   */
  #showStatus(text, kind = '', count = 0) {
    this.#status.textContent = text.replace('{count}', String(count))
    this.#status.dataset.kind = kind
  }

  /** @param {string} name @param {unknown} detail */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }
}

const registry = globalThis.customElements
if (registry?.get('address-lookup') === undefined) registry?.define('address-lookup', AddressLookup)
