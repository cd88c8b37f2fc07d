// Why a term gives the answers it gives: how its words were read, what each pass found, and what ordered it.

import { type Tokens, tokensOf } from '../../index/words/fold.ts'
import type { AddressLayer } from '../address-layer.ts'
import type { ExplainedAnswer, Explanation, PassReport } from '../address-search.ts'
import type { QueryWord } from '../query/query-words.ts'
import type { Reading } from '../query/reading.ts'
import { PASSES, PENALTY, weightsOf } from '../ranking.ts'
import { Work } from '../work.ts'
import { withExactFirst } from './exact-first.ts'
import type { Search } from './street-collector.ts'
import { type Answer, passRuns, TopAnswers } from './top-answers.ts'

/** With what is found where something is given up, where that is likelier than what was found. */
type Forgive = (tokens: Tokens, search: Search, found: readonly Answer[]) => readonly Answer[]

export function explainTerm(
  layer: AddressLayer<unknown>,
  term: string,
  top: number,
  forgive: Forgive,
): Explanation {
  const { finder, id, label } = layer
  const work = new Work()
  const tokens = finder.apart(tokensOf(term), work)
  const readings = finder.readings(tokens, work)
  const answers = new TopAnswers(top)
  const passOf = new Map<number, string>()
  const passes = PASSES.map((pass): PassReport => {
    const ran = passRuns(pass, answers)
    if (ran) finder.match(readings, pass, { top, work }, answers)
    for (const { row } of answers.list()) if (!passOf.has(row)) passOf.set(row, pass.name)
    return { name: pass.name, ran, found: answers.count }
  })
  const exact = withExactFirst(layer, tokens, readings, { top, work }, answers.list())
  const list = forgive(tokens, { top, work }, exact.answers)
  const isForgiving = list !== exact.answers
  passes.push({ name: 'forgiving', ran: isForgiving, found: list.length })
  const passBy = ({ row, penalty, without }: Answer) =>
    without !== undefined ? 'forgiving' : penalty < 0 ? exact.by : passOf.get(row)
  const explained = list.map(
    (answer): ExplainedAnswer => ({
      id: id(answer.shown),
      label: label(answer.shown),
      pass: passBy(answer) ?? '',
      penalty: answer.penalty,
      because: because(answer),
      without: answer.without ?? [],
      isUnit: answer.depth > 0,
      streetRank: answer.street + 1,
    }),
  )
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

function because({ penalty, row, shown }: Answer): string {
  if (penalty < 0) return 'exactly what was typed'
  const reasons: string[] = shown === row ? [] : ['found by an alias']
  for (const [name, times] of weightsOf(penalty)) {
    reasons.push(times === 1 ? name : `${name} × ${times}`)
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
  if (word.names.length + word.parts.length > 0) roles.push('building or organisation')
  if (word.kinds.length > 0) roles.push('kind of unit')
  if (word.near.length > 0) roles.push('neighbouring place')
  const known = roles.length === 0 ? 'not in the index' : roles.join(' / ')
  return `${word.text}${word.open ? '…' : ''} (${known})`
}
