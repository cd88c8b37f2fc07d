// The command line as operators type it: each exit code, sentence and table in full. One that changes is meant.
// Covers: src/commands/**, src/cli.ts, src/lib/columns.ts

import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { systemClock } from '../../../src/lib/clock.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { runCli } from '../../support/cli.ts'
import { Names } from '../../wire/transcripts/names.ts'

const AGAIN =
  'UPDATE_DOCS=1 npm run -s node -- --test test/commands/transcripts/transcripts.test.ts'
const FOLDER = join(import.meta.dirname, 'said')
const DAY_MS = 86_400_000

for (const name of await readdir(FOLDER)) {
  test(`the commands of ${name} do and say what they did`, async (t) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'doorplate-commands-'))
    t.after(() => rm(dataDir, { recursive: true, force: true }))
    const path = join(FOLDER, name)
    const kept = await readFile(path, 'utf8')
    const names = new Names(dataDir)
    const now: string[] = []
    for (const line of kept.trimEnd().split('\n')) {
      if (line.startsWith('<')) continue
      now.push(line)
      if (line === '' || line.startsWith('#')) continue
      const said = await say(line.replaceAll('TODAY', dayAt(0)), dataDir)
      now.push(...said.map((each) => `< ${names.hide(withoutDays(each))}`.trimEnd()))
    }
    const text = `${now.join('\n')}\n`
    if (process.env.UPDATE_DOCS === '1') await writeFile(path, text)
    else assert.equal(text, kept, `if it is meant: ${AGAIN}`)
  })
}

/**
 * `write FILE TEXT`, `show FILE`, `stored TABLE COLUMNS`, or a command with its words; those with spaces stand in
 * double quotes.
 */
async function say(line: string, dataDir: string): Promise<string[]> {
  const words = (line.match(/"[^"]*"|\S+/g) ?? []).map((word) =>
    word.replace(/^"(.*)"$/, '$1').replace(/^BASE\//, `${dataDir}/`),
  )
  const [verb = '', file = '', ...rest] = words
  if (verb === 'write') {
    const text = rest.join(' ').replaceAll('\\n', '\n').replaceAll('É', '\u00c9')
    await writeFile(file, text, 'latin1')
    return []
  }
  if (verb === 'show') {
    const { mode } = await stat(file)
    return [(mode & 0o777).toString(8), ...(await readFile(file, 'latin1')).trimEnd().split('\n')]
  }
  if (verb === 'stored') return stored(dataDir, file, rest)
  const env = {
    DATA_DIR: dataDir,
    INVOICE_TAX_AU: '10',
    ...(verb === 'test' && { TEST_CLOCK: '1' }),
  }
  const { code, out, err } = await runCli(verb === 'test' ? words.slice(1) : words, env)
  const lines = (text: string) => (text === '' ? [] : text.trimEnd().split('\n'))
  // How fast a file was read is another each time.
  const errors = lines(err).filter((each) => !/ rows, .*\/s/.test(each))
  return [String(code), ...errors.map((each) => `! ${each}`), ...lines(out)]
}

/** What commands have written down and none of them shows. */
async function stored(dataDir: string, table: string, columns: string[]): Promise<string[]> {
  const store = await openStore({ dataDir, databaseUrl: '' })
  try {
    const named = sql.join(columns.map((column) => sql.ref(column)))
    const { rows } = await sql`select ${named} from ${sql.table(table)} order by rowid`.execute(
      store.db,
    )
    return rows.map((row) => JSON.stringify(row))
  } finally {
    await store.close()
  }
}

function dayAt(days: number): string {
  return new Date(systemClock.now() + days * DAY_MS).toISOString().slice(0, 10)
}

/** A day of about now as far from today as it is; of a moment of today only that it is one. A release of
 * today loses the part of its name that its content gives it, which is another in each format. */
function withoutDays(text: string): string {
  if (text.startsWith('! doorplate: ')) return text
  return text.replace(
    /\b(20\d\d-\d\d-\d\d)(?:-[0-9a-f]{6}\b|(T[\d:.]+Z| \d\d:\d\d\b))?/g,
    (whole, day: string, time = '') => {
      const days = Math.round((Date.parse(day) - Date.parse(dayAt(0))) / DAY_MS)
      return days < 0 ? whole : `(today + ${days}${time && ' at a time'})`
    },
  )
}
