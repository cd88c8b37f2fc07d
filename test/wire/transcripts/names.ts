// Gives what is random (ids, keys, signatures, the port) a name that is the same each time: the order of appearance.

/** Texts of letters of every kind first: an id may occur in them by chance. */
const RANDOM = [
  /\bwhsec_[0-9A-Za-z+/=]{20,}/g,
  /\b[a-z]+_(?:[a-z]+_)?[0-9A-Za-z]{33}\b/g,
  /\b[a-z]+_(?:[a-z]+_)?[0-9A-Za-z]{22}\b/g,
  /\b[0-9a-f]{32}\b/g,
  /\bmsg_[0-9a-f]{16}(?=_)/g,
]
const SIGNATURE = /(?<=[?&]signature=)[\w-]{16,}/g
/** The beginning of a masked key and its last characters. */
const MASKED = /\b([a-z]+(?:_[a-z]+)*_)?[0-9A-Za-z]{0,8}(?:…|\*{3,}|\.{3})[0-9A-Za-z]{2,8}\b/g

export class Names {
  readonly #baseUrl: string
  readonly #known = new Map<string, string>()

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl
  }

  hide(text: string): string {
    let hidden = text.replaceAll(this.#baseUrl, 'BASE').replace(SIGNATURE, 'SIGNED')
    for (const pattern of RANDOM) hidden = hidden.replace(pattern, (each) => this.#nameOf(each))
    return hidden.replace(MASKED, (_whole, prefix = '') => `${prefix}MASKED`)
  }

  #nameOf(text: string): string {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const prefix = /^[a-z_]*_/.exec(text)?.[0] ?? 'id_'
    const name = `${prefix}#${this.#known.size + 1}`
    this.#known.set(text, name)
    return name
  }
}
