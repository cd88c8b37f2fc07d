// Finds the fields of one record in bytes, up to the end of its line or of its quotes.

export interface DelimitedFormat {
  /** One ASCII character: `|`, `,`, `;` or a tab. */
  readonly delimiter: string
  /** Whether a field may stand in double quotes, with line ends and doubled quotes inside. */
  readonly quoted: boolean
}

/** More columns than any format has; more are counted but not stored. */
export const COLUMNS_MAX = 256
export const NEWLINE_BYTE = 10
export const RETURN_BYTE = 13
export const QUOTE_BYTE = 34

/** Returned by a scan instead of the end of the record. */
export const INCOMPLETE = -1
export const FAULTY = -2
export const CUT = -3

export class FieldScanner {
  /** Only with quotes; without them a field starts after the end of the one before. */
  readonly starts = new Int32Array(COLUMNS_MAX)
  readonly ends = new Int32Array(COLUMNS_MAX)
  /** How many fields the record has, stored or not. */
  columns = 0
  hasDoubledQuote = false
  readonly #quoted: boolean
  readonly #delimiter: number
  #bytes: Buffer = Buffer.alloc(0)
  /** Whether the limit is the end of the record too. */
  #endsRecord = false

  constructor({ quoted, delimiter }: DelimitedFormat) {
    this.#quoted = quoted
    this.#delimiter = delimiter.charCodeAt(0)
  }

  /** Returns where the record ends, or INCOMPLETE, FAULTY or CUT. */
  scan(bytes: Buffer, start: number, limit: number, endsRecord: boolean): number {
    this.#bytes = bytes
    this.#endsRecord = endsRecord
    this.columns = 0
    this.hasDoubledQuote = false
    return this.#quoted ? this.#scanQuoted(start, limit) : this.#scanPlain(start, limit)
  }

  #scanPlain(start: number, limit: number): number {
    const bytes = this.#bytes
    const ends = this.ends
    const delimiter = this.#delimiter
    let column = 0
    let at = start
    for (; at < limit; at += 1) {
      const byte = bytes[at]
      if (byte === delimiter) {
        // Writing past the end of a typed array does nothing, as wanted here.
        ends[column] = at
        column += 1
      } else if (byte === NEWLINE_BYTE) break
    }
    if (at === limit && !this.#endsRecord) return INCOMPLETE
    ends[column] = at
    this.columns = column + 1
    if (at > start && bytes[at - 1] === RETURN_BYTE) ends[column] = at - 1
    return at
  }

  #scanQuoted(start: number, limit: number): number {
    let at = start
    for (let column = 0; ; column += 1) {
      const isQuoted = at < limit && this.#bytes[at] === QUOTE_BYTE
      const end = isQuoted
        ? this.#quotedField(column, at + 1, limit)
        : this.#bareField(column, at, limit)
      if (end < 0) return end
      this.columns = column + 1
      if (end === limit || this.#bytes[end] === NEWLINE_BYTE) return end
      at = end + 1
    }
  }

  /** Returns the position of the delimiter or line end after the field. */
  #bareField(column: number, start: number, limit: number): number {
    const bytes = this.#bytes
    const delimiter = this.#delimiter
    let at = start
    while (at < limit && bytes[at] !== delimiter && bytes[at] !== NEWLINE_BYTE) at += 1
    if (at === limit && !this.#endsRecord) return INCOMPLETE
    // A carriage return before the line end belongs to the line end.
    const isLast = at === limit || bytes[at] === NEWLINE_BYTE
    const hasReturn = isLast && at > start && bytes[at - 1] === RETURN_BYTE
    this.starts[column] = start
    this.ends[column] = hasReturn ? at - 1 : at
    return at
  }

  #quotedField(column: number, start: number, limit: number): number {
    const bytes = this.#bytes
    let at = start
    for (; ; at += 1) {
      while (at < limit && bytes[at] !== QUOTE_BYTE) at += 1
      if (at >= limit) return this.#endsRecord ? CUT : INCOMPLETE
      if (at + 1 >= limit || bytes[at + 1] !== QUOTE_BYTE) break
      this.hasDoubledQuote = true
      at += 1
    }
    this.starts[column] = start
    this.ends[column] = at
    return this.#afterQuote(at + 1, limit)
  }

  /** Only a delimiter or a line end may follow a closing quote. */
  #afterQuote(at: number, limit: number): number {
    const atLimit = this.#endsRecord ? limit : INCOMPLETE
    if (at >= limit) return atLimit
    const byte = this.#bytes[at]
    if (byte === this.#delimiter || byte === NEWLINE_BYTE) return at
    if (byte !== RETURN_BYTE) return FAULTY
    if (at + 1 >= limit) return atLimit
    return this.#bytes[at + 1] === NEWLINE_BYTE ? at + 1 : FAULTY
  }
}
