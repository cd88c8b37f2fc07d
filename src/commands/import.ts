// `import FORMAT …`: turns a file of addresses into a release and puts it into use.

import { buildIndex } from '../engine/engine.ts'
import { IMPORT_FORMATS, type ImportFormat, type ImportRequest } from '../engine/formats.ts'
import { openForBuild } from '../engine/reading-thread.ts'
import { makeProgress } from '../importers/reading/progress.ts'
import { count } from '../lib/columns.ts'
import { ImportRefused } from '../lib/operator-error.ts'
import { CALL } from '../lib/program.ts'
import { quotedForShell } from '../lists/column-names.ts'
import { changeText, columnsText, previewText } from '../lists/importing/preview.ts'
import { releasesIn } from '../releases/release-folder.ts'
import { importChanges, recordsIn, STEP_NEWS, tellReport } from './import-changes.ts'
import {
  type Command,
  type Given,
  type Options,
  PRODUCT_OPTION,
  type Printed,
  productOption,
} from './shared/command.ts'
import { withAuditIfStored } from './shared/store-access.ts'

const FILES_MAX = 1000

const OPTIONS = {
  ...PRODUCT_OPTION,
  columns: 'how columns are read: address=COLUMN,postcode=COLUMN, or a JSON file (docs/data.md)',
  attribution: 'the attribution to show with the data, instead of the default of its source',
  for: 'with --changes: refuse unless this release is in use',
}
const LISTS = { postcodes: 'ONSPD, NSPL or Code-Point Open, for the positions of postcodes' }

const FLAGS = {
  'keep-records': 'keep the source records with the release, for a later --changes',
  changes: 'merge a change-only update into the release in use',
  'pre-build': 'include addresses that are planned or under construction',
  historic: 'include addresses that no longer exist',
}
const PREVIEW_FLAGS = {
  yes: 'build with the columns as detected',
  show: 'show how the file is read, without building',
}

export const importCommands: readonly Command[] = IMPORT_FORMATS.map((format) => ({
  name: `import ${format.name}`,
  usage: format.usage,
  summary: `Import ${format.summary}.`,
  example: format.example,
  options: pick(OPTIONS, [...format.options, 'attribution']),
  lists: pick(LISTS, format.options),
  flags: format.preview === undefined ? pick(FLAGS, format.options) : PREVIEW_FLAGS,
  words: [1, FILES_MAX],
  run: (given) => {
    if (given.flags.has('changes')) return importChanges(format, request(given), given)
    return isPreview(format, given) ? preview(format, given) : run(format, given)
  },
}))

function pick(options: Options, names: readonly string[]): Options {
  return Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)))
}

/** Detected columns are shown before building; columns given by --columns are not, without --show. */
function isPreview(format: ImportFormat, { flags, options }: Given): boolean {
  if (format.preview === undefined) return false
  return flags.has('show') || !(flags.has('yes') || options.columns !== undefined)
}

async function preview(format: ImportFormat, given: Given): Promise<Printed> {
  const shown = await format.preview?.(request(given), false)
  if (shown === undefined) throw new Error(`${format.name} has nothing to show.`)
  const call = callOf(given)
  const text = previewText(shown, given.words.join(' '), call, `${call} ${columnsOf(given)}`)
  if (shown.refusal === '') return { json: { built: false, ...shown }, text }
  given.tell(text)
  throw new ImportRefused(shown.refusal)
}

/** The command as it was given, for somebody to change: without its product, its columns and its flags. */
function callOf({ command, words, options, lists }: Given): string {
  const given = Object.entries({ ...options, ...lists }).flatMap(([name, values = []]) =>
    name === 'product' || name === 'columns' ? [] : [`--${name}`, ...[values].flat()],
  )
  const quoted = [...words, ...given].map((word) =>
    /^[\w./:@=+-]+$/.test(word) ? word : quotedForShell(word),
  )
  return [CALL, command, ...quoted].join(' ')
}

/** The options that build the list as it was shown. */
function columnsOf({ options: { product, columns } }: Given): string {
  const ofProduct = product === undefined ? '' : `--product ${product} `
  return `${ofProduct}${columns === undefined ? '--yes' : `--columns ${quotedForShell(columns)}`}`
}

/** Says how the columns are read before it builds; if it is refused, how to read them otherwise. */
async function run(format: ImportFormat, given: Given): Promise<Printed> {
  const shown = await format.preview?.(request(given), true)
  if (shown === undefined) return build(format, given)
  given.tell(columnsText(shown, given.words.join(' ')))
  try {
    return await build(format, given)
  } catch (error) {
    if (error instanceof ImportRefused)
      given.tell(changeText({ ...shown, refusal: error.message }, callOf(given)))
    throw error
  }
}

async function build(format: ImportFormat, given: Given): Promise<Printed> {
  const releases = releasesIn(given.config.dataDir)
  const { directory } = releases
  using keep = given.flags.has('keep-records') ? await recordsIn(directory, given) : undefined
  const asked = { ...request(given), workFolder: directory }
  const source = await openForBuild(format, keep === undefined ? asked : { ...asked, keep })
  const built = await buildIndex(source, {
    directory,
    now: given.clock.now(),
    onStep: (step) => given.tell(STEP_NEWS[step]),
  })
  const { release, addresses, repeated } = built
  const { report } = source
  if (built.changes?.hasRecords === true) keep?.finish(releases.recordsPathOf(release))
  tellReport(report, repeated, given)
  const { releaseLossPercentMax } = given.config
  await withAuditIfStored(given, () => releases.use(release, releaseLossPercentMax))
  return {
    json: { release, rows: addresses, rejected: report.rejected },
    text: `${release} is in use: ${count(addresses)} addresses, ${count(report.rejected)} rejected.`,
  }
}

function request(given: Given): ImportRequest {
  const { attribution, columns } = given.options
  const { postcodes } = given.lists
  const product = productOption(given)
  return {
    paths: given.words,
    progress: makeProgress({ write: given.draw, isTerminal: given.isTerminal }, given.clock),
    ...(attribution !== undefined && { attribution }),
    ...(product !== undefined && { product }),
    ...(columns !== undefined && { columns }),
    ...(postcodes !== undefined && { postcodes }),
    preBuild: given.flags.has('pre-build'),
    historic: given.flags.has('historic'),
  }
}
