// What is refused when more is asked than can be done: administration first, then what is free, what is paid for last.

import type { Reply } from './message.ts'

export interface Load {
  /** Requests that wait for something. */
  readonly inFlight: number
  /** How late the event loop is, time and again. */
  readonly loopDelayMs: number
  /** Look-ups that wait to be charged. */
  readonly meterQueue: number
}

type LoadLimits = Load

/** Where refusing begins; the Meter itself takes no more than twice this queue. */
export const LOAD_LIMITS: LoadLimits = { inFlight: 512, loopDelayMs: 200, meterQueue: 2048 }

/** Health and metrics are `never` refused: they are how one sees what is going on. */
export const IMPORTANCE = ['administration', 'free', 'metered', 'never'] as const

export type Importance = (typeof IMPORTANCE)[number]

/** How often a limit may be used up before this is refused. */
const SHED_ABOVE: Readonly<Record<Importance, number>> = {
  administration: 1,
  free: 1.5,
  metered: 2,
  never: Number.POSITIVE_INFINITY,
}

/** Asks the load of the moment, and has the answer to what is refused ready. */
export class Overload {
  readonly reply: Reply
  readonly #load: Load
  readonly #limits: LoadLimits

  constructor(load: Load, limits: LoadLimits, reply: Reply) {
    this.#load = load
    this.#limits = limits
    this.reply = reply
  }

  refuses(importance: Importance): boolean {
    return isShed(importance, this.#load, this.#limits)
  }
}

export function isShed(importance: Importance, load: Load, limits: LoadLimits): boolean {
  const times = SHED_ABOVE[importance]
  return (
    load.inFlight > limits.inFlight * times ||
    load.loopDelayMs > limits.loopDelayMs * times ||
    load.meterQueue > limits.meterQueue * times
  )
}
