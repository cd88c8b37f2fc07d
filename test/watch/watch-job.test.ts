// Watch lists: each watched id that a step of the change log names gives one event, whatever the list and the step are.
// Covers: src/watch/**, src/webhooks/event-log.ts

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { CHANGE_KINDS, type ChangeStep } from '../../src/address/change.ts'
import type { Store } from '../../src/store/store.ts'
import { ChangeLog } from '../../src/watch/change-log.ts'
import { stepAfter, WatchJob } from '../../src/watch/watch-job.ts'
import { changeWatchList, emptyWatchList, watchedPage } from '../../src/watch/watch-list.ts'
import { eventsAfter } from '../../src/webhooks/event-log.ts'
import { makePlans, newCaller } from '../support/accounts.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { eachSharedStore, newDataDir } from '../support/stores.ts'
import { type Changes, idOf, writeSteps } from './steps.ts'

const PLANS = makePlans({ name: 'plain', product: 'au', daily_lookup_limit_1: 10 })
const IDS = 40
const clock = new ManualClock()

interface Watcher {
  readonly accountId: string
  readonly product: 'au'
  readonly idsMax: number
  readonly latest: ChangeStep | undefined
}

async function watcher(store: Store, idsMax = 1000, latest?: ChangeStep): Promise<Watcher> {
  const { accountId } = await newCaller(store, PLANS, 'plain', clock.now())
  return { accountId, product: 'au', idsMax, latest }
}

/** Rounds until a round has nothing to do; two nodes take turns. */
async function run(store: Store, directory: string, steps: readonly ChangeStep[], pageMax: number) {
  const changeLog = new ChangeLog({
    directory,
    stepsOf: (product) => (product === 'au' ? steps : []),
  })
  const onFault = (error: unknown) => assert.fail(String(error))
  const parts = { store, clock, changeLog, onFault, onEvents: () => {}, pageMax }
  const [one, other] = [new WatchJob(parts), new WatchJob(parts)]
  for (let isMore = true; isMore; ) {
    isMore = await one.round()
    isMore = (await other.round()) || isMore
  }
}

async function eventsOf(store: Store, accountId: string): Promise<string[]> {
  const events = await Array.fromAsync(pagesOf(store, accountId))
  return events.flat().map(({ body }) => {
    const { action, details } = JSON.parse(body)
    const successors = details.successors?.map(({ id }: { id: string }) => id) ?? []
    return [action, details.id, details.change ?? '', details.release, ...successors]
      .join(' ')
      .trim()
  })
}

async function* pagesOf(store: Store, accountId: string) {
  for (let after = 0; ; ) {
    const page = await eventsAfter(store.db, accountId, after)
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    after = last.number
  }
}

function expected(
  watched: ReadonlySet<number>,
  all: readonly Changes[],
  steps: readonly ChangeStep[],
) {
  return all.flatMap((changes, at) =>
    [...changes].flatMap(([number, kind]) => {
      if (!watched.has(number)) return []
      const release = steps[at]?.release ?? ''
      return kind === 'retired'
        ? [`address_retired ${idOf(number)}  ${release} ${idOf(number + 1)}`]
        : [`address_changed ${idOf(number)} ${kind} ${release}`]
    }),
  )
}

const someChanges = fc
  .uniqueArray(fc.record({ id: fc.nat(IDS), kind: fc.constantFrom(...CHANGE_KINDS) }), {
    selector: ({ id }) => id,
    maxLength: IDS,
  })
  .map((all): Changes => new Map(all.map(({ id, kind }) => [id + 1, kind])))

eachSharedStore((makeStore, _place, kind) => {
  const numRuns = kind === 'sqlite' ? 25 : 8

  test('a suspended account is told nothing, and all that it missed when it is resumed', async (t) => {
    const store = await makeStore(t)
    const directory = newDataDir(t)
    const log = await writeSteps(directory, [new Map([[1, 'changed']])])
    const { accountId, ...own } = await watcher(store)
    await changeWatchList(store, { accountId, ...own }, { add: [idOf(1)], remove: [] })
    await sql`update subscription set suspended_at = ${clock.now()}`.execute(store.db)
    await run(store, directory, log, 5)
    assert.deepEqual(await eventsOf(store, accountId), [])
    await sql`update subscription set suspended_at = null`.execute(store.db)
    await run(store, directory, log, 5)
    assert.equal((await eventsOf(store, accountId)).length, 1)
  })

  test('each watched id of each step gives one event, and no other id does', async (t: TestContext) => {
    const store = await makeStore(t)
    const lists = fc.array(fc.uniqueArray(fc.nat(IDS), { maxLength: IDS }), {
      minLength: 1,
      maxLength: 3,
    })
    const steps = fc.array(someChanges, { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(
        lists,
        steps,
        fc.integer({ min: 1, max: 12 }),
        async (watched, all, pageMax) => {
          const directory = newDataDir(t)
          const log = await writeSteps(directory, all)
          const watchers: [Watcher, ReadonlySet<number>][] = []
          for (const numbers of watched) {
            const own = await watcher(store)
            const add = numbers.map((number) => idOf(number + 1))
            await changeWatchList(store, own, { add, remove: [] })
            watchers.push([own, new Set(numbers.map((number) => number + 1))])
          }
          await run(store, directory, log, pageMax)
          for (const [own, numbers] of watchers) {
            const events = await eventsOf(store, own.accountId)
            assert.deepEqual(events.toSorted(), expected(numbers, all, log).toSorted())
            const page = await watchedPage(store.db, own, {
              after: undefined,
              limit: 100,
              isChanged: true,
            })
            const changed = [...numbers].filter((number) =>
              all.some((changes) => changes.has(number)),
            )
            assert.deepEqual(
              page?.watched.map(({ id }) => id),
              changed.sort((a, b) => a - b).map(idOf),
            )
            assert.equal(await emptyWatchList(store, own.accountId), numbers.size)
          }
        },
      ),
      { numRuns },
    )
  })

  test('a list hears of the steps after it was begun, and its maximum is exact', async (t) => {
    const store = await makeStore(t)
    const directory = newDataDir(t)
    const all: Changes[] = [new Map([[1, 'changed']]), new Map([[1, 'retired']])]
    const steps = await writeSteps(directory, all)
    const own = await watcher(store, 2, steps[0])
    const change = (add: readonly string[], remove: readonly string[] = []) =>
      changeWatchList(store, own, { add, remove })
    assert.deepEqual(await change(['GAVIC1', 'GAVIC2', 'GAVIC1']), {
      ...{ kind: 'changed', added: 2, removed: 0, ids: 2 },
    })
    assert.deepEqual(await change(['GAVIC2', 'GAVIC3']), { kind: 'too-many', ids: 2 })
    assert.deepEqual(await change(['GAVIC3'], ['GAVIC2', 'GAVIC9']), {
      ...{ kind: 'changed', added: 1, removed: 1, ids: 2 },
    })
    assert.deepEqual(await change([], ['no id']), {
      kind: 'not-an-id',
      field: 'remove',
      id: 'no id',
    })
    const ids = async () =>
      (await watchedPage(store.db, own, { after: 'GAVIC1', limit: 9, isChanged: false }))?.watched
    assert.deepEqual(
      (await ids())?.map(({ id }) => id),
      ['GAVIC3'],
    )
    await run(store, directory, steps, 5)
    assert.deepEqual(
      await eventsOf(store, own.accountId),
      expected(new Set([1]), all.slice(1), steps.slice(1)),
    )
  })
})

test('a list continues where it was, also by the name of its release, and repeats nothing', () => {
  const step = (number: number, from: string, release: string): ChangeStep => {
    return { number, from, release, at: 0, before: 0, count: 0 }
  }
  const steps = [step(4, 'c', 'b'), step(5, 'b', 'c'), step(6, 'c', 'd')]
  const next = (step: number, release: string) => stepAfter(steps, { step, release })?.number
  assert.deepEqual([next(4, 'b'), next(5, 'c'), next(6, 'd')], [5, 6, undefined])
  // It was told of a step that is not kept any more; of none, as its account is older than the log.
  assert.deepEqual([next(3, 'c'), next(0, ''), next(2, 'x')], [4, 4, 4])
  // Another node is ahead.
  assert.deepEqual([next(7, 'b'), stepAfter([], { step: 0, release: '' })], [undefined, undefined])
})
