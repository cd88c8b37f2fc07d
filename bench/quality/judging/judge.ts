// Judges one line: what autocomplete shows for it, what every keystroke shows, what validate says of it.

import type { Validation } from '../../../src/search/address-search.ts'
import { type AnyAddress, type Facts, factsOf } from '../facts.ts'
import type { Asked } from '../lines/asked.ts'
import type { Line, ReleaseContents } from '../lines/line.ts'
import type { ScoredSearch } from '../release-contents.ts'
import { bestFits } from './best-fit.ts'
import { fits, hasEveryWord, isGuessed, isWithinBuilding, unmentioned } from './fits.ts'

/** As many as a caller sees by default. */
const TOP = 6

interface Shown {
  /** From 0; -1 when no right answer is shown. */
  readonly rank: number
  readonly hasGuess: boolean
  /** Undefined where the line does not try it. */
  readonly isBuildingFirst: boolean | undefined
  readonly labels: readonly string[]
}

interface Walked {
  /** Share of the characters typed when a right answer first shows; 1 when none ever does. */
  readonly share: number
  /** What had been typed when a further right character lost it; undefined if none did. */
  readonly lostAt: string | undefined
}

interface Judged {
  readonly isRight: boolean
  readonly isFalseAccept: boolean
  /** What validate answered, for an example. */
  readonly answer: string
}

/** One line against one search, with everything about the line that is worked out once. */
export class Judge {
  readonly #search: ScoredSearch
  readonly #contents: ReleaseContents
  readonly #line: Line
  readonly #street: readonly Facts[]
  readonly #meant: ReadonlySet<string>
  readonly #unmentioned: number
  readonly #typed: Asked

  constructor(
    search: ScoredSearch,
    contents: ReleaseContents,
    line: Line,
    street: readonly Facts[],
  ) {
    this.#search = search
    this.#contents = contents
    this.#line = line
    this.#street = street
    this.#typed = { ...(line.typed ?? line.asked), isInside: false }
    this.#unmentioned = unmentioned(line.meant, line.asked)
    this.#meant =
      line.verdict === 'none' || line.verdict === 'not-this'
        ? new Set()
        : bestFits({ facts: line.meant, street }, line.asked)
  }

  shown(): Shown {
    const { text, asked, meant } = this.#line
    const answers = this.#answers(text)
    const rank = answers.findIndex((facts) => this.#isRight(facts))
    const unitAt = answers.findIndex((facts) => isWithinBuilding(facts) && fits(facts, asked))
    const triesBuilding =
      !isWithinBuilding(meant) && this.#street.some((f) => isWithinBuilding(f) && fits(f, asked))
    const isNumberLast = /\d[a-z]?$/i.test(text) && !text.endsWith(asked.postcode || ' ')
    return {
      rank,
      hasGuess: !isNumberLast && answers.some((facts) => this.#isGuess(facts)),
      isBuildingFirst: triesBuilding ? unitAt < 0 || (rank >= 0 && rank < unitAt) : undefined,
      labels: answers.map(({ label }) => label),
    }
  }

  walked(): Walked {
    const { text } = this.#line
    let first = -1
    for (let end = 1; end <= text.length; end += 1) {
      const isShown = this.#answers(text.slice(0, end)).some((facts) => this.#isRight(facts))
      if (isShown && first < 0) first = end
      if (!isShown && first >= 0) return { share: first / text.length, lostAt: text.slice(0, end) }
    }
    return { share: first < 0 ? 1 : first / text.length, lostAt: undefined }
  }

  validated(): Judged {
    const found = this.#search.validate({ line: this.#line.text, strict: true })
    const isFalseAccept =
      found.kind === 'one' &&
      (this.#line.verdict === 'not-this'
        ? found.id === this.#line.meant.id
        : !this.#isAcceptable(found))
    return {
      isRight: !isFalseAccept && this.#isRightVerdict(found),
      isFalseAccept,
      answer: answerText(found),
    }
  }

  /** Of a line that may be refused: that no other address was accepted. */
  notMistaken(): Judged {
    const found = this.#search.validate({ line: this.#line.text, strict: true })
    const isFalseAccept = found.kind === 'one' && !this.#isAcceptable(found)
    return { isRight: !isFalseAccept, isFalseAccept, answer: answerText(found) }
  }

  #answers(term: string): Facts[] {
    const found = this.#search.autocomplete({ term, top: TOP })
    return found.map(factsOf).filter((facts) => facts !== undefined)
  }

  #isRight(facts: Facts): boolean {
    const { asked, isRight } = this.#line
    if (isRight !== undefined) return isRight(facts)
    if (this.#meant.has(facts.id)) return true
    return this.#namesOf(facts).some(
      (own) => fits(own, asked) && unmentioned(own, asked) <= this.#unmentioned,
    )
  }

  /** An alias shows its principal, whose number may be another. */
  #isGuess(facts: Facts): boolean {
    return this.#namesOf(facts).every((own) => isGuessed(own, this.#line.asked))
  }

  #isAcceptable({ id, address }: { id: string; address: AnyAddress }): boolean {
    const { isRight } = this.#line
    const facts = factsOf({ id, item: address })
    if (isRight !== undefined) return facts !== undefined && isRight(facts)
    if (this.#meant.has(id)) return true
    return facts !== undefined && this.#hasEveryWord(facts, true)
  }

  #isRightVerdict(found: Validation<AnyAddress>): boolean {
    const { verdict } = this.#line
    if (verdict === 'not-this') return true
    if (verdict === 'exact') return found.kind === 'one'
    // What has every word, but for a slip, does exist after all: a name may be that of a street and of its suburb.
    if (verdict === 'none')
      return found.kind !== 'several' || found.ids.every((id) => this.#exists(id))
    if (found.kind === 'none') return false
    if (found.kind === 'one') {
      const isOnly = this.#meant.size === 1 || found.id === this.#line.meant.shownId
      return verdict !== 'several' && (verdict !== 'one' || isOnly)
    }
    if (verdict !== 'one' || this.#meant.size > 1) return found.ids.some((id) => this.#isMeant(id))
    return found.ids.some((id) => this.#meant.has(id)) && found.ids.every((id) => this.#fitsToo(id))
  }

  #exists(id: string): boolean {
    const facts = this.#factsBy(id)
    return facts !== undefined && this.#hasEveryWord(facts, true)
  }

  #hasEveryWord(facts: Facts, slips: boolean): boolean {
    return this.#namesOf(facts).some((own) => hasEveryWord(own, this.#typed, slips))
  }

  /** The address and all that it goes by. */
  #namesOf(facts: Facts): readonly Facts[] {
    return [facts, ...this.#contents.aliasesOf(facts.id)]
  }

  #isMeant(id: string): boolean {
    const facts = this.#factsBy(id)
    return this.#meant.has(id) || (facts !== undefined && this.#isRight(facts))
  }

  /** Another address that has every word: then the line does name several. */
  #fitsToo(id: string): boolean {
    if (this.#meant.has(id)) return true
    const facts = this.#factsBy(id)
    if (facts === undefined || unmentioned(facts, this.#line.asked) > this.#unmentioned + 1)
      return false
    return (
      isWithinBuilding(facts) === isWithinBuilding(this.#line.meant) &&
      hasEveryWord(facts, this.#line.asked, false)
    )
  }

  #factsBy(id: string): Facts | undefined {
    const item = this.#search.get(id)
    return item === undefined ? undefined : factsOf({ id, item })
  }
}

function answerText(found: Validation<AnyAddress>): string {
  if (found.kind === 'none') return '404'
  if (found.kind === 'several') return `300 ${found.ids.slice(0, 3).join(' ')}`
  return `200 ${factsOf({ id: found.id, item: found.address })?.label ?? found.id}`
}
