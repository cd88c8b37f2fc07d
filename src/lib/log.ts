// Logs one JSON object per line, with anything that looks like a key masked.

import { errorCode } from './operator-error.ts'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

type LogFacts = Readonly<Record<string, unknown>>

export interface Log {
  debug(event: string, facts?: LogFacts): void
  info(event: string, facts?: LogFacts): void
  warn(event: string, facts?: LogFacts): void
  error(event: string, facts?: LogFacts): void
  /** Lets a caller skip collecting facts that would not be logged. */
  readonly debugging: boolean
}

/** `write` gets whole lines, without the line end. */
export function makeLog(level: LogLevel, now: () => number, write: (line: string) => void): Log {
  const lowest = LOG_LEVELS.indexOf(level)
  const writer =
    (name: LogLevel) =>
    (event: string, facts: LogFacts = {}) => {
      if (LOG_LEVELS.indexOf(name) < lowest) return
      const time = new Date(now()).toISOString()
      write(maskKeys(JSON.stringify({ time, level: name, event, ...facts }, printable)))
    }
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    debugging: lowest === 0,
  }
}

function printable(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value
  const code = errorCode(value) || undefined
  // The stack's first line repeats the message; an error's other members may hold a whole request.
  const at = value.stack
    ?.split('\n')
    .slice(1, 6)
    .map((line) => line.trim())
  return { name: value.name, code, message: value.message, at }
}

// Keys are `kind_` and 33 letters or digits; other lengths are masked too, to be safe.
const KEY_LIKE =
  /\b(api|test|admin|dtoken|operator|session|link|browser|whsec)_[0-9A-Za-z+/=]{20,}/g

export function maskKeys(text: string): string {
  return text.replace(KEY_LIKE, (_key, kind: string) => `${kind}_…`)
}
