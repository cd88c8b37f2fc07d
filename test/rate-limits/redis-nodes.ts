// Nodes that count their limits in one Redis, for tests of what they admit between them.

import { randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import type { Admission, CountersMode, Window } from '../../src/rate-limits/counters.ts'
import { RedisCounters } from '../../src/rate-limits/redis-counters.ts'

export function keyWindow(limit = 5): Window {
  return { key: `key ${randomUUID()}`, limit, seconds: 60 }
}

// A busy machine may take longer than any server; only one test is about that.
const PATIENT_MS = 5000
const PROBE_MS = 20

/** One node of several on the server. `time` moves the clock of the node and that of the limits. */
export async function node(
  t: TestContext,
  url: string,
  place = { count: 1, order: 0 },
  timeoutMs = PATIENT_MS,
) {
  const time = { ms: 1_000_000, ahead: 0 }
  const modes: [CountersMode, string?][] = []
  const counters = await RedisCounters.open({
    url,
    monotonicMs: () => time.ms + time.ahead,
    aheadMs: () => time.ahead,
    placeWithin: () => place,
    timeoutMs,
    probeMs: PROBE_MS,
    onMode: (mode, reason) => modes.push(reason === undefined ? [mode] : [mode, reason]),
  })
  t.after(() => counters.close())
  return { counters, time, modes }
}

export type Node = Awaited<ReturnType<typeof node>>

export function threeNodes(t: TestContext, url: string, timeoutMs?: number): Promise<Node[]> {
  return Promise.all(times(3, (order) => node(t, url, { count: 3, order }, timeoutMs)))
}

export async function until(nodes: readonly Node[], mode: CountersMode): Promise<void> {
  while (!nodes.every(({ counters }) => counters.mode === mode)) await wait(5)
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

export function isAdmitted(admission: Admission): boolean {
  return admission.kind === 'admitted'
}

export async function admittedOf(all: readonly Promise<Admission>[]): Promise<number> {
  return (await Promise.all(all)).filter(isAdmitted).length
}

/** How many of so many requests of an account that come to all nodes at once are let in. */
export function admittedBy(
  nodes: readonly Node[],
  window: Window,
  count = 60,
  accountId = 'acc_1',
): Promise<number> {
  const admit = (at: number) => nodes[at % nodes.length].counters.admit([window], accountId)
  return admittedOf(times(count, admit))
}

export function times<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at))
}
