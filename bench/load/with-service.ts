// A service on sample data or an index file, over either store, with as many threads as wanted, while it is measured.

import { tmpdir } from 'node:os'
import { freshDatabase, startPostgres } from '../../dev/postgres-server.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { OperatorError } from '../../src/lib/operator-error.ts'
import { Bench, type ServiceUnderTest } from '../http/processes.ts'
import { indexPath } from '../index-path.ts'

interface Wanted {
  /** An index file of Australia; absent: the sample. */
  readonly index?: string | undefined
  readonly threads: string
  /** `sqlite`, or `postgres`: a server of Debian's packages that is started for this. */
  readonly store: string
}

export async function withService<T>(
  { index, threads, store }: Wanted,
  measure: (bench: Bench, service: ServiceUnderTest) => Promise<T>,
): Promise<T> {
  if (store !== 'sqlite' && store !== 'postgres') {
    throw new OperatorError('--store must be sqlite or postgres.')
  }
  if (!/^[1-9]\d?$/.test(threads)) {
    throw new OperatorError('--threads must be a whole number from 1 to 64.')
  }
  const server = store === 'postgres' ? await startPostgres() : undefined
  try {
    const databaseUrl = server === undefined ? '' : await freshDatabase(server.adminUrl)
    const parent = tmpdir()
    const file = index && indexPath(index)
    using bench = await Bench.make({ clock: systemClock, product: 'au', index: file, parent })
    return await measure(bench, await bench.service({ threads: Number(threads), databaseUrl }))
  } finally {
    await server?.stop()
  }
}
