// Writes the terms of an index as the trie that searches walk.
// Unchecked: hot, goes over every letter of every term.

import type { TrieName } from '../file/section-names.ts'
import type { SectionWriter } from '../file/section-writer.ts'
import { packFirstTerm } from './trie-node.ts'

export async function writeTerms(
  writer: SectionWriter,
  name: TrieName,
  sorted: readonly string[],
): Promise<void> {
  const { label, child, first } = trieOf(sorted)
  await writer.add(`${name}.label`, label)
  await writer.add(`${name}.child`, child)
  await writer.add(`${name}.first`, first)
  await writer.add(`${name}.count`, sorted.length)
}

/**
 * Nodes in breadth-first order, so that the children of a node stand side by side and those of the next node
 * follow them. A node covers the range of sorted keys that begin with its path.
 */
function trieOf(sorted: readonly string[]) {
  const label: number[] = [0]
  const first: number[] = [firstTerm(sorted, 0, 0)]
  const child: number[] = []
  const from: number[] = [0]
  const to: number[] = [sorted.length]
  const depth: number[] = [0]
  for (let node = 0; node < label.length; node++) {
    child.push(label.length)
    let at = from[node]
    if (at < to[node] && sorted[at].length === depth[node]) at++
    while (at < to[node]) {
      const code = sorted[at].charCodeAt(depth[node])
      let end = at + 1
      while (end < to[node] && sorted[end].charCodeAt(depth[node]) === code) end++
      label.push(code)
      from.push(at)
      to.push(end)
      depth.push(depth[node] + 1)
      first.push(firstTerm(sorted, at, depth[node] + 1))
      at = end
    }
  }
  child.push(label.length)
  return {
    label: Uint16Array.from(label),
    child: Uint32Array.from(child),
    first: Uint32Array.from(first),
  }
}

function firstTerm(sorted: readonly string[], at: number, depth: number): number {
  return packFirstTerm(at, sorted[at]?.length === depth)
}
