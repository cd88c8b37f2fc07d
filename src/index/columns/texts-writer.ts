// Gives texts their final numbers and writes them all.

import { elementAt } from '../../lib/element-at.ts'
import type { SectionWriter } from '../file/section-writer.ts'
import type { TextNumbers } from '../rows/text-numbers.ts'

export interface FinalTexts {
  /** The final number of each number of first use. */
  readonly places: Uint32Array
  /** The final number of a text that was written. */
  numberOf(text: string): number
}

/** Nothing can be added to the texts afterwards. */
export async function writeTexts(writer: SectionWriter, texts: TextNumbers): Promise<FinalTexts> {
  const { sorted, places } = texts.sort()
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
  return { places, numberOf: (text) => elementAt(places, texts.add(text)) }
}
