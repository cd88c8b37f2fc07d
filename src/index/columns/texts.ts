// All distinct texts of an index, sorted, so that a text's number also orders it. Number 0 is the empty text.
// Unchecked: hot, an answer reads a dozen texts, and their numbers come from the index.

import { IndexSections } from '../file/index-sections.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import type { ListsName } from '../file/sections.ts'
import type { FieldNumbers, TextNumbers } from '../rows/text-numbers.ts'
import { Lists } from './lists.ts'

/** A power of two. */
const RECENT_TEXTS = 8192
const SPACE = 32
export const EMPTY_TEXT = 0

export class Texts {
  /** The texts read last, each at the low bits of its number: names repeat from answer to answer. */
  readonly #recent: string[] = new Array<string>(RECENT_TEXTS).fill('')
  readonly #recentNumber = new Uint32Array(RECENT_TEXTS)
  readonly #offset: Uint32Array
  readonly #bytes: Buffer

  constructor(from: IndexSections | { readonly offset: Uint32Array; readonly bytes: Uint8Array }) {
    const isIndex = from instanceof IndexSections
    this.#offset = isIndex ? from.get('texts.offset') : from.offset
    const bytes = isIndex ? from.get('texts.bytes') : from.bytes
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  at(text: number): string {
    const slot = text & (RECENT_TEXTS - 1)
    if (this.#recentNumber[slot] === text) return this.#recent[slot]
    const read = this.#bytes.toString('utf8', this.#offset[text], this.#offset[text + 1])
    this.#recent[slot] = read
    this.#recentNumber[slot] = text
    return read
  }

  bytes(text: number): number {
    return this.#offset[text + 1] - this.#offset[text]
  }

  /** How many words it has, if the words from `at` on are just those. */
  matchingWords(text: number, words: readonly string[], at: number): number {
    return matchingWords(this.#bytes, this.#offset[text], this.#offset[text + 1], words, at)
  }

  /** Whether it has only capital letters, digits and single spaces between them: nothing that folding changes. */
  isFolded(text: number): boolean {
    const end = this.#offset[text + 1]
    let isInWord = true
    for (let at = this.#offset[text]; at < end; at++) {
      const code = this.#bytes[at]
      const isWord = (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
      if (!isWord && (code !== SPACE || !isInWord || at === this.#offset[text])) return false
      isInWord = isWord
    }
    return isInWord
  }
}

export interface FinalTexts {
  /** The final number of each number of first use. */
  readonly places: Uint32Array
  numberOf(text: string): number
}

/** Nothing can be added to the texts afterwards. */
export async function writeTexts(writer: SectionWriter, texts: TextNumbers): Promise<FinalTexts> {
  const { sorted, places } = texts.sort()
  await writeSortedTexts(writer, sorted)
  return { places, numberOf: (text) => places[texts.add(text)] }
}

async function writeSortedTexts(writer: SectionWriter, sorted: readonly string[]) {
  const offset = new Uint32Array(sorted.length + 1)
  let total = 0
  sorted.forEach((text, i) => {
    total += Buffer.byteLength(text, 'utf8')
    offset[i + 1] = total
  })
  const bytes = Buffer.alloc(total)
  let at = 0
  for (const text of sorted) at += bytes.write(text, at, 'utf8')
  await writer.add('texts.offset', offset)
  await writer.add('texts.bytes', bytes)
}

type FieldTextsName = 'name.texts' | 'place.texts'

/** Texts of parts that all have the same fields, such as the name, type and suffix of a street's name, side by side. */
export class FieldTexts<Field extends string> {
  readonly #fields: readonly Field[]
  readonly #texts: Texts
  readonly #numbers: Uint32Array

  constructor(
    sections: IndexSections,
    texts: Texts,
    name: FieldTextsName,
    fields: readonly Field[],
  ) {
    this.#fields = fields
    this.#texts = texts
    this.#numbers = sections.get(name)
  }

  at(part: number, field: Field): string {
    return this.#texts.at(this.numberOf(part, field))
  }

  numberOf(part: number, field: Field): number {
    return this.#numbers[part * this.#fields.length + this.#fields.indexOf(field)]
  }
}

/** `parts` has the number that `fields` gives each part. */
export async function writeFieldTexts<Field extends string>(
  writer: SectionWriter,
  name: FieldTextsName,
  fields: FieldNumbers<Field>,
  parts: readonly number[],
  texts: FinalTexts,
): Promise<void> {
  const all = parts.flatMap((part) => fields.textsOf(part))
  await writer.add(name, Uint32Array.from(all, texts.numberOf))
}

const NO_TEXTS: readonly string[] = []

export type TextLists = (item: number) => readonly string[]

/** Reads lists of texts; all are empty where the file has no such lists. */
export function textLists(sections: IndexSections, texts: Texts, name: ListsName): TextLists {
  if (sections.find(`${name}.offset`) === undefined) return () => NO_TEXTS
  const lists = new Lists(sections, name)
  return (item) => {
    if (lists.offset[item] === lists.offset[item + 1]) return NO_TEXTS
    return Array.from(lists.of(item), (text) => texts.at(text))
  }
}

const NO_WORD_CODE = 0
export const OTHER_WORDS = -1
export const UNDECIDED = -2

/** OTHER_WORDS where they are others, UNDECIDED where the text has more than letters, digits and spaces. */
function matchingWords(
  bytes: Uint8Array,
  from: number,
  end: number,
  words: readonly string[],
  at: number,
): number {
  let word = at
  let isSame = true
  for (let start = from; start < end; ) {
    const typed = words[word]
    let to = start
    for (; to < end && bytes[to] !== SPACE; to++) {
      const code = upperCode(bytes[to])
      if (code === NO_WORD_CODE) return UNDECIDED
      isSame &&= typed !== undefined && typed.charCodeAt(to - start) === code
    }
    if (to > start) {
      isSame &&= typed?.length === to - start
      word++
    }
    start = to + 1
  }
  return isSame ? word - at : OTHER_WORDS
}

/** A letter as a capital one, or a digit; all else may be folded to something else. */
function upperCode(code: number): number {
  if (code >= 97 && code <= 122) return code - 32
  return (code >= 65 && code <= 90) || (code >= 48 && code <= 57) ? code : NO_WORD_CODE
}
