// Opens the store: SQLite in the data folder, or PostgreSQL.

import type { MessagePort } from 'node:worker_threads'
import { SealedSecrets } from './sealed-secrets.ts'
import { joinSqlite, openSqlite } from './sqlite/sqlite-store.ts'
import type { Database, Store } from './store.ts'

export interface StoreSettings {
  /** `postgres://…`, or empty for SQLite in the data folder. */
  readonly databaseUrl: string
  readonly dataDir: string
  /** With which secrets are encrypted; see `SealedSecrets`. */
  readonly secretsKeys?: readonly Uint8Array[]
  /** What `share` gave, in another thread of the process that has the store open. */
  readonly sharedPort?: MessagePort | undefined
  /** Called for connections lost while idle, which no caller would notice. */
  readonly onFault?: (error: Error) => void
}

/** Brings its tables up to date. Throws a StoreError and leaves nothing half-made. */
export async function openStore(settings: StoreSettings): Promise<Store> {
  const secrets = new SealedSecrets(settings.secretsKeys ?? [])
  return Object.assign(await openDatabase(settings), { secrets })
}

async function openDatabase(settings: StoreSettings): Promise<Database> {
  const { databaseUrl, onFault, sharedPort } = settings
  if (databaseUrl !== '') {
    // Most services have no such server, and its driver takes time to load.
    const { openPostgres } = await import('./postgres/postgres-store.ts')
    return openPostgres(databaseUrl, onFault)
  }
  return sharedPort === undefined
    ? openSqlite(settings.dataDir)
    : joinSqlite(sharedPort, settings.dataDir)
}
