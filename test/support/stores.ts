// Runs a test on both stores, each time a new real one.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { freshDatabase } from '../../dev/postgres-server.ts'
import { openStore, type StoreSettings } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { isStoreUnavailable } from '../../src/store/store-error.ts'
import { PATIENT_DATABASE } from './servers/patience.ts'
import { dropDatabase, sharedPostgres, stopOwnPostgres } from './servers/postgres.ts'
import { copyTables } from './servers/tables.ts'

/** A test, or whatever else does something when it ends. */
export interface Ending {
  after(work: () => unknown): void
}

/** Where a new store may be: an empty folder, or an empty database. Gone when the test ends. */
export type NewPlace = (t: Ending) => Promise<StoreSettings>
/** Opens a store at a place, or at a new one; closed when the test ends. */
export type MakeStore = (t: Ending, place?: StoreSettings) => Promise<Store>

type StoreKind = Store['kind']

type Body = (makeStore: MakeStore, newPlace: NewPlace, kind: StoreKind) => void

/** The quick loop tries each promise on SQLite alone. */
const ON_SQLITE_ALONE = process.env.TEST_STORES === 'sqlite'

/** A new store for each test. */
export function eachStore(body: Body): void {
  describe('on SQLite', () => body(makeAt(folderWithTables), newFolder, 'sqlite'))
  if (ON_SQLITE_ALONE) return
  describe('on PostgreSQL', () => {
    body(makeAt(databaseWithTables), newDatabase, 'postgres')
    // After what the body ends: these hooks run in their order.
    after(stopOwnPostgres)
  })
}

/** One store for all tests of a file, which make themselves accounts of their own. It is faster. */
export function eachSharedStore(body: Body): void {
  describe('on SQLite', () => {
    const ending = new SuiteEnding()
    after(() => ending.end())
    body(onceAt(folderWithTables, ending), newFolder, 'sqlite')
  })
  if (ON_SQLITE_ALONE) return
  describe('on PostgreSQL', () => {
    const ending = new SuiteEnding()
    after(async () => {
      await ending.end()
      await stopOwnPostgres()
    })
    body(onceAt(databaseWithTables, ending), newDatabase, 'postgres')
  })
}

/** As jobs do, which come again in their next round: a slow machine may keep the store from answering in time. */
export async function untilStored<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error
    }
  }
}

export function newDataDir(t: Ending): string {
  const folder = mkdtempSync(join(tmpdir(), 'doorplate-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function newFolder(t: Ending): Promise<StoreSettings> {
  return { databaseUrl: '', dataDir: newDataDir(t) }
}

async function folderWithTables(t: Ending): Promise<StoreSettings> {
  const place = await newFolder(t)
  copyTables(place.dataDir)
  return place
}

export const databaseWithTables: NewPlace = (t) => newDatabase(t, process.env.TEST_POSTGRES_TABLES)

export async function newDatabase(t: Ending, of?: string): Promise<StoreSettings> {
  const { adminUrl } = await sharedPostgres()
  const fresh = await freshDatabase(adminUrl, of)
  t.after(() => dropDatabase(adminUrl, fresh))
  const databaseUrl = `${fresh}${PATIENT_DATABASE}`
  return { databaseUrl, dataDir: newDataDir(t) }
}

function makeAt(newPlace: NewPlace): MakeStore {
  return async (t, place) => {
    const store = await openStore(place ?? (await newPlace(t)))
    t.after(() => store.close())
    return store
  }
}

function onceAt(newPlace: NewPlace, ending: Ending): MakeStore {
  const make = makeAt(newPlace)
  let shared: Promise<Store> | undefined
  return (t, place) => {
    if (place !== undefined) return make(t, place)
    shared ??= make(ending)
    return shared
  }
}

class SuiteEnding implements Ending {
  readonly #work: (() => unknown)[] = []

  after(work: () => unknown): void {
    this.#work.push(work)
  }

  async end(): Promise<void> {
    for (const work of this.#work.reverse()) await work()
  }
}
