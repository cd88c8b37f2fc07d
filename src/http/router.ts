// Finds the route of a path: any letter case, one trailing slash, terms with raw slashes and broken escapes.

import { decodeLeniently } from './target.ts'

export interface RouteMatch<Target> {
  readonly target: Target
  readonly params: Readonly<Record<string, string>>
}

interface Compiled<Target> {
  /** Those after the first, by which it was found. */
  readonly rest: readonly Segment[]
  readonly target: Target
}

interface Segment {
  readonly kind: 'text' | 'one' | 'rest'
  /** The text in lower case, or the parameter's name. */
  readonly name: string
}

/** `/` has no segments. */
const ROOT: Segment = { kind: 'text', name: '' }

/** A path is `/get/{id}`, or `/autocomplete/{term+}` where the last parameter takes the whole rest. */
export class Router<Target extends { readonly path: string }> {
  readonly #byFirstSegment = new Map<string, Compiled<Target>[]>()

  constructor(targets: readonly Target[]) {
    for (const target of targets) {
      const [{ name: first } = ROOT, ...rest] = splitPath(target.path).map(segmentOf)
      const group = this.#byFirstSegment.get(first) ?? []
      group.push({ rest, target })
      // Text before parameters, so that /from/… is never read as a day; exact lengths before a rest.
      group.sort((a, b) => specificity(b).localeCompare(specificity(a)))
      this.#byFirstSegment.set(first, group)
    }
  }

  find(path: string): RouteMatch<Target> | undefined {
    const end = endOf(path)
    const firstEnd = segmentEnd(path, 1, end)
    const first = path.slice(1, firstEnd)
    // Nearly all requests spell it as we do, so other spellings are tried only when that finds nothing.
    const group =
      this.#byFirstSegment.get(first) ??
      this.#byFirstSegment.get(decodeLeniently(first).toLowerCase())
    if (group === undefined) return undefined
    for (const { rest, target } of group) {
      if (!fits(rest, path, firstEnd, end)) continue
      return rest.length === 0 ? { target, params: NO_PARAMS } : new Match(target, rest, path, end)
    }
    return undefined
  }
}

const NO_PARAMS: Readonly<Record<string, string>> = {}

/** Reads the parameters when they are asked for: an answer that is kept needs none of them. */
class Match<Target> implements RouteMatch<Target> {
  readonly target: Target
  readonly #rest: readonly Segment[]
  readonly #path: string
  readonly #end: number
  #params: Readonly<Record<string, string>> | undefined

  constructor(target: Target, rest: readonly Segment[], path: string, end: number) {
    this.target = target
    this.#rest = rest
    this.#path = path
    this.#end = end
  }

  get params(): Readonly<Record<string, string>> {
    this.#params ??= paramsIn(this.#rest, this.#path, this.#end)
    return this.#params
  }
}

/** Without the first slash and one trailing slash; `/` has no segments. */
function splitPath(path: string): string[] {
  const inner = path.slice(1, endOf(path))
  return inner === '' ? [] : inner.split('/')
}

/** Where the path ends, without one trailing slash. */
function endOf(path: string): number {
  return path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length
}

function segmentEnd(path: string, start: number, end: number): number {
  const slash = path.indexOf('/', start)
  return slash === -1 || slash > end ? end : slash
}

function segmentOf(text: string): Segment {
  if (!text.startsWith('{')) return { kind: 'text', name: text.toLowerCase() }
  if (text.endsWith('+}')) return { kind: 'rest', name: text.slice(1, -2) }
  return { kind: 'one', name: text.slice(1, -1) }
}

function specificity<Target>(route: Compiled<Target>): string {
  const rank = { text: '2', one: '1', rest: '0' }
  return `${route.rest.map((segment) => rank[segment.kind]).join('')}9`
}

/** Matches what follows the first segment, by positions: every request is matched, and splitting would cost time. */
function fits(pattern: readonly Segment[], path: string, firstEnd: number, end: number): boolean {
  let at = firstEnd
  for (const { kind, name } of pattern) {
    if (kind === 'rest') return true
    if (at >= end) return false
    const segmentStops = segmentEnd(path, at + 1, end)
    if (kind === 'text' && !isText(path.slice(at + 1, segmentStops), name)) return false
    at = segmentStops
  }
  return at >= end
}

function isText(written: string, name: string): boolean {
  return written === name || decodeLeniently(written).toLowerCase() === name
}

function paramsIn(pattern: readonly Segment[], path: string, end: number) {
  const params: Record<string, string> = {}
  let at = segmentEnd(path, 1, end)
  for (const { kind, name } of pattern) {
    const stops = kind === 'rest' ? end : segmentEnd(path, at + 1, end)
    if (kind !== 'text') params[name] = decodeLeniently(path.slice(at + 1, stops))
    at = stops
  }
  return params
}
