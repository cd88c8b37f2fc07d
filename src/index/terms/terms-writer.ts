// Writes the terms of an index as the trie that searches walk.
// Unchecked: hot, goes over every letter of every term.

import type { TrieName } from '../file/sections.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import { GrowingU32 } from '../rows/growing-arrays.ts'
import { type SortedTexts, sortTexts } from '../rows/text-numbers.ts'
import type { TermKind } from './terms.ts'
import { AT, NODE_WORDS, packFirstTerm, packLetters } from './trie-node.ts'

export async function writeTerms(
  writer: SectionWriter,
  name: TrieName,
  sorted: readonly string[],
): Promise<void> {
  await writer.add(`${name}.nodes`, trieOf(sorted))
  await writer.add(`${name}.count`, sorted.length)
}

/**
 * Nodes in breadth-first order, so that the children of a node stand side by side and those of the next node
 * follow them. A node covers the range of sorted keys that begin with its path: a level has where each begins and ends.
 */
function trieOf(sorted: readonly string[]): Uint32Array {
  const [label, first] = [new GrowingU32(), new GrowingU32()]
  const [child, letters] = [new GrowingU32(), new GrowingU32()]
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
      const codes: number[] = []
      let at = level.at(i)
      if (at < to && sorted[at].length === depth) at++
      while (at < to) {
        const code = sorted[at].charCodeAt(depth)
        const from = at
        do at++
        while (at < to && sorted[at].charCodeAt(depth) === code)
        codes.push(code)
        label.push(code)
        first.push(firstTerm(sorted, from, depth + 1))
        below.push(from)
        below.push(at)
      }
      letters.push(packLetters(codes))
    }
    level.free()
    level = below
  }
  child.push(label.length)
  const nodes = new Uint32Array(NODE_WORDS * (label.length + 1))
  const columns = { letters, child, first, label }
  for (const name of ['letters', 'child', 'first', 'label'] as const) {
    const column = columns[name]
    for (let node = 0; node < column.length; node++) {
      nodes[NODE_WORDS * node + AT[name]] = column.at(node)
    }
    column.free()
  }
  return nodes
}

function firstTerm(sorted: readonly string[], at: number, depth: number): number {
  return packFirstTerm(at, sorted[at]?.length === depth)
}

/**
 * Gives each distinct term a number while an index is built.
 * Numbers are in order of first use; `finish` gives the final ones.
 */
export class TermNumbers {
  readonly #numbers = new Map<string, number>()

  add(kind: TermKind, text: string): number {
    const key = kind + text
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(key, number)
    return number
  }

  get count(): number {
    return this.#numbers.size
  }

  /** Terms are sorted by kind, then by text; the place of a term is its final number. */
  finish(): SortedTexts {
    return sortTexts([...this.#numbers.keys()])
  }
}
