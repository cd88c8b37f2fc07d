// The form around an <address-lookup>: its fields open when they are needed, and what was typed is never lost.

import { fillForm, holdsText } from './address-fields.js'

/** @typedef {import('./address-fields.js').Field} Field */

export class AddressForm {
  #host
  #formOf
  #textOf
  /** The text of the address that is in the fields. @type {string | undefined} */
  #chosen
  /** The text that was put into the fields because no address was chosen. */
  #carried = ''
  #isFilling = false
  #listening = new AbortController()

  /**
   * @param {HTMLElement} host
   * @param {() => HTMLFormElement | null} formOf
   * @param {() => string} textOf what is in the box
   */
  constructor(host, formOf, textOf) {
    this.#host = host
    this.#formOf = formOf
    this.#textOf = () => textOf().trim()
    // A browser sends no form with an invalid field that it cannot focus, and does not say so.
    host.addEventListener('invalid', () => this.open(), true)
    // A browser's autofill, or a visitor. What is typed into the box comes from the host itself.
    host.addEventListener('input', ({ target }) => {
      if (target !== host && !this.#isFilling) this.open()
    })
  }

  /** Before any other listener, a form that is sent gets the text for which nothing was chosen. */
  watch() {
    this.#listening.abort()
    this.#listening = new AbortController()
    const { signal } = this.#listening
    const sent = () => {
      if (!['', this.#chosen].includes(this.#textOf())) this.open()
    }
    this.#formOf()?.addEventListener('submit', sent, { capture: true, signal })
  }

  /** Shows the fields, with what was typed. */
  open() {
    this.#host.setAttribute('open', '')
    this.carry()
  }

  /** Fields that already hold text must be seen. */
  openIfFilled() {
    const fields = /** @type {NodeListOf<Field>} */ (
      this.#host.querySelectorAll('input:not([type=hidden]), textarea')
    )
    if ([...fields].some(holdsText)) this.#host.setAttribute('open', '')
  }

  /** Puts text for which nothing was chosen where a street goes, unless a person has written there. */
  carry() {
    const text = this.#textOf()
    if (text === this.#chosen) return
    const before = this.#carried
    this.#carried = text
    this.#fill({ line_1: text }, ({ value }) => value === '' || value === before)
  }

  /** @param {import('./address-fields.js').Address} address */
  choose(address) {
    this.#host.setAttribute('open', '')
    this.#chosen = this.#textOf()
    this.#carried = ''
    return this.#fill(address, () => true)
  }

  forget() {
    this.#chosen = undefined
    this.#carried = ''
  }

  /** @param {import('./address-fields.js').Address} address @param {(field: Field) => boolean} mayWrite */
  #fill(address, mayWrite) {
    const host = this.#host
    const fields = (host.getAttribute('fields') ?? '').split(/\s+/).map((pair) => pair.split('='))
    this.#isFilling = true
    const names = fillForm(this.#formOf() ?? host, address, {
      renamed: Object.fromEntries(fields.filter(({ length }) => length === 2)),
      lines: Number.parseInt(host.getAttribute('lines') ?? '', 10) || undefined,
      isOurs: (field) => (field.closest('address-lookup') ?? host) === host,
      mayWrite,
    })
    this.#isFilling = false
    return names
  }
}
