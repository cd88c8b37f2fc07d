// UK postcodes: part of one, and with their space in the wrong place or none.

import type { Facts } from '../facts.ts'
import { type Asked, NOTHING } from '../judging/asked.ts'
import { isNamed, isPlainest } from '../judging/meant.ts'
import { type LineClass, spaced, titled, written } from '../lines/line.ts'

const partial: LineClass = {
  name: 'partial postcode',
  isTarget: (facts) => isNumbered(facts),
  write(target, random) {
    const { facts } = target
    const { front, street, asked } = written(facts)
    const [outcode, incode] = facts.postcode.split(' ')
    const unfinished = `${outcode} ${incode.slice(0, 2)}`
    const part = random.pick([`${outcode} `, `${outcode} ${incode[0]}`, unfinished])
    const wanted = { ...asked, place: '', region: '', postcode: part }
    if (!isPlainest(target, wanted)) return undefined
    const text = `${titled(spaced(front, street))}, ${part}`
    // Validate takes every word as whole, and half of an incode is none.
    const verdict = part === unfinished ? undefined : 'one-or-several'
    return { text, meant: facts, asked: wanted, verdict, isFindable: true }
  },
  isWalked: true,
}

const misspaced: LineClass = {
  name: 'mis-spaced postcode',
  isTarget: (facts) => isNumbered(facts),
  write(target, random) {
    const { facts } = target
    const { front, street, asked } = written(facts)
    const { postcode } = facts
    const { unit, unitType, number, last } = asked
    const joined = postcode.replace(' ', '')
    const misspelt = random.pick([joined, joined.toLowerCase(), postcode.replace(' ', '  ')])
    const lines: readonly (readonly [string, Asked])[] = [
      [spaced(front, street), { ...asked, place: '', region: '' }],
      [front, { ...NOTHING, unit, unitType, number, last, postcode }],
      ['', { ...NOTHING, postcode }],
    ]
    const [line, wanted] = random.pick(lines)
    if (line !== '' && !isPlainest(target, wanted)) return undefined
    const text = spaced(titled(line), misspelt)
    return { text, meant: facts, asked: wanted, verdict: 'one-or-several', isFindable: true }
  },
  isWalked: false,
}

export const postcodeClasses: readonly LineClass[] = [partial, misspaced]

function isNumbered(facts: Facts): boolean {
  return isNamed(facts) && facts.first !== '' && /^\S+ \d[A-Z]{2}$/.test(facts.postcode)
}
