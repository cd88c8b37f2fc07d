// Finds the route of a path: any letter case, one trailing slash, terms with raw slashes and broken escapes.

import { decodeLeniently } from './target.ts'

interface Pattern<Target> {
  /** `/get/{id}`, or `/autocomplete/{term+}` where the last parameter takes the whole rest. */
  readonly path: string
  readonly target: Target
}

export interface RouteMatch<Target> {
  readonly target: Target
  readonly params: Readonly<Record<string, string>>
}

interface Compiled<Target> {
  readonly segments: readonly Segment[]
  readonly target: Target
}

interface Segment {
  readonly kind: 'text' | 'one' | 'rest'
  /** The text in lower case, or the parameter's name. */
  readonly name: string
}

export class Router<Target> {
  readonly #byFirstSegment = new Map<string, Compiled<Target>[]>()

  constructor(patterns: readonly Pattern<Target>[]) {
    for (const { path, target } of patterns) {
      const compiled = { segments: splitPath(path).map(segmentOf), target }
      const first = compiled.segments[0]?.name ?? ''
      const group = this.#byFirstSegment.get(first) ?? []
      group.push(compiled)
      // Text before parameters, so that /from/… is never read as a day; what ends before what has a rest.
      group.sort((a, b) => specificity(b).localeCompare(specificity(a)))
      this.#byFirstSegment.set(first, group)
    }
  }

  find(path: string): RouteMatch<Target> | undefined {
    const end = endOf(path)
    const firstEnd = segmentEnd(path, 1, end)
    const first = path.slice(1, firstEnd)
    // Nearly everyone writes it as we do; any other spelling is worth a second look only then.
    const group =
      this.#byFirstSegment.get(first) ??
      this.#byFirstSegment.get(decodeLeniently(first).toLowerCase())
    if (group === undefined) return undefined
    for (const { segments, target } of group) {
      const params = matchRest(segments, path, firstEnd, end)
      if (params !== undefined) return { target, params }
    }
    return undefined
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
  return `${route.segments.map((segment) => rank[segment.kind]).join('')}9`
}

/** Matches what follows the first segment, by positions: every request comes by here, and splitting would show. */
function matchRest(
  pattern: readonly Segment[],
  path: string,
  firstEnd: number,
  end: number,
): Record<string, string> | undefined {
  const params: Record<string, string> = {}
  let at = firstEnd
  for (let index = 1; index < pattern.length; index += 1) {
    const { kind, name } = pattern[index]
    if (kind === 'rest') {
      params[name] = decodeLeniently(path.slice(at + 1, end))
      return params
    }
    if (at >= end) return undefined
    const segmentStops = segmentEnd(path, at + 1, end)
    const text = decodeLeniently(path.slice(at + 1, segmentStops))
    if (kind === 'one') params[name] = text
    else if (text !== name && text.toLowerCase() !== name) return undefined
    at = segmentStops
  }
  return at >= end ? params : undefined
}
