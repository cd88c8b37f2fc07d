// The types of doorplate/address-lookup: the element, and the events that it sends.

export interface Suggestion {
  readonly id: string
  readonly address: string
}

/** All of them bubble. */
export interface AddressLookupEvents {
  'address-suggestions': CustomEvent<{
    readonly term: string
    readonly suggestions: readonly Suggestion[]
    /** How long the answer took. */
    readonly ms: number
    /** In look-ups. */
    readonly cost: number
  }>
  'address-selected': CustomEvent<{
    readonly id: string
    /** Its fields are those of `get` for the product of the token. */
    readonly address: Readonly<Record<string, unknown>>
    /** Its parts as texts, also by the names of a postal address (`line_1`, `town_or_city`, …). */
    readonly fields: Readonly<Record<string, string>>
    readonly ms: number
    readonly cost: number
  }>
  'address-failed': CustomEvent<{
    /** 0 if there was no answer. */
    readonly status: number
    readonly problem: Readonly<Record<string, unknown>> | undefined
    readonly retryAfterSeconds: number
  }>
  'address-manual': CustomEvent<unknown>
}

/** `<address-lookup token label placeholder base fields lines manual name debounce min>`; docs/web.md explains each. */
export class AddressLookup extends HTMLElement {
  /** What visitors read and hear; `{count}` stands for a number. */
  static texts: Record<'one' | 'many' | 'none' | 'filled' | 'wait' | 'unavailable', string>
  /** The text in the box. Setting it asks as if a person had typed it. */
  value: string
  clear(): void
  /** Gets the address with this id and fills the form, as if a suggestion was chosen. `text` is for the box. */
  choose(id: string, text: string): Promise<void>
  /** Shows the fields and goes to the first of them. */
  enterByHand(): void
  addEventListener<Name extends keyof AddressLookupEvents>(
    name: Name,
    listener: (event: AddressLookupEvents[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(
    name: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void
}

declare global {
  interface HTMLElementTagNameMap {
    'address-lookup': AddressLookup
  }
  interface HTMLElementEventMap extends AddressLookupEvents {}
}
