// What is refused under overload: administration first, then free look-ups, and metered ones last.

import type { Reply } from './message.ts'
import type { MessageText } from './reply.ts'

export interface Load {
  /** Requests that wait for something. */
  readonly inFlight: number
  /** How late the event loop is, over several turns. */
  readonly loopDelayMs: number
  /** Look-ups that wait to be charged. */
  readonly meterQueue: number
}

type LoadLimits = Load

/** Where refusing begins; the Meter itself takes no more than twice this queue. */
export const LOAD_LIMITS: LoadLimits = { inFlight: 512, loopDelayMs: 200, meterQueue: 2048 }

/** Health and metrics are `never` refused: they show what is going on. */
export const IMPORTANCE = ['administration', 'free', 'metered', 'never'] as const

export type Importance = (typeof IMPORTANCE)[number]

/** How many times a limit must be exceeded before this is refused. */
const SHED_ABOVE: Readonly<Record<Importance, number>> = {
  administration: 1,
  free: 1.5,
  metered: 2,
  never: Number.POSITIVE_INFINITY,
}

/** Compares the load of the moment with the limits, and has the replies to refused requests ready. */
export class Overload {
  readonly replies: Readonly<Record<MessageText, Reply>>
  readonly #load: Load
  readonly #limits: LoadLimits

  constructor(load: Load, limits: LoadLimits, replies: Readonly<Record<MessageText, Reply>>) {
    this.#load = load
    this.#limits = limits
    this.replies = replies
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
