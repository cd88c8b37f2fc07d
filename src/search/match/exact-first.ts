// The exact thing first: a whole line, a name of its own or a place, before what only holds the words.

import { RECORD } from '../../index/streets/records.ts'
import type { Tokens } from '../../index/words/fold.ts'
import type { Reading } from '../query/reading.ts'
import type { Search } from './address-finder.ts'
import { type FineOrderHooks, inFineOrder } from './fine-order.ts'
import { type OwnNameHooks, recordsByOwnName } from './own-name.ts'
import { addressesOfPlace, type PlaceHooks } from './place-alone.ts'
import type { Answer } from './top-answers.ts'
import { recordsOfWholeLine } from './whole-line.ts'

export interface ExactHooks extends OwnNameHooks, PlaceHooks, FineOrderHooks {}

/** Just what was typed: before all that only holds the words, in whatever index it is found. */
const EXACT_NAME = { penalty: -1, metres: 0, order: 0 } as const

interface ExactFirst {
  /** How the first of them were found; undefined where the line names nothing exactly. */
  readonly by: ExactWay | undefined
  readonly answers: readonly Answer[]
}

type ExactWay = 'whole line' | 'place alone' | 'own name'

/** The answers with those before them that the line names exactly. */
export function withExactFirst(
  hooks: ExactHooks,
  tokens: Tokens,
  readings: readonly Reading[],
  search: Search,
  found: readonly Answer[],
): ExactFirst {
  for (const by of ['whole line', 'place alone', 'own name'] as const) {
    const records = exactRecords(by, hooks, tokens, readings, search)
    if (records.length === 0) continue
    const { streets, records: columns } = hooks.finder.index
    const exact = records.map((row) => {
      const depth = (columns.flags[row] ?? 0) & RECORD.deep
      return { row, street: streets.ofRecord(row), shown: row, depth, ...EXACT_NAME }
    })
    const others = found.filter(({ shown }) => !records.includes(shown))
    return { by, answers: [...exact, ...others].slice(0, search.top) }
  }
  return { by: undefined, answers: inFineOrder(hooks, tokens.words, found) }
}

function exactRecords(
  by: ExactWay,
  hooks: ExactHooks,
  tokens: Tokens,
  readings: readonly Reading[],
  search: Search,
): readonly number[] {
  if (by === 'place alone') return addressesOfPlace(hooks, tokens, search)
  if (by === 'own name') return recordsByOwnName(hooks, tokens.words, readings, search)
  const textOf = (record: number, street: number) => hooks.ownText(record, street)
  return recordsOfWholeLine(hooks.finder, tokens.words, textOf, search.filter, search.work)
}
