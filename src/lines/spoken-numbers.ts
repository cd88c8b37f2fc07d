// Numbers in words: `twelve`, `one hundred and four`, `five seventy one` for unit 5 at 71.

import { ENGLISH } from '../countries/english.ts'
import { anyOf } from './patterns.ts'

const { numberWords } = ENGLISH
const WORD = `(?:${anyOf(numberWords.keys())})`
const RUN = new RegExp(`(^|[ /-])(${WORD}(?:(?: AND)?[ -]${WORD}){0,7})(?= [A-Z\\d])`)

/** With its number, or without. */
const UNIT_AT_END = /\b(?:UNIT|FLAT|APARTMENT|APT|U|SUITE|SHOP|LEVEL)((?: \d+[A-Z]?)?)$/

/** With the first such run in digits, where no other number stands before it: `TWO FIVE` is 25, or unit 2 at 5. */
export function withSpokenNumbers(line: string): readonly string[] {
  // `double two five` is 225.
  const said = line.split(' ').map((word, at, words) => {
    const next = words[at + 1] ?? ''
    if (!numberWords.has(next)) return word
    return word === 'DOUBLE' ? next : word === 'TRIPLE' ? `${next} ${next}` : word
  })
  const text = said.join(' ')
  const [all = '', before = '', run = ''] = RUN.exec(text) ?? []
  const head = text.slice(0, text.indexOf(all))
  const [, unit] = UNIT_AT_END.exec(head) ?? []
  // `69 NORWOOD AV, SEVEN MILE BEACH` has its number; `UNIT 4, FORTY KING ST` has that of a unit.
  const isBehindUnit = unit !== undefined || (before === '/' && /\d[A-Z]?$/.test(head))
  if (run === '' || (/\d/.test(head) && !isBehindUnit)) return []
  const digits = oneByOne(run, unit === '')
  const mayBeTwo = text === line && /^[1-9]{2}$/.test(digits.join())
  const others = digits.length === 0 || mayBeTwo ? inDigits(run) : []
  return [digits, others]
    .filter((numbers) => numbers.length > 0)
    .map((numbers) => text.replace(all, `${before}${numbers.join(' ')}`))
}

/** `SEVEN` for 7. */
export function inWords(number: string): string {
  return [...numberWords].find(([, digits]) => digits === number)?.[0] ?? number
}

/** `three two eight` for 328, `one oh five`; and after the word for a unit, `three one five eight` for 3 at 158. */
function oneByOne(run: string, isUnit: boolean): readonly string[] {
  const digits = run.split(/[ -]/).map((word) => numberWords.get(word) ?? '')
  if (digits.length < 2 || digits.some((digit) => digit.length !== 1)) return []
  return isUnit ? [digits[0] ?? '', digits.slice(1).join('')] : [digits.join('')]
}

function inDigits(run: string): readonly number[] {
  const numbers: number[] = []
  let number: number | undefined
  for (const word of run.split(/[ -]/)) {
    const value = Number(numberWords.get(word) ?? 0)
    if (value === 0) continue
    if (number !== undefined && goesOn(number, value)) {
      number = value === HUNDRED ? number * HUNDRED : number + value
    } else {
      if (number !== undefined) numbers.push(number)
      number = value
    }
  }
  return number === undefined ? numbers : [...numbers, number]
}

const HUNDRED = 100

/** `seventy` and `one`, `four` and `hundred`; but `five` and `seventy` are two numbers. */
function goesOn(number: number, value: number): boolean {
  if (value === HUNDRED) return number < 10
  return number % HUNDRED === 0 || (number % 10 === 0 && number % HUNDRED >= 20 && value < 10)
}
