// What each operation costs in CPU beside what is counted for it: a ratio above 1 means that callers pay too little.
// Usage: npm run -s bench -- costs [--only TEXT] [--seconds N] [--store sqlite|postgres] [--threads N] [--index FILE]

import { parseArgs } from 'node:util'
import { systemClock as clock } from '../../src/lib/clock.ts'
import { columns } from '../../src/lib/columns.ts'
import { stepsOf } from '../../src/rate-limits/request-cost.ts'
import { cpuSeconds, type ServiceUnderTest } from '../http/processes.ts'
import { type Attack, isForHolder, type Made, type Sent } from './attack.ts'
import { allAttacks } from './attacks.ts'
import { Client } from './client.ts'
import { quiet } from './quiet.ts'
import { withWorld } from './setup/bench-world.ts'
import type { World } from './setup/world.ts'

const STEPS_PER_MS = 100_000
const REQUESTS_MIN = 3
const REQUESTS_MAX = 1000
/** Where something has to be set up before each. */
const REQUESTS_AFTER_OTHERS_MAX = 40
/** Of what is measured: as much again runs before, while the code is still being compiled. */
const WARM_UP = 0.5
/** Before the first of all, so that it is not measured while everything is still being compiled. */
const FIRST_WARM_UP_SECONDS = 4
/** Of the plan `counted`: so little that it can be told from what is spent. */
const REFILL_MS_PER_SECOND = 1

interface Cost {
  readonly name: string
  readonly requests: number
  readonly statuses: string
  /** A request. */
  readonly cpu_ms: number
  readonly counted_ms: number
  readonly ratio: number
}

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      index: { type: 'string' },
      only: { type: 'string', default: '' },
      seconds: { type: 'string', default: '0.5' },
      store: { type: 'string', default: 'sqlite' },
      threads: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
    },
  })
  const attacks = allAttacks().filter(({ name }) => name.includes(values.only))
  // Behind a proxy each request of somebody without a key comes from another network, so none is refused.
  const env = { TRUST_PROXY: '127.0.0.1', NETWORK_WORK_MS_PER_SECOND: '999999999' }
  await withWorld({ ...values, planName: 'counted', env }, async (service, world) => {
    const costs: Cost[] = []
    for (const attack of attacks.slice(0, 1)) {
      await costOf(service, world, attack, FIRST_WARM_UP_SECONDS)
    }
    for (const attack of attacks) {
      costs.push(await costOf(service, world, attack, Number(values.seconds)))
      process.stderr.write(
        `${costs.length} of ${attacks.length}: ${table(costs.slice(-1)).split('\n')[1]}\n`,
      )
    }
    process.stdout.write(values.json ? `${JSON.stringify(costs)}\n` : `${table(costs)}\n`)
  })
}

async function costOf(
  service: ServiceUnderTest,
  world: World,
  attack: Attack,
  seconds: number,
): Promise<Cost> {
  using client = new Client(service.baseUrl)
  const meter = new CostMeter(service, client, world, attack)
  await meter.run(seconds * WARM_UP)
  await quiet(service)
  meter.reset()
  await meter.run(seconds)
  await quiet(service)
  return meter.cost()
}

/** Sends the requests of one attack, one after the other. */
class CostMeter {
  readonly #service: ServiceUnderTest
  readonly #client: Client
  readonly #world: World
  readonly #attack: Attack
  #n = 0
  #requests = 0
  #cpuSeconds = 0
  #steps = 0
  #last: Left | undefined
  #statuses = new Map<number, number>()

  constructor(service: ServiceUnderTest, client: Client, world: World, attack: Attack) {
    this.#service = service
    this.#client = client
    this.#world = world
    this.#attack = attack
  }

  reset(): void {
    this.#requests = 0
    this.#cpuSeconds = 0
    this.#steps = 0
    this.#statuses = new Map()
  }

  async run(seconds: number): Promise<void> {
    const { first } = this.#attack
    const most = first === undefined ? REQUESTS_MAX : REQUESTS_AFTER_OTHERS_MAX
    let requests = 0
    while (requests < REQUESTS_MIN || (this.#cpuSeconds < seconds && this.#requests < most)) {
      const turn = { n: this.#n, world: this.#world }
      this.#n += 1
      requests += 1
      const made = first === undefined ? {} : await this.#prepare(first(turn))
      await this.#measure(this.#attack.request({ ...turn, made }))
    }
  }

  cost(): Cost {
    const [requests, steps] = [this.#requests, this.#steps]
    const cpuMs = (this.#cpuSeconds * 1000) / requests
    const countedMs = steps / STEPS_PER_MS / requests
    const statuses = [...this.#statuses].map(([status, count]) => `${count} × ${status}`)
    return {
      name: this.#attack.name,
      requests,
      statuses: statuses.length === 1 ? statuses.join('').replace(/.* /, '') : statuses.join(', '),
      cpu_ms: cpuMs,
      counted_ms: countedMs,
      ratio: cpuMs / countedMs,
    }
  }

  async #prepare(sent: Sent): Promise<Made> {
    const { headers, json } = await this.#client.ask(sent)
    const left = leftIn(headers.ratelimit)
    // What a holder prepares is paid for from another share.
    if (left !== undefined && left.leftMs > HOLDER_BURST_MS) this.#last = left
    await quiet(this.#service)
    return (json ?? {}) as Made
  }

  async #measure(sent: Sent): Promise<void> {
    const [n, attack] = [this.#n, this.#attack]
    const isVisitor = attack.kind === 'page' && sent.method === 'POST'
    const from = { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` }
    const headers = isVisitor ? { ...sent.headers, ...from } : sent.headers
    const before = cpuSeconds(this.#service)
    const answer = await this.#client.ask({ ...sent, headers })
    this.#cpuSeconds += cpuSeconds(this.#service) - before
    this.#requests += 1
    this.#statuses.set(answer.status, (this.#statuses.get(answer.status) ?? 0) + 1)
    const left = leftIn(answer.headers.ratelimit)
    // Operators and holders have the same share whatever is measured, and pages say nothing of theirs.
    const { scope } = attack.operation
    if (attack.kind === 'operator' || isForHolder(scope) || left === undefined) {
      this.#steps += plainSteps(attack, sent, answer)
    } else if (this.#last !== undefined) {
      const refilledMs = ((left.atMs - this.#last.atMs) / 1000) * REFILL_MS_PER_SECOND
      this.#steps += (this.#last.leftMs - left.leftMs + refilledMs) * STEPS_PER_MS
    }
    this.#last = left
  }
}

const HOLDER_BURST_MS = 2000

/** What a share of work has left, and when that was. */
interface Left {
  readonly leftMs: number
  readonly atMs: number
}

function leftIn(limits: string | undefined): Left | undefined {
  const [, left] = /"work";r=(\d+)/.exec(limits ?? '') ?? []
  return left === undefined ? undefined : { leftMs: Number(left), atMs: clock.monotonicMs() }
}

/** What is counted for a request whose endpoint counts nothing itself. */
function plainSteps(
  { kind, operation }: Attack,
  { body }: Sent,
  answer: { readonly headers: Readonly<Record<string, string>>; readonly characters: number },
): number {
  const isPage = kind === 'page'
  const read = isPage || operation.endpoint?.takesFile === true ? 0 : body.length
  const route = { importance: 'administration', page: isPage ? {} : undefined } as const
  const reply = { status: 200, headers: answer.headers, body: ' '.repeat(answer.characters) }
  const counted = operation.endpoint?.steps ?? 0
  return stepsOf(route, operation.method, { read, counted }, reply)
}

function table(costs: readonly Cost[]): string {
  const ms = (value: number) => value.toFixed(3).padStart(9)
  const rows = costs.map(({ name, statuses, cpu_ms, counted_ms, ratio }) => [
    name,
    ms(cpu_ms),
    ms(counted_ms),
    ratio.toFixed(2).padStart(7),
    statuses,
  ])
  return columns([['OPERATION', '   CPU MS', '  COUNTED', '  RATIO', 'ANSWERED'], ...rows])
}
