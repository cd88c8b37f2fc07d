// What all importers share: their options, and the source they make of a way to read rows.

import type { NationalSource, PostalSource } from '../../index/build/row-source.ts'
import { type ArchiveLimits, type Input, Reading } from './archive.ts'
import type { Progress } from './progress.ts'
import { type ImportReport, Tally } from './rejects.ts'
import { newPass, type TablePass } from './table.ts'

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

interface RowReading<Row> {
  readonly label: string
  /** All inputs that a reading goes through, each as often as it is read. */
  readonly inputs: readonly Input[]
  readonly options: ImportOptions
  /** For an importer that has something to say before the rows are read. */
  readonly tally?: Tally
  read(pass: TablePass): AsyncIterable<Row[]>
}

/** `rows` and `batches` may be called several times; each call reads from the beginning. */
export function importedRows<Row>(reading: RowReading<Row>) {
  const { label, inputs, options, tally = new Tally(), read } = reading
  const bytesTotal = inputs.reduce((sum, input) => sum + input.sizeBytes, 0)
  async function* batches(): AsyncGenerator<Row[]> {
    tally.reset()
    options.progress?.begin(label, bytesTotal)
    yield* read(passOf(tally, options))
    tally.end()
    options.progress?.end()
  }
  async function* rows(): AsyncGenerator<Row> {
    for await (const batch of batches()) {
      for (const row of batch) yield row
    }
  }
  const report: ImportReport = tally
  return { rows, batches, report }
}

export function passOf(tally: Tally, { limits, progress }: ImportOptions): TablePass {
  return newPass(tally, { reading: new Reading(limits), ...(progress && { progress }) })
}
