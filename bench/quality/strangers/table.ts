// The classes of lines that strangers write, as the text files beside this have them.

import { readFileSync } from 'node:fs'
import type { Product } from '../../../src/address/product.ts'

/** The parts of a line in the order in which they are written; `line` is what becomes of all of it. */
export const PARTS = [
  'before',
  'unit',
  'building',
  'number',
  'street',
  'place',
  'region',
  'postcode',
  'after',
  'line',
] as const

export type Part = (typeof PARTS)[number]

export interface Disturbance {
  readonly name: string
  /** The forms of each part that is written otherwise. */
  readonly forms: ReadonlyMap<Part, readonly string[]>
}

const FILES: Readonly<Record<Product, readonly string[]>> = {
  au: ['national.txt', 'au.txt'],
  nz: ['national.txt', 'nz.txt'],
  uk: ['uk.txt'],
}

export function disturbancesFor(product: Product): readonly Disturbance[] {
  return FILES[product].flatMap((file) =>
    disturbancesIn(readFileSync(new URL(file, import.meta.url), 'utf8'), file),
  )
}

function disturbancesIn(text: string, file: string): readonly Disturbance[] {
  const found: { name: string; forms: Map<Part, readonly string[]> }[] = []
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [, part = '', forms = ''] = /^ {2}(\w+) =(?: (.*))?$/.exec(line) ?? []
    const last = found.at(-1)
    if (isPart(part) && last !== undefined) last.forms.set(part, forms.split(' | '))
    else if (/^\S/.test(line)) found.push({ name: line, forms: new Map() })
    else throw new Error(`${file} has a line that is no class and no part: ${line}`)
  }
  return found
}

function isPart(text: string): text is Part {
  return (PARTS as readonly string[]).includes(text)
}
