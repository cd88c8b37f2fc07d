// What of a line says nothing of an address, in the words that were typed: `ph 0412 345 678`.

import type { Country } from '../countries/country.ts'
import { TypedWords } from '../lines/typed-words.ts'
import { compare } from './compare.ts'
import { type AnyAddress, heldParts } from './held-parts.ts'

/** Each run of such words, from left to right. */
export function passedOver(line: string, country: Country, address: AnyAddress): readonly string[] {
  const typed = new TypedWords(line, country)
  const ignored = compare(typed, heldParts(address))
    .parts.filter(({ state }) => state === 'ignored')
    .flatMap((part) => part.typed.split(' '))
  const isIgnored = (at: number) => ignored.includes(typed.word(at))
  const runs: { from: number; to: number }[] = []
  let isRun = false
  typed.words.forEach((_, at) => {
    // Words such as `the` are in a run of others, and make none.
    isRun &&= typed.isFree(at) || isIgnored(at)
    if (!isIgnored(at)) return
    const last = runs.at(-1)
    if (isRun && last !== undefined) last.to = at + 1
    else runs.push({ from: at, to: at + 1 })
    isRun = true
  })
  const written = [...line.matchAll(/[\p{L}\p{N}'’]+/gu)]
  // Where words are counted otherwise than they are written, they are named as they were read.
  const isSame = written.length === typed.length
  return runs.map(({ from, to }) => {
    const [first, last] = [written[from], written[to - 1]]
    if (!isSame || first === undefined || last === undefined) return typed.text(from, to)
    return line.slice(first.index, last.index + last[0].length)
  })
}
