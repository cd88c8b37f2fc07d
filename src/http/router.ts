// Finds the route of a path: any letter case, one trailing slash, terms with raw slashes and broken escapes.

import { decodeLeniently } from './target.ts'

export interface Pattern<Target> {
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
    const segments = splitPath(path)
    const first = decodeLeniently(segments[0] ?? '').toLowerCase()
    for (const route of this.#byFirstSegment.get(first) ?? []) {
      const params = matchSegments(route.segments, segments)
      if (params !== undefined) return { target: route.target, params }
    }
    return undefined
  }
}

/** Without the first slash and one trailing slash; `/` has no segments. */
function splitPath(path: string): string[] {
  const end = path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length
  const inner = path.slice(1, end)
  return inner === '' ? [] : inner.split('/')
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

function matchSegments(
  pattern: readonly Segment[],
  segments: readonly string[],
): Record<string, string> | undefined {
  const params: Record<string, string> = {}
  for (let at = 0; at < pattern.length; at += 1) {
    const { kind, name } = pattern[at]
    if (kind === 'rest') {
      params[name] = decodeLeniently(segments.slice(at).join('/'))
      return params
    }
    if (at >= segments.length) return undefined
    const text = decodeLeniently(segments[at])
    if (kind === 'one') params[name] = text
    else if (text.toLowerCase() !== name) return undefined
  }
  return pattern.length === segments.length ? params : undefined
}
