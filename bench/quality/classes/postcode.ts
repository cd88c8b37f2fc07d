// UK postcodes: part of one, and with their space in the wrong place or none.

import type { Facts } from '../facts.ts'
import { isBestFit, isNumbered } from '../judging/best-fit.ts'
import { type Asked, NOTHING_ASKED } from '../lines/asked.ts'
import { findable, type LineClass } from '../lines/line.ts'
import { titleCase, withSpaces, written } from '../lines/written.ts'

const partial: LineClass = {
  name: 'partial postcode',
  isTarget: (facts) => hasPostcode(facts),
  write(target, random) {
    const { facts } = target
    const { premises, street, asked } = written(facts)
    const [outcode, incode = ''] = facts.postcode.split(' ')
    const unfinished = `${outcode} ${incode.slice(0, 2)}`
    const part = random.pick([`${outcode} `, `${outcode} ${incode.slice(0, 1)}`, unfinished])
    const wanted = { ...asked, place: '', region: '', postcode: part }
    if (!isBestFit(target, wanted)) return undefined
    const text = `${titleCase(withSpaces(premises, street))}, ${part}`
    // Validate takes every word as whole, and half of an incode is none.
    const verdict = part === unfinished ? undefined : 'one-or-several'
    return { ...findable(target, text, wanted), verdict }
  },
  isWalked: true,
}

const misspaced: LineClass = {
  name: 'mis-spaced postcode',
  isTarget: (facts) => hasPostcode(facts),
  write(target, random) {
    const { facts } = target
    const { premises, street, asked } = written(facts)
    const { postcode } = facts
    const { unit, unitType, number, last } = asked
    const joined = postcode.replace(' ', '')
    const misspelt = random.pick([joined, joined.toLowerCase(), postcode.replace(' ', '  ')])
    const lines: readonly (readonly [string, Asked])[] = [
      [withSpaces(premises, street), { ...asked, place: '', region: '' }],
      [premises, { ...NOTHING_ASKED, unit, unitType, number, last, postcode }],
      ['', { ...NOTHING_ASKED, postcode }],
    ]
    const [line, wanted] = random.pick(lines)
    if (line !== '' && !isBestFit(target, wanted)) return undefined
    const text = withSpaces(titleCase(line), misspelt)
    return findable(target, text, wanted, 'one-or-several')
  },
  isWalked: false,
}

export const postcodeClasses: readonly LineClass[] = [partial, misspaced]

function hasPostcode(facts: Facts): boolean {
  return isNumbered(facts) && facts.first !== '' && /^\S+ \d[A-Z]{2}$/.test(facts.postcode)
}
