// How rate limits are counted, wherever the counts are kept: windows, a caller's place in them, and the verdict.
// Unchecked: hot, and reads no place that the loop does not count.

export interface Window {
  /** Whose requests are counted, `key cred_…`. One key has one length: another length is another key. */
  readonly key: string
  readonly limit: number
  readonly seconds: number
  /** The domain token whose visitor this is. Visitors are many: they have memory of their own, shared fairly. */
  readonly visitorOf?: string
}

interface Standing {
  readonly remaining: number
  /** Until more is available: until the oldest counted request leaves the window, or, of a full one, enough of them. */
  readonly resetSeconds: number
}

/** Where the caller stands before this request is counted. */
export type StandingBefore = { -readonly [Name in keyof Standing]: Standing[Name] }

export type Admission =
  | { readonly kind: 'admitted'; readonly standings: readonly Standing[] }
  /** `by` is the place of the window that is full for longest. Nothing was counted anywhere. */
  | {
      readonly kind: 'refused'
      readonly standings: readonly Standing[]
      readonly by: number
      readonly retryAfterSeconds: number
    }

/** `own`: this process is all there is; `shared`: with the other nodes; `alone`: cut off from them for now. */
export type CountersMode = 'own' | 'shared' | 'alone'

export interface Counters {
  readonly mode: CountersMode
  /** Counts one request in all of the windows, or in none. A window is always of the same account. */
  admit(windows: readonly Window[], accountId: string): Admission | Promise<Admission>
  close(): Promise<void>
}

/** The verdict on a request by where its caller stood before it. If admitted, it is counted in these standings. */
export function admissionOf(standings: StandingBefore[]): Admission {
  let by = -1
  let retryAfterSeconds = 0
  for (let at = 0; at < standings.length; at += 1) {
    const { remaining, resetSeconds } = standings[at]
    if (remaining > 0 || resetSeconds <= retryAfterSeconds) continue
    by = at
    retryAfterSeconds = resetSeconds
  }
  if (by >= 0) return { kind: 'refused', standings, by, retryAfterSeconds }
  for (const standing of standings) standing.remaining -= 1
  return { kind: 'admitted', standings }
}
