// Units, levels, lots, shops, ranges and letters, each in the forms in which people write them.

import type { SeededRandom } from '../../../dev/seeded-random.ts'
import type { Facts } from '../facts.ts'
import { isBestFit, isNumbered } from '../judging/best-fit.ts'
import { digitsOf, fits, isInside, isWithinBuilding } from '../judging/fits.ts'
import type { Asked } from '../lines/asked.ts'
import { findable, type Line, type LineClass, type Target } from '../lines/line.ts'
import { ANY_UNIT, levelTypes, otherForms } from '../lines/typed-forms.ts'
import { numberOf, shortPlace, streetOf, titleCase, withSpaces } from '../lines/written.ts'

/** Where files have no kinds of units, people write any. */
function isAnyUnit(kind: string): boolean {
  return kind === '' || ANY_UNIT.includes(kind)
}

const units: LineClass = {
  name: 'unit forms',
  isTarget: (facts) => isUnit(facts) && isAnyUnit(facts.unitType) && facts.level === '',
  write(target, random) {
    const { facts } = target
    const { unit, unitType } = facts
    const number = numberOf(facts)
    const street = streetOf(facts)
    const line = random.pick([
      `${unit}/${number} ${street}`,
      /^\d/.test(unit) ? `U${unit} ${number} ${street}` : `UNIT ${unit} ${number} ${street}`,
      `${unitType || 'FLAT'} ${unit}, ${number} ${street}`,
      `${number} ${street} ${unitType || 'UNIT'} ${unit}`,
      `${number} ${street}, UNIT ${unit}`,
    ])
    return placed(target, line, random)
  },
  isWalked: true,
}

const levels: LineClass = {
  name: 'level',
  isTarget: (facts) =>
    isNumbered(facts) && facts.level !== '' && !facts.isAlias && facts.first !== '',
  write(target, random) {
    const { facts } = target
    const street = streetOf(facts)
    const unit = withSpaces(facts.unitType, facts.unit)
    const other = /^\d/.test(facts.level) ? otherForms(levelTypes, facts.levelType)[0] : undefined
    const long = `${facts.levelType} ${facts.level}`
    const short = other === undefined ? long : `${other}${other === 'L' ? '' : ' '}${facts.level}`
    const level = random.pick([long, short])
    const number = numberOf(facts)
    const line = random.pick([
      `${withSpaces(unit, level, number)} ${street}`,
      `${withSpaces(level, unit)}, ${number} ${street}`,
      `${withSpaces(unit, level)}, ${number} ${street}`,
    ])
    return placed(target, line, random)
  },
  isWalked: true,
}

const lots: LineClass = {
  name: 'lot',
  isTarget: (facts) =>
    isNumbered(facts) && facts.first === '' && facts.lot !== '' && !isWithinBuilding(facts),
  write(target, random) {
    const street = streetOf(target.facts)
    const separator = random.pick([' ', ', '])
    return placed(target, `LOT ${target.facts.lot}${separator}${street}`, random)
  },
  isWalked: true,
}

const shops: LineClass = {
  name: 'shop and other kinds',
  isTarget: (facts) => isUnit(facts) && facts.unitType !== '' && !ANY_UNIT.includes(facts.unitType),
  write(target, random) {
    const { facts } = target
    const { unit, unitType } = facts
    const street = streetOf(facts)
    const number = numberOf(facts)
    const level = withSpaces(facts.levelType, facts.level)
    const line = random.pick([
      `${withSpaces(unitType, unit, level)}, ${number} ${street}`,
      `${withSpaces(unitType, unit, level)} ${number} ${street}`,
      level === ''
        ? `${unitType} ${unit}/${number} ${street}`
        : `${unitType} ${unit} ${level} ${number} ${street}`,
      `${number} ${street}, ${withSpaces(unitType, unit, level)}`,
    ])
    return placed(target, line, random)
  },
  isWalked: true,
}

const ranges: LineClass = {
  name: 'range ends',
  isTarget: (facts) =>
    isNumbered(facts) && facts.last !== '' && !isWithinBuilding(facts) && !facts.isAlias,
  write(target, random) {
    const { first, last } = target.facts
    const street = streetOf(target.facts)
    const number = random.pick([first, last, `${first}-${last}`])
    const numbers = number.includes('-') ? { number: first, last } : { number, last: '' }
    return placed(target, `${number} ${street}`, random, numbers)
  },
  isWalked: true,
}

const insides: LineClass = {
  name: 'inside a range',
  isTarget: (facts, names) =>
    ranges.isTarget(facts, names) && digitsOf(facts.last) - digitsOf(facts.first) >= 4,
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
    const line = placed(target, `${number} ${streetOf(facts)}`, random, numbers)
    return line === undefined ? undefined : { ...line, verdict: 'several' }
  },
  isWalked: false,
}

const letters: LineClass = {
  name: 'suffix letter',
  isTarget: (facts) => /\d[A-Z]$/.test(facts.first) && facts.last === '' && isNumbered(facts),
  write(target, random) {
    const { facts } = target
    if (facts.isAlias || isWithinBuilding(facts)) return undefined
    const street = streetOf(facts)
    const number = random.pick([facts.first, facts.first.replace(/([A-Z])$/, ' $1')])
    const line = placed(target, `${number} ${street}`, random)
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
        !isWithinBuilding(other) &&
        !other.isAlias &&
        other.first === facts.first &&
        other.last === facts.last &&
        other.postcode === facts.postcode,
    )
    if (building === undefined) return undefined
    const own = { facts: building, street }
    return placed(own, `${numberOf(building)} ${streetOf(building)}`, random)
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
    const line = placed(target, `${numberOf(facts)} ${streetOf(facts)}`, random, bare)
    if (line === undefined) return undefined
    if (street.some((other) => !isWithinBuilding(other) && fits(other, line.asked)))
      return undefined
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
  return isNumbered(facts) && facts.unit !== '' && facts.first !== '' && !facts.isAlias
}

/** The line before a place, where it means the target; `instead` is what it asks for otherwise than the address has. */
function placed(
  target: Target,
  line: string,
  random: SeededRandom,
  instead: Partial<Asked> = {},
): Line | undefined {
  const { place, asked } = shortPlace(target.facts, random)
  const wanted = { ...asked, ...instead }
  if (!isBestFit(target, wanted)) return undefined
  return findable(target, titleCase(`${line}, ${place}`), wanted)
}
