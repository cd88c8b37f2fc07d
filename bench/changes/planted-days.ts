// Days of changes to a UK release: addresses that go, come, move, are renumbered or renamed, and whole new streets.

import { SeededRandom } from '../../dev/seeded-random.ts'
import type { PostalRow } from '../../src/address/postal.ts'
import type { PostalChanges } from '../../src/index/changes/changed-streets.ts'
import { idOfRow } from '../../src/index/ids/postal-id.ts'
import { elementAt } from '../../src/lib/element-at.ts'

/** Words that no address has before. */
const NEW_WORDS = ['Quagmire', 'Zephyr', 'Oxbow', 'Ptarmigan', 'Yarrow', 'Juxon']

type Edit = (row: PostalRow, random: SeededRandom) => PostalRow

const EDITS: readonly Edit[] = [
  (row) => ({ ...row, residential: !row.residential }),
  (row, random) => ({ ...row, latitude: moved(row.latitude, random) }),
  (row, random) => ({ ...row, buildingNumber: String(random.below(300) + 1) }),
  (row, random) => ({ ...row, buildingNumber: `${random.below(90) + 1}B` }),
  (row, random) => ({ ...row, subBuilding: `Flat ${random.below(30) + 1}` }),
  (row, random) => ({ ...row, buildingName: `${random.pick(NEW_WORDS)} House` }),
  (row, random) => ({ ...row, organisation: `${random.pick(NEW_WORDS)} Trading Ltd` }),
  (row, random) => ({ ...row, thoroughfare: `${random.pick(NEW_WORDS)} Road` }),
  (row, random) => ({ ...row, dependentLocality: `${random.pick(NEW_WORDS)} Green` }),
  (row) => ({ ...row, otherNames: { streets: [`Heol ${row.thoroughfare}`], places: ['Y Dref'] } }),
]

/** To seven decimals, as files have them. */
function moved(degrees: number, random: SeededRandom): number {
  return Math.round(degrees * 1e7 + random.between(-20_000, 20_000)) / 1e7
}

/** A release does not know which address brought its street a name in another language: the street keeps it. */
function isFixed({ otherNames }: PostalRow): boolean {
  return otherNames !== undefined
}

export class PlantedDays {
  readonly rows: Map<string, PostalRow>
  readonly #random: SeededRandom
  #uprn = 900_000_000_000

  constructor(rows: Iterable<PostalRow>, seed: number) {
    this.rows = new Map()
    this.#random = new SeededRandom(seed)
    for (const row of rows) this.rows.set(idOfRow(row), row)
  }

  /** A quarter each goes and comes; the rest changes, some of it on one street that is renamed. */
  day(changes: number): PostalChanges {
    const random = this.#random
    const ids = [...this.rows.keys()]
    const drawn = () => elementAt(ids, random.below(ids.length))
    const changed = new Map<string, PostalRow | undefined>()
    for (let i = 0; i < changes; i++) {
      const id = drawn()
      const row = this.rows.get(id)
      if (row === undefined || changed.has(id) || isFixed(row)) continue
      if (i % 4 === 0) changed.set(id, undefined)
      else if (i % 4 === 1) {
        const own = { ...random.pick(EDITS)(row, random), uprn: String(this.#uprn++) }
        changed.set(idOfRow(own), own)
      } else changed.set(id, this.#edited(row))
    }
    this.#renameStreet(elementAt([...changed.keys()], 0), changed)
    for (const [id, row] of changed) {
      if (row === undefined) this.rows.delete(id)
      else this.rows.set(id, row)
    }
    const rows = [...changed.values()].filter((row) => row !== undefined)
    return { rows, ids: new Set(changed.keys()) }
  }

  /** Only rows with a key of their own keep their id, whatever they say. */
  #edited(row: PostalRow): PostalRow {
    const hasKey = row.uprn + row.sourceKey !== ''
    return hasKey ? this.#random.pick(EDITS)(row, this.#random) : { ...row, residential: true }
  }

  #renameStreet(id: string, changed: Map<string, PostalRow | undefined>): void {
    const one = this.rows.get(id)
    if (one === undefined) return
    const thoroughfare = `${this.#random.pick(NEW_WORDS)} Street`
    for (const [each, row] of this.rows) {
      const isThere = row.thoroughfare === one.thoroughfare && row.postcode === one.postcode
      if (!isThere || changed.has(each) || isFixed(row)) continue
      if (row.uprn + row.sourceKey === '') continue
      changed.set(each, { ...row, thoroughfare })
    }
  }
}
