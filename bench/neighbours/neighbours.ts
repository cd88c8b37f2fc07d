// What others feel of the worst that one caller can do: the latency of look-ups beside each attack, and without any.
// Usage: npm run -s bench -- neighbours [--seconds N] [--only TEXT] [--store sqlite|postgres] [--threads N]
//        [--index FILE] [--json]

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createAccount } from '../../src/account/accounts.ts'
import { systemClock as clock } from '../../src/lib/clock.ts'
import { madeUpPaths } from '../http/paths.ts'
import { type Bench, cpuSeconds, type ServiceUnderTest } from '../http/processes.ts'
import { type Attack, payerOf } from './attack.ts'
import type { Done, Order } from './attacker.ts'
import { allAttacks } from './attacks.ts'
import { quiet } from './quiet.ts'
import { faultsOf, type Measured, measured, tableOf } from './report.ts'
import { withWorld } from './setup/bench-world.ts'
import type { World } from './setup/world.ts'
import type { Asking, Suffered } from './victim.ts'

/** Of free and of charged look-ups each. */
const PER_SECOND = 25
/** A trial has 100 look-ups a day: for each attack there are new accounts, as many as need be. */
const GETS_OF_A_TRIAL = 90
/** Until an account that has attacked has its full share again. The network is another one each time. */
const REFILL_MS = 5000
const IDLE = ['without an attack, at the start', 'without an attack, at the end'] as const
/** The same connections and requests as those of an attack, sent to a process that is not the service. */
const BESIDE = { row: 'an attack on another process', attack: 'GET /{nothing}' } as const
const PROCESSES = ['./attacker.ts', './victim.ts', './bystander.ts'] as const

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '10' },
      only: { type: 'string', default: '' },
      store: { type: 'string', default: 'sqlite' },
      threads: { type: 'string', default: '1' },
      index: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const attacks = allAttacks().filter(({ name }) => name.includes(values.only))
  const rows = [IDLE[0], BESIDE.row, ...spacedOut(attacks).map(({ name }) => name), IDLE[1]]
  const seconds = Number(values.seconds)
  const victims: string[][] = []
  const prepare = async (bench: Bench, databaseUrl: string) => {
    victims.push(...(await createVictims(bench, databaseUrl, rows.length, seconds)))
  }
  const wanted = { ...values, planName: 'scale', env: {}, prepare }
  const measuredRows = await withWorld(wanted, async (service, world) => {
    const stage = new Stage(service, world, seconds)
    const done: Measured[] = []
    try {
      await stage.warmUp(victims.at(-1) ?? [])
      for (const [at, name] of rows.entries()) {
        done.push(await stage.row(name, at, victims[at] ?? []))
        process.stderr.write(`${done.length} of ${rows.length}\n`)
      }
    } finally {
      stage.close()
    }
    return done
  })
  const inOrder = [IDLE[0], BESIDE.row, ...attacks.map(({ name }) => name), IDLE[1]].flatMap(
    (row) => measuredRows.find(({ name }) => name === row) ?? [],
  )
  const faults = faultsOf(
    inOrder.filter(({ name }) => name !== BESIDE.row),
    IDLE,
  )
  const text = [tableOf(inOrder), ...faults].join('\n')
  process.stdout.write(`${values.json ? JSON.stringify(inOrder) : text}\n`)
  if (faults.length > 0) process.exitCode = 1
}

/** Attacks of one account as far apart as can be: while one account's share fills again, others attack. */
function spacedOut(attacks: readonly Attack[]): Attack[] {
  const groups = Map.groupBy(attacks, payerOf)
  const placed = [...groups.values()].flatMap((group) =>
    group.map((attack, at) => ({ attack, place: (at + 0.5) / group.length })),
  )
  return placed.sort((a, b) => a.place - b.place).map(({ attack }) => attack)
}

/** The API keys of the victims of each row. */
async function createVictims(
  bench: Bench,
  databaseUrl: string,
  rows: number,
  seconds: number,
): Promise<string[][]> {
  const each = Math.ceil((seconds * PER_SECOND) / GETS_OF_A_TRIAL)
  return bench.withStore(databaseUrl, async (store, plans) => {
    const keys: string[][] = []
    // The last are for warming up.
    for (let row = 0; row <= rows; row += 1) {
      const ofRow: string[] = []
      for (let nth = 0; nth < each; nth += 1) {
        const wanted = { email: `victim-${row}-${nth}@example.com`, product: 'au' } as const
        const made = await createAccount(store, plans, wanted, clock.now())
        if (made.kind === 'created') ofRow.push(made.apiKey)
      }
      keys.push(ofRow)
    }
    return keys
  })
}

/** The service, its attacker and its victims, each in a process of its own. */
class Stage {
  readonly #service: ServiceUnderTest
  readonly #world: World
  readonly #seconds: number
  readonly #attacker: ChildProcess
  readonly #victims: ChildProcess
  readonly #bystander: ChildProcess
  readonly #bystanderPort: Promise<number>
  /** When each payer's last attack ended. */
  readonly #endedMs = new Map<string, number>()

  constructor(service: ServiceUnderTest, world: World, seconds: number) {
    this.#service = service
    this.#world = world
    this.#seconds = seconds
    const [attacker, victims, bystander] = PROCESSES.map((file) =>
      fork(fileURLToPath(new URL(file, import.meta.url))),
    ) as [ChildProcess, ChildProcess, ChildProcess]
    this.#attacker = attacker
    this.#victims = victims
    this.#bystander = bystander
    this.#bystanderPort = once(bystander, 'message').then(([port]) => port as number)
  }

  async warmUp(keys: readonly string[]): Promise<void> {
    await quiet(this.#service)
    await answerOf<Suffered>(this.#victims, this.#asking(0, keys))
  }

  async row(name: string, nth: number, keys: readonly string[]): Promise<Measured> {
    await this.#refill(name)
    await quiet(this.#service)
    const { baseUrl } = this.#service
    const before = { cpu: cpuSeconds(this.#service), ms: clock.monotonicMs() }
    const from = `127.0.${1 + (nth >> 8)}.${nth & 255}`
    const isBeside = name === BESIDE.row
    const order = {
      baseUrl: isBeside ? `http://127.0.0.1:${await this.#bystanderPort}` : baseUrl,
      name: isBeside ? BESIDE.attack : name,
      seconds: this.#seconds,
      world: this.#world,
      from,
    }
    const isIdle = (IDLE as readonly string[]).includes(name)
    const [suffered, done] = await Promise.all([
      answerOf<Suffered>(this.#victims, this.#asking(nth, keys)),
      isIdle ? NOTHING_DONE : answerOf<Done>(this.#attacker, order satisfies Order),
    ])
    const cpu = cpuSeconds(this.#service) - before.cpu
    const cores = (1000 * cpu) / (clock.monotonicMs() - before.ms)
    return measured({ name, suffered, done, cores, seconds: this.#seconds })
  }

  /** Waits until who pays for an attack has the whole share again. */
  async #refill(name: string): Promise<void> {
    const attack = allAttacks().find((each) => each.name === name)
    const payer = attack === undefined ? 'network' : payerOf(attack)
    const endedMs = this.#endedMs.get(payer) ?? Number.NEGATIVE_INFINITY
    const waitMs = endedMs + REFILL_MS - clock.monotonicMs()
    if (waitMs > 0) await new Promise((next) => setTimeout(next, waitMs))
    if (payer !== 'network') this.#endedMs.set(payer, clock.monotonicMs() + this.#seconds * 1000)
  }

  close(): void {
    this.#attacker.kill()
    this.#victims.kill()
    this.#bystander.kill()
  }

  /** Each asks for terms that nobody has asked for yet, and for addresses in turn. */
  #asking(nth: number, keys: readonly string[]): Asking {
    const count = Math.ceil(this.#seconds * PER_SECOND)
    const { au: ids } = this.#world.addresses
    const keyOf = (at: number) => keys[at % keys.length] ?? ''
    const numbers = Array.from({ length: count }, (_, at) => at)
    return {
      baseUrl: this.#service.baseUrl,
      free: numbers.flatMap((at) => madeUpPaths(keyOf(at), nth * count + at, 1)),
      charged: numbers.map((at) => `/get/${ids[at % ids.length]}?api-key=${keyOf(at)}`),
      perSecond: PER_SECOND,
      seconds: this.#seconds,
    }
  }
}

const NOTHING_DONE: Done = { statuses: {}, closed: 0 }

async function answerOf<Answer>(child: ChildProcess, question: object): Promise<Answer> {
  child.send(question)
  const [answer] = await once(child, 'message')
  return answer as Answer
}
