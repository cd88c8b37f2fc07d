// Writes lists of numbers, each sorted.

import { elementAt } from '../../lib/element-at.ts'
import type { ListsName } from '../file/section-names.ts'
import type { SectionWriter } from '../file/section-writer.ts'

/** Arrays, or `PackedLists` where there are so many that arrays would take too much memory. */
interface ManyLists {
  readonly length: number
  forEach(visit: (list: Iterable<number> & ArrayLike<number>, at: number) => void): void
}

/** `finalOf` has the number that each number of the lists is written as. */
export async function writeLists(
  writer: SectionWriter,
  name: ListsName,
  lists: ManyLists,
  finalOf: Uint32Array,
): Promise<void> {
  const offset = new Uint32Array(lists.length + 1)
  let total = 0
  lists.forEach((list, i) => {
    total += list.length
    offset[i + 1] = total
  })
  const values = new Uint32Array(total)
  lists.forEach((list, i) => {
    const own = Uint32Array.from(list, (number) => elementAt(finalOf, number)).sort()
    values.set(own, offset[i])
  })
  await writer.add(`${name}.offset`, offset)
  await writer.add(`${name}.values`, values)
}
