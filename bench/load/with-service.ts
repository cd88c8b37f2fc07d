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
  /** Serves the sample of the UK too. */
  readonly hasBoth?: boolean
  readonly threads: string
  /** `sqlite`, or `postgres`: a server of Debian's packages that is started for this. */
  readonly store: string
}

interface NotStarted {
  readonly bench: Bench
  readonly databaseUrl: string
  /** Settings as in the environment. */
  start(env?: Readonly<Record<string, string>>): Promise<ServiceUnderTest>
}

export async function withService<T>(
  wanted: Wanted,
  measure: (bench: Bench, service: ServiceUnderTest) => Promise<T>,
): Promise<T> {
  return withBench(wanted, async ({ bench, start }) => measure(bench, await start()))
}

/** Everything but the service itself, so that accounts can be made before it starts. */
export async function withBench<T>(
  { index, hasBoth = false, threads, store }: Wanted,
  work: (notStarted: NotStarted) => Promise<T>,
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
    const file = index && indexPath(index)
    const data = { product: 'au', index: file, hasBoth } as const
    using bench = await Bench.make({ clock: systemClock, parent: tmpdir(), ...data })
    const start = (env = {}) => bench.service({ threads: Number(threads), databaseUrl, env })
    return await work({ bench, databaseUrl, start })
  } finally {
    await server?.stop()
  }
}
