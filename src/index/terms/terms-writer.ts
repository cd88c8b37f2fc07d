// Writes the terms of an index as a trie. A node is four words side by side, as a step to the next reads most of them.
// Unchecked: hot, goes over every letter of every term.

import type { SectionWriter } from '../file/index-writer.ts'
import type { TrieName } from '../file/sections.ts'
import { GrowingU32 } from '../rows/growing-arrays.ts'

export async function writeTerms(writer: SectionWriter, name: TrieName, sorted: readonly string[]) {
  await writer.add(`${name}.nodes`, trieOf(sorted))
  await writer.add(`${name}.count`, sorted.length)
}

/** Breadth first, so that children stand side by side. A level has where the keys below each node begin and end. */
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

function firstTerm(sorted: readonly string[], at: number, depth: number): number {
  return at * 2 + (sorted[at]?.length === depth ? 1 : 0)
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

/** Of the characters that follow a node, in order. */
function packLetters(characters: readonly number[]): number {
  let bits = 0
  let before = 0
  for (const code of characters) {
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
