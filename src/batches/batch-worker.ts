// The thread for batches: it reads uploads, matches chunks and writes results, at a lower priority than look-ups.

import { type MessagePort, workerData } from 'node:worker_threads'
import { NO_TOKEN } from '../access/caller.ts'
import type { Plans } from '../account/plans/plans.ts'
import { type IndexMemory, ThreadSearches } from '../engine/engine.ts'
import { heldParts } from '../judge/held-parts.ts'
import { systemClock } from '../lib/clock.ts'
import { answerQuestions } from '../lib/thread/asked-thread.ts'
import { areasOf } from '../lists/matching/match-rows.ts'
import { rowText } from '../lists/matching/result-columns.ts'
import { suggestedLabel } from '../match/verdict.ts'
import { PrivateSearches } from '../private-addresses/private-searches.ts'
import { SampleSearches } from '../releases/sample-searches.ts'
import type { ProductSearch, Searches } from '../search/address-search.ts'
import { openStore } from '../store/open-store.ts'
import { firstRow } from '../store/store.ts'
import { isStoreUnavailable, StoreError } from '../store/store-error.ts'
import { AccountTurns } from './account-turns.ts'
import { type Batch, doneRows, type StoredRows } from './batch.ts'
import { type WorkParts, workOnce } from './chunk-work.ts'
import { chooseForRow, type ReviewQuestion, reviewRows } from './review.ts'
import { takeIn, type Upload } from './uploads/intake.ts'
import { type PreviewUpload, previewUpload } from './uploads/preview.ts'

export interface WorkerStart {
  readonly databaseUrl: string
  readonly dataDir: string
  /** To the thread of the SQLite file; undefined on PostgreSQL. */
  readonly storeLine: MessagePort | undefined
  readonly plans: Plans
  readonly upgradeLink: string
  readonly keptDays: number
}

export interface Question {
  readonly kind: keyof Answers
  readonly args: readonly unknown[]
}

/** What a person chooses for a row: an address by its id, none, or again what was found. */
type RequestedChoice =
  | { readonly kind: 'address'; readonly id: string }
  | { readonly kind: 'none' | 'undo' }

const SUGGESTIONS = 6

const start = workerData as WorkerStart
const { databaseUrl, dataDir, storeLine: sharedPort, plans, ...settings } = start
const store = await openStore({ databaseUrl, dataDir, sharedPort })
const served = new ThreadSearches()
const data: Searches = served.searches
const samples = new SampleSearches(dataDir, data)
const turns = new AccountTurns()
const privateSearches = new PrivateSearches(store, data)

answerQuestions({
  niceness: 19,
  async answer({ kind, args }: Question) {
    try {
      // The service asks with the arguments of this kind.
      return await (ANSWERS[kind] as (...args: unknown[]) => unknown)(...args)
    } catch (error) {
      throw isStoreUnavailable(error) ? new StoreError(String(error)) : error
    }
  },
  onMemory(memory: IndexMemory) {
    served.take(memory)
  },
  async close() {
    await privateSearches.close()
    await store.close()
  },
})

const ANSWERS = {
  takeIn: (upload: Upload, now: number) => takeIn(store, upload, now, { takeTurn: turns.take }),
  /** Works on one chunk; false if there was nothing to do. */
  work: (offsetMs: number) => workOnce(partsAt(offsetMs)),
  result: resultText,
  preview: (upload: PreviewUpload) =>
    previewUpload(
      upload,
      (product) => ownSearch({ accountId: upload.accountId, product, isTest: false }),
      turns.take,
    ),
  review: (batch: Batch, page: ReviewQuestion) => reviewRows(store.db, batch, page, turns.take),
  choose: chooseFor,
  suggest: suggestionsOf,
}

export type Answers = typeof ANSWERS

/** `offsetMs` is by how much the service's clock is ahead of the machine's. */
function partsAt(offsetMs: number): WorkParts {
  const now = () => systemClock.now() + offsetMs
  return { store, plans, ...settings, now, searchFor, takeTurn: turns.take }
}

type SearchedBy = Pick<Batch, 'accountId' | 'product' | 'isTest'>

async function searchFor(
  { accountId, product, isTest }: SearchedBy,
  privateVersion: number | undefined,
): Promise<ProductSearch | undefined> {
  if (isTest) return (await samples.of(product))[product]
  if (accountId === undefined) return data[product]
  const caller = { ...NO_TOKEN, credentialId: '', kind: 'api', accountId, privateVersion } as const
  return (await privateSearches.of({ ...caller, subscription: undefined }, product))[product]
}

/** With the private addresses that the account has now. */
async function ownSearch(by: SearchedBy): Promise<ProductSearch | undefined> {
  const list = await firstRow<{ version: number }>(store.db)`
    select version from private_address_list where account_id = ${by.accountId ?? ''}`
  return searchFor(by, list?.version)
}

/** 'no-address' if no address has the id; undefined if there is no such row. */
async function chooseFor(batch: Batch, row: number, choice: RequestedChoice) {
  await turns.take(batch)
  if (choice.kind !== 'address') return chooseForRow(store.db, batch, row, choice)
  const address = (await ownSearch(batch))?.get(choice.id)
  if (address === undefined) return 'no-address' as const
  const { label } = heldParts(address)
  const shown = batch.accountId === undefined ? label : suggestedLabel(label, batch.product)
  return chooseForRow(store.db, batch, row, { ...choice, address: shown })
}

async function suggestionsOf(batch: Batch, term: string) {
  const search = await ownSearch(batch)
  await turns.take(batch)
  const found = search?.autocomplete({ term, top: SUGGESTIONS }) ?? []
  return found.map(({ id, label }) => ({ id, address: label }))
}

/** The rows of a chunk that are done, as they are downloaded; undefined if the chunk is gone. */
async function resultText(batch: Batch, chunk: number): Promise<string | undefined> {
  const stored = await firstRow<StoredRows>(store.db)`
    select input, result from batch_chunk
    where batch_id = ${batch.id} and number = ${chunk}`
  if (stored === undefined) return undefined
  const { layout } = batch
  const search = layout.areas === undefined ? undefined : await ownSearch(batch)
  await turns.take(batch)
  return doneRows(stored)
    .map(({ row, match }) => rowText(row, match, layout, areasOf(search, match, layout)))
    .join('')
}
