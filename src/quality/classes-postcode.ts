// UK postcodes: whole, part of one, and with their space in the wrong place or none.

import { NOTHING } from './asked.ts'
import type { Facts } from './facts.ts'
import { type LineClass, spaced, titled, written } from './line.ts'
import { isNamed, isPlainest } from './meant.ts'

const partial: LineClass = {
  name: 'partial postcode',
  isTarget: (facts) => isNumbered(facts),
  write(target, dice) {
    const { facts } = target
    const { front, street, asked } = written(facts)
    const [outcode, incode] = facts.postcode.split(' ')
    const part = dice.pick([
      `${outcode} `,
      `${outcode} ${incode[0]}`,
      `${outcode} ${incode.slice(0, 2)}`,
    ])
    const wanted = { ...asked, place: '', region: '', postcode: part }
    if (!isPlainest(target, wanted)) return undefined
    const text = `${titled(spaced(front, street))}, ${part}`
    return { text, meant: facts, asked: wanted, verdict: 'one-or-several', isFindable: true }
  },
  isWalked: true,
}

const misspaced: LineClass = {
  name: 'mis-spaced postcode',
  isTarget: (facts) => isNumbered(facts),
  write(target, dice) {
    const { facts } = target
    const { front, street, asked } = written(facts)
    const joined = facts.postcode.replace(' ', '')
    const written_ = dice.pick([joined, joined.toLowerCase(), facts.postcode.replace(' ', '  ')])
    const line = dice.pick([spaced(front, street), front, ''])
    const all = { ...asked, place: '', region: '' }
    const number = {
      ...NOTHING,
      unit: asked.unit,
      unitType: asked.unitType,
      number: asked.number,
      last: asked.last,
    }
    const wanted =
      line === ''
        ? { ...NOTHING, postcode: facts.postcode }
        : line === front
          ? { ...number, postcode: facts.postcode }
          : all
    if (line !== '' && !isPlainest(target, wanted)) return undefined
    const text = spaced(titled(line), written_)
    return { text, meant: facts, asked: wanted, verdict: 'one-or-several', isFindable: true }
  },
  isWalked: false,
}

export const postcodeClasses: readonly LineClass[] = [partial, misspaced]

function isNumbered(facts: Facts): boolean {
  return isNamed(facts) && facts.first !== '' && /^\S+ \d[A-Z]{2}$/.test(facts.postcode)
}
