// A service in process with attackers and a victim. Its clock stands still unless somebody moves it.

import assert from 'node:assert/strict'
import {
  type Attack,
  isForHolder,
  type Made,
  type Sent,
  senderOf,
} from '../../../bench/neighbours/attack.ts'
import { type Asked, setUpWorld } from '../../../bench/neighbours/setup/http-setup.ts'
import { setUpAttackers } from '../../../bench/neighbours/setup/store-setup.ts'
import type { World } from '../../../bench/neighbours/setup/world.ts'
import type { Caller } from '../../../src/access/caller.ts'
import { listOperators } from '../../../src/account/operators/operators.ts'
import { readInput } from '../../../src/endpoints/read-input.ts'
import { Problem } from '../../../src/http/problem.ts'
import { parseTarget } from '../../../src/http/target.ts'
import type { Share } from '../../../src/rate-limits/work-shares.ts'
import { LOOP_STEPS_MAX, STEPS_MAX, Work } from '../../../src/search/work.ts'
import type { Service } from '../../../src/service.ts'
import { openInProcess } from '../../support/servers/in-process.ts'
import type { Ending } from '../../support/stores.ts'

const STEPS_PER_MS = 100_000
/** Of attackers with a key, without one, and of the victim: three networks. */
const ATTACKER = '198.51.100.1'
const VISITOR = '198.51.100.2'
const VICTIM = '198.51.100.3'
const MINUTE_MS = 60_000
/** More than any share has. */
const BURST_MS = 1e9
/** More than are indexed together, and few enough to be quick. */
const PRIVATE_ADDRESSES = 2500
const MANY = 999_999_999

const PLANS = (['au', 'nz', 'uk'] as const).map((product) => ({
  name: 'attacker',
  product,
  daily_lookup_limit_1: MANY,
  requests_per_5_minutes: MANY,
  work_ms_per_second: 1000,
  work_burst_ms: 1000,
}))
const SETTINGS = {
  KEY_REQUESTS_PER_MINUTE: String(MANY),
  NETWORK_WORK_MS_PER_SECOND: '1000',
  SIGN_UP: 'open',
  OPERATOR_FROM: 'any',
  METRICS_FROM: VISITOR,
  WEBHOOK_ALLOW: '127.0.0.1:9',
}

type InProcess = Awaited<ReturnType<typeof openInProcess>>

export class AttackedService {
  readonly service: Service
  readonly #inProcess: InProcess
  readonly #world: World
  readonly #operatorId: string
  readonly #victimKey: string
  #sent = 0

  private constructor(inProcess: InProcess, world: World, operatorId: string, victimKey: string) {
    this.service = inProcess.service
    this.#inProcess = inProcess
    this.#world = world
    this.#operatorId = operatorId
    this.#victimKey = victimKey
  }

  static async open(t: Ending): Promise<AttackedService> {
    const inProcess = await openInProcess(t, SETTINGS, PLANS)
    const { service, clock } = inProcess
    const { store, plans, jobs } = service
    const attackers = await setUpAttackers({ store, plans, clock, planName: 'attacker' })
    const world = await setUpWorld({
      attackers,
      webhookHost: '127.0.0.1:9',
      privateAddresses: PRIVATE_ADDRESSES,
      matchLists: () => jobs.batches.round(),
      ask: (sent) => {
        clock.advance(MINUTE_MS)
        return ask(inProcess, sent, ATTACKER)
      },
    })
    const [operator] = await listOperators(store)
    const { apiKey } = await inProcess.account('au')
    return new AttackedService(inProcess, world, operator?.id ?? '', apiKey)
  }

  /** Whoever owes something owes nothing any more, and what `first` sets up is there. */
  async prepare(attack: Attack): Promise<Sent> {
    this.#inProcess.clock.advance(MINUTE_MS)
    this.#sent += 1
    const turn = { n: this.#sent, world: this.#world }
    const first = attack.first?.(turn)
    const made = first === undefined ? {} : (await this.send(attack, first)).json
    return attack.request({ ...turn, made: (made ?? {}) as Made })
  }

  send({ kind }: Attack, sent: Sent): Promise<Asked> {
    return ask(this.#inProcess, sent, kind === 'page' ? VISITOR : ATTACKER)
  }

  /** The share that pays for an attack. */
  shareOf(attack: Attack): Share {
    const { shares } = this.service.admission
    if (attack.kind === 'page') return shares.ofNetwork(VISITOR)
    const { accountId } = senderOf(attack, this.#world)
    const isOperator = attack.kind === 'operator'
    const caller = {
      credentialId: '',
      kind: isForHolder(attack.operation.scope) ? 'admin' : 'api',
      accountId: isOperator ? '' : accountId,
      ...(isOperator && { operator: { id: this.#operatorId, name: '' } }),
      subscription: { accountId, product: attack.operation.product, planName: 'attacker' },
    }
    return shares.of(caller as Caller)
  }

  /** What is spent of a share and not refilled, in steps: `RateLimit` says it in whole milliseconds. */
  spentOf(share: Share): number {
    const inSteps = {
      ...share,
      msPerSecond: share.msPerSecond * STEPS_PER_MS,
      burstMs: BURST_MS * STEPS_PER_MS,
    }
    const [, left] = /r=(\d+)/.exec(this.service.admission.shares.spend(inSteps, 0)) ?? []
    return inSteps.burstMs - Number(left)
  }

  /** Steps until nothing is left; negative for what is owed. */
  leftOf(share: Share): number {
    return share.burstMs * STEPS_PER_MS - this.spentOf(share)
  }

  spend(share: Share, steps: number): void {
    this.service.admission.shares.spend(share, steps)
  }

  pass(seconds: number): void {
    this.#inProcess.clock.advance(seconds * 1000)
  }

  /** Another account looks something up. */
  async victimIsAnswered(): Promise<void> {
    this.#sent += 1
    const target = `/autocomplete/${this.#sent}%20ki?api-key=${this.#victimKey}`
    const { status } = await this.#inProcess.ask(target, { remoteAddress: VICTIM })
    assert.equal(status, 200)
  }

  /** What a look-up counts before it is handed to another thread, or ends. */
  async stepsOnLoop({ operation: { endpoint } }: Attack, sent: Sent): Promise<number> {
    const { admission, answering } = this.service
    const { path, query } = parseTarget(sent.target) ?? { path: '', query: new Map() }
    const apiKeys = query.get('api-key') ?? []
    const nowhere = { origin: undefined, referer: undefined, secFetchSite: undefined }
    const caller: Caller = await admission.authenticate({ apiKeys, ...nowhere, host: undefined })
    const params = answering.router.find(path)?.params ?? {}
    assert.ok(endpoint !== undefined)
    const body = sent.method === 'GET' ? undefined : sent.body
    const input = readInput(endpoint, params, query, body)
    const searches = await answering.privateSearches.of(caller, endpoint.product)
    const work = new Work(STEPS_MAX, LOOP_STEPS_MAX)
    try {
      await endpoint.handle(input, { ...answering.context, searches, caller, work })
    } catch (error) {
      // What was found when it was broken off means nothing, and may fit nothing.
      if (!(error instanceof Problem) && !work.isBrokenOff) throw error
    }
    return work.counted
  }
}

async function ask(inProcess: InProcess, sent: Sent, remoteAddress: string): Promise<Asked> {
  const { method, target, headers, body: text } = sent
  return inProcess.ask(target, { method, headers, text, remoteAddress })
}
