// A list of strangers' lines with labels, of which some addresses are held back from the search.

import { SeededRandom } from '../../../dev/seeded-random.ts'
import type { LabelledRow } from '../matching/labelled-list.ts'
import { readContents, type ScoredSearch } from '../release-contents.ts'
import { strangersFor } from './lines.ts'

/** This share of all rows does not exist. */
const ABSENT_SHARE = 0.2
/** In a list another type is another street, as the other list has it. */
const OTHER_STREET = 'wrong street type'

export function strangersList(search: ScoredSearch, rows: number, seed: number): LabelledRow[] {
  const classes = strangersFor(search.release.product).filter(({ name }) => name !== OTHER_STREET)
  const perClass = Math.ceil(rows / classes.length)
  const contents = readContents(search, classes, perClass, seed)
  const random = new SeededRandom(seed + 1)
  return classes.flatMap((lineClass) => {
    const list: LabelledRow[] = []
    for (const target of contents.targets.get(lineClass.name) ?? []) {
      if (list.length >= perClass) break
      const line = lineClass.write(target, random, contents)
      if (line === undefined) continue
      const { shownId: id, label } = target.facts
      const isAbsent = random.chance(ABSENT_SHARE)
      list.push({
        input: line.text,
        meant: isAbsent ? undefined : { id, label },
        kinds: [isAbsent ? `absent: ${lineClass.name}` : lineClass.name],
        heldBack: isAbsent ? id : undefined,
      })
    }
    return list
  })
}
