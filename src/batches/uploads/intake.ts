// From an uploaded file to a batch: its rows in chunks in the store, all of them or none.

import { basename } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { ImportRefused } from '../../lib/operator-error.ts'
import { ColumnsRefused } from '../../lists/matching/column-reads.ts'
import { type ListLayout, openMatchList } from '../../lists/matching/match-list.ts'
import { type ListRow, rowsOf } from '../../lists/matching/rows.ts'
import type { Sql, Store } from '../../store/store.ts'
import type { TakeTurn } from '../account-turns.ts'
import {
  BATCH_BYTES_MAX,
  BATCH_ROWS_MAX,
  type BatchFacts,
  forgetRemoved,
  packed,
  type ShownColumn,
} from '../batch.ts'

const CHUNK_ROWS = 500
/** Written together. */
const CHUNKS_AT_ONCE = 8
/** A chunk has fewer rows where they are long. */
const CHUNK_CHARACTERS_MAX = 1_000_000
/** As it is stored: 256 names of 100 characters, and what is read of them. A migration has removed longer ones. */
const LAYOUT_CHARACTERS_MAX = 40_000
const LIMITS = { entriesMax: 1, inflatedBytesMax: BATCH_BYTES_MAX }

export interface Upload extends BatchFacts {
  readonly path: string
  readonly bytes: number
  /** How to read the columns; undefined to detect it. */
  readonly columns: string | undefined
  /** Layers of areas that the result says of each address. */
  readonly areas?: readonly string[]
}

export interface Refusal {
  readonly kind: 'refused'
  readonly field: 'body' | 'columns'
  readonly sentence: string
}

interface IntakeOptions {
  readonly takeTurn: TakeTurn
  readonly chunkRows?: number
  readonly rowsMax?: number
}

export async function takeIn(store: Store, upload: Upload, now: number, options: IntakeOptions) {
  const { path, product, columns } = upload
  const { chunkRows = CHUNK_ROWS, rowsMax = BATCH_ROWS_MAX, takeTurn } = options
  try {
    const list = await openMatchList(path, { product, columns, limits: LIMITS })
    await insertBatch(store.db, upload, list.layout, now)
    const chunks = new Chunks(store.db, upload.id, chunkRows)
    for await (const rows of rowsOf(list)) {
      await takeTurn(upload)
      await chunks.add(rows)
      if (chunks.rows > rowsMax) {
        await drop(store, upload.id)
        return { kind: 'too-many-rows' } as const
      }
    }
    await chunks.finish()
    await open(store.db, upload, chunks)
    return { kind: 'taken' } as const
  } catch (error) {
    await drop(store, upload.id)
    return refusalOf(error, upload)
  }
}

/** What is wrong in the words of its owner, who knows neither our name of the file nor our options. */
export function refusalOf(error: unknown, { path, name }: { path: string; name: string }): Refusal {
  if (!(error instanceof ImportRefused)) throw error
  const sentence = error.message
    .replaceAll(path, name || 'The list')
    .replaceAll(basename(path), name || 'The list')
    .replace(/--(?=columns|product)/g, '')
  return { kind: 'refused', field: error instanceof ColumnsRefused ? 'columns' : 'body', sentence }
}

async function insertBatch(
  db: Sql,
  upload: Upload,
  { names, reads, ...rest }: ListLayout,
  now: number,
): Promise<void> {
  const { areas = [], name: file } = upload
  const layout = JSON.stringify({ ...rest, names, reads, file, ...(areas.length > 0 && { areas }) })
  if (layout.length > LAYOUT_CHARACTERS_MAX) {
    throw new ImportRefused(`The columns of ${rest.file} have names that are too long together.`)
  }
  const shown = reads.map(({ column, role }): ShownColumn => {
    return { column: column + 1, name: names[column] ?? '', read_as: role }
  })
  const { id, accountId, product, isTest, isCharged, keyName, name, waits, mails, bytes } = upload
  await sql`
    insert into batch (id, account_id, product, is_test, is_charged, key_name, name, layout,
      shown_columns, state, waits, mails, bytes, created_at, due_at, worked_at)
    values (${id}, ${accountId ?? null}, ${product}, ${Number(isTest)}, ${Number(isCharged)},
      ${keyName}, ${name}, ${layout}, ${JSON.stringify(shown)}, 'reading', ${Number(waits)}, ${Number(mails)}, ${bytes},
      ${now}, ${now}, ${now})`.execute(db)
}

/** From now on it is worked on. */
async function open(db: Sql, { id, bytes }: Upload, chunks: Chunks): Promise<void> {
  await sql`
    update batch set state = 'open', row_count = ${chunks.rows}, chunk_count = ${chunks.count},
      bytes = ${Math.max(bytes, chunks.characters)}
    where id = ${id}`.execute(db)
}

async function drop(store: Store, id: string): Promise<void> {
  await sql`update batch set state = 'removed' where id = ${id}`.execute(store.db)
  await forgetRemoved(store.db, id)
}

class Chunks {
  rows = 0
  count = 0
  characters = 0
  readonly #db: Sql
  readonly #batchId: string
  readonly #chunkRows: number
  #packed: RawBuilder<unknown>[] = []
  #waiting: ListRow[] = []
  #waitingCharacters = 0

  constructor(db: Sql, batchId: string, chunkRows: number) {
    this.#db = db
    this.#batchId = batchId
    this.#chunkRows = chunkRows
  }

  async add(rows: readonly ListRow[]): Promise<void> {
    for (const row of rows) {
      const characters = row.cells.reduce((sum, cell) => sum + cell.length, row.json.length)
      if (this.#waitingCharacters + characters > CHUNK_CHARACTERS_MAX) this.#pack()
      this.#waiting.push(row)
      this.#waitingCharacters += characters
      this.rows += 1
      this.characters += characters
      if (this.#waiting.length === this.#chunkRows) this.#pack()
      if (this.#packed.length >= CHUNKS_AT_ONCE) await this.#write()
    }
  }

  async finish(): Promise<void> {
    this.#pack()
    await this.#write()
  }

  #pack(): void {
    const rows = this.#waiting
    if (rows.length === 0) return
    this.#waiting = []
    this.#waitingCharacters = 0
    this.#packed.push(sql`(${this.#batchId}, ${this.count}, ${rows.length}, ${packed(rows)})`)
    this.count += 1
  }

  // Several in one statement: each is a commit, for which the charges of look-ups wait.
  async #write(): Promise<void> {
    const chunks = this.#packed
    if (chunks.length === 0) return
    this.#packed = []
    await sql`
      insert into batch_chunk (batch_id, number, row_count, input)
      values ${sql.join(chunks)}`.execute(this.#db)
  }
}
