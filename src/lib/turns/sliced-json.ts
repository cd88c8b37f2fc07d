// JSON.stringify in slices, for values too large to be written in one go.

import type { Sliced } from './turns.ts'

/** How deep a value is taken apart: what lies deeper is written in one go. */
const DEPTH_MAX = 4

/** The same text as that of JSON.stringify, for plain objects and arrays. */
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
