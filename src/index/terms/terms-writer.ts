// Writes the terms of an index as a trie, with a table of their words with one letter left out.
// Unchecked: hot, goes over every letter of every term.

import type { SectionWriter } from '../file/index-writer.ts'
import type { TrieName } from '../file/sections.ts'
import { SHORT_BY_ONE } from '../words/written-forms.ts'

export async function writeTerms(writer: SectionWriter, name: TrieName, sorted: readonly string[]) {
  await writeTrie(writer, name, trieOf(sorted), sorted.length, leftOutLetters(sorted))
}

export async function writeTrie(
  writer: SectionWriter,
  name: TrieName,
  nodes: Uint32Array,
  count: number,
  leftOut: Uint32Array,
) {
  await writer.add(`${name}.nodes`, nodes)
  await writer.add(`${name}.count`, count)
  await writer.add(`${name}.leftOut`, leftOut)
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
  finishNodes(nodes)
  return nodes
}

/** Sets what follows from the labels and children of all nodes, and the one after them. */
export function finishNodes(nodes: Uint32Array): void {
  const end = nodes.length - NODE_WORDS
  nodes[end + AT.child] = end / NODE_WORDS
  for (let at = 0; at < end; at += NODE_WORDS) {
    const to = nodes[at + NODE_WORDS + AT.child]
    nodes[at + AT.letters] = packLetters(nodes, nodes[at + AT.child], to)
  }
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

/** The first node of each depth, and twice the number after the last. */
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

/** The table of all words in a trie. */
export function leftOutIn(nodes: Uint32Array): Uint32Array {
  const terms: string[] = []
  const visit = (node: number, text: string) => {
    const at = NODE_WORDS * node
    if (endsAtNode(nodes[at + AT.first])) terms.push(text)
    const end = nodes[at + NODE_WORDS + AT.child]
    for (let child = nodes[at + AT.child]; child < end; child++) {
      const letters = text + String.fromCharCode(nodes[NODE_WORDS * child + AT.label])
      if (node > 0 || KIND_BITS[letters] !== undefined) visit(child, letters)
    }
  }
  visit(0, '')
  return leftOutLetters(terms)
}

/** The words of a node of the trie, side by side as a step to the next node reads most of them. */
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
/** From this many children on, a child is looked up by its label. */
export const BEFORE_MANY = 31

export function firstTermOf(packed: number): number {
  return packed >>> 1
}

export function endsAtNode(packed: number): boolean {
  return (packed & 1) === 1
}

/** Packs the characters that follow a node and lead to the nodes from `from` up to `to`. */
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

/**
 * The kinds whose words are in the table. Names of buildings and organisations are not: they are most words of the UK,
 * and reading a table of them from memory takes as long as the way through the dictionary.
 */
const KIND_BITS: Readonly<Record<string, number>> = { s: 1, w: 2 }
/** An entry: 2 bits of kinds, 5 of the letter that was left out, 5 of its place, 20 of the hash. */
const LETTER_SHIFT = 2
const PLACE_SHIFT = 7
const HASH_SHIFT = 12
const FIVE_BITS = 31
/** In place of a letter: nothing was left out. */
const WHOLE = 26
/** Words of letters from A to Z whose places fit an entry. */
const IN_TABLE = /^[A-Z]{3,31}$/
/** A typed word that is not longer can only mean words that are in the table. */
const TYPED_MAX = 30
/** Three slots in four are used, so a probe reads one or two cache lines. */
const SLOTS_PER_ENTRY = 4 / 3

/** Whether the table knows everything that a typed word may mean by one edit. */
export function isInTable(kind: string, word: string): boolean {
  return KIND_BITS[kind] !== undefined && word.length <= TYPED_MAX && IN_TABLE.test(word)
}

/** Two words that are one edit apart are alike once each has lost at most one letter. */
export class LeftOutLetters {
  readonly #slots: Uint32Array

  constructor(slots: Uint32Array) {
    this.#slots = slots
  }

  /** The words of a kind that are at most one edit away; some twice, and seldom one that is not in the dictionary. */
  near(kind: string, word: string): readonly string[] {
    const found: string[] = []
    const slots = this.#slots
    const last = word.length === SHORT_BY_ONE ? 0 : word.length
    for (let left = -1; left < last; left++) {
      if (isSecondOfTwo(word, left)) continue
      const hash = hashWithout(word, left)
      let slot = slotOf(hash, slots.length)
      for (let entry = slots[slot]; entry !== 0; entry = slots[slot]) {
        if (++slot === slots.length) slot = 0
        if ((entry & KIND_BITS[kind]) === 0) continue
        if ((entry ^ (hash << HASH_SHIFT)) >>> HASH_SHIFT !== 0) continue
        const meant = wordOf(entry, left < 0 ? word : word.slice(0, left) + word.slice(left + 1))
        if (left < 0 || meant.length < word.length || isOneEdit(word, meant)) found.push(meant)
      }
    }
    return found
  }
}

/** The word that an entry was made of, by what was left of it. */
function wordOf(entry: number, rest: string): string {
  const letter = (entry >>> LETTER_SHIFT) & FIVE_BITS
  const place = (entry >>> PLACE_SHIFT) & FIVE_BITS
  if (letter === WHOLE) return rest
  return rest.slice(0, place) + String.fromCharCode(LETTER_A + letter) + rest.slice(place)
}

/** Whether just one letter of two words of one length differs, or two neighbours are swapped. */
function isOneEdit(word: string, other: string): boolean {
  let at = 0
  while (at < word.length && word[at] === other[at]) at++
  if (at === word.length) return false
  if (word.slice(at + 1) === other.slice(at + 1)) return true
  const isSwapped = word[at] === other[at + 1] && word[at + 1] === other[at]
  return isSwapped && word.slice(at + 2) === other.slice(at + 2)
}

/** Whichever of two equal neighbours is left out, the rest is the same. */
function isSecondOfTwo(word: string, at: number): boolean {
  return at > 0 && word[at] === word[at - 1]
}

/** Whether a term, by its beginning, may be in the table. */
export function isOfTable(kindCode: number): boolean {
  return KIND_BITS[String.fromCharCode(kindCode)] !== undefined
}

/** The table of all words among the terms. */
function leftOutLetters(sorted: readonly string[]): Uint32Array {
  const words = new Map<string, number>()
  for (const term of sorted) {
    const kind = KIND_BITS[term[0]]
    if (kind === undefined) continue
    const word = term.slice(1)
    if (IN_TABLE.test(word)) words.set(word, (words.get(word) ?? 0) | kind)
  }
  let entries = 0
  for (const word of words.keys()) entries += word.length + 1
  const slots = new Uint32Array(Math.ceil(entries * SLOTS_PER_ENTRY) + 1)
  const add = (word: string, left: number, letter: number, kinds: number) => {
    const hash = hashWithout(word, left)
    let slot = slotOf(hash, slots.length)
    while (slots[slot] !== 0) if (++slot === slots.length) slot = 0
    const place = Math.max(left, 0)
    slots[slot] = (hash << HASH_SHIFT) | (place << PLACE_SHIFT) | (letter << LETTER_SHIFT) | kinds
  }
  for (const [word, kinds] of words) {
    add(word, -1, WHOLE, kinds)
    for (let left = 0; left < word.length; left++) {
      if (!isSecondOfTwo(word, left)) add(word, left, word.charCodeAt(left) - LETTER_A, kinds)
    }
  }
  return slots
}

function hashWithout(word: string, left: number): number {
  let hash = 0
  for (let at = 0; at < word.length; at++) {
    if (at !== left) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

/** The upper bits say the slot, as an entry has the lower ones. */
function slotOf(hash: number, slots: number): number {
  return Math.floor(((hash >>> 0) * slots) / 2 ** 32)
}
