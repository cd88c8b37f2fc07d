// Writes the terms of an index as a trie. A node is four words side by side, as a step to the next reads most of them.
// Unchecked: hot, goes over every letter of every term.

import type { SectionWriter } from '../file/index-writer.ts'
import type { TrieName } from '../file/sections.ts'

export async function writeTerms(writer: SectionWriter, name: TrieName, sorted: readonly string[]) {
  await writer.add(`${name}.nodes`, trieOf(sorted))
  await writer.add(`${name}.count`, sorted.length)
}

/** Breadth first, so that children stand side by side: each level is filled in the order of terms. */
function trieOf(sorted: readonly string[]): Uint32Array {
  const known = sharedBeginnings(sorted)
  const next = levelStarts(sorted, known)
  const nodes = new Uint32Array(NODE_WORDS * (next[next.length - 1] + 1))
  for (let term = 0; term < Math.max(sorted.length, 1); term++) {
    const letters = sorted[term] ?? ''
    // The first term brings the root.
    for (let depth = term === 0 ? 0 : known[term] + 1; depth <= letters.length; depth++) {
      const at = NODE_WORDS * next[depth]++
      nodes[at + AT.label] = depth === 0 ? 0 : letters.charCodeAt(depth - 1)
      nodes[at + AT.first] = term * 2 + (sorted[term]?.length === depth ? 1 : 0)
      nodes[at + AT.child] = next[depth + 1]
    }
  }
  const end = nodes.length - NODE_WORDS
  nodes[end + AT.child] = end / NODE_WORDS
  for (let at = 0; at < end; at += NODE_WORDS) {
    const to = nodes[at + NODE_WORDS + AT.child]
    nodes[at + AT.letters] = packLetters(nodes, nodes[at + AT.child], to)
  }
  return nodes
}

/** How many letters each term has in common with the one before it. */
function sharedBeginnings(sorted: readonly string[]): Uint16Array {
  const shared = new Uint16Array(sorted.length)
  for (let term = 1; term < sorted.length; term++) {
    const [before, own] = [sorted[term - 1], sorted[term]]
    let at = 0
    while (at < before.length && before.charCodeAt(at) === own.charCodeAt(at)) at++
    shared[term] = at
  }
  return shared
}

/** The first node of each depth, and twice the number behind the last. */
function levelStarts(sorted: readonly string[], known: Uint16Array): Uint32Array {
  const counts = [1]
  sorted.forEach(({ length }, term) => {
    for (let depth = known[term] + 1; depth <= length; depth++) {
      counts[depth] = (counts[depth] ?? 0) + 1
    }
  })
  const starts = new Uint32Array(counts.length + 2)
  counts.forEach((count, depth) => {
    starts[depth + 1] = starts[depth] + count
  })
  starts[counts.length + 1] = starts[counts.length]
  return starts
}

/** The terms again, in order. */
export function termsIn(nodes: Uint32Array): string[] {
  const sorted: string[] = []
  const codes: number[] = []
  const visit = (node: number, depth: number) => {
    const at = NODE_WORDS * node
    if (depth > 0) codes[depth - 1] = nodes[at + AT.label]
    codes.length = depth
    if (endsAtNode(nodes[at + AT.first])) sorted.push(String.fromCharCode(...codes))
    const end = nodes[at + NODE_WORDS + AT.child]
    for (let child = nodes[at + AT.child]; child < end; child++) visit(child, depth + 1)
  }
  visit(0, 0)
  return sorted
}

/** The words of a node of the trie. */
export const NODE_WORDS = 4
export const AT = {
  /** Which letters follow as bits from A, and how many children come before those by letters: see `packLetters`. */
  letters: 0,
  /** The first child; those of the next node follow. */
  child: 1,
  /** The first term at or below the node, times two, plus 1 if it ends here. */
  first: 2,
  /** The character that leads to the node. */
  label: 3,
} as const

export const LETTER_A = 65
export const LETTER_Z = 90
/** Something else than letters from A to Z follows. */
const OTHER_BIT = 26
const BEFORE_BIT = 27
/** So many children, or more, before the letters: then a child is looked for by its label. */
export const BEFORE_MANY = 31

export function firstTermOf(packed: number): number {
  return packed >>> 1
}

export function endsAtNode(packed: number): boolean {
  return (packed & 1) === 1
}

/** Of the characters that follow a node, which lead to the nodes from `from` up to `to`. */
function packLetters(nodes: Uint32Array, from: number, to: number): number {
  let bits = 0
  let before = 0
  for (let node = from; node < to; node++) {
    const code = nodes[NODE_WORDS * node + AT.label]
    bits |= 1 << letterBit(code)
    if (code < LETTER_A) before++
  }
  return (bits | (Math.min(before, BEFORE_MANY) << BEFORE_BIT)) >>> 0
}

export function childrenBefore(letters: number): number {
  return letters >>> BEFORE_BIT
}

/** One bit for each letter from A to Z, and one for all other characters. */
export function letterBit(code: number): number {
  return code >= LETTER_A && code <= LETTER_Z ? code - LETTER_A : OTHER_BIT
}
