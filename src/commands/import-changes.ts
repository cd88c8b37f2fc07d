// `import FORMAT --changes`: merges a change-only update into the release in use, and puts the result into use.

import type { ImportFormat, ImportRequest } from '../engine/formats.ts'
import { ChangedRows } from '../importers/reading/changed-rows.ts'
import { exampleText, type ImportReport } from '../importers/reading/rejects.ts'
import { KeptRecords, RecordsWriter } from '../importers/uk/kept-records.ts'
import { type BuildStep, buildChanged, unfinishedPath } from '../index/build/build.ts'
import type { PostalChanges } from '../index/changes/changed-streets.ts'
import { IndexSections } from '../index/file/index-sections.ts'
import type { ReleaseChanges, ReleaseInfo } from '../index/file/sections.ts'
import { idOfRow } from '../index/ids/postal-id.ts'
import { postalRecordsOf } from '../index/postal/postal-records.ts'
import { NONE } from '../index/streets/records.ts'
import { count } from '../lib/columns.ts'
import { makeFolder } from '../lib/files/folder.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { changedIds } from '../releases/ledger/changed-ids.ts'
import { type Releases, releasesIn } from '../releases/release-folder.ts'
import { type Given, type Printed, UsageError } from './shared/command.ts'
import { withAuditIfStored } from './shared/store-access.ts'

/** How many sets a release remembers, to refuse one that is given again: more than a year of days. */
const SETS_MAX = 400

export async function importChanges(
  format: ImportFormat,
  request: ImportRequest,
  given: Given,
): Promise<Printed> {
  if (given.options.attribution !== undefined) {
    throw new UsageError(
      '--attribution cannot be combined with --changes: the release in use keeps its own.',
    )
  }
  const releases = releasesIn(given.config.dataDir)
  const { directory } = releases
  const { product } = format
  if (product === 'either') throw new Error(`${format.name} has no change sets.`)
  const memory = await releases.memory(await releases.requireInUse(product))
  const before = new IndexSections(memory).get('release')
  const history = historyOf(before, format.name, given)
  const pathOf = (release: string) => releases.recordsPathOf(release)
  using kept = history.hasRecords === true ? new KeptRecords(before.release, pathOf) : undefined
  using keep = kept === undefined ? undefined : await recordsIn(directory, given)
  const said = new ChangedRows()
  const joined = kept === undefined || keep === undefined ? {} : { kept, keep }
  const set = { ...request, ...joined, changed: said, workFolder: directory }
  const report = await readSet(format, set, before, history)
  const next = nextHistory(before, history, said)
  const { changes } = said
  const counts = countsOf(changes, memory)
  const built = await buildChanged(memory, changes, next, {
    directory,
    now: given.clock.now(),
    onStep: (step) => given.tell(STEP_NEWS[step]),
  })
  keep?.finish(releases.recordsPathOf(built.release), next.since)
  const changed = changedIds(built.parts, changes.ids)
  tellReport(report, 0, given)
  const { releaseLossPercentMax } = given.config
  await withAuditIfStored(given, () =>
    releases.use(built.release, releaseLossPercentMax, { release: before.release, changed }),
  )
  await removeOlder(releases, before, built.release)
  const { release, addresses } = built
  const { added, replaced, removed } = counts
  return {
    json: {
      release,
      rows: addresses,
      added,
      changed: replaced,
      removed,
      rejected: report.rejected,
    },
    text:
      `${release} is in use: ${count(addresses)} addresses, ${count(added)} added, ${count(replaced)} changed, ` +
      `${count(removed)} removed, ${count(report.rejected)} rejected.`,
  }
}

/** Fills what the request has for the changed rows. */
async function readSet(
  format: ImportFormat,
  request: ImportRequest,
  { release }: ReleaseInfo,
  { flags }: ReleaseChanges,
): Promise<ImportReport> {
  const [preBuild, historic] = [flags.includes('pre-build'), flags.includes('historic')]
  const source = await format.open({ ...request, preBuild, historic })
  if (source.changes === undefined) {
    throw new OperatorError(
      `The change set joins several records to an address, and ${release} was imported without the others. Import a ` +
        'full supply of all files, with --keep-records.',
    )
  }
  for await (const _ of source.batches?.() ?? []);
  return source.report
}

/** A new file of records, which is gone unless it is finished. */
export async function recordsIn(directory: string, { clock }: Given): Promise<RecordsWriter> {
  await makeFolder(directory)
  return new RecordsWriter(unfinishedPath(directory, 'records', clock.now()))
}

/** What the release in use has merged so far; refused if the set cannot be for it. */
function historyOf(before: ReleaseInfo, format: string, { options, flags }: Given): ReleaseChanges {
  const { release, source, changes } = before
  const wanted = options.for
  if (wanted !== undefined && wanted !== release) {
    throw new OperatorError(
      `The change set is for ${wanted}, but ${release} is in use. Nothing was changed.`,
    )
  }
  if (source !== format) {
    throw new OperatorError(
      `${release} was imported by "import ${source}", so it cannot take changes of ${format}.`,
    )
  }
  if (changes === undefined) {
    throw new OperatorError(
      `${release} cannot take change sets: it was imported by an older version, or joins several records to an address ` +
        'without --keep-records. Import a full supply first.',
    )
  }
  const other = ['pre-build', 'historic'].find(
    (flag) => flags.has(flag) && !changes.flags.includes(flag),
  )
  if (other === undefined) return changes
  throw new OperatorError(
    `${release} was imported without --${other}; import a full supply with that option first.`,
  )
}

function nextHistory(
  { release }: ReleaseInfo,
  history: ReleaseChanges,
  { fingerprint, until, changes }: ChangedRows,
): ReleaseChanges {
  if (changes.ids.size === 0)
    throw new OperatorError('The change set has no addresses. Nothing was changed.')
  if (history.sets.includes(fingerprint)) {
    throw new OperatorError(`This change set is already part of ${release}. Nothing was changed.`)
  }
  if (until < history.until) {
    throw new OperatorError(
      `The change set ends on ${until}, but ${release} already has changes up to ${history.until}. Merge change sets in ` +
        'order. Nothing was changed.',
    )
  }
  const sets = [...history.sets, fingerprint].slice(-SETS_MAX)
  return { ...history, since: history.since ?? release, sets, until }
}

function countsOf({ rows, ids }: PostalChanges, memory: SharedArrayBuffer) {
  const { held: release } = postalRecordsOf(new IndexSections(memory))
  const held = new Set([...ids].filter((id) => release.find(id) !== NONE))
  const replaced = rows.filter((row) => held.has(idOfRow(row))).length
  return { added: rows.length - replaced, replaced, removed: held.size - replaced }
}

/** Keeps the last two releases that sets were merged into: nodes may still be opening the one before. */
async function removeOlder(releases: Releases, before: ReleaseInfo, built: string): Promise<void> {
  for (const { release, product, changes } of await releases.list()) {
    const isMerged = changes?.since !== undefined
    if (product !== before.product || !isMerged || [before.release, built].includes(release))
      continue
    await releases.remove(release)
  }
}

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
