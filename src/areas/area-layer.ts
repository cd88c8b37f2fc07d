// One layer as look-ups read it: the area of a record, the streets of an area, and areas by code and name.
// Unchecked: rows and areas come from the columns themselves.

import type { Area, LayerInfo } from '../address/area.ts'
import { Lists } from '../index/columns/lists.ts'
import { Texts } from '../index/columns/texts.ts'
import { IndexSections } from '../index/file/index-sections.ts'
import type { NarrowArray } from '../index/file/sections.ts'
import { foldedValue } from '../index/words/fold.ts'
import { lowerBoundBy, lowerBoundU32 } from '../lib/lower-bound.ts'
import { foldedCode, type LayerMemory } from './layer.ts'

export const NO_AREA: Area = { code: '', name: '' }
/** With more streets than these, each address is asked for its area instead. */
const STREETS_LISTED_MAX = 10_000
/** Steps of work for sorting each of them, and for each code or name that one is compared with. */
const LISTED_STEPS = 8
const NAMED_STEPS = 60
/** The areas that begin with a term. Those with the most addresses are shown. */
const COMPLETED_MAX = 500

export class AreaLayer {
  readonly info: LayerInfo
  readonly #texts: Texts
  readonly #code: Uint32Array
  readonly #name: Uint32Array
  readonly #addresses: Uint32Array
  readonly #byName: Uint32Array
  readonly #byCode: Uint32Array
  readonly #street: NarrowArray
  readonly #mixed: Uint32Array
  readonly #mixedStart: Uint32Array
  readonly #record: NarrowArray
  readonly #streets: Lists

  constructor({ buffer, entries }: LayerMemory) {
    const sections = new IndexSections(buffer, entries)
    this.info = sections.get('layer')
    this.#texts = new Texts(sections)
    this.#code = sections.get('area.code')
    this.#name = sections.get('area.name')
    this.#addresses = sections.get('area.addresses')
    this.#byName = sections.get('area.byName')
    this.#byCode = sections.get('area.byCode')
    this.#street = sections.get('joined.street')
    this.#mixed = sections.get('joined.mixed')
    this.#mixedStart = sections.get('joined.start')
    this.#record = sections.get('joined.record')
    this.#streets = new Lists(sections, 'area.streets')
  }

  area(number: number): Area {
    if (number === 0) return NO_AREA
    const [code, name] = [this.#code[number - 1], this.#name[number - 1]]
    return { code: this.#texts.at(code), name: this.#texts.at(name) }
  }

  /** `start` has the first record of each street. */
  areaOf(record: number, street: number, start: Uint32Array): number {
    const area = this.#street[street]
    if (area <= this.#code.length) return area
    const at = lowerBoundU32(this.#mixed, street)
    return this.#record[this.#mixedStart[at] + record - start[street]]
  }

  /** What it takes to find one by code and by name. */
  get namedSteps(): number {
    return 2 * Math.log2(this.#code.length + 1) * NAMED_STEPS
  }

  /** Those whose code or whole name the text is, in any case. */
  areasNamed(text: string): number[] {
    const code = foldedCode(text)
    const codeAt = (at: number) => foldedCode(this.area(this.#byCode[at]).code)
    const folded = foldedValue(text)
    return [
      ...fittingFrom(this.#byCode, code, codeAt, (each) => each === code),
      ...fittingFrom(this.#byName, folded, this.#nameAt, (name) => name === folded),
    ]
  }

  /** Whether an address of the street may be in one of the areas. */
  mayHave(street: number, areas: ReadonlySet<number>): boolean {
    const area = this.#street[street]
    return area > this.#code.length || areas.has(area)
  }

  /** Undefined if there are too many to list. A street may be in several areas. */
  streetsOf(areas: readonly number[], work: { spent: number }): Uint32Array[] {
    const lists = areas.map((area) => this.#streets.of(area - 1))
    const total = lists.reduce((sum, list) => sum + list.length, 0)
    if (total > STREETS_LISTED_MAX) return []
    if (lists.length === 1) return lists
    work.spent += total * LISTED_STEPS
    const all = new Uint32Array(total)
    let end = 0
    for (const list of lists) {
      all.set(list, end)
      end += list.length
    }
    all.sort()
    return [all.filter((street, at) => at === 0 || street !== all[at - 1])]
  }

  beginning(term: string): { readonly name: string; readonly addresses: number }[] {
    const folded = foldedValue(term)
    const fits = (name: string) => name.startsWith(folded)
    return fittingFrom(this.#byName, folded, this.#nameAt, fits).map((area) => {
      return { name: this.area(area).name, addresses: this.#addresses[area - 1] }
    })
  }

  readonly #nameAt = (at: number) => foldedValue(this.area(this.#byName[at]).name)
}

/** The areas of a sorted list from a text on, for as long as they fit. */
function fittingFrom(
  sorted: Uint32Array,
  text: string,
  textAt: (at: number) => string,
  fits: (text: string) => boolean,
): number[] {
  const from = lowerBoundBy(0, sorted.length, (at) => textAt(at) < text)
  let to = from
  while (text !== '' && to < sorted.length && to - from < COMPLETED_MAX && fits(textAt(to))) to += 1
  return [...sorted.subarray(from, to)]
}
