// What is refused under overload: administration first, then free look-ups, and metered ones last.

export interface Load {
  readonly inFlight: number
  /** How late the event loop is, over several turns. */
  readonly loopDelayMs: number
  readonly meterQueue: number
}

/** Where refusals begin; the Meter itself accepts no more than twice this queue. */
export const LOAD_LIMITS: Load = { inFlight: 512, loopDelayMs: 200, meterQueue: 2048 }

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

export function isShed(importance: Importance, load: Load, limits: Load): boolean {
  const times = SHED_ABOVE[importance]
  return (
    load.inFlight > limits.inFlight * times ||
    load.loopDelayMs > limits.loopDelayMs * times ||
    load.meterQueue > limits.meterQueue * times
  )
}
