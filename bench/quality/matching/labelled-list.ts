// A list with labels: addresses of the release with human noise, and addresses that do not exist.

import { SeededRandom } from '../../../dev/seeded-random.ts'
import { wordsOf } from '../../../src/index/words/fold.ts'
import type { MatchInput } from '../../../src/match/input-line.ts'
import type { Facts } from '../facts.ts'
import { isBestFit, isNamedHouse, isNumbered } from '../judging/best-fit.ts'
import type { LineClass, ReleaseContents, Target } from '../lines/line.ts'
import { askedOf, streetOf } from '../lines/written.ts'
import { readContents, type ScoredSearch } from '../release-contents.ts'
import { ABSENT, LIST } from './absent.ts'
import { type Draft, draftOf, lineOfDraft } from './draft.ts'
import { NOISE, type Noise } from './noise.ts'

export interface LabelledRow {
  readonly input: MatchInput
  /** What it is, by id or by label; undefined where no such address exists. */
  readonly meant: { readonly id: string; readonly label: string } | undefined
  /** The kinds of noise in it, or the one way in which it does not exist. */
  readonly kinds: readonly string[]
  /** Held back from the search when the row is matched. */
  readonly heldBack: string | undefined
}

/** This share of all rows does not exist. */
const ABSENT_SHARE = 0.2
/** Lines of this share of the rows that exist are as the release writes them. */
const CLEAN_SHARE = 0.2
const CLEAN = 'as it is held'

export function labelledList(search: ScoredSearch, rows: number, seed: number): LabelledRow[] {
  const contents = readContents(search, [TARGETS], rows, seed)
  const random = new SeededRandom(seed + 1)
  const list: LabelledRow[] = []
  for (const target of contents.targets.get(LIST) ?? []) {
    if (list.length >= rows) break
    const draft = draftOf(target.facts, search.release.product)
    if (!isWritable(target, draft)) continue
    const row = random.chance(ABSENT_SHARE)
      ? absentRow(draft, target, random, contents)
      : presentRow(draft, target, random, contents)
    if (row !== undefined) list.push(row)
  }
  return list
}

const TARGETS: LineClass = {
  name: LIST,
  isTarget: (facts) => (isNumbered(facts) || isNamedHouse(facts)) && !facts.isAlias,
  write: () => undefined,
  isWalked: false,
}

/** Nothing else of its street is meant by all that the address says, and a line can say all of it. */
function isWritable(target: Target, draft: Draft): boolean {
  const { facts, street } = target
  const asked = { ...askedOf(facts), building: draft.building }
  const isAlike = (other: Facts) => other.label === facts.label && other.id !== facts.id
  if (!isBestFit(target, asked) || street.some(isAlike)) return false
  // What a UK address has beside these parts, such as a street that leaves another, stands on its label only.
  const said = wordsOf(lineOfDraft(draft))
  const label = facts.label.toUpperCase()
  const above = label.slice(0, label.lastIndexOf(streetOf(facts)))
  return wordsOf(above).every((word) => said.includes(word))
}

function presentRow(
  clean: Draft,
  target: Target,
  random: SeededRandom,
  contents: ReleaseContents,
): LabelledRow {
  const { facts } = target
  const meant = { id: facts.shownId, label: facts.label }
  if (random.chance(CLEAN_SHARE))
    return { input: facts.label, meant, kinds: [CLEAN], heldBack: undefined }
  const { draft, kinds } = withNoise(clean, target, NOISE, random, contents)
  return { input: lineOfDraft(draft), meant, kinds, heldBack: undefined }
}

function absentRow(
  clean: Draft,
  target: Target,
  random: SeededRandom,
  contents: ReleaseContents,
): LabelledRow | undefined {
  const kind = random.pick(ABSENT)
  const changed = kind.make(clean, target, random, contents)
  if (changed === undefined) return undefined
  const forms = NOISE.filter(({ isForm, name }) => isForm && !OF_NUMBERS.has(name))
  const { draft } = withNoise({ ...clean, ...changed }, target, forms, random, contents)
  const heldBack = kind.isHeldBack ? target.facts.shownId : undefined
  return { input: lineOfDraft(draft), meant: undefined, kinds: [kind.name], heldBack }
}

/** At most one thing is wrong about where it is. */
function withNoise(
  clean: Draft,
  { facts, street }: Target,
  noise: readonly Noise[],
  random: SeededRandom,
  contents: ReleaseContents,
) {
  let draft = clean
  const kinds: string[] = []
  for (const { name, rate, isForm, apply } of noise) {
    if (!random.chance(rate)) continue
    if (!isForm && kinds.some((kind) => ABOUT_PLACE.has(kind))) continue
    const changed = apply(draft, { facts, street, contents, random })
    if (changed === undefined) continue
    draft = { ...draft, ...changed }
    kinds.push(name)
  }
  return { draft, kinds: kinds.length === 0 ? [CLEAN] : kinds }
}

/** They are written for the real address. */
const OF_NUMBERS: ReadonlySet<string> = new Set(['unit forms', 'one end of a range'])

const ABOUT_PLACE: ReadonlySet<string> = new Set([
  'no postcode',
  'typing error in the place',
  'no place',
  'neighbouring place',
  'wrong postcode',
  'spaces lost',
])
