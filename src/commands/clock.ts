// `clock`: shows and moves the time of running services that were started with TEST_CLOCK=1.

import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { type Clock, DAY_MS, TestClock } from '../lib/clock.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { clockFollowers, readTestClock, writeTestClock } from '../nodes/test-clock.ts'
import type { Config } from '../settings/config.ts'
import type { Store } from '../store/store.ts'
import { type Command, readTime, UsageError } from './shared/command.ts'
import { withAudit, withStore } from './shared/store-access.ts'

/** A running service reads the clock ten times a second. */
const ANSWER_MS = 2000
const FOLLOW_MS = 5000
const POLL_MS = 20
const LATEST = Date.parse('9999-12-31T23:59:59Z')

export const clockCommand: Command = {
  name: 'clock',
  usage: '[advance DURATION|set TIME]',
  summary: 'Show or move the clock of a service started with TEST_CLOCK=1.',
  example: 'advance 31d',
  words: [0, 2],
  isOnRealTime: true,
  async run(given) {
    const { clock } = given
    const move = readMove(given.words, clock)
    return (move === undefined ? withStore : withAudit)(given, async (store) => {
      const followers = await answering(store)
      const before = await readTestClock(store.db)
      if (move !== undefined) {
        if (clock.now() + move(before.offsetMs) > LATEST) {
          throw new UsageError('The clock cannot go past the year 9999.')
        }
        const { version } = await writeTestClock(store, move)
        await untilFollowed(store, followers, version)
      }
      const { offsetMs } = await readTestClock(store.db)
      const now = new Date(clock.now() + offsetMs).toISOString()
      return { json: { now }, text: now }
    })
  },
}

export async function movedClock(config: Config, real: Clock): Promise<Clock> {
  const clock = new TestClock(real)
  // Do not create a store only to read its clock.
  if (config.databaseUrl === '' && !existsSync(config.dataDir)) return clock
  clock.moveTo(await withStore({ config }, ({ db }) => readTestClock(db)))
  return clock
}

/** From the old offset to the new one; undefined to only show the clock. */
type Move = (offsetMs: number) => number

function readMove([verb, value = '']: readonly string[], clock: Clock): Move | undefined {
  if (verb === undefined) return undefined
  if (verb === 'advance' && value !== '') {
    const ms = readDuration(value)
    return (offsetMs) => offsetMs + ms
  }
  if (verb === 'set' && value !== '') {
    const { ms } = readTime(value) ?? { ms: -1 }
    if (ms < 0) {
      throw new UsageError(`A time must be ISO 8601, such as 2026-12-31T23:59:50Z, not "${value}".`)
    }
    const offsetMs = ms - clock.now()
    return () => offsetMs
  }
  throw new UsageError(`Usage: clock ${clockCommand.usage}`)
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: DAY_MS }

function readDuration(text: string): number {
  const [, count, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  const unitMs = UNIT_MS[unit]
  if (unitMs !== undefined) return Number(count) * unitMs
  throw new UsageError(
    `A duration must be a number and s, m, h or d, such as 90s or 31d, not "${text}".`,
  )
}

async function answering(store: Store): Promise<ReadonlySet<string>> {
  const { version } = await writeTestClock(store, (offsetMs) => offsetMs)
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const followers = (await clockFollowers(store.db)).filter((one) => one.version !== undefined)
    const there = followers.filter((one) => one.version === version)
    const isComplete = there.length === followers.length || waitedMs >= ANSWER_MS
    if (isComplete && there.length > 0) return new Set(there.map(({ id }) => id))
    if (waitedMs >= ANSWER_MS) {
      throw new OperatorError('No service with TEST_CLOCK=1 is running on this store.')
    }
    await setTimeout(POLL_MS)
  }
}

async function untilFollowed(store: Store, ids: ReadonlySet<string>, version: number) {
  for (let waitedMs = 0; waitedMs < FOLLOW_MS; waitedMs += POLL_MS) {
    const late = (await clockFollowers(store.db)).some(
      (one) => ids.has(one.id) && (one.version ?? 0) < version,
    )
    if (!late) return
    await setTimeout(POLL_MS)
  }
  throw new OperatorError('The clock was moved, but a service has not followed it yet.')
}
