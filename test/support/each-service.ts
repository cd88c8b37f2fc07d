// One running service for all tests of a file, on each store in turn.

import { after } from 'node:test'
import { startTestService, type TestService, type TestSettings } from './running.ts'
import { databaseWithTables, eachStore } from './stores.ts'

/** `service` starts it when it is first asked for. */
export function eachService(
  body: (service: () => Promise<TestService>) => void,
  settings: () => TestSettings = () => ({}),
): void {
  eachStore((_makeStore, _newPlace, kind) => {
    const endings: (() => unknown)[] = []
    let starting: Promise<TestService> | undefined
    const start = async () => {
      if (kind === 'sqlite') return startTestService(settings())
      const place = await databaseWithTables({ after: (work) => endings.push(work) })
      return startTestService({ ...settings(), databaseUrl: place.databaseUrl })
    }
    after(async () => {
      await (await starting)?.[Symbol.asyncDispose]()
      for (const end of endings) await end()
    })
    body(() => {
      starting ??= start()
      return starting
    })
  })
}
