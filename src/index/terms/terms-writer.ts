// Collects the terms of an index, sorts them, and writes them as the trie that searches walk.

import type { TrieName } from '../file/section-names.ts'
import type { SectionWriter } from '../file/section-writer.ts'
import type { TermKind } from './terms.ts'

/** Terms by number in order of first use; `finish` gives each its final number. */
export class TermNumbers {
  readonly #keys: string[] = []
  readonly #numbers = new Map<string, number>()

  add(kind: TermKind, text: string): number {
    const key = kind + text
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#keys.length
    this.#keys.push(key)
    this.#numbers.set(key, number)
    return number
  }

  get count(): number {
    return this.#keys.length
  }

  /** The final number of each term: terms are sorted by kind, then by text. */
  finish(): { readonly final: Uint32Array; readonly trie: TrieSections } {
    const keys = this.#keys
    const order = keys.map((_, i) => i)
    order.sort((a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : 0))
    const final = new Uint32Array(keys.length)
    order.forEach((number, place) => {
      final[number] = place
    })
    return { final, trie: trieOf(order.map((number) => keys[number])) }
  }
}

export async function writeTrie(
  writer: SectionWriter,
  name: TrieName,
  trie: TrieSections,
  count: number,
): Promise<void> {
  await writer.add(`${name}.label`, trie.label)
  await writer.add(`${name}.child`, trie.child)
  await writer.add(`${name}.first`, trie.first)
  await writer.add(`${name}.count`, count)
}

interface TrieSections {
  readonly label: Uint16Array
  readonly child: Uint32Array
  readonly first: Uint32Array
}

/**
 * Nodes in breadth-first order, so that the children of a node stand side by side and those of the next node
 * follow them. A node covers the range of sorted keys that begin with its path.
 */
function trieOf(sorted: readonly string[]): TrieSections {
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

/** Twice the first term's number, plus 1 when it ends here. */
function firstTerm(sorted: readonly string[], at: number, depth: number): number {
  return at * 2 + (sorted[at]?.length === depth ? 1 : 0)
}
