// Lines as people type them, for addresses drawn from a release, and every keystroke on the way.

import { SeededRandom } from '../../dev/seeded-random.ts'
import { type Facts, factsOf } from '../quality/facts.ts'
import { otherForms, streetTypes } from '../quality/lines/typed-forms.ts'
import { numberOf, withSpaces, written } from '../quality/lines/written.ts'
import type { ScoredSearch } from '../quality/release-contents.ts'

export type Shape = 'one character' | 'bare digits' | 'number and letters' | 'longer'

interface Keystroke {
  readonly term: string
  readonly shape: Shape
}

/** Every prefix of every line, as an autocompleting page asks for them; all single characters besides. */
export function keystrokes(
  search: ScoredSearch,
  targets: number,
  seed: number,
): readonly Keystroke[] {
  const random = new SeededRandom(seed)
  const terms: string[] = []
  for (let i = 0; i < targets; i += 1) {
    const facts = factsOf(search.at(random.below(search.release.addresses)))
    if (facts === undefined) continue
    const line = typed(facts, random)
    for (let end = 1; end <= line.length; end += 1) terms.push(line.slice(0, end))
  }
  for (const character of 'abcdefghijklmnopqrstuvwxyz0123456789') terms.push(character)
  return terms.map((term) => ({ term, shape: shapeOf(term) }))
}

function typed(facts: Facts, random: SeededRandom): string {
  const { premises: whole, place } = written(facts)
  const type = random.chance(0.4)
    ? (otherForms(streetTypes, facts.type)[0] ?? facts.type)
    : facts.type
  const street = withSpaces(facts.name, type, facts.suffix)
  const unit = random.chance(0.6) && facts.unit !== '' && facts.level === ''
  const number = numberOf(facts)
  const premises = unit && number !== '' ? `${facts.unit}/${number}` : whole
  const suburb = facts.place
  const roll = random.below(10)
  const line =
    roll < 5
      ? withSpaces(premises, street, suburb)
      : roll < 8
        ? `${withSpaces(premises, street)}, ${place}`
        : roll < 9
          ? withSpaces(street, suburb)
          : `${suburb} ${withSpaces(premises, street)}`
  return line.toLowerCase()
}

function shapeOf(term: string): Shape {
  if (term.length === 1) return 'one character'
  if (/^\d+[a-z]?\s*$/.test(term)) return 'bare digits'
  return /^[\d/-]+ \S*$/.test(term) ? 'number and letters' : 'longer'
}
