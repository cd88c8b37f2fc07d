// Lines of every class of the scorecard, as people would type the addresses of a release.

import { classesFor } from '../../bench/quality/classes/all-classes.ts'
import { readContents, type ScoredSearch } from '../../bench/quality/release-contents.ts'
import { SeededRandom } from '../../dev/seeded-random.ts'
import type { Product } from '../../src/address/product.ts'

export function typedLines(
  release: ScoredSearch,
  product: Product,
  perClass: number,
  seed: number,
) {
  const classes = classesFor(product)
  const contents = readContents(release, classes, perClass, seed)
  const random = new SeededRandom(seed)
  return classes.flatMap((each) => {
    const targets = (contents.targets.get(each.name) ?? []).slice(0, perClass)
    return targets.flatMap((target) => {
      const line = each.write(target, random, contents)
      return line === undefined ? [] : [{ ...line, about: `${each.name}: ${line.text}` }]
    })
  })
}
