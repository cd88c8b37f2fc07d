// What all importers share: their options, and the source they make of a way to read rows.

import type { Product } from '../../address/product.ts'
import type { NationalSource, PostalSource } from '../../index/rows/row-source.ts'
import { type ArchiveLimits, type Input, Reading, sizeOf } from './archive.ts'
import { NO_PROGRESS, type Progress } from './progress.ts'
import { type ImportReport, Tally } from './rejects.ts'
import type { TablePass } from './table.ts'

export interface ImportOptions {
  /** Replaces the format's own attribution. */
  readonly attribution?: string
  readonly progress?: Progress
  readonly limits?: ArchiveLimits
}

/** An importer's source. Its report is about the reading of the rows that was begun last. */
export type NationalImport = NationalSource & Reported
export type PostalImport = PostalSource & Reported
export type Imported = NationalImport | PostalImport

interface Reported {
  readonly report: ImportReport
}

interface RowReading<P extends Product, Row> {
  readonly product: P
  readonly format: string
  /** What the source asks to be said, unless the options say another. */
  readonly attribution: string
  /** All inputs that a reading goes through, each as often as it is read. */
  readonly inputs: readonly Input[]
  readonly options: ImportOptions
  /** For an importer that has something to say before the rows are read. */
  readonly tally?: Tally
  read(pass: TablePass): AsyncIterable<Row[]>
}

/** `rows` and `batches` may be called several times; each call reads from the beginning. */
export function importedRows<P extends Product, Row>(reading: RowReading<P, Row>) {
  const { product, format, inputs, options, tally = new Tally() } = reading
  async function* batches(): AsyncGenerator<Row[]> {
    tally.reset()
    options.progress?.begin(format, sizeOf(inputs))
    yield* reading.read(newPass(tally, options))
    tally.end()
    options.progress?.end()
  }
  async function* rows(): AsyncGenerator<Row> {
    for await (const batch of batches()) {
      for (const row of batch) yield row
    }
  }
  const report: ImportReport = tally
  const attribution = options.attribution ?? reading.attribution
  return { product, format, attribution, rows, batches, report }
}

export function newPass(
  tally: Tally,
  { limits, progress = NO_PROGRESS }: ImportOptions,
): TablePass {
  return { tally, reading: new Reading(limits), progress }
}
