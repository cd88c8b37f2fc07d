// Readers of single settings: each takes what the environment says, or refuses it with one sentence.

import { type ProxyRange, proxyRange } from './access/visitor.ts'
import { OperatorError } from './lib/operator-error.ts'

/** What was set, by name. */
type Values = Readonly<Partial<Record<string, string>>>

/** A setting that keeps the service from starting. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError'
}

export function wholeNumber(
  values: Values,
  name: string,
  fallback: number,
  max: number,
  min = 0,
): number {
  const text = values[name]
  if (text === undefined) return fallback
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`)
}

export function flag(values: Values, name: string): boolean | undefined {
  const text = values[name]?.toLowerCase()
  if (text === undefined) return undefined
  if (text === '1' || text === 'true') return true
  if (text === '0' || text === 'false') return false
  throw new ConfigError(`${name} must be 1 or 0, not "${text}".`)
}

export function oneOf<T extends string>(
  values: Values,
  name: string,
  allowed: readonly T[],
): T | undefined {
  const text = values[name]?.toLowerCase()
  if (text === undefined) return undefined
  const found = allowed.find((option) => option === text)
  if (found !== undefined) return found
  throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${text}".`)
}

export function ranges(values: Values, name: string, fallback: string): ProxyRange[] {
  const texts = (values[name] ?? fallback).split(',').filter((text) => text.trim() !== '')
  return texts.map((text) => {
    const range = proxyRange(text)
    if (range !== undefined) return range
    throw new ConfigError(`${name} has "${text.trim()}", which is no address or CIDR range.`)
  })
}

export function url(
  values: Values,
  name: string,
  protocols: readonly string[],
): string | undefined {
  const text = values[name]
  if (text === undefined) return undefined
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    const wanted = protocols.map((protocol) => `${protocol}//…`).join(' or ')
    throw new ConfigError(`${name} must be a URL that begins with ${wanted}.`)
  }
  return text.replace(/\/+$/, '')
}
