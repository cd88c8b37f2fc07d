// One typing error in the street's name or in the place's, never in digits.

import type { Asked } from '../judging/asked.ts'
import { isNamed, isPlainest } from '../judging/meant.ts'
import {
  type Line,
  type LineClass,
  shortPlace,
  spaced,
  type Target,
  titled,
  type World,
  written,
} from '../lines/line.ts'
import { LETTERS_MIN, withTypingError } from '../lines/typing-errors.ts'

const street: LineClass = {
  name: 'typing error in the street',
  isTarget: (facts) => isNamed(facts) && !facts.isAlias && hasLongWord(facts.name),
  write(target, random, world) {
    const { facts } = target
    const { place, asked } = shortPlace(facts, random)
    const name = withTypingError(facts.name, random)
    if (name === undefined || isAnotherStreet(name, asked, world)) return undefined
    const wrong = spaced(name, facts.type, facts.suffix)
    return misspelt(target, `${spaced(written(facts).front, wrong)}, ${place}`, asked)
  },
  isWalked: false,
}

const place: LineClass = {
  name: 'typing error in the suburb',
  isTarget: (facts) => isNamed(facts) && !facts.isAlias && hasLongWord(facts.places[0]),
  write(target, random, world) {
    const { facts } = target
    const { asked } = shortPlace(facts, random)
    const name = withTypingError(asked.place, random)
    // A slip that gives another place's name is that place.
    if (name === undefined || world.hasPlace(name)) return undefined
    const { front, street: own } = written(facts)
    const wrong = spaced(name, asked.region, asked.postcode)
    return misspelt(target, `${spaced(front, own)}, ${wrong}`, asked)
  },
  isWalked: false,
}

export const typingErrorClasses: readonly LineClass[] = [street, place]

function isAnotherStreet(name: string, { place: where, region }: Asked, world: World): boolean {
  return world.hasStreet(name, '', where, region)
}

function hasLongWord(text: string): boolean {
  return text.split(' ').some((word) => word.length >= LETTERS_MIN && /^[A-Z]+$/.test(word))
}

function misspelt(target: Target, text: string, asked: Asked): Line | undefined {
  if (!isPlainest(target, asked)) return undefined
  const meant = target.facts
  return { text: titled(text), meant, asked, verdict: 'one-or-several', isFindable: true }
}
