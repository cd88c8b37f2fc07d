// What every test process finds: PostgreSQL, Redis, tables, modules that load quickly, a folder for temporary files.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshDatabase, startPostgres } from '../../../dev/postgres-server.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { sqlitePath } from '../../../src/store/sqlite/sqlite-path.ts'
import { useBundledLibraries } from '../libraries/bundle.ts'
import { useMemoryFolder } from './memory-folder.ts'
import { ensurePackages } from './packages.ts'
import { startRedis } from './redis.ts'

const COMPILED = join(import.meta.dirname, '../../../node_modules/.cache/compiled')

/** Started and set for all processes that are started from now on, until it is disposed of. */
export async function startServices(): Promise<AsyncDisposable> {
  ensurePackages()
  // Every test file is a process that loads the service: compiled once, it is read from here.
  process.env.NODE_COMPILE_CACHE ??= COMPILED
  await useBundledLibraries()
  // What was started is stopped where the rest fails.
  await using stack = new AsyncDisposableStack()
  stack.use(useMemoryFolder())
  const postgres = await startPostgres()
  stack.defer(() => postgres.stop())
  const redis = await startRedis()
  stack.defer(() => redis.stop())
  process.env.TEST_POSTGRES_URL = postgres.adminUrl
  process.env.TEST_REDIS_URL = redis.url
  const dataDir = await mkdtemp(join(tmpdir(), 'doorplate-tables-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const databaseUrl = await freshDatabase(postgres.adminUrl)
  for (const url of ['', databaseUrl])
    await (await openStore({ databaseUrl: url, dataDir })).close()
  process.env.TEST_TABLES = sqlitePath(dataDir)
  process.env.TEST_POSTGRES_TABLES = new URL(databaseUrl).pathname.slice(1)
  return stack.move()
}
