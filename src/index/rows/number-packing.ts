// Packs the texts of numbers once all of them are known: the commonest ways to write one get a template.

import {
  CODE_UNKNOWN,
  NO_NUMBER,
  packNumber,
  readNumberText,
  templatesInOrder,
} from '../words/number-code.ts'

interface PackedNumbers {
  /** The packed form of each text; NO_NUMBER for the empty one, which is the first. */
  readonly packed: Uint32Array
  readonly templates: readonly string[]
}

export function packNumbers([, ...texts]: readonly string[]): PackedNumbers {
  const numbers = texts.map(readNumberText)
  const counts = new Map<string, number>()
  for (const { template } of numbers) counts.set(template, (counts.get(template) ?? 0) + 1)
  const templates = templatesInOrder(counts)
  const codes = new Map(templates.map((template, code) => [template, code]))
  const packed = new Uint32Array(texts.length + 1).fill(NO_NUMBER)
  numbers.forEach(({ value, template }, i) => {
    packed[i + 1] = packNumber(value, codes.get(template) ?? CODE_UNKNOWN)
  })
  return { packed, templates }
}
