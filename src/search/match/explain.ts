// Why a term gives the answers it gives: how its words were read, what each pass found, and what ordered it.

import { tokensOf } from '../../index/words/fold.ts'
import type { QueryWord } from '../query/query-words.ts'
import type { Reading } from '../query/readings.ts'
import type { AddressFinder } from './address-finder.ts'
import { type Answer, PASSES, PENALTY, passRuns, TopAnswers } from './ranking.ts'

export interface Explanation {
  readonly words: readonly string[]
  /** The last word is still being typed, so it stands for all words that begin with it. */
  readonly open: boolean
  readonly readings: readonly string[]
  readonly passes: readonly PassReport[]
  readonly answers: readonly ExplainedAnswer[]
  /** Every weight that penalties are the sum of. */
  readonly weights: Readonly<Record<string, number>>
}

interface PassReport {
  readonly name: string
  /** False when the passes before it had found enough. */
  readonly ran: boolean
  /** Answers on the page after it. */
  readonly found: number
}

interface ExplainedAnswer {
  readonly id: string
  readonly label: string
  readonly pass: string
  readonly penalty: number
  /** Which weights make the penalty, as far as the sum tells. */
  readonly because: string
  readonly isUnit: boolean
  /** The place of its street among all streets; 1 is the best known. */
  readonly streetRank: number
}

interface ExplainHooks {
  readonly finder: AddressFinder
  id(record: number): string
  label(record: number): string
}

export function explainTerm(
  { finder, id, label }: ExplainHooks,
  term: string,
  top: number,
): Explanation {
  const tokens = tokensOf(term)
  const readings = finder.readings(tokens)
  const answers = new TopAnswers(top)
  const passOf = new Map<number, string>()
  const passes = PASSES.map((pass): PassReport => {
    const ran = passRuns(pass, answers)
    if (ran) finder.match(readings, pass, { top }, answers)
    for (const { row } of answers.list()) if (!passOf.has(row)) passOf.set(row, pass.name)
    return { name: pass.name, ran, found: answers.count }
  })
  const explained = answers.list().map((answer) => ({
    id: id(answer.shown),
    label: label(answer.shown),
    pass: passOf.get(answer.row) ?? '',
    penalty: answer.penalty,
    because: because(answer),
    isUnit: answer.depth > 0,
    streetRank: finder.streets.ofRecord(answer.row) + 1,
  }))
  const { words, open } = tokens
  return {
    words,
    open,
    readings: readings.map(describe),
    passes,
    answers: explained,
    weights: PENALTY,
  }
}

/** Takes the largest weights first, which is how they were chosen to be told apart. */
function because({ penalty, row, shown }: Answer): string {
  const reasons: string[] = shown === row ? [] : ['found by an alias']
  let left = penalty
  const weights = Object.entries(PENALTY).sort(([, a], [, b]) => b - a)
  for (const [name, weight] of weights) {
    const times = weight > 0 ? Math.floor(left / weight) : 0
    if (times > 0) reasons.push(times === 1 ? name : `${name} × ${times}`)
    left -= times * weight
  }
  return reasons.length === 0 ? 'every word and number as typed' : reasons.join(', ')
}

function describe(reading: Reading): string {
  const numbers = (['lot', 'level', 'unit', 'number'] as const).flatMap((role) => {
    const wanted = reading[role]
    if (wanted === undefined) return []
    const range = wanted.last === undefined ? '' : `-${wanted.last.text}`
    return [`${role} ${wanted.text}${range}${wanted.open ? '…' : ''}`]
  })
  return [...numbers, ...reading.words.map(describeWord)].join(', ')
}

function describeWord(word: QueryWord): string {
  const roles: string[] = []
  if (word.strong.length > 0) roles.push('street or place')
  if (word.weak.length > 0) roles.push('type or region')
  if (word.names.length > 0) roles.push('building or organisation')
  if (word.kinds.length > 0) roles.push('kind of unit')
  if (word.near.length > 0) roles.push('neighbouring place')
  const known = roles.length === 0 ? 'not in the index' : roles.join(' / ')
  return `${word.text}${word.open ? '…' : ''} (${known})`
}
