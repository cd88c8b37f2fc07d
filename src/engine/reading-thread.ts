// Reads large files of an import in a thread of its own, while what was read before is gathered.

import { type PackedRows, type PostalRow, unpackedRows } from '../address/postal.ts'
import { isNational } from '../countries/country.ts'
import { listInputs, sizeOf } from '../importers/reading/archive.ts'
import { NO_PROGRESS, type Progress } from '../importers/reading/progress.ts'
import { type ImportReport, Tally } from '../importers/reading/rejects.ts'
import type { Imported } from '../importers/reading/table.ts'
import type { PostalSource } from '../index/rows/row-source.ts'
import { ImportRefused } from '../lib/operator-error.ts'
import { AskedThread } from '../lib/thread/asked-thread.ts'
import type { ImportFormat, ImportRequest } from './formats.ts'

/** Below this a thread takes longer to start than it saves. */
const FILE_BYTES_MIN = 64 * 1024 ** 2
/** How many batches are read ahead of the gathering. */
const BATCHES_AHEAD = 4

export type ReadingQuestion =
  | 'next'
  | { readonly format: string; readonly request: Omit<ImportRequest, 'progress'> }

export interface ReadingAnswer {
  readonly refusal?: string
  readonly about?: Pick<PostalSource, 'product' | 'format' | 'attribution' | 'changes'>
  /** None after the last row: then there is a report. */
  readonly rows?: PackedRows
  readonly progress?: readonly (readonly [keyof Progress, ...unknown[]])[]
  readonly report?: ImportReport
  readonly successors?: Uint32Array | undefined
}

type Thread = AskedThread<ReadingQuestion, ReadingAnswer>

/** The rows of an import, for one build. Of large files with a country's post a thread reads them. */
export async function openForBuild(
  format: ImportFormat,
  { progress = NO_PROGRESS, ...request }: ImportRequest,
  bytesMin = FILE_BYTES_MIN,
): Promise<Imported> {
  const { product, name } = format
  const isPlain = product !== 'either' && !isNational(product) && request.keep === undefined
  if (!isPlain || sizeOf(await listInputs(request.paths, () => true)) < bytesMin)
    return format.open({ ...request, progress })
  const module = new URL('./reading-worker.ts', import.meta.url)
  const thread: Thread = new AskedThread({ module, name: 'rows' })
  const { about } = await ask(thread, { format: name, request })
  if (about === undefined) throw new Error('The thread for rows did not open the files.')
  let end: ReadingAnswer = {}
  async function* batches(): AsyncGenerator<PostalRow[]> {
    await using _ = thread
    const asked = Array.from({ length: BATCHES_AHEAD }, () => ask(thread, 'next'))
    for (let answer = await asked.shift(); answer !== undefined; answer = await asked.shift()) {
      for (const [name, ...given] of answer.progress ?? []) {
        Reflect.apply(progress[name], progress, given)
      }
      if (answer.rows === undefined) end = answer
      else {
        asked.push(ask(thread, 'next'))
        yield unpackedRows(answer.rows)
      }
    }
  }
  return {
    ...about,
    async *rows() {
      for await (const batch of batches()) yield* batch
    },
    batches,
    successors: { sorted: () => end.successors ?? new Uint32Array() },
    get report() {
      return end.report ?? new Tally()
    },
  }
}

async function ask(thread: Thread, question: ReadingQuestion): Promise<ReadingAnswer> {
  const answer = await thread.ask(question)
  if (answer.refusal !== undefined) throw new ImportRefused(answer.refusal)
  return answer
}
