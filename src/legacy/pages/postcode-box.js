// What getAddress.find and the jQuery plugin put into a page: a postcode box, a button and a list of addresses.

export class PostcodeBox {
  /** @type {HTMLElement[]} */
  #made = []
  /** By the last search. @type {HTMLElement[]} */
  #found = []

  /**
   * @param {Element} place
   * @param {Readonly<Record<string, unknown>>} words of the page for each part, such as `input_id`
   * @param {{ input?: HTMLElement | undefined, button?: HTMLElement | undefined }} [own] elements of the page
   */
  constructor(place, words, own = {}) {
    this.place = place
    this.words = words
    this.input = /** @type {HTMLInputElement} */ (own.input ?? this.#newInput())
    this.button = /** @type {HTMLButtonElement} */ (own.button ?? this.#newButton())
    this.on(this.button, 'click', () => void this.search())
  }

  /** @param {HTMLElement} element @param {string} type @param {(event: KeyboardEvent) => void} handle */
  on(element, type, handle) {
    element.addEventListener(type, /** @type {EventListener} */ (handle))
  }

  async search() {}

  /** @template {'input' | 'button' | 'select' | 'p'} Tag @param {Tag} name @param {string} part @param {Node[]} into */
  #add(name, part, into) {
    const element = document.createElement(name)
    element.id = this.#word(`${part}_id`)
    element.className = this.#word(`${part}_class`)
    this.place.append(element)
    into.push(element)
    return element
  }

  /** @param {string} name */
  #word(name) {
    return String(this.words[name] ?? '')
  }

  #newInput() {
    const input = this.#add('input', 'input', this.#made)
    const placeholder = this.#word('input_label')
    Object.assign(input, { type: 'text', autocomplete: 'off', placeholder })
    input.name = String(this.words.input_name ?? input.id)
    input.setAttribute('aria-label', placeholder)
    this.on(input, 'keypress', (event) => {
      if (event.key !== 'Enter') return
      // The form around it is not sent by this.
      event.preventDefault()
      void this.search()
    })
    return input
  }

  #newButton() {
    const button = this.#add('button', 'button', this.#made)
    button.type = 'button'
    // The page's own words, which may be an icon.
    button.innerHTML = this.#word('button_label')
    return button
  }

  /** @param {() => Promise<unknown>} act */
  async whileBusy(act) {
    const { button } = this
    const label = button.innerHTML
    button.disabled = true
    button.innerHTML = this.#word('button_disabled_message')
    try {
      await act()
    } finally {
      button.disabled = false
      button.innerHTML = label
    }
  }

  /** @param {readonly (readonly [string, string])[]} rows @param {(dropdown: HTMLSelectElement) => void} choose */
  offer(rows, choose) {
    const dropdown = this.#add('select', 'dropdown', this.#found)
    const message = this.#word('dropdown_select_message')
    dropdown.setAttribute('aria-label', message)
    dropdown.append(new Option(message, 'open'))
    for (const [text, value] of rows) dropdown.append(new Option(text, value))
    this.on(dropdown, 'change', () => choose(dropdown))
  }

  /** @param {string} name of the message @param {'innerHTML' | 'textContent'} [as] */
  tell(name, as = 'innerHTML') {
    const message = this.#add('p', 'error_message', this.#found)
    message.setAttribute('role', 'alert')
    message[as] = this.#word(`error_message_${name}`)
  }

  clear() {
    for (const element of this.#found.splice(0)) element.remove()
  }

  remove() {
    this.clear()
    for (const element of this.#made) element.remove()
  }
}
