// The PostgreSQL server of tests: the one that the test runner shares, or one of this process's own.

import { asAdmin, type PostgresServer, startPostgres } from '../../../dev/postgres-server.ts'

/** The server named by TEST_POSTGRES_URL, or one that is started now and ends with this process. */
export async function sharedPostgres(): Promise<{ readonly adminUrl: string }> {
  const given = process.env.TEST_POSTGRES_URL
  if (given !== undefined && given !== '') return { adminUrl: given }
  ownServer ??= startPostgres()
  return ownServer
}

let ownServer: Promise<PostgresServer> | undefined

/** Ends the server of this process, if it had to start one. */
export async function stopOwnPostgres(): Promise<void> {
  await (await ownServer)?.stop()
  ownServer = undefined
}

export async function dropDatabase(adminUrl: string, databaseUrl: string): Promise<void> {
  await asAdmin(
    adminUrl,
    `drop database if exists ${new URL(databaseUrl).pathname.slice(1)} with (force)`,
  )
}
