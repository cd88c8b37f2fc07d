// The last requests of each account, and sums by day: collected in memory, and written every few seconds.

import { sql } from 'kysely'
import { utcDay } from '../lib/clock.ts'
import { Periodic } from '../lib/periodic.ts'
import { allRows, firstRow, hasRow, type Sql, type Store } from '../store/store.ts'

/** For each account. */
export const REQUESTS_KEPT_MAX = 1000
/** In memory, of all accounts; beyond them requests are only counted until the next write. */
const COLLECTED_MAX = 20_000
const WRITE_MS = 10_000
const ACCOUNTS_AT_ONCE = 50
const FORGOTTEN_AT_ONCE_MAX = 1000

/** Neither the key nor what was asked: search texts are personal data of visitors. */
export interface LoggedRequest {
  readonly id: string
  readonly at: number
  /** The name of an API key, the domain of a token, or empty for the admin key. */
  readonly key: string
  /** `GET /get/{id}` */
  readonly call: string
  readonly status: number
  readonly ms: number
  /** What an error answer said. */
  readonly error: string
}

class AccountRequests {
  /** When the first of them came. */
  readonly since: number
  readonly last: LoggedRequest[] = []
  readonly sums = { requests: 0, refused: 0, failed: 0, totalMs: 0 }

  constructor(since: number) {
    this.since = since
  }

  /** Replaces the oldest once the maximum is kept. True if it takes more room. */
  keep(request: LoggedRequest): boolean {
    const isMore = this.last.length < REQUESTS_KEPT_MAX
    this.last[isMore ? this.last.length : this.sums.requests % REQUESTS_KEPT_MAX] = request
    return isMore
  }

  count({ status, ms }: LoggedRequest): void {
    this.sums.requests += 1
    this.sums.totalMs += ms
    if (status >= 500) this.sums.failed += 1
    else if (status >= 400) this.sums.refused += 1
  }
}

type RequestSums = Readonly<AccountRequests['sums']>

/** No request waits for it. What a process had not written yet is lost if it is killed. */
export class RequestLog {
  readonly #store: Store
  readonly #onFault: (error: unknown) => void
  readonly #writes: Periodic
  #collected = new Map<string, AccountRequests>()
  #kept = 0

  constructor(store: Store, onFault: (error: unknown) => void) {
    this.#store = store
    this.#onFault = onFault
    this.#writes = new Periodic({ everyMs: WRITE_MS, work: () => this.#write(), onFault })
    this.#writes.start()
  }

  add(accountId: string, request: LoggedRequest): void {
    let requests = this.#collected.get(accountId)
    if (requests === undefined) {
      requests = new AccountRequests(request.at)
      this.#collected.set(accountId, requests)
    }
    if (this.#kept < COLLECTED_MAX && requests.keep(request)) this.#kept += 1
    requests.count(request)
  }

  /** Newest first. Those of other threads and nodes are up to ten seconds late. */
  async last(accountId: string): Promise<LoggedRequest[]> {
    await this.#write()
    const parts = await allRows<{ requests: string }>(this.#store.db)`
      select requests from request_log where account_id = ${accountId}
      order by position desc limit ${REQUESTS_KEPT_MAX}`
    const all = parts.flatMap(({ requests }): LoggedRequest[] => JSON.parse(requests))
    return all.sort((a, b) => b.at - a.at).slice(0, REQUESTS_KEPT_MAX)
  }

  async close(): Promise<void> {
    await this.#writes.close()
    await this.#write().catch(this.#onFault)
  }

  async #write(): Promise<void> {
    // In the same order everywhere, so that nodes never wait for each other in a circle.
    const accounts = [...this.#collected].sort(([a], [b]) => (a < b ? -1 : 1))
    this.#collected = new Map()
    this.#kept = 0
    // In small transactions: charges wait for none of them for long.
    for (let at = 0; at < accounts.length; at += ACCOUNTS_AT_ONCE) {
      await this.#store.transaction(async (tx) => {
        for (const [accountId, requests] of accounts.slice(at, at + ACCOUNTS_AT_ONCE)) {
          await writeRequests(tx, accountId, requests)
        }
      })
    }
  }
}

async function writeRequests(tx: Sql, accountId: string, { since, last, sums }: AccountRequests) {
  const isErased = await hasRow(tx)`
    select id from account where id = ${accountId} and erased_at is not null`
  if (isErased) return
  const ofAccount = sql`from request_log where account_id = ${accountId}`
  // Not kept where others have filled the memory, but counted.
  if (last.length > 0) {
    await sql`
      insert into request_log (account_id, position, requests, logged_at)
      select ${accountId}, coalesce(max(position), 0) + ${last.length}, ${JSON.stringify(last)}, ${since}
      ${ofAccount}`.execute(tx)
    await sql`
      delete ${ofAccount}
        and position <= (select max(position) ${ofAccount}) - ${REQUESTS_KEPT_MAX}`.execute(tx)
  }
  // All of the last ten seconds count to the day on which they began.
  const { requests, refused, failed, totalMs } = sums
  await sql`
    insert into request_day (account_id, day, requests, refused, failed, total_ms)
    values (${accountId}, ${utcDay(since)}, ${requests}, ${refused}, ${failed}, ${totalMs})
    on conflict (account_id, day) do update
    set requests = request_day.requests + excluded.requests,
      refused = request_day.refused + excluded.refused,
      failed = request_day.failed + excluded.failed,
      total_ms = request_day.total_ms + excluded.total_ms`.execute(tx)
}

/** Requests and sums from before then. True when there is more to remove. */
export async function forgetRequests(db: Sql, before: number): Promise<boolean> {
  await sql`delete from request_day where day < ${utcDay(before)}`.execute(db)
  const removed = await allRows(db)`
    delete from request_log where (account_id, position) in (
      select account_id, position from request_log
      where logged_at < ${before} limit ${FORGOTTEN_AT_ONCE_MAX})
    returning position`
  return removed.length >= FORGOTTEN_AT_ONCE_MAX
}

interface AccountSums extends RequestSums {
  readonly accountId: string
  readonly email: string
}

/** Sums of all accounts since a day, and the accounts that waited longest and got the most errors. */
export async function requestSums(db: Sql, since: string, top: number) {
  const total = await firstRow<Partial<RequestSums>>(db)`
    select cast(sum(requests) as bigint) as requests, cast(sum(refused) as bigint) as refused,
      cast(sum(failed) as bigint) as failed, sum(total_ms) as total_ms
    from request_day where day >= ${since}`
  const accounts = (order: ReturnType<typeof sql>) => allRows<AccountSums>(db)`
    select sums.*, account.email from (
      select account_id, cast(sum(requests) as bigint) as requests,
        cast(sum(refused) as bigint) as refused, cast(sum(failed) as bigint) as failed,
        sum(total_ms) as total_ms
      from request_day where day >= ${since} group by account_id) as sums
    join account on account.id = sums.account_id
    order by ${order}, sums.account_id limit ${top}`
  const { requests = 0, refused = 0, failed = 0, totalMs = 0 } = total ?? {}
  return {
    total: { requests, refused, failed, totalMs },
    slowest: await accounts(sql`total_ms / requests desc`),
    mostErrors: (await accounts(sql`failed desc, refused desc`)).filter(
      (sums) => sums.failed + sums.refused > 0,
    ),
  }
}
