// Runs a test on both stores, each time on a new real one.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, type TestContext } from 'node:test'
import { openStore, type Store, type StoreSettings } from '../../src/store/store.ts'
import { dropDatabase, freshDatabase, sharedPostgres, stopOwnPostgres } from './postgres.ts'

/** Where a new store may be: an empty folder, or an empty database. Gone when the test ends. */
export type NewPlace = (t: TestContext) => Promise<StoreSettings>
/** Opens a store at a place, or at a new one; closed when the test ends. */
export type MakeStore = (t: TestContext, place?: StoreSettings) => Promise<Store>

export type StoreKind = Store['kind']

export function eachStore(
  body: (makeStore: MakeStore, newPlace: NewPlace, kind: StoreKind) => void,
): void {
  describe('on SQLite', () => body(makeAt(newFolder), newFolder, 'sqlite'))
  describe('on PostgreSQL', () => {
    after(stopOwnPostgres)
    body(makeAt(newDatabase), newDatabase, 'postgres')
  })
}

export function newDataDir(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'doorplate-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function newFolder(t: TestContext): Promise<StoreSettings> {
  return { databaseUrl: '', dataDir: newDataDir(t) }
}

export async function newDatabase(t: TestContext): Promise<StoreSettings> {
  const { adminUrl } = await sharedPostgres()
  const databaseUrl = await freshDatabase(adminUrl)
  t.after(() => dropDatabase(adminUrl, databaseUrl))
  return { databaseUrl, dataDir: newDataDir(t) }
}

function makeAt(newPlace: NewPlace): MakeStore {
  return async (t, place) => {
    const store = await openStore(place ?? (await newPlace(t)))
    t.after(() => store.close())
    return store
  }
}
