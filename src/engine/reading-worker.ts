// The thread that reads the files of an import.

import { type PostalRow, packedRows } from '../address/postal.ts'
import type { Progress } from '../importers/reading/progress.ts'
import type { ImportReport } from '../importers/reading/rejects.ts'
import { isNationalSource, type PostalSource } from '../index/rows/row-source.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { answerQuestions } from '../lib/thread/asked-thread.ts'
import { IMPORT_FORMATS } from './formats.ts'
import type { ReadingAnswer, ReadingQuestion } from './reading-thread.ts'

interface Reading {
  readonly source: PostalSource & { readonly report: ImportReport }
  readonly batches: AsyncIterator<readonly PostalRow[]>
}

let reading: Reading | undefined
const said: [keyof Progress, ...unknown[]][] = []
const progress: Progress = {
  begin: (...given) => void said.push(['begin', ...given]),
  advance: (...given) => void said.push(['advance', ...given]),
  end: () => void said.push(['end']),
}

answerQuestions({
  async answer(question: ReadingQuestion): Promise<ReadingAnswer> {
    try {
      if (question !== 'next') reading = await opened(question)
      if (reading === undefined) throw new Error('Nothing was opened to read.')
      return question === 'next' ? await next(reading) : { about: aboutOf(reading) }
    } catch (error) {
      if (error instanceof OperatorError) return { refusal: error.message }
      throw error
    }
  },
  handsOver: ({ rows }) => (rows === undefined ? [] : [rows.numbers.buffer, rows.values.buffer]),
})

async function opened({ format, request }: Exclude<ReadingQuestion, 'next'>) {
  const found = IMPORT_FORMATS.find(({ name }) => name === format)
  const source = await found?.open({ ...request, progress })
  if (source === undefined || isNationalSource(source) || source.batches === undefined) return
  return { source, batches: source.batches()[Symbol.asyncIterator]() }
}

function aboutOf({ source: { product, format, attribution, changes } }: Reading) {
  return { product, format, attribution, changes }
}

async function next({ source, batches }: Reading): Promise<ReadingAnswer> {
  const { value, done } = await batches.next()
  const progress = said.splice(0)
  if (done !== true) return { rows: packedRows(value), progress }
  return { progress, report: { ...source.report }, successors: source.successors?.sorted() }
}
