// The areas of a release's addresses, over memory that threads share.
// Unchecked: rows and areas come from the columns themselves.

import type { Area, AreaLayers, AreaSelection, Areas, LayerInfo } from '../address/area.ts'
import { Lists } from '../index/columns/lists.ts'
import { Texts } from '../index/columns/texts.ts'
import { IndexSections } from '../index/file/index-sections.ts'
import type { NarrowArray } from '../index/file/sections.ts'
import { foldedValue } from '../index/words/fold.ts'
import { lowerBoundBy, lowerBoundU32 } from '../lib/lower-bound.ts'
import { foldedCode, fullName, type LayerMemory } from './layer.ts'

const ALL = 'all'
const NO_AREA: Area = { code: '', name: '' }
/** With more streets than these, each address is asked for its area instead. */
const STREETS_LISTED_MAX = 30_000
/** Areas that begin with a term, of which those with the most addresses are shown. */
const COMPLETED_MAX = 500

/** Over the memory of the release's index. */
export function areasOver(index: SharedArrayBuffer, layers: readonly LayerMemory[]): AreaLayers {
  const sections = new IndexSections(index)
  const { release } = sections.get('release')
  return new ReleaseAreas(release, sections.get('street.start'), layers)
}

export class ReleaseAreas implements AreaLayers {
  readonly release: string
  readonly #start: Uint32Array
  readonly #layers = new Map<string, AreaLayer>()

  /** Of layers of one name, the first is what that name means. Those joined with another release are left out. */
  constructor(release: string, start: Uint32Array, layers: readonly LayerMemory[]) {
    this.release = release
    this.#start = start
    for (const memory of layers) {
      const layer = new AreaLayer(memory)
      const { info } = layer
      if (info.release !== release) continue
      if (!this.#layers.has(info.layer)) this.#layers.set(info.layer, layer)
      this.#layers.set(fullName(info), layer)
    }
  }

  get names(): readonly string[] {
    return [...this.#layers.keys()]
  }

  named(text: string): readonly string[] {
    const names = text.split(',').map((name) => name.trim())
    const isOfName = (name: string) => !name.includes('@')
    return [
      ...new Set(names.flatMap((name) => (name === ALL ? this.names.filter(isOfName) : name))),
    ]
  }

  of(row: number | undefined, names: readonly string[]): Areas {
    const street = row === undefined ? -1 : this.#streetOf(row)
    const areas: Record<string, Area> = {}
    for (const name of names) {
      const layer = this.#layers.get(name)
      if (layer === undefined) continue
      const isKnown = row !== undefined && street !== -1
      areas[name] = isKnown ? layer.area(layer.areaOf(row, street, this.#start)) : NO_AREA
    }
    return areas
  }

  select(wanted: Readonly<Record<string, readonly string[]>>): AreaSelection | undefined {
    const parts = Object.entries(wanted).map(([name, values]) => {
      const layer = this.#layers.get(name)
      return { layer, areas: new Set(values.flatMap((value) => layer?.areasNamed(value) ?? [])) }
    })
    if (parts.some(({ areas }) => areas.size === 0)) return undefined
    const lists = parts.flatMap(({ layer, areas }) => layer?.streetsOf([...areas]) ?? [])
    lists.sort((a, b) => a.length - b.length)
    return {
      release: this.release,
      streets: lists[0],
      allowsStreet: (street) =>
        parts.every(({ layer, areas }) => layer?.mayHave(street, areas) ?? false),
      allowsRecord: (record, street) =>
        parts.every(({ layer, areas }) =>
          areas.has(layer?.areaOf(record, street, this.#start) ?? 0),
        ),
    }
  }

  complete(term: string, names: readonly string[], top: number): readonly string[] {
    const found = names.flatMap((name) => this.#layers.get(name)?.beginning(term) ?? [])
    found.sort((a, b) => b.addresses - a.addresses)
    return [...new Set(found.map(({ name }) => name))].slice(0, top)
  }

  #streetOf(row: number): number {
    return lowerBoundU32(this.#start, row + 1, 0, this.#start.length - 1) - 1
  }
}

class AreaLayer {
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

  /** None where there are too many to list. */
  streetsOf(areas: readonly number[]): Uint32Array[] {
    const lists = areas.map((area) => this.#streets.of(area - 1))
    const [only, ...others] = lists
    if (lists.reduce((sum, list) => sum + list.length, 0) > STREETS_LISTED_MAX) return []
    if (only !== undefined && others.length === 0) return [only]
    return [Uint32Array.from(new Set(lists.flatMap((list) => [...list]))).sort()]
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
