// Counts what an import accepted, skipped and refused, and decides when a file is too bad to use.

import type { Splitter } from '../../lib/delimited/splitter.ts'
import { ImportRefused } from '../../lib/operator-error.ts'

/** Why a row was not taken; a person reads these, so each says what is wrong with the row. */
export type RejectReason =
  | 'columns'
  | 'too-long'
  | 'quotes'
  | 'encoding'
  | 'control-character'
  | 'key-missing'
  | 'postcode-missing'
  | 'postcode-malformed'
  | 'postcode-unknown'
  | 'place-missing'
  | 'street-unknown'
  | 'state-unknown'
  | 'number-impossible'
  | 'coordinates-missing'
  | 'coordinates-malformed'
  | 'coordinates-outside'
  | 'address-empty'
  | 'code-unknown'
  | 'date-malformed'

/** Why a good row is not an address of the release. */
export type SkipReason =
  | 'retired'
  | 'superseded'
  | 'deleted'
  | 'not-postal'
  | 'not-standing'
  | 'blank'

/** Where a row that cannot be taken stands; its file is the one being read unless it says another. */
export interface RejectedRecord extends Pick<Splitter, 'line' | 'excerpt'> {
  readonly file?: string
}

interface RejectExample {
  readonly file: string
  readonly line: number
  readonly reason: RejectReason
  /** The column at fault and what it says, where one is: `STATE is "XX"`; else ''. */
  readonly detail: string
  /** The beginning of the row, printable. */
  readonly excerpt: string
}

type Act = (...given: never[]) => unknown

/** The counts and texts of a tally: filled while rows are read, complete when they have all been read. */
export type ImportReport = {
  readonly [Name in keyof Tally as Tally[Name] extends Act ? never : Name]: Tally[Name]
}

export const EXAMPLES_MAX = 10
const NOTES_MAX = 20
const BAD_SHARE_MAX = 0.05
/** From here on a file that is mostly bad is given up at once and not read to its end. */
const HOPELESS_ROWS_MIN = 1000
const HOPELESS_SHARE = 0.5

export class Tally {
  rows = 0
  /** Every record of every table, good or bad. */
  recordsRead = 0
  rejected = 0
  rejectedBy: Partial<Record<RejectReason, number>> = {}
  skipped = 0
  skippedBy: Partial<Record<SkipReason, number>> = {}
  /** Rows that were placed in the middle of their postcode sector, for want of a nearer point. */
  approximate = 0
  /** Rows that stand at latitude 0, longitude 0, because nothing tells where they are. */
  unplaced = 0
  /** Rows of a list in which neither a number nor a street was found, and the first few of them. */
  unsplit = 0
  unsplitExamples: string[] = []
  examples: RejectExample[] = []
  /** What a person should know besides faults of rows, such as files that were skipped. */
  readonly notes: string[] = []
  readonly #badShareMax: number
  #file = ''
  #recordsBefore = 0
  #rejectedBefore = 0

  constructor(badShareMax = BAD_SHARE_MAX) {
    this.#badShareMax = badShareMax
  }

  /** Forgets the counts, not the notes: the rows are about to be read again. */
  reset(): void {
    const { notes: _, ...counts } = new Tally()
    Object.assign(this, counts)
    this.beginFile('')
  }

  beginFile(file: string): void {
    this.#file = file
    this.#recordsBefore = this.recordsRead
    this.#rejectedBefore = this.rejected
  }

  /** `detail` names the column at fault and what it says. Answers what a reader gives for want of a row. */
  reject(reason: RejectReason, record: RejectedRecord, detail = ''): undefined {
    this.rejected += 1
    this.rejectedBy[reason] = (this.rejectedBy[reason] ?? 0) + 1
    if (this.examples.length < EXAMPLES_MAX) {
      const { line, file = this.#file } = record
      this.examples.push({ file, line, reason, detail, excerpt: record.excerpt() })
    }
    const bad = this.rejected - this.#rejectedBefore
    if (bad > HOPELESS_ROWS_MIN && bad > this.#seen() * HOPELESS_SHARE) this.#refuseAsBad()
  }

  skip(reason: SkipReason): undefined {
    this.skipped += 1
    this.skippedBy[reason] = (this.skippedBy[reason] ?? 0) + 1
  }

  /** The row was taken all the same: it is found by its names. */
  couldNotSplit(text: string): void {
    this.unsplit += 1
    if (this.unsplitExamples.length < EXAMPLES_MAX) this.unsplitExamples.push(printable(text))
  }

  note(text: string): void {
    if (this.notes.length < NOTES_MAX) this.notes.push(text)
  }

  /** One bad row never refuses a file: in a short one it would already be more than the share. */
  endFile(): void {
    const bad = this.rejected - this.#rejectedBefore
    if (bad > 1 && bad > this.#seen() * this.#badShareMax) this.#refuseAsBad()
  }

  /** Call when all files are read: a release without addresses helps nobody. */
  end(): void {
    if (this.rows > 0) return
    const { rejected, skipped } = this
    throw new ImportRefused(
      `There is no usable row in the data (${rejected} rejected${reasonsText(this.rejectedBy)}, ` +
        `${skipped} skipped).`,
    )
  }

  #seen(): number {
    return this.recordsRead - this.#recordsBefore
  }

  #refuseAsBad(): never {
    const bad = this.rejected - this.#rejectedBefore
    const [first] = this.examples
    throw new ImportRefused(
      `${this.#file} is refused: ${bad} of the ${this.#seen()} rows read are bad` +
        `${reasonsText(this.rejectedBy)}, and more than ${this.#badShareMax * 100}% is too many.` +
        (first === undefined ? '' : ` The first is ${exampleText(first)}`),
    )
  }
}

function reasonsText(reasons: Readonly<Partial<Record<RejectReason, number>>>): string {
  const parts = Object.entries(reasons).map(([reason, count]) => `${reason} ${count}`)
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`
}

/** `line 2, state-unknown (STATE is "XX"): GAVIC…`. */
export function exampleText({ line, reason, detail, excerpt }: RejectExample): string {
  return `line ${line}, ${reason}${detail === '' ? '' : ` (${detail})`}: ${excerpt}`
}

const PRINTED_LENGTH_MAX = 200

/** Text of a file for a terminal: nothing in it can move the cursor or break the line. */
export function printable(text: string): string {
  const shown = text.replace(/\p{C}/gu, '·')
  return shown.length > PRINTED_LENGTH_MAX ? `${shown.slice(0, PRINTED_LENGTH_MAX)}…` : shown
}
