// The texts and the dictionaries of two indexes as those of one, and which of their terms it has.
// Unchecked: hot, goes over every node of a trie, and nodes and terms are within the columns.

import { lowerBoundNear } from '../../lib/lower-bound.ts'
import type { IndexSections } from '../file/index-sections.ts'
import { LEFT_OUT, type Postings } from '../terms/postings.ts'
import {
  AT,
  endsAtNode,
  finishNodes,
  firstTermOf,
  isOfTable,
  leftOutIn,
  NODE_WORDS,
} from '../terms/terms-writer.ts'

const NO_NODES = new Uint32Array()

export interface MergedTexts {
  readonly offset: Uint32Array
  readonly bytes: Uint8Array
  /** For each index the final number of each of its texts. */
  readonly finals: readonly Uint32Array[]
}

/** All texts of a release and those that are added, each once. */
export function mergeTexts(base: IndexSections, added?: IndexSections): MergedTexts {
  const [own, other] = [base, added].map((sections) => ({
    offset: sections?.get('texts.offset') ?? Uint32Array.of(0),
    bytes: sections?.get('texts.bytes') ?? new Uint8Array(),
  }))
  const [count, more] = [own.offset.length - 1, other.offset.length - 1]
  const [ofOwn, ofOther] = [new Uint32Array(count), new Uint32Array(more)]
  const offset = new Uint32Array(count + more + 1)
  const bytes = new Uint8Array(own.bytes.length + other.bytes.length)
  let [final, end, from] = [0, 0, 0]
  const copy = (to: number) => {
    const start = own.offset[from]
    bytes.set(own.bytes.subarray(start, own.offset[to]), end)
    for (; from < to; from++) {
      ofOwn[from] = final
      offset[final++] = end + own.offset[from] - start
    }
    end += own.offset[to] - start
  }
  for (let at = 0; at < more; at++) {
    const text = other.bytes.subarray(other.offset[at], other.offset[at + 1])
    const compare = (place: number) =>
      compareTexts(own.bytes.subarray(own.offset[place], own.offset[place + 1]), text)
    const to = lowerBoundNear(from, count, (place) => compare(place) < 0)
    copy(to)
    ofOther[at] = final
    if (to < count && compare(to) === 0) continue
    offset[final++] = end
    bytes.set(text, end)
    end += text.length
  }
  copy(count)
  offset[final] = end
  return {
    offset: offset.subarray(0, final + 1),
    bytes: bytes.subarray(0, end),
    finals: added === undefined ? [ofOwn] : [ofOwn, ofOther],
  }
}

/** The first bytes of UTF-8 of characters that are two in a string, which sort before those of 0xEE and 0xEF. */
const PAIRED_MIN = 0xf0
const BEHIND_PAIRS = 0xee

/** As strings compare. */
function compareTexts(one: Uint8Array, other: Uint8Array): number {
  const end = Math.min(one.length, other.length)
  let at = 0
  while (at < end && one[at] === other[at]) at++
  if (at === end) return one.length - other.length
  const isOdd = one[at] >= PAIRED_MIN !== other[at] >= PAIRED_MIN
  const isBehind = Math.min(one[at], other[at]) >= BEHIND_PAIRS
  return isOdd && isBehind ? other[at] - one[at] : one[at] - other[at]
}

/** 1 for each term that a street that stays has, and for those that no street ever had. */
export function usedTerms(postings: Postings, count: number, isReplaced: Uint8Array): Uint8Array {
  const used = new Uint8Array(count)
  const { lists, maps, mapWords } = postings
  const kept = new Uint32Array(mapWords)
  for (let street = 0; street < isReplaced.length; street++) {
    if (isReplaced[street] === 0) kept[street >>> 5] |= 1 << (street & 31)
  }
  for (let term = 0; term < count; term++) {
    if (postings.isMap(term)) {
      const from = postings.mapStart(term)
      let word = 0
      while (word < mapWords && (maps[from + word] & kept[word]) === 0) word++
      used[term] = word < mapWords ? 1 : 0
      continue
    }
    const [from, end] = [postings.start(term), postings.end(term)]
    let at = from
    while (at < end && isReplaced[lists[at]] === 1) at++
    used[term] = from === end || at < end ? 1 : 0
  }
  return used
}

/** A dictionary, and 1 for each of its terms that is still used. */
interface UsedTrie {
  readonly nodes: Uint32Array
  readonly used: Uint8Array
}

interface MergedTrie {
  readonly count: number
  /** For each of the two the final number of each of its terms; what is not there any more is LEFT_OUT. */
  readonly finals: readonly Uint32Array[]
  readonly nodes: Uint32Array
  readonly leftOut: Uint32Array
}

/** The terms of a release that are still used, and all those that are added. */
export function mergeTries(sections: IndexSections, base: UsedTrie, added?: UsedTrie): MergedTrie {
  const { at, isSame } = added === undefined ? NOTHING_ADDED : termPlaces(base, added)
  const finals = [base, added].flatMap((trie) =>
    trie === undefined ? [] : [new Uint32Array(trie.used.length).fill(LEFT_OUT)],
  )
  const [own, other = NO_NODES] = finals
  /** How many final terms are before each of the release. */
  const before = new Uint32Array(own.length + 1)
  const changed = { base: false, table: false }
  const note = (code: number) => {
    changed.base = true
    changed.table ||= isOfTable(code)
  }
  const kindOf = [base, added].map((trie) => kindsOf(trie))
  let [count, next] = [0, 0]
  for (let term = 0; term <= own.length; term++) {
    for (; next < at.length && at[next] === term && isSame[next] === 0; next++) {
      other[next] = count++
      note(kindOf[1](next))
    }
    before[term] = count
    if (term === own.length) break
    const isAdded = next < at.length && at[next] === term
    if (base.used[term] === 1) own[term] = count
    if (isAdded) other[next++] = count
    if (base.used[term] === 1 || isAdded) count++
    else note(kindOf[0](term))
  }
  const nodes = changed.base ? mergedNodes(base, before, added, other) : base.nodes
  const leftOut = changed.table ? leftOutIn(nodes) : sections.get('terms.leftOut')
  return { count, finals, nodes, leftOut }
}

const NOTHING_ADDED = { at: NO_NODES, isSame: new Uint8Array() }

/** Gives the character that a term begins with. */
function kindsOf(trie: UsedTrie | undefined): (term: number) => number {
  const { nodes } = trie ?? { nodes: NO_NODES }
  const [from, to] = [nodes[AT.child], nodes[NODE_WORDS + AT.child]]
  return (term) => {
    let child = from
    while (child + 1 < to && firstTermOf(nodes[NODE_WORDS * (child + 1) + AT.first]) <= term)
      child++
    return nodes[NODE_WORDS * child + AT.label]
  }
}

/** For each added term its place in the release: that of the same one, or else of the first one after it. */
function termPlaces({ nodes: base, used }: UsedTrie, { nodes: added, used: all }: UsedTrie) {
  const at = new Uint32Array(all.length)
  const isSame = new Uint8Array(all.length)
  const first = (nodes: Uint32Array, node: number) =>
    firstTermOf(nodes[NODE_WORDS * node + AT.first])
  const childOf = (nodes: Uint32Array, node: number) => nodes[NODE_WORDS * node + AT.child]
  const label = (nodes: Uint32Array, node: number) => nodes[NODE_WORDS * node + AT.label]
  /** Two nodes of the same letters, and the terms after all those below them. */
  const visit = (own: number, node: number, end: number, addedEnd: number) => {
    const packed = added[NODE_WORDS * node + AT.first]
    if (endsAtNode(packed)) {
      at[firstTermOf(packed)] = first(base, own)
      isSame[firstTermOf(packed)] = endsAtNode(base[NODE_WORDS * own + AT.first]) ? 1 : 0
    }
    let child = childOf(base, own)
    const last = childOf(base, own + 1)
    const lastAdded = childOf(added, node + 1)
    for (let each = childOf(added, node); each < lastAdded; each++) {
      const eachEnd = each + 1 < lastAdded ? first(added, each + 1) : addedEnd
      while (child < last && label(base, child) < label(added, each)) child++
      if (child < last && label(base, child) === label(added, each)) {
        visit(child, each, child + 1 < last ? first(base, child + 1) : end, eachEnd)
      } else at.fill(child < last ? first(base, child) : end, first(added, each), eachEnd)
    }
  }
  visit(0, 0, used.length, all.length)
  return { at, isSame }
}

/** 1 for each node that has a term at or below it. */
function liveNodes({ nodes, used }: UsedTrie): Uint8Array {
  const live = new Uint8Array(nodes.length / NODE_WORDS - 1)
  for (let node = live.length - 1; node >= 0; node--) {
    const first = nodes[NODE_WORDS * node + AT.first]
    const end = nodes[NODE_WORDS * node + NODE_WORDS + AT.child]
    let isLive = endsAtNode(first) ? used[firstTermOf(first)] : 0
    for (let child = nodes[NODE_WORDS * node + AT.child]; child < end; child++)
      isLive |= live[child]
    live[node] = isLive
  }
  return live
}

/** Level by level, as `trieOf` fills them: each node is one of the release, or one that is added, or both. */
function mergedNodes(
  base: UsedTrie,
  before: Uint32Array,
  added: UsedTrie | undefined,
  finalOf: Uint32Array,
): Uint32Array {
  const { nodes: own, used } = base
  const other = added?.nodes ?? NO_NODES
  const nodes = new Uint32Array(own.length + other.length)
  const live = liveNodes(base)
  let level = new TrieLevel()
  level.add(0, added === undefined ? NO_NODE : 0)
  let at = 0
  for (let behind = 1; level.count > 0; ) {
    const next = new TrieLevel()
    level.each((node, more) => {
      nodes[at + AT.child] = behind + next.count
      if (node !== NO_NODE) {
        const packed = own[NODE_WORDS * node + AT.first]
        const term = firstTermOf(packed)
        nodes[at + AT.label] = own[NODE_WORDS * node + AT.label]
        nodes[at + AT.first] = 2 * before[term] + (endsAtNode(packed) ? used[term] : 0)
      }
      if (more !== NO_NODE) {
        const packed = other[NODE_WORDS * more + AT.first]
        const known = node === NO_NODE ? LEFT_OUT : firstTermOf(nodes[at + AT.first])
        const ends = endsAtNode(packed) ? 1 : nodes[at + AT.first] & 1
        nodes[at + AT.label] = other[NODE_WORDS * more + AT.label]
        nodes[at + AT.first] = 2 * Math.min(known, finalOf[firstTermOf(packed)]) + ends
      }
      addChildren(next, own, node, live, other, more)
      at += NODE_WORDS
    })
    behind += next.count
    level = next
  }
  const whole = nodes.subarray(0, at + NODE_WORDS)
  finishNodes(whole)
  return whole
}

const NO_NODE = -1

/** Pairs of a node of the release and one that is added, or NO_NODE. Most are runs of nodes of the release alone. */
class TrieLevel {
  /** Three of each run: its nodes from the first up to the second are with the third. */
  readonly #runs: number[] = []
  #from = 0
  #to = 0
  #other = NO_NODE
  count = 0

  add(own: number, other: number): void {
    this.count++
    if (other === NO_NODE && this.#other === NO_NODE && own === this.#to) {
      this.#to++
      return
    }
    this.#end()
    this.#from = own
    this.#to = own + 1
    this.#other = other
  }

  each(visit: (own: number, other: number) => void): void {
    this.#end()
    const runs = this.#runs
    for (let i = 0; i < runs.length; i += 3) {
      for (let own = runs[i]; own < runs[i + 1]; own++) visit(own, runs[i + 2])
    }
  }

  #end(): void {
    if (this.#to > this.#from) this.#runs.push(this.#from, this.#to, this.#other)
    this.#to = this.#from
  }
}

/** Those of a node of each trie, in the order of their characters. */
function addChildren(
  level: TrieLevel,
  own: Uint32Array,
  node: number,
  live: Uint8Array,
  other: Uint32Array,
  more: number,
): void {
  let child = node === NO_NODE ? 0 : own[NODE_WORDS * node + AT.child]
  const end = node === NO_NODE ? 0 : own[NODE_WORDS * node + NODE_WORDS + AT.child]
  if (more !== NO_NODE) {
    const moreEnd = other[NODE_WORDS * more + NODE_WORDS + AT.child]
    for (let each = other[NODE_WORDS * more + AT.child]; each < moreEnd; each++) {
      const label = other[NODE_WORDS * each + AT.label]
      for (; child < end && own[NODE_WORDS * child + AT.label] < label; child++) {
        if (live[child] === 1) level.add(child, NO_NODE)
      }
      const isBoth = child < end && own[NODE_WORDS * child + AT.label] === label
      level.add(isBoth ? child++ : NO_NODE, each)
    }
  }
  for (; child < end; child++) if (live[child] === 1) level.add(child, NO_NODE)
}
