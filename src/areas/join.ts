// Joins a layer with a release: the area of each street or, where its addresses are in several, of each record.
// Unchecked: hot, goes over every record of a release, and rows come from the columns themselves.

import { loadSections } from '../index/file/index-file.ts'
import { IndexSections } from '../index/file/index-sections.ts'
import type { SectionWriter } from '../index/file/index-writer.ts'
import { GrowingU32 } from '../index/rows/growing-arrays.ts'
import { OperatorError } from '../lib/operator-error.ts'
import type { Joined, LayerSource } from './layer.ts'
import { PolygonIndex } from './polygons/polygon-index.ts'
import { boxAround, swappedFault } from './polygons/polygons.ts'
import { type AreaOfRecord, areasByKey, areasByPoint, isJoinedSection } from './record-areas.ts'

/** `path` is that of the release's file; only what the join needs of it is read. */
export async function joinRelease(source: LayerSource, path: string): Promise<Joined> {
  const { buffer, entries } = await loadSections(path, isJoinedSection, ArrayBuffer)
  const sections = new IndexSections(buffer, entries)
  const { release, product } = sections.get('release')
  if (product !== source.product) {
    throw new OperatorError(`The layer is for ${source.product}, but ${release} is for ${product}.`)
  }
  const columns = new JoinedColumns(sections.get('street.start'), source.areas.length)
  columns.join(areasOf(source, sections))
  return { release, ...columns.counts(), write: (writer) => columns.write(writer) }
}

function areasOf({ by, keys, polygons }: LayerSource, sections: IndexSections): AreaOfRecord {
  if (by !== 'polygon') return areasByKey(sections, by, keys)
  const all = boxAround(sections.get('street.longitude'), sections.get('street.latitude'))
  const swapped = swappedFault(polygons, all)
  if (swapped !== undefined) throw new OperatorError(swapped)
  return areasByPoint(sections, new PolygonIndex(polygons))
}

class JoinedColumns {
  readonly #start: Uint32Array
  readonly #areas: number
  readonly #street: Uint32Array
  readonly #mixed = new GrowingU32()
  readonly #mixedStart = new GrowingU32()
  readonly #record = new GrowingU32()
  /** By area, with those in none first. */
  readonly #addresses: Uint32Array

  constructor(start: Uint32Array, areas: number) {
    this.#start = start
    this.#areas = areas
    this.#street = new Uint32Array(start.length - 1)
    this.#addresses = new Uint32Array(areas + 1)
  }

  join(areaOf: AreaOfRecord): void {
    const [start, records] = [this.#start, this.#record]
    for (let street = 0; street < this.#street.length; street++) {
      const [from, to] = [start[street], start[street + 1]]
      const first = areaOf(from, street)
      let isMixed = false
      this.#addresses[first]++
      // Nearly all streets are in one area: their records are listed once they turn out to be in several.
      for (let record = from + 1; record < to; record++) {
        const area = areaOf(record, street)
        this.#addresses[area]++
        if (area !== first && !isMixed) {
          isMixed = true
          this.#mixed.push(street)
          this.#mixedStart.push(records.length)
          for (let before = from; before < record; before++) records.push(first)
        }
        if (isMixed) records.push(area)
      }
      this.#street[street] = isMixed ? this.#areas + 1 : first
    }
  }

  counts() {
    const addresses = this.#start[this.#start.length - 1]
    return { addresses, joined: addresses - this.#addresses[0] }
  }

  async write(writer: SectionWriter): Promise<void> {
    await writer.add('joined.street', this.#street)
    await writer.add('joined.mixed', this.#mixed.view())
    await writer.add('joined.start', this.#mixedStart.view())
    await writer.add('joined.record', this.#record.view())
    await writer.add('area.addresses', this.#addresses.subarray(1))
    const { offset, values } = this.#streetsOfAreas()
    await writer.add('area.streets.offset', offset)
    await writer.add('area.streets.values', values)
  }

  #streetsOfAreas() {
    const offset = new Uint32Array(this.#areas + 1)
    this.#eachPair((area) => offset[area]++)
    for (let area = 1; area <= this.#areas; area++) offset[area] += offset[area - 1]
    const values = new Uint32Array(offset[this.#areas])
    const next = offset.slice()
    this.#eachPair((area, street) => {
      values[next[area - 1]++] = street
    })
    return { offset, values }
  }

  /** Each street with each area that it has addresses in, street by street. */
  #eachPair(visit: (area: number, street: number) => void): void {
    const [start, records] = [this.#start, this.#record.view()]
    let at = 0
    for (let street = 0; street < this.#street.length; street++) {
      const area = this.#street[street]
      if (area <= this.#areas) {
        if (area !== 0) visit(area, street)
        continue
      }
      const end = at + start[street + 1] - start[street]
      for (const own of new Set(records.subarray(at, end))) if (own !== 0) visit(own, street)
      at = end
    }
  }
}
