// One typing error in the street's name or in the place's, never in digits.

import { isBestFit, isNumbered } from '../judging/best-fit.ts'
import type { Asked } from '../lines/asked.ts'
import {
  findable,
  type Line,
  type LineClass,
  type ReleaseContents,
  type Target,
} from '../lines/line.ts'
import { LETTERS_MIN, withTypingError } from '../lines/typing-errors.ts'
import { shortPlace, titleCase, withSpaces, written } from '../lines/written.ts'

const street: LineClass = {
  name: 'typing error in the street',
  isTarget: (facts) => isNumbered(facts) && !facts.isAlias && hasLongWord(facts.name),
  write(target, random, contents) {
    const { facts } = target
    const { place, asked } = shortPlace(facts, random)
    const name = withTypingError(facts.name, random)
    if (name === undefined || isAnotherStreet(name, asked, contents)) return undefined
    const wrong = withSpaces(name, facts.type, facts.suffix)
    return misspelt(target, `${withSpaces(written(facts).premises, wrong)}, ${place}`, asked)
  },
  isWalked: false,
}

const place: LineClass = {
  name: 'typing error in the suburb',
  isTarget: (facts) => isNumbered(facts) && !facts.isAlias && hasLongWord(facts.place),
  write(target, random, contents) {
    const { facts } = target
    const { asked } = shortPlace(facts, random)
    const name = withTypingError(asked.place, random)
    // A slip that gives another place's name is that place.
    if (name === undefined || contents.hasPlace(name)) return undefined
    const { premises, street: own } = written(facts)
    const wrong = withSpaces(name, asked.region, asked.postcode)
    return misspelt(target, `${withSpaces(premises, own)}, ${wrong}`, asked)
  },
  isWalked: false,
}

export const typingErrorClasses: readonly LineClass[] = [street, place]

function isAnotherStreet(
  name: string,
  { place: where, region }: Asked,
  contents: ReleaseContents,
): boolean {
  return contents.hasStreet(name, '', where, region)
}

function hasLongWord(text: string): boolean {
  return text.split(' ').some((word) => word.length >= LETTERS_MIN && /^[A-Z]+$/.test(word))
}

function misspelt(target: Target, text: string, asked: Asked): Line | undefined {
  if (!isBestFit(target, asked)) return undefined
  return findable(target, titleCase(text), asked, 'one-or-several')
}
