// What a change set says: by id each address that it is about, as it is now, or that it is gone.

import { createHash } from 'node:crypto'
import { EMPTY_POSTAL_ROW, type PostalRow } from '../../address/postal.ts'
import type { PostalChanges } from '../../index/changes/changed-streets.ts'
import { idOfRow, NamedSuccessors } from '../../index/ids/postal-id.ts'
import { count } from '../../lib/columns.ts'
import { ImportRefused } from '../../lib/operator-error.ts'

/** All of them are in memory. */
const ADDRESSES_MAX = 2_000_000

const PLACE_DIGITS = 12

interface Said {
  /** What was said later counts; of two things said at once, how an address is now, not how it was. */
  readonly at: string
  readonly row: PostalRow | undefined
}

export class ChangedRows {
  readonly successors = new NamedSuccessors()
  readonly #said = new Map<string, Said>()
  #places = 0
  /** The latest date of a row. */
  until = ''

  /** In place of a time where the records of a set count one after the other. */
  nextPlace(): string {
    return String(this.#places++).padStart(PLACE_DIGITS, '0')
  }

  /** `row` is undefined where the address is gone. Times and dates are compared as texts. */
  say(key: Partial<PostalRow>, at: string, row: PostalRow | undefined, date = at): void {
    const id = idOfRow({ ...EMPTY_POSTAL_ROW, ...key })
    if (date > this.until) this.until = date
    const known = this.#said.get(id)
    if (known !== undefined && (at < known.at || (at === known.at && row === undefined))) return
    this.#said.set(id, { at, row })
    if (this.#said.size <= ADDRESSES_MAX) return
    throw new ImportRefused(
      `The change set is about more than ${count(ADDRESSES_MAX)} addresses; import a full supply.`,
    )
  }

  get changes(): PostalChanges {
    const rows = [...this.#said.values()].flatMap(({ row }) => row ?? [])
    return { rows, ids: new Set(this.#said.keys()), successors: this.successors }
  }

  /** The same set has the same one, however its files are packed. */
  get fingerprint(): string {
    const hash = createHash('sha256')
    for (const said of [...this.#said].sort(([a], [b]) => (a < b ? -1 : 1))) {
      hash.update(JSON.stringify(said))
    }
    return hash.update(this.successors.sorted()).digest('hex').slice(0, 16)
  }
}
