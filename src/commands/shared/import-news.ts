// What an import prints while it works, and about the rows that it did not take.

import { exampleText, type ImportReport } from '../../importers/reading/rejects.ts'
import type { BuildStep } from '../../index/build/build.ts'
import { count } from '../../lib/columns.ts'
import type { Given } from './command.ts'

export const STEP_NEWS: Readonly<Record<BuildStep, string>> = {
  building: 'index: sorting and writing addresses',
  checking: 'index: verifying',
}

/** Every row that is not in the release, by reason, with the first few as examples. */
export function tellReport(report: ImportReport, repeated: number, { tell }: Given): void {
  const tellCount = (what: string, rows: number) => {
    if (rows > 0) tell(`${what}: ${count(rows)}`)
  }
  for (const [why, rows] of Object.entries(report.rejectedBy)) tellCount(`rejected, ${why}`, rows)
  for (const example of report.examples) tell(`  ${example.file}, ${exampleText(example)}`)
  for (const [why, rows] of Object.entries(report.skippedBy)) tellCount(`left out, ${why}`, rows)
  tellCount('placed at the centre of their postcode sector', report.approximate)
  tellCount('without coordinates', report.unplaced)
  tellCount('without a house number or street, found by name only', report.unsplit)
  for (const example of report.unsplitExamples) tell(`  ${example}`)
  tellCount('left out, the same address or id as an earlier row', repeated)
  for (const note of report.notes) tell(note)
}
