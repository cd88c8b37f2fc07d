// Batches: lists are uploaded, matched in the background by whichever node has time, downloaded, and deleted.

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { SavedBody } from '../http/message.ts'
import { systemClock } from '../lib/clock.ts'
import { makeFolder } from '../lib/files/folder.ts'
import { newId } from '../lib/ids.ts'
import { Periodic } from '../lib/periodic.ts'
import { headerText } from '../lists/matching/result-columns.ts'
import {
  BATCH_BYTES_MAX,
  type Batch,
  type BatchFacts,
  batchesOf,
  findBatch,
  type ListedBatch,
  type Owner,
  removeBatch,
  removeOld,
  whyNoRoom,
} from './batch.ts'
import { BatchThread, type ThreadParts } from './batch-thread.ts'
import type { Answers } from './batch-worker.ts'
import { isAnythingDue } from './claims.ts'
import type { Upload } from './uploads/intake.ts'
import { PREVIEW_BYTES_MAX, type PreviewUpload, type ShownPreview } from './uploads/preview.ts'
import { type TooSlow, unlessTooSlow } from './uploads/upload-pace.ts'

const ROUND_MS = 1000
const UPKEEP_MS = 10 * 60_000
/** Uploads and previews in progress of one account, or of all operators. */
export const OWN_UPLOADS_MAX = 2
/** For all owners together; far above the limit of one. */
const ALL_UPLOADS_MAX = 64
/** Questions about rows waiting for the thread. */
export const OWN_QUESTIONS_MAX = 5
const ALL_QUESTIONS_MAX = 1000
/** How long a chunk waits at most while the node is busy, and how often it checks. */
const BUSY_WAIT_MS_MAX = 1000
const BUSY_WAIT_MS = 20

interface BatchesParts extends ThreadParts {
  /** Whether the node is busy with look-ups. */
  isBusy(): boolean
  onFault(error: unknown): void
}

type Wanted = Omit<BatchFacts, 'id'> & Pick<Upload, 'columns' | 'areas'>

type Save = (path: string, bytesMax: number) => Promise<SavedBody>

type NoUpload =
  | { readonly kind: 'no-room'; readonly why: 'own-uploads' | 'all-uploads' }
  | TooSlow
  | Exclude<SavedBody, { readonly kind: 'saved' }>

export class Batches {
  readonly #parts: BatchesParts
  readonly #thread: BatchThread
  readonly #rounds: Periodic
  readonly #uploads = new OwnerPlaces(OWN_UPLOADS_MAX, ALL_UPLOADS_MAX)
  readonly #questions = new OwnerPlaces(OWN_QUESTIONS_MAX, ALL_QUESTIONS_MAX)
  #isStarted = false
  #isClosed = false
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

  /** Does everything that is due, chunk by chunk, after the round in progress. */
  round(): Promise<void> {
    this.#underWay = this.#underWay.catch(() => {}).then(() => this.#round())
    return this.#underWay
  }

  /** `save` writes the body of the request to a new file. */
  async receive(wanted: Wanted, save: Save) {
    const { db } = this.#parts.store
    const id = newId('bat_')
    const early = await whyNoRoom(db, wanted, 0)
    if (early !== undefined) return { kind: 'no-room', why: early } as const
    const taken = await this.#uploaded(
      wanted,
      { id, bytesMax: BATCH_BYTES_MAX, save },
      async (file) => {
        const why = await whyNoRoom(db, wanted, file.bytes)
        if (why !== undefined) return { kind: 'no-room', why } as const
        return this.#thread.ask('takeIn', { ...wanted, ...file, id }, this.#parts.clock.now())
      },
    )
    if (taken.kind !== 'taken') return taken
    const batch = await findBatch(db, wanted, id)
    if (batch === undefined) throw new Error('A batch that was just made is gone.')
    this.#wake()
    return { kind: 'made', batch } as const
  }

  /** How a list would be read, by its first part; nothing is kept of it. */
  preview(wanted: Omit<PreviewUpload, 'path'>, save: Save): Promise<ShownPreview | NoUpload> {
    const upload = { id: newId('pre_'), bytesMax: PREVIEW_BYTES_MAX, save }
    return this.#uploaded(wanted, upload, ({ path }) =>
      this.#thread.ask('preview', { ...wanted, path }),
    )
  }

  /** Saves the body to a file that is gone when `take` is done with it. */
  async #uploaded<Taken>(
    owner: Owner,
    { id, bytesMax, save }: { id: string; bytesMax: number; save: Save },
    take: (file: { path: string; bytes: number }) => Promise<Taken>,
  ): Promise<Taken | NoUpload> {
    const place = this.#uploads.take(owner)
    if (typeof place === 'string') return { kind: 'no-room', why: `${place}-uploads` }
    const folder = join(this.#parts.dataDir, 'uploads')
    const path = join(folder, id)
    let ended: Promise<unknown> | undefined
    try {
      await makeFolder(folder)
      const saving = save(path, bytesMax)
      const saved = await unlessTooSlow(saving, path, this.#parts.clock)
      if (saved.kind === 'saved') return await take({ path, bytes: saved.bytes })
      // What it still sends is read until it falls silent; so long it holds its place.
      if (saved.kind === 'too-slow') ended = saving.catch(() => {})
      return saved
    } finally {
      await rm(path, { force: true })
      if (ended === undefined) place.release()
      else void ended.then(() => place.release())
    }
  }

  /** A question about the rows of a batch; 'busy' where enough questions of the owner are waiting already. */
  async ask<Kind extends 'review' | 'choose' | 'suggest'>(
    kind: Kind,
    ...args: Parameters<Answers[Kind]>
  ) {
    const place = this.#questions.take(args[0])
    if (typeof place === 'string') return 'busy' as const
    try {
      return await this.#thread.ask(kind, ...args)
    } finally {
      place.release()
    }
  }

  find(owner: Owner, id: string): Promise<Batch | undefined> {
    return findBatch(this.#parts.store.db, owner, id)
  }

  list(owner: Owner): Promise<ListedBatch[]> {
    return batchesOf(this.#parts.store.db, owner)
  }

  /** False if the owner has no such batch. */
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
      const text = await this.#thread.ask('result', batch, chunk)
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
      await removeOld(store.db, this.#parts.keptDays, now)
    }
    if (!(await isAnythingDue(store, now))) return
    const work = () => this.#thread.ask('work', clock.now() - systemClock.now())
    while (!this.#isClosed && (await work())) await this.#waitWhileBusy()
  }

  /** Look-ups go first, but only for a while. */
  async #waitWhileBusy(): Promise<void> {
    for (let waitedMs = 0; waitedMs < BUSY_WAIT_MS_MAX; waitedMs += BUSY_WAIT_MS) {
      if (this.#isClosed || !this.#parts.isBusy()) return
      await delay(BUSY_WAIT_MS)
    }
  }
}

/** How much of a thing each account may have in progress at a time: none takes the room of another. */
export class OwnerPlaces {
  readonly #ownMax: number
  readonly #allMax: number
  /** By account; '' is for operators, who count as one. */
  readonly #held = new Map<string, number>()
  #all = 0

  constructor(ownMax: number, allMax: number) {
    this.#ownMax = ownMax
    this.#allMax = allMax
  }

  /** A place, to be released later; or who has too many already: the owner, or all owners together. */
  take({ accountId = '' }: Owner) {
    const own = this.#held.get(accountId) ?? 0
    if (own >= this.#ownMax) return 'own'
    if (this.#all >= this.#allMax) return 'all'
    this.#held.set(accountId, own + 1)
    this.#all += 1
    return { release: () => this.#release(accountId) }
  }

  #release(accountId: string): void {
    const left = (this.#held.get(accountId) ?? 1) - 1
    if (left > 0) this.#held.set(accountId, left)
    else this.#held.delete(accountId)
    this.#all -= 1
  }
}
