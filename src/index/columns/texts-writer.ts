// Writes all distinct texts of an index.

import type { SectionWriter } from '../file/section-writer.ts'

/** `sorted` begins with the empty text. */
export async function writeTexts(writer: SectionWriter, sorted: readonly string[]): Promise<void> {
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
