// Finds a genuine credential in the store, and remembers it for a second, or for a minute if the store is down.

import { BroadcastChannel } from 'node:worker_threads'
import { operatorByHash } from '../account/operators/operators.ts'
import { type JoinedSubscription, joinedSubscription } from '../account/subscription.ts'
import { ownCopy } from '../http/target.ts'
import { BoundedMap } from '../lib/bounded-map.ts'
import type { Clock } from '../lib/clock.ts'
import { firstRow, type Sql, type Store } from '../store/store.ts'
import { isStoreUnavailable } from '../store/store-error.ts'
import { type Caller, operatorCaller } from './caller.ts'
import { storeUnavailable } from './refusals.ts'

const FRESH_MS = 1000
/** A key that worked a minute ago keeps working while the store is unavailable. */
const SERVED_WHEN_DOWN_MS = 60_000
const UNKNOWN_KEPT_MS = 10_000
/** An unused key leaves memory after this time, at most twice as long. */
export const KEY_KEPT_MS = 30_000
const KNOWN_MAX = 20_000
const UNKNOWN_MAX = 100_000

interface Known {
  readonly caller: Caller
  readonly expiresAt: number
  readonly readAtMs: number
}

export class Credentials {
  readonly #store: Pick<Store, 'db'>
  readonly #clock: Clock
  readonly #known = new BoundedMap<string, Known>(KNOWN_MAX)
  /** When an unknown one was last asked for: its checksum was right, so somebody makes them up. */
  readonly #unknown = new BoundedMap<string, number>(UNKNOWN_MAX)
  /** Hashes of keys in use: hashing on every request would be the slowest step of a cached answer. */
  readonly #digests = new BoundedMap<string, string>(KNOWN_MAX)
  readonly #underWay = new Map<string, Promise<Known | undefined>>()
  #downSinceMs: number | undefined
  /** How often something was forgotten: what was asked before that may be old when it is answered. */
  #forgotten = 0

  constructor(store: Pick<Store, 'db'>, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /** Without waiting; undefined if the key is not known for sure. */
  findByKey(key: string): Caller | undefined {
    const sha256 = this.#digests.get(key)
    const known = sha256 === undefined ? undefined : this.#known.get(sha256)
    if (known === undefined || this.#ageMs(known.readAtMs) > FRESH_MS) return undefined
    return known.expiresAt <= this.#clock.now() ? undefined : known.caller
  }

  /** The account of a key when last seen, to tell callers apart before any check. */
  accountOf(key: string): string | undefined {
    const sha256 = this.#digests.get(key)
    return sha256 === undefined ? undefined : this.#known.get(sha256)?.caller.accountId
  }

  /** Whether the key was found genuine a moment ago, though it may have to be looked up again. */
  isRemembered(key: string): boolean {
    return this.#digests.get(key) !== undefined
  }

  /** Lets `findByKey` find a key that was found genuine. */
  remember(key: string, sha256: string): void {
    this.#digests.set(ownCopy(key), sha256)
  }

  /** To be called every `KEY_KEPT_MS`: forgets the keys that were not used since. */
  forgetUnusedKeys(): void {
    this.#digests.age()
  }

  /** Undefined when it does not exist, is revoked or has expired. */
  async find(sha256: string): Promise<Caller | undefined> {
    const known = await this.#current(sha256)
    if (known === undefined || known.expiresAt <= this.#clock.now()) return undefined
    return known.caller
  }

  /** Read from the store each time: few ask, and a key that was replaced stops working at once. */
  async findOperator(sha256: string): Promise<Caller | undefined> {
    const operator = await operatorByHash(this.#store.db, sha256)
    return operator && operatorCaller(operator)
  }

  forget(sha256: string): void {
    this.#known.delete(sha256)
    this.#unknown.delete(sha256)
    this.#dropReads()
  }

  forgetAccount(accountId: string): void {
    for (const [sha256, { caller }] of this.#known.entries()) {
      if (caller.accountId === accountId) this.#known.delete(sha256)
    }
    this.#dropReads()
  }

  /** Asks the store again from now on, and ignores answers in flight. */
  #dropReads(): void {
    this.#forgotten += 1
    this.#underWay.clear()
  }

  async #current(sha256: string): Promise<Known | undefined> {
    const known = this.#known.get(sha256)
    if (known !== undefined && this.#ageMs(known.readAtMs) <= FRESH_MS) return known
    const unknownAtMs = this.#unknown.get(sha256)
    if (unknownAtMs !== undefined && this.#ageMs(unknownAtMs) <= UNKNOWN_KEPT_MS) return undefined
    try {
      // Otherwise each request would wait for the same time-out.
      if (this.#isKnownDown()) throw storeUnavailable()
      return await this.#read(sha256)
    } catch (error) {
      if (known !== undefined && this.#ageMs(known.readAtMs) <= SERVED_WHEN_DOWN_MS) return known
      throw error
    }
  }

  #read(sha256: string): Promise<Known | undefined> {
    const underWay = this.#underWay.get(sha256)
    if (underWay !== undefined) return underWay
    const reading = this.#query(sha256).finally(() => {
      if (this.#underWay.get(sha256) === reading) this.#underWay.delete(sha256)
    })
    this.#underWay.set(sha256, reading)
    return reading
  }

  async #query(sha256: string): Promise<Known | undefined> {
    // Read before asking the store, so that a missed change is never counted as seen.
    const readAtMs = this.#clock.monotonicMs()
    const forgotten = this.#forgotten
    const found = await this.#ask(sha256)
    if (found === undefined) {
      this.#known.delete(sha256)
      this.#unknown.set(sha256, readAtMs)
      return undefined
    }
    const known = { ...found, readAtMs }
    if (forgotten === this.#forgotten) this.#known.set(sha256, known)
    return known
  }

  async #ask(sha256: string) {
    try {
      const found = await findCredential(this.#store.db, sha256)
      this.#downSinceMs = undefined
      return found
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error
      this.#downSinceMs = this.#clock.monotonicMs()
      throw storeUnavailable()
    }
  }

  #isKnownDown(): boolean {
    return this.#downSinceMs !== undefined && this.#ageMs(this.#downSinceMs) <= FRESH_MS
  }

  #ageMs(momentMs: number): number {
    return this.#clock.monotonicMs() - momentMs
  }
}

/** A test key finds the sample data and nothing else, so it has no private addresses or territories. */
async function findCredential(db: Sql, sha256: string) {
  const row = await firstRow<CredentialRow & JoinedSubscription>(db)`
    select credential.id as credential_id, credential.kind, credential.account_id as owner_id,
      credential.name, credential.is_test, credential.domain, credential.visitor_limit,
      coalesce(credential.visitor_minutes, 1) as visitor_minutes, credential.expires_at,
      credential.revoked_at, private_address_list.version as private_version, subscription.*
    from credential
    left join subscription on subscription.account_id = credential.account_id
    left join private_address_list on private_address_list.account_id = credential.account_id
      and private_address_list.addresses + private_address_list.territories > 0
      and credential.is_test = 0
    where credential.sha256 = ${sha256}`
  if (row === undefined) return undefined
  const { ownerId: accountId, expiresAt = Infinity, revokedAt = Infinity, ...found } = row
  const { credentialId, kind, name, isTest, ...others } = found
  const { domain, visitorLimit, visitorMinutes, privateVersion, ...joined } = others
  const key = { credentialId, kind, accountId, name, ...(isTest && { isTest }) }
  const token = { domain, visitorLimit, visitorMinutes }
  const caller = { ...key, ...token, subscription: joinedSubscription(joined), privateVersion }
  return { caller, expiresAt: Math.min(expiresAt, revokedAt) }
}

interface CredentialRow extends Omit<Caller, 'accountId' | 'subscription'> {
  readonly ownerId: string
  readonly expiresAt: number | undefined
  readonly revokedAt: number | undefined
}

type Change = { readonly sha256: string } | { readonly accountId: string }

/** Changes of keys and subscriptions, at once in every thread of this process; other nodes see them in a second. */
export class Changes {
  readonly #credentials: Credentials
  readonly #others: BroadcastChannel | undefined

  /** Without a channel there are no other threads. */
  constructor(credentials: Credentials, channel: string | undefined) {
    this.#credentials = credentials
    if (channel === undefined) return
    this.#others = new BroadcastChannel(channel)
    this.#others.onmessage = (event) => this.#apply((event as { readonly data: Change }).data)
    this.#others.unref()
  }

  ofCredential(sha256: string): void {
    this.#announce({ sha256 })
  }

  ofAccount(accountId: string): void {
    this.#announce({ accountId })
  }

  close(): void {
    this.#others?.close()
  }

  #announce(change: Change): void {
    this.#apply(change)
    this.#others?.postMessage(change)
  }

  #apply(change: Change): void {
    if ('sha256' in change) this.#credentials.forget(change.sha256)
    else this.#credentials.forgetAccount(change.accountId)
  }
}
