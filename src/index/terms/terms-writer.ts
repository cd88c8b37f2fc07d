// Writes the terms of an index as the trie that searches walk.
// Unchecked: hot, goes over every letter of every term.

import type { TrieName } from '../file/section-names.ts'
import type { SectionWriter } from '../file/section-writer.ts'
import { GrowingU32 } from '../rows/growing-arrays.ts'
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
 * follow them. A node covers the range of sorted keys that begin with its path: a level has where each begins and ends.
 */
function trieOf(sorted: readonly string[]) {
  const [label, first, child] = [new GrowingU32(), new GrowingU32(), new GrowingU32()]
  label.push(0)
  first.push(firstTerm(sorted, 0, 0))
  let level = new GrowingU32()
  level.push(0)
  level.push(sorted.length)
  for (let depth = 0; level.length > 0; depth++) {
    const below = new GrowingU32()
    for (let i = 0; i < level.length; i += 2) {
      child.push(label.length)
      const to = level.at(i + 1)
      let at = level.at(i)
      if (at < to && sorted[at].length === depth) at++
      while (at < to) {
        const code = sorted[at].charCodeAt(depth)
        const from = at
        do at++
        while (at < to && sorted[at].charCodeAt(depth) === code)
        label.push(code)
        first.push(firstTerm(sorted, from, depth + 1))
        below.push(from)
        below.push(at)
      }
    }
    level.free()
    level = below
  }
  child.push(label.length)
  return { label: new Uint16Array(label.view()), child: child.view(), first: first.view() }
}

function firstTerm(sorted: readonly string[], at: number, depth: number): number {
  return packFirstTerm(at, sorted[at]?.length === depth)
}
