// One running service for all tests of a file, on each store in turn.

import { after } from 'node:test'
import { startTestService, type TestService, type TestSettings } from './running.ts'
import { eachStore } from './stores.ts'

/** `service` starts it when it is first asked for. */
export function eachService(
  body: (service: () => Promise<TestService>) => void,
  settings: () => TestSettings = () => ({}),
): void {
  eachStore((_makeStore, newPlace) => {
    const endings: (() => unknown)[] = []
    let starting: Promise<TestService> | undefined
    const start = async () => {
      const { databaseUrl } = await newPlace({ after: (work) => endings.push(work) })
      return startTestService({ ...settings(), ...(databaseUrl !== '' && { databaseUrl }) })
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
