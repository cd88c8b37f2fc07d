// A process that opens a store several times at once, says in one line each how that went, and ends.

import { openStore } from '../../src/store/open-store.ts'

const [databaseUrl = '', dataDir = '', times = '1'] = process.argv.slice(2)

async function openAndClose(): Promise<string> {
  try {
    const store = await openStore({ databaseUrl, dataDir })
    await store.ping()
    await store.close()
    return 'opened'
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  }
}

const outcomes = await Promise.all(Array.from({ length: Number(times) }, openAndClose))
process.stdout.write(outcomes.join('\n'))
