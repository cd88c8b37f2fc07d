// Units, levels, lots, shops, ranges and letters, each in the forms in which people write them.

import type { SeededRandom } from '../../lib/seeded-random.ts'
import type { Facts } from '../facts.ts'
import { digitsOf, fits, isDeep, isInside } from '../judging/asked.ts'
import { isNamed, isPlainest } from '../judging/meant.ts'
import {
  type Line,
  type LineClass,
  shortPlace,
  spaced,
  type Target,
  titled,
  written,
} from '../lines/line.ts'
import { ANY_UNIT, levelTypes, otherForms } from '../lines/typed-forms.ts'

const units: LineClass = {
  name: 'unit forms',
  isTarget: (facts) => isUnit(facts) && ANY_UNIT.includes(facts.unitType) && facts.level === '',
  write(target, random) {
    const { facts } = target
    const { unit, unitType } = facts
    const number = numberOf(facts)
    const { street } = written(facts)
    const line = random.pick([
      `${unit}/${number} ${street}`,
      /^\d/.test(unit) ? `U${unit} ${number} ${street}` : `UNIT ${unit} ${number} ${street}`,
      `${unitType} ${unit}, ${number} ${street}`,
      `${number} ${street} ${unitType} ${unit}`,
      `${number} ${street}, UNIT ${unit}`,
    ])
    return asked(target, line, random)
  },
  isWalked: true,
}

const levels: LineClass = {
  name: 'level',
  isTarget: (facts) => isNamed(facts) && facts.level !== '' && !facts.isAlias && facts.first !== '',
  write(target, random) {
    const { facts } = target
    const { street } = written(facts)
    const unit = spaced(facts.unitType, facts.unit)
    const other = /^\d/.test(facts.level) ? otherForms(levelTypes, facts.levelType)[0] : undefined
    const long = `${facts.levelType} ${facts.level}`
    const short = other === undefined ? long : `${other}${other === 'L' ? '' : ' '}${facts.level}`
    const level = random.pick([long, short])
    const number = numberOf(facts)
    const line = random.pick([
      `${spaced(unit, level, number)} ${street}`,
      `${spaced(level, unit)}, ${number} ${street}`,
      `${spaced(unit, level)}, ${number} ${street}`,
    ])
    return asked(target, line, random)
  },
  isWalked: true,
}

const lots: LineClass = {
  name: 'lot',
  isTarget: (facts) => isNamed(facts) && facts.first === '' && facts.lot !== '' && !isDeep(facts),
  write(target, random) {
    const { street } = written(target.facts)
    const separator = random.pick([' ', ', '])
    return asked(target, `LOT ${target.facts.lot}${separator}${street}`, random)
  },
  isWalked: true,
}

const shops: LineClass = {
  name: 'shop and other kinds',
  isTarget: (facts) => isUnit(facts) && facts.unitType !== '' && !ANY_UNIT.includes(facts.unitType),
  write(target, random) {
    const { facts } = target
    const { unit, unitType } = facts
    const { street } = written(facts)
    const number = numberOf(facts)
    const level = spaced(facts.levelType, facts.level)
    const line = random.pick([
      `${spaced(unitType, unit, level)}, ${number} ${street}`,
      `${spaced(unitType, unit, level)} ${number} ${street}`,
      level === ''
        ? `${unitType} ${unit}/${number} ${street}`
        : `${unitType} ${unit} ${level} ${number} ${street}`,
      `${number} ${street}, ${spaced(unitType, unit, level)}`,
    ])
    return asked(target, line, random)
  },
  isWalked: true,
}

const ranges: LineClass = {
  name: 'range ends',
  isTarget: (facts) => isNamed(facts) && facts.last !== '' && !isDeep(facts) && !facts.isAlias,
  write(target, random) {
    const { first, last } = target.facts
    const { street } = written(target.facts)
    const number = random.pick([first, last, `${first}-${last}`])
    const numbers = number.includes('-') ? { number: first, last } : { number, last: '' }
    return asked(target, `${number} ${street}`, random, numbers)
  },
  isWalked: true,
}

const insides: LineClass = {
  name: 'inside a range',
  isTarget: (facts) => ranges.isTarget(facts) && digitsOf(facts.last) - digitsOf(facts.first) >= 4,
  write(target, random) {
    const { facts, street } = target
    const first = digitsOf(facts.first)
    const steps = Math.floor((digitsOf(facts.last) - first) / 2) - 1
    const number = String(first + 2 * (1 + random.below(Math.min(steps, 20))))
    if (!isInside(facts, number)) return undefined
    const isEnd = (other: Facts) =>
      digitsOf(other.first) === Number(number) || digitsOf(other.last) === Number(number)
    if (street.some(isEnd)) return undefined
    const numbers = { number, last: '', isInside: true }
    const line = asked(target, `${number} ${written(facts).street}`, random, numbers)
    return line === undefined ? undefined : { ...line, verdict: 'several' }
  },
  isWalked: false,
}

const letters: LineClass = {
  name: 'suffix letter',
  isTarget: (facts) => /\d[A-Z]$/.test(facts.first) && facts.last === '' && isNamed(facts),
  write(target, random) {
    const { facts } = target
    if (facts.isAlias || isDeep(facts)) return undefined
    const { street } = written(facts)
    const number = random.pick([facts.first, facts.first.replace(/([A-Z])$/, ' $1')])
    const line = asked(target, `${number} ${street}`, random)
    return line && { ...line, isOneStroke: number !== facts.first }
  },
  isWalked: true,
}

/** The building is typed and is held, and its units must not come before it. */
const buildingFirst: LineClass = {
  name: 'building with units',
  isTarget: (facts) => isUnit(facts),
  write(target, random) {
    const { facts, street } = target
    const building = street.find(
      (other) =>
        !isDeep(other) &&
        !other.isAlias &&
        other.first === facts.first &&
        other.last === facts.last &&
        other.postcode === facts.postcode,
    )
    if (building === undefined) return undefined
    const own = { facts: building, street }
    return asked(own, `${numberOf(building)} ${written(building).street}`, random)
  },
  isWalked: true,
}

/** The building is typed but held only as its units: any of them will do, and validate asks which. */
const unitsOnly: LineClass = {
  name: 'building held as units',
  isTarget: (facts) => isUnit(facts),
  write(target, random) {
    const { facts, street } = target
    const bare = { unit: '', unitType: '', level: '' }
    const line = asked(target, `${numberOf(facts)} ${written(facts).street}`, random, bare)
    if (line === undefined) return undefined
    if (street.some((other) => !isDeep(other) && fits(other, line.asked))) return undefined
    return { ...line, verdict: 'several' }
  },
  isWalked: false,
}

export const numberClasses: readonly LineClass[] = [
  units,
  levels,
  lots,
  shops,
  ranges,
  insides,
  letters,
  buildingFirst,
  unitsOnly,
]

function isUnit(facts: Facts): boolean {
  return isNamed(facts) && facts.unit !== '' && facts.first !== '' && !facts.isAlias
}

function numberOf({ first, last }: Facts): string {
  return last === '' ? first : `${first}-${last}`
}

function asked(
  target: Target,
  line: string,
  random: SeededRandom,
  instead: Partial<Line['asked']> = {},
): Line | undefined {
  const { place, asked: all } = shortPlace(target.facts, random)
  const wanted = { ...all, ...instead }
  if (!isPlainest(target, wanted)) return undefined
  const text = titled(`${line}, ${place}`)
  return { text, meant: target.facts, asked: wanted, verdict: 'one', isFindable: true }
}
