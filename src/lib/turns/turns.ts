// Shares one thread between callers: each caller with work waiting gets the same time, and no turn is long.

import { systemClock } from '../clock.ts'

/** After this the event loop handles what has arrived in the meantime. A single step may take longer. */
export const TURN_MS_MAX = 2
/** What a caller may use before it is the next one's turn. What it uses beyond is taken from its next rounds. */
const QUANTUM_MS = 0.5
/** Steps between two calls of `afterSteps`. Searching in batches and sending in batches keeps the CPU caches warm. */
const STEPS_TOGETHER_MAX = 16

/** Does a part of the work and returns whether there is more. */
type Step = () => boolean

/** Work that can pause: it yields wherever it may be interrupted, and returns its result. */
export type Sliced<Result> = Generator<unknown, Result, undefined>

/** Does all of the work at once, where nothing else is waiting. */
export function finish<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

export function* slicedMap<Item, Result>(items: readonly Item[], each: (item: Item) => Result) {
  const results: Result[] = []
  for (const item of items) {
    results.push(each(item))
    yield
  }
  return results
}

interface Line {
  readonly caller: string
  readonly steps: Step[]
  /** The index in `steps` of the next one. */
  next: number
  /** Time that the caller has left in this round; negative if it has used more. */
  creditMs: number
}

/** Deficit round robin: callers in a ring, each with a line of steps. */
export class Turns {
  readonly #nowMs: () => number
  readonly #lines = new Map<string, Line>()
  #isDue = false
  /** Runs after every few steps and at the end of each turn. */
  afterSteps = () => {}

  constructor(nowMs = systemClock.monotonicMs) {
    this.#nowMs = nowMs
  }

  get waiting(): number {
    return this.#lines.size
  }

  add(caller: string, step: Step): void {
    const line = this.#lines.get(caller)
    if (line === undefined) {
      this.#lines.set(caller, { caller, steps: [step], next: 0, creditMs: QUANTUM_MS })
    } else line.steps.push(step)
    this.#schedule()
  }

  /** Work in one go: for what should take no longer than a turn. */
  once<Result>(caller: string, work: () => Result | Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.add(caller, () => {
        try {
          resolve(work())
        } catch (error) {
          reject(error)
        }
        return false
      })
    })
  }

  /** Work that pauses wherever it yields: a quantum at a time. */
  run<Result>(caller: string, work: Sliced<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.add(caller, () => {
      const endMs = this.#nowMs() + QUANTUM_MS
      try {
        for (;;) {
          const step = work.next()
          if (step.done === true) {
            resolve(step.value)
            return false
          }
          if (this.#nowMs() >= endMs) return true
        }
      } catch (error) {
        reject(error)
        return false
      }
    })
    return promise
  }

  #schedule(): void {
    if (this.#isDue) return
    this.#isDue = true
    setImmediate(this.#turn)
  }

  readonly #turn = () => {
    this.#isDue = false
    const endMs = this.#nowMs() + TURN_MS_MAX
    let [nowMs, together] = [endMs - TURN_MS_MAX, 0]
    try {
      while (nowMs < endMs) {
        const line = this.#nextLine()
        if (line === undefined) break
        this.#step(line)
        const afterMs = this.#nowMs()
        line.creditMs -= afterMs - nowMs
        nowMs = afterMs
        together += 1
        if (together % STEPS_TOGETHER_MAX === 0) this.afterSteps()
      }
    } finally {
      if (this.#lines.size > 0) this.#schedule()
      this.afterSteps()
    }
  }

  /** The first of the ring with credit left; those before it go to the end with a new quantum. */
  #nextLine(): Line | undefined {
    for (;;) {
      const line = this.#lines.values().next().value
      if (line === undefined || line.creditMs > 0) return line
      line.creditMs += QUANTUM_MS
      this.#lines.delete(line.caller)
      this.#lines.set(line.caller, line)
    }
  }

  /** What has more to do goes behind the other steps of its caller. A step that throws is not tried again. */
  #step(line: Line): void {
    const step = line.steps[line.next]
    line.next += 1
    try {
      if (step?.() === true) line.steps.push(step)
    } finally {
      if (line.next === line.steps.length) this.#lines.delete(line.caller)
    }
    if (line.next < COMPACT_AT) return
    line.steps.splice(0, line.next)
    line.next = 0
  }
}

const COMPACT_AT = 64

/** Asynchronous tasks, such as calls of the store: one at a time for each owner, in order. */
export class OneAtATime {
  readonly #lastByOwner = new Map<string, Promise<unknown>>()

  async run<Result>(owner: string, task: () => Promise<Result>): Promise<Result> {
    const before = this.#lastByOwner.get(owner)
    const running = before === undefined ? task() : before.then(task, task)
    this.#lastByOwner.set(owner, running)
    try {
      return await running
    } finally {
      if (this.#lastByOwner.get(owner) === running) this.#lastByOwner.delete(owner)
    }
  }
}

/** Anything deeper in a value is written in one go. */
const DEPTH_MAX = 4

/** JSON.stringify in slices, for large plain objects and arrays. */
export function* slicedJson(value: unknown): Sliced<string> {
  const parts: string[] = []
  yield* write(value, parts, 0)
  return parts.join('')
}

function* write(value: unknown, parts: string[], depth: number): Sliced<void> {
  if (typeof value !== 'object' || value === null || depth === DEPTH_MAX) {
    parts.push(JSON.stringify(value) ?? 'null')
    yield
    return
  }
  const isList = Array.isArray(value)
  const members = isList
    ? value.map((item, at) => ['', item, at] as const)
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member], at) => [`${JSON.stringify(name)}:`, member, at] as const)
  parts.push(isList ? '[' : '{')
  for (const [name, member, at] of members) {
    parts.push(at === 0 ? name : `,${name}`)
    yield* write(member, parts, depth + 1)
  }
  parts.push(isList ? ']' : '}')
}

/** A million empty lists take a second to parse, as text a few milliseconds. */
export const JSON_VALUES_MAX = 10_000
const CHARACTERS_AT_ONCE = 4096
const [QUOTE, BACKSLASH] = [0x22, 0x5c]
/** A comma, a bracket, a brace: behind each is a value. */
const BEFORE_VALUES = new Set([0x2c, 0x5b, 0x7b])

/** Whether parsing would take long, read in slices. */
export function* hasManyValues(json: string): Sliced<boolean> {
  let [values, read] = [0, 0]
  for (let at = 0; at < json.length; at += 1) {
    read += 1
    if (read % CHARACTERS_AT_ONCE === 0) yield
    const code = json.charCodeAt(at)
    if (BEFORE_VALUES.has(code)) values += 1
    if (values > JSON_VALUES_MAX) return true
    if (code !== QUOTE) continue
    do {
      at = json.indexOf('"', at + 1)
      read += 1
      if (read % CHARACTERS_AT_ONCE === 0) yield
    } while (at > 0 && isEscaped(json, at))
    if (at < 0) return false
  }
  return false
}

function isEscaped(json: string, quote: number): boolean {
  let first = quote
  while (json.charCodeAt(first - 1) === BACKSLASH) first -= 1
  return (quote - first) % 2 === 1
}
