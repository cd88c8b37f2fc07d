// Batches: lists are uploaded, matched in the background by whichever node has time, downloaded, and deleted.

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { SavedBody } from '../http/message.ts'
import { makeFolder } from '../lib/files/folder.ts'
import { newId } from '../lib/ids.ts'
import { Periodic } from '../lib/periodic.ts'
import { headerText } from '../match/list/result-columns.ts'
import {
  BATCH_BYTES_MAX,
  type Batch,
  type BatchFacts,
  batchesOf,
  findBatch,
  type ListedBatch,
  type NoRoom,
  type Owner,
  removeBatch,
  whyNoRoom,
} from './batch.ts'
import type { Asked } from './batch-messages.ts'
import { BatchThread, type ThreadParts } from './batch-thread.ts'
import { isAnythingDue } from './claims.ts'
import type { Intake } from './intake.ts'
import { PREVIEW_BYTES_MAX, type PreviewUpload, type ShownPreview } from './preview.ts'
import type { ReviewPage, ReviewQuestion } from './review.ts'
import { removeOld } from './upkeep.ts'

const ROUND_MS = 1000
const UPKEEP_MS = 10 * 60_000
/** Of this process, whoever they are from. */
const UPLOADS_MAX = 4
/** How long a chunk waits for look-ups that are under way, at the most, and how often it looks. */
const GIVE_WAY_MS_MAX = 1000
const GIVE_WAY_MS = 20

interface BatchesParts extends ThreadParts {
  /** Whether the node has enough to do with look-ups. */
  isBusy(): boolean
  onFault(error: unknown): void
}

type Wanted = Omit<BatchFacts, 'id'> & { readonly columns: string | undefined }

type NoUpload = { readonly kind: 'no-room'; readonly why: 'uploads' }

type Received =
  | { readonly kind: 'made'; readonly batch: Batch }
  | { readonly kind: 'no-room'; readonly why: NoRoom | 'uploads' }
  | Exclude<Intake, { readonly kind: 'taken' }>
  | Exclude<SavedBody, { readonly kind: 'saved' }>

export class Batches {
  readonly name = 'batches'
  readonly #parts: BatchesParts
  readonly #thread: BatchThread
  readonly #rounds: Periodic
  #isStarted = false
  #isClosed = false
  #uploads = 0
  #upkeepAt = 0
  #underWay: Promise<void> = Promise.resolve()

  constructor(parts: BatchesParts) {
    this.#parts = parts
    this.#thread = new BatchThread(parts)
    const { onFault } = parts
    this.#rounds = new Periodic({ everyMs: ROUND_MS, work: () => this.round(), onFault })
  }

  start(): void {
    this.#isStarted = true
    this.#rounds.start()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#rounds.close()
    await this.#underWay.catch(() => {})
    await this.#thread.close()
  }

  /** Works on all that is due, chunk by chunk, after the round that is under way. */
  round(): Promise<void> {
    this.#underWay = this.#underWay.catch(() => {}).then(() => this.#round())
    return this.#underWay
  }

  /** `save` writes the body of the request to a new file. */
  async receive(
    wanted: Wanted,
    save: (path: string, bytesMax: number) => Promise<SavedBody>,
  ): Promise<Received> {
    const { db } = this.#parts.store
    if (this.#uploads >= UPLOADS_MAX) return { kind: 'no-room', why: 'uploads' }
    this.#uploads += 1
    const folder = join(this.#parts.dataDir, 'uploads')
    const id = newId('bat_')
    const path = join(folder, id)
    try {
      const early = await whyNoRoom(db, wanted, 0)
      if (early !== undefined) return { kind: 'no-room', why: early }
      await makeFolder(folder)
      const saved = await save(path, BATCH_BYTES_MAX)
      if (saved.kind !== 'saved') return saved
      const why = await whyNoRoom(db, wanted, saved.bytes)
      if (why !== undefined) return { kind: 'no-room', why }
      const taken = await this.#thread.takeIn({ ...wanted, id, path, bytes: saved.bytes })
      if (taken.kind !== 'taken') return taken
    } finally {
      this.#uploads -= 1
      await rm(path, { force: true })
    }
    const batch = await findBatch(db, wanted, id)
    if (batch === undefined) throw new Error('A batch that was just made is gone.')
    this.#wake()
    return { kind: 'made', batch }
  }

  /** How a list would be read, by its first part; nothing is kept of it. */
  async preview(
    wanted: Omit<PreviewUpload, 'path'>,
    save: (path: string, bytesMax: number) => Promise<SavedBody>,
  ): Promise<ShownPreview | Exclude<SavedBody, { readonly kind: 'saved' }> | NoUpload> {
    if (this.#uploads >= UPLOADS_MAX) return { kind: 'no-room', why: 'uploads' }
    this.#uploads += 1
    const folder = join(this.#parts.dataDir, 'uploads')
    const path = join(folder, newId('pre_'))
    try {
      await makeFolder(folder)
      const saved = await save(path, PREVIEW_BYTES_MAX)
      return saved.kind === 'saved' ? await this.#thread.preview({ ...wanted, path }) : saved
    } finally {
      this.#uploads -= 1
      await rm(path, { force: true })
    }
  }

  review(batch: Batch, page: ReviewQuestion): Promise<ReviewPage> {
    return this.#thread.review(batch, page)
  }

  choose(batch: Batch, row: number, choice: Asked): ReturnType<BatchThread['choose']> {
    return this.#thread.choose(batch, row, choice)
  }

  suggest(batch: Batch, term: string): ReturnType<BatchThread['suggest']> {
    return this.#thread.suggest(batch, term)
  }

  find(owner: Owner, id: string): Promise<Batch | undefined> {
    return findBatch(this.#parts.store.db, owner, id)
  }

  list(owner: Owner): Promise<ListedBatch[]> {
    return batchesOf(this.#parts.store.db, owner)
  }

  /** False where the owner has no such batch. */
  async remove(owner: Owner, id: string): Promise<boolean> {
    const isRemoved = await removeBatch(this.#parts.store.db, owner, id)
    this.#upkeepAt = 0
    this.#wake()
    return isRemoved
  }

  /** The list with its added columns, as far as it is done. */
  async *result(batch: Batch): AsyncGenerator<string> {
    yield headerText(batch.layout)
    for (let chunk = 0; chunk < batch.chunks; chunk += 1) {
      const text = await this.#thread.result(batch, chunk)
      if (text === undefined) throw new Error('The batch was removed while it was downloaded.')
      yield text
    }
  }

  /** Only the first thread of a process works on batches. */
  #wake(): void {
    if (this.#isStarted) this.#rounds.wake()
  }

  async #round(): Promise<void> {
    const { store, clock } = this.#parts
    const now = clock.now()
    if (Math.abs(now - this.#upkeepAt) >= UPKEEP_MS) {
      this.#upkeepAt = now
      await removeOld(store.db, now)
    }
    if (!(await isAnythingDue(store, now))) return
    while (!this.#isClosed && (await this.#thread.work())) await this.#giveWay()
  }

  /** Look-ups go first; but a batch gets its turn at last. */
  async #giveWay(): Promise<void> {
    for (let waitedMs = 0; waitedMs < GIVE_WAY_MS_MAX; waitedMs += GIVE_WAY_MS) {
      if (this.#isClosed || !this.#parts.isBusy()) return
      await delay(GIVE_WAY_MS)
    }
  }
}
