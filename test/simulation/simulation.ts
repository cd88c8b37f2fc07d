// The service's limits, money and kept answers against small models, under one seed and a clock that is moved.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { SeededRandom } from '../../dev/seeded-random.ts'
import { changeSettings, choosePlan, endSubscription } from '../../src/account/subscriptions.ts'
import { examine } from '../../src/billing/doctor/doctor.ts'
import { invoiceByNumber } from '../../src/billing/invoices/invoices.ts'
import { SETTINGS } from '../billing/books.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { anyStart, jump, letTimePass, setBack, setForward } from './calendar.ts'
import { Node, type StoreFault } from './node.ts'
import { Requests } from './requests.ts'
import type { Seams } from './seams.ts'
import { PLAN_NAMES, PLANS, SimulatedAccount } from './simulated-account.ts'
import { must, Violation } from './violation.ts'

const ACCOUNTS = ['small', 'middle', 'large', 'year', 'trial']
const EVENTS_KEPT = 20
const DAY_MS = 86_400_000
/** Longer than the longest term, so that everything comes to be invoiced. */
const TO_THE_END_MS = 800 * DAY_MS

interface Run {
  readonly seed: number
  readonly stepsMax: number
  readonly seams: Seams
  /** Asked after every few steps. */
  readonly isOver?: () => boolean
}

export interface Ran {
  readonly steps: number
  /** How often each thing happened. */
  readonly tally: Readonly<Record<string, number>>
  readonly violation: Violation | undefined
  /** The last that happened before it. */
  readonly events: readonly string[]
}

/** Runs until the number of steps, the end that the caller names, or the first broken promise. */
export async function simulate({ seed, stepsMax, seams, isOver }: Run): Promise<Ran> {
  const dataDir = scratchFolder()
  const simulation = await Simulation.start(seed, seams, dataDir)
  let violation: Violation | undefined
  try {
    while (simulation.steps < stepsMax && isOver?.() !== true) await simulation.turn()
    await simulation.finish()
  } catch (error) {
    violation = error instanceof Violation ? error : new Violation('no-failure', `${error}`)
  } finally {
    await simulation.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const { steps, tally, events } = simulation
  return { steps, tally, violation, events }
}

/** In memory where the machine has such a folder: nothing here is to outlive the run. */
function scratchFolder(): string {
  try {
    return mkdtempSync('/dev/shm/doorplate-simulation-')
  } catch {
    return mkdtempSync(join(tmpdir(), 'doorplate-simulation-'))
  }
}

class Simulation {
  readonly #random: SeededRandom
  readonly #clock: ManualClock
  readonly #seams: Seams
  readonly #requests: Requests
  readonly #accounts: SimulatedAccount[] = []
  readonly events: string[] = []
  readonly tally: Record<string, number> = {}
  #node: Node
  #invoices = 0
  /** The wall clock is not set back behind the last start or end of a term or the last invoice. */
  #floor: number
  /** Besides requests. */
  #turns = 0

  private constructor(random: SeededRandom, clock: ManualClock, seams: Seams, node: Node) {
    this.#random = random
    this.#clock = clock
    this.#seams = seams
    this.#node = node
    this.#floor = clock.now()
    this.#requests = new Requests(random, clock)
  }

  static async start(seed: number, seams: Seams, dataDir: string): Promise<Simulation> {
    const random = new SeededRandom(seed)
    const clock = new ManualClock(anyStart(random))
    const node = await Node.start({ dataDir, plans: PLANS, clock, seams }, 1)
    const simulation = new Simulation(random, clock, seams, node)
    for (const planName of ACCOUNTS) {
      const account = await SimulatedAccount.open(node.store, planName, clock.now())
      simulation.#accounts.push(account)
      clock.advance(random.below(DAY_MS))
    }
    simulation.#floor = clock.now()
    return simulation
  }

  get steps(): number {
    return this.#turns + this.#requests.count
  }

  close(): Promise<void> {
    return this.#node.close()
  }

  /** The share of each turn; what is left is a burst of requests. */
  async turn(): Promise<void> {
    const turns: readonly (readonly [number, () => Promise<void> | void])[] = [
      [0.08, () => this.#jump()],
      [0.05, () => this.#choose()],
      [0.012, () => this.#end()],
      [0.03, () => this.#switchAutoUpgrade()],
      [0.05, () => this.#bill()],
      [0.02, () => this.#setBack()],
      [0.008, () => this.#setForward()],
      [0.008, () => this.#restart(false)],
      [0.001, () => this.#restart(true)],
      [0.02, () => this.#newRelease()],
    ]
    let drawn = this.#random.next()
    const turn = turns.find(([share]) => {
      drawn -= share
      return drawn < 0
    })
    if (turn === undefined) return this.#burst()
    this.#turns += 1
    await turn[1]()
  }

  /** Ends all subscriptions, lets everything come due, and looks at the books as a whole. */
  async finish(): Promise<void> {
    for (const account of this.#accounts) await this.#endOf(account)
    this.#clock.advance(TO_THE_END_MS)
    await this.#bill()
    for (const account of this.#accounts) {
      account.billing.checkAll()
      await this.#compareAllDays(account)
    }
    const faults = (await examine(this.#parts())).flatMap((examined) => examined.faults)
    must(faults.length === 0, 'books', () => `the doctor finds: ${faults.join(' ')}`)
  }

  async #burst(): Promise<void> {
    const passedMs = this.#random.chance(0.6) ? letTimePass(this.#clock, this.#random) : 0
    const fault = this.#anyFault()
    this.#node.fault = fault
    if (fault.kind !== 'none') {
      this.#note(`the store ${JSON.stringify(fault)}`)
      this.#count(`the store ${fault.kind}`)
    }
    const account = this.#random.pick(this.#accounts)
    const { steps, lookups } = await this.#requests.burst(this.#node, account, this.#accounts)
    this.#count('look-ups', lookups)
    this.#note(`${passedMs} ms later ${steps} requests, ${lookups} of them look-ups`)
    this.#node.fault = { kind: 'none' }
    await this.#node.settled()
    for (const each of this.#accounts) {
      if (each.reference.planName !== each.caller.subscription?.planName) {
        this.#floor = this.#clock.now()
        await each.readAgain(this.#node.store)
        this.#count('upgrades')
        this.#note(`${each.name} has moved to ${each.reference.planName}`)
      }
    }
    const compared = fault.kind === 'none' ? [account] : this.#accounts
    for (const each of compared) await this.#requests.compareToday(this.#node, each)
  }

  #anyFault(): StoreFault {
    const left = this.#random.between(1, 2)
    const drawn = this.#random.next()
    if (drawn < 0.01) return { kind: 'loses', left }
    if (drawn < 0.02) return { kind: 'refuses', left }
    if (drawn < 0.023) return { kind: 'is away', commitsFirst: this.#random.chance(0.5) }
    return { kind: 'none' }
  }

  #jump(): void {
    jump(this.#clock, this.#random)
    this.#count('jumps')
    this.#note('time has passed')
  }

  #setBack(): void {
    setBack(this.#clock, this.#random, this.#floor)
    this.#count('clocks set back')
    this.#note('the clock was set back')
  }

  #setForward(): void {
    setForward(this.#clock, this.#random)
    this.#note('the clock was set forward')
  }

  #newRelease(): void {
    this.#requests.release += 1
    this.#note(`release ${this.#requests.release}`)
  }

  async #restart(opensStore: boolean): Promise<void> {
    const threads = this.#random.between(1, 2)
    this.#node = await this.#node.restart(threads, opensStore)
    this.#requests.forgetRates()
    this.#count('restarts')
    this.#note(`restarted with ${threads} threads${opensStore ? ' and the store opened anew' : ''}`)
  }

  async #choose(): Promise<void> {
    const account = this.#random.pick(this.#accounts)
    const planName = this.#random.pick(PLAN_NAMES)
    const now = this.#clock.now()
    const chosen = await choosePlan(this.#node.store, PLANS, account.id, planName, now)
    this.#note(`${account.name} chooses ${planName}: ${chosen.kind}`)
    if (chosen.kind !== 'chosen') return
    this.#count('plans chosen')
    const startedAt = chosen.subscription.startedAt ?? now
    account.choose(planName, startedAt, now)
    if (startedAt === now) this.#floor = now
    // A refusal stands for a second, whatever is changed meanwhile.
    this.#clock.advance(1000)
    await account.readAgain(this.#node.store)
  }

  async #end(): Promise<void> {
    await this.#endOf(this.#random.pick(this.#accounts))
  }

  async #endOf(account: SimulatedAccount): Promise<void> {
    // The days of an account that ends before its last change, by a clock that was set back, are nobody's promise.
    const now = Math.max(this.#clock.now(), account.billing.lastChangeAt)
    this.#clock.set(new Date(now).toISOString())
    const { kind } = await endSubscription(this.#node.store, account.id, now)
    this.#note(`${account.name} ends: ${kind}`)
    if (kind !== 'ended') return
    this.#count('endings')
    account.end(now)
    this.#floor = now
    await account.readAgain(this.#node.store)
  }

  async #switchAutoUpgrade(): Promise<void> {
    const account = this.#random.pick(this.#accounts)
    const autoUpgrade = this.#random.chance(0.5)
    await changeSettings(this.#node.store, account.id, { autoUpgrade })
    account.reference.autoUpgrade = autoUpgrade
    // A refusal stands for a second, whatever is changed meanwhile.
    this.#clock.advance(1000)
    await account.readAgain(this.#node.store)
    this.#note(`${account.name} ${autoUpgrade ? 'wants' : 'does not want'} larger plans by itself`)
  }

  async #bill(): Promise<void> {
    const { invoices, faults } = await this.#seams.bill(this.#parts(), this.#clock.now())
    this.#note(`billed ${invoices.length} invoices`)
    this.#count('invoices', invoices.length)
    must(faults.length === 0, 'billing', () => faults.join(' '))
    if (invoices.length > 0) this.#floor = this.#clock.now()
    for (const number of invoices) {
      this.#invoices += 1
      must(number === `${this.#invoices}`, 'billing', () => {
        return `invoice ${number} was issued after ${this.#invoices - 1}`
      })
      const invoice = await invoiceByNumber(this.#node.store.db, number)
      const account = this.#accounts.find(({ id }) => id === invoice?.accountId)
      must(invoice !== undefined && account !== undefined, 'billing', () => `${number} is lost`)
      account.billing.check(invoice, this.#clock.now())
    }
  }

  async #compareAllDays({ id, name, reference }: SimulatedAccount): Promise<void> {
    const { rows } = await sql<{ day: string; lookups: number }>`
      select day, lookups from usage_day where account_id = ${id} and lookups > 0
      order by day`.execute(this.#node.store.db)
    const counted = rows.map(({ day, lookups }) => `${day} ${lookups}`).join(', ')
    const answered = [...reference.days].map(([day, lookups]) => `${day} ${lookups}`).sort()
    must(counted === answered.join(', '), 'charge', () => {
      return `${name} has ${counted}, but was answered ${answered.join(', ')}`
    })
  }

  #parts() {
    return { store: this.#node.store, plans: PLANS, clock: this.#clock, settings: SETTINGS }
  }

  #count(what: string, times = 1): void {
    this.tally[what] = (this.tally[what] ?? 0) + times
  }

  #note(event: string): void {
    this.events.push(`${new Date(this.#clock.now()).toISOString()} ${event}`)
    if (this.events.length > EVENTS_KEPT) this.events.shift()
  }
}
