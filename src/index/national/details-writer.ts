// Gathers the details of rows as they stream in, and writes them in the final order.
// Unchecked: hot, goes over several numbers of every address.

import type { NationalRow } from '../../address/national.ts'
import { pushVarint, VarintReader } from '../columns/varint.ts'
import type { SectionWriter } from '../file/section-writer.ts'
import type { FinalOrder } from '../rows/final-order.ts'
import { GrowingBytes, GrowingU32 } from '../rows/growing-arrays.ts'
import type { SpillFile } from '../rows/spill-file.ts'
import { RecentText, type TextNumbers } from '../rows/text-numbers.ts'
import { DETAIL_TEXTS, DETAILS_STEP, type DetailFields } from './details.ts'
import { ParcelReader } from './parcels.ts'

/** The rows' numbers of texts are those of first use until they are written. */
export class DetailRows {
  readonly #texts: TextNumbers
  readonly #bytes: GrowingBytes
  /** Where the details of each row begin. */
  readonly #start: GrowingU32
  readonly #dates: RecentText
  readonly #geocodeTypes: RecentText
  readonly #meshBlocks: RecentText
  readonly #parcels: ParcelReader

  constructor(texts: TextNumbers, spill?: SpillFile) {
    this.#texts = texts
    this.#bytes = new GrowingBytes(spill)
    this.#start = new GrowingU32(spill)
    this.#dates = new RecentText(texts)
    this.#geocodeTypes = new RecentText(texts)
    this.#meshBlocks = new RecentText(texts)
    this.#parcels = new ParcelReader(texts)
  }

  push(row: DetailFields): void {
    const bytes = this.#bytes
    this.#start.push(bytes.length)
    pushVarint(bytes, this.#dates.number(row.dateCreated))
    pushVarint(bytes, this.#geocodeTypes.number(row.geocodeType))
    pushVarint(bytes, this.#meshBlocks.number(row.mbCode))
    pushVarint(bytes, this.#cleaning(row.cleaningProvenance))
    const parcel = this.#parcels
    pushVarint(bytes, parcel.read(row.legalParcelId))
    for (let i = 0; i < parcel.count; i++) pushVarint(bytes, parcel.numbers[i])
  }

  /** `places` has the final number of each text. */
  async write(writer: SectionWriter, { rows }: FinalOrder, places: Uint32Array): Promise<void> {
    const from = this.#bytes.view()
    const starts = this.#start.view()
    const reader = new VarintReader(from)
    const out = new GrowingBytes()
    const offset = new Uint32Array(Math.ceil(rows.length / DETAILS_STEP) + 1)
    for (let record = 0; record < rows.length; record++) {
      if (record % DETAILS_STEP === 0) offset[record / DETAILS_STEP] = out.length
      const row = rows[record]
      const end = row + 1 < starts.length ? starts[row + 1] : from.length
      reader.at = starts[row]
      for (let text = 0; text < DETAIL_TEXTS; text++) pushVarint(out, places[reader.next()])
      while (reader.at < end) pushVarint(out, reader.next())
    }
    await writer.add('details.bytes', out.view())
    await writer.add('details.offset', offset)
  }

  free(): void {
    this.#start.free()
    this.#bytes.free()
  }

  #cleaning(provenance: NationalRow['cleaningProvenance']): number {
    for (const _ in provenance) return this.#texts.add(JSON.stringify(provenance))
    return 0
  }
}
