// The job that compares watch lists with new steps of the change log, and records an event for each watched change.

import { sql } from 'kysely'
import { liveAccounts } from '../account/subscriptions.ts'
import type { ChangeStep } from '../address/change.ts'
import { PRODUCTS, type Product } from '../address/product.ts'
import type { Clock } from '../lib/clock.ts'
import { Job } from '../lib/periodic.ts'
import type { ChangeFile, StoredChange } from '../releases/ledger/change-step.ts'
import { allRows, hasRow, type Store, type Tx } from '../store/store.ts'
import { appendToLog, watchedRows } from '../webhooks/event-log.ts'
import type { ChangeLog } from './change-log.ts'
import { rowsOf } from './watch-list.ts'

const ROUND_MS = 5000
/** Longer than a page takes, so that a lease only ends early when its node is gone. */
const LEASE_MS = 60_000
const LISTS_AT_ONCE = 8
const PAGE_MAX = 1000
/** Pages of a list before others have their turn. */
const PAGES_PER_TURN = 20

interface WatchJobParts {
  readonly store: Store
  readonly clock: Pick<Clock, 'now'>
  readonly changeLog: ChangeLog
  readonly onFault: (error: unknown) => void
  /** Called when there are new events. */
  readonly onEvents: () => void
  /** Ids, or changes, of one transaction. */
  readonly pageMax?: number
}

interface ClaimedList {
  readonly accountId: string
  readonly number: number
  readonly ids: number
  readonly fence: number
  readonly step: number
  readonly release: string
  readonly position: string
}

export class WatchJob extends Job {
  readonly #parts: WatchJobParts

  constructor(parts: WatchJobParts) {
    const work = async () => {
      if (await this.round()) this.wake()
    }
    super({ everyMs: ROUND_MS, work, onFault: parts.onFault })
    this.#parts = parts
  }

  /** Gives a turn to some lists that are behind, and says whether there is more to do. */
  async round(): Promise<boolean> {
    let isMore = false
    for (const product of PRODUCTS) {
      const last = this.#parts.changeLog.steps(product).at(-1)
      if (last === undefined) continue
      const lists = await this.#claim(product, last)
      for (const list of lists) if (await this.#takeTurn(product, list)) isMore = true
      if (lists.length === LISTS_AT_ONCE) isMore = true
    }
    return isMore
  }

  /** Those behind a step, longest wait first. The list of an account that has ended or is suspended waits with it. */
  async #claim(product: Product, { number, release }: ChangeStep): Promise<ClaimedList[]> {
    const { store, clock } = this.#parts
    const now = clock.now()
    const leasedUntil = now + LEASE_MS
    // A lease that ends much later was given before the clock was set back; one by a clock a little ahead is respected.
    const isFree = sql`(leased_until <= ${now} or leased_until > ${leasedUntil + LEASE_MS})`
    return allRows<ClaimedList>(store.db)`
      update watch_list set leased_until = ${leasedUntil}, fence = fence + 1
      where ${isFree} and number in (
        select number from watch_list
        where product = ${product} and (step <> ${number} or release <> ${release}) and ${isFree}
          and account_id in (${liveAccounts(now)})
        order by leased_until limit ${LISTS_AT_ONCE})
      returning account_id, number, ids, fence, step, release, position`
  }

  /** Whether it is still behind and should have another turn. */
  async #takeTurn(product: Product, claimed: ClaimedList): Promise<boolean> {
    const { changeLog } = this.#parts
    let list = claimed
    let step = stepAfter(changeLog.steps(product), list)
    // Another node has a newer release and continues from there, so the lease is left to expire.
    if (step === undefined) return false
    for (let pages = 0; step !== undefined && pages < PAGES_PER_TURN; pages += 1) {
      if (this.isClosed) break
      await using file = await changeLog.open(product, step)
      const next = await this.#tellPage(list, step, await this.#meet(list, file))
      if (next === undefined) return false
      list = next
      step = stepAfter(changeLog.steps(product), list)
    }
    await this.#release(list)
    return step !== undefined
  }

  /** What a step and a list have in common next: the smaller of the two is read, and looked up in the other. */
  async #meet(list: ClaimedList, file: ChangeFile | undefined): Promise<Meeting> {
    if (file === undefined) return { found: [], position: undefined }
    const { store, pageMax = PAGE_MAX } = this.#parts
    const { db, kind } = store
    const endOf = (page: readonly string[]) => (page.length < pageMax ? undefined : page.at(-1))
    if (file.count < list.ids) {
      const changes = await file.changesAfter(list.position, pageMax)
      const sortable = changes.map((change) => change.sortable)
      const watched = await allRows<{ id: string }>(db)`
        select id from watched_id
        where list = ${list.number} and id in (select value from ${rowsOf(kind, sortable)})`
      const own = new Set(watched.map(({ id }) => id))
      const found = changes.filter((change) => own.has(change.sortable))
      return { found, position: endOf(sortable) }
    }
    const watched = await allRows<{ id: string }>(db)`
      select id from watched_id where list = ${list.number} and id > ${list.position}
      order by id limit ${pageMax}`
    const sortable = watched.map(({ id }) => id)
    return { found: await file.changesOf(sortable), position: endOf(sortable) }
  }

  /** The events and the position are one transaction. Undefined if another node has taken the list, or it is gone. */
  async #tellPage(list: ClaimedList, step: ChangeStep, { found, position }: Meeting) {
    const { store, clock, onEvents } = this.#parts
    const now = clock.now()
    const isWhole = position === undefined
    const end = isWhole ? { step: step.number, release: step.release } : {}
    const next = { ...list, ...end, position: position ?? '' }
    const isOurs = await store.transaction(async (tx) => {
      const isHeld = await hasRow(tx)`
        update watch_list set step = ${next.step}, release = ${next.release},
          position = ${next.position}, leased_until = ${now + LEASE_MS}
        where number = ${list.number} and fence = ${list.fence} returning number`
      if (isHeld) await this.#record(tx, list, step, found, now)
      return isHeld
    })
    if (isOurs && found.length > 0) onEvents()
    return isOurs ? next : undefined
  }

  async #record(
    tx: Tx,
    { accountId, number }: ClaimedList,
    { release }: ChangeStep,
    found: readonly StoredChange[],
    now: number,
  ): Promise<void> {
    const { kind: store } = this.#parts.store
    for (const [kind, own] of Map.groupBy(found, (each) => each.kind)) {
      const ids = own.map((each) => each.sortable)
      await sql`
        update watched_id set change = ${kind}, changed_at = ${now}
        where list = ${number} and id in (select value from ${rowsOf(store, ids)})`.execute(tx)
    }
    const changes = found.map((each) => [each.id, each.kind, release, each.successors] as const)
    await appendToLog(tx, watchedRows(accountId, changes), now)
  }

  async #release({ number, fence }: ClaimedList): Promise<void> {
    const { store, clock } = this.#parts
    await sql`
      update watch_list set leased_until = ${clock.now()}
      where number = ${number} and fence = ${fence}`.execute(store.db)
  }
}

interface Meeting {
  readonly found: readonly StoredChange[]
  /** Ids up to this one have been compared; undefined once all have. */
  readonly position: string | undefined
}

/** The step that a list has not been told yet. */
export function stepAfter(
  steps: readonly ChangeStep[],
  list: Pick<ClaimedList, 'step' | 'release'>,
): ChangeStep | undefined {
  const last = steps.at(-1)
  // Another node has announced a release that this one has not found yet.
  if (last === undefined || list.step > last.number) return undefined
  const own = steps.findLastIndex(
    ({ number, release }) => number === list.step && release === list.release,
  )
  if (own !== -1) return steps[own + 1]
  return (
    steps.find(({ from }) => from === list.release) ??
    steps.find(({ number }) => number > list.step)
  )
}
