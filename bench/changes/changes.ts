// Change sets merged into a release, day after day, beside a build of all addresses; see docs/performance.md.
// Usage: npm run -s bench -- changes [--rows N] [--days N] [--changes N] [--questions N] [--index FILE.idx]

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { PostalRow } from '../../src/address/postal.ts'
import { sourceOfFiles } from '../../src/engine/engine.ts'
import { buildChanged, buildIndex } from '../../src/index/build/build.ts'
import { Texts } from '../../src/index/columns/texts.ts'
import { loadIndex } from '../../src/index/file/index-file.ts'
import { IndexSections } from '../../src/index/file/index-sections.ts'
import { PostalRecords } from '../../src/index/postal/postal-records.ts'
import type { PostalSource } from '../../src/index/rows/row-source.ts'
import { Records } from '../../src/index/streets/records.ts'
import { Streets } from '../../src/index/streets/streets.ts'
import { OperatorError } from '../../src/lib/operator-error.ts'
import type { PostalSearch } from '../../src/search/address-search.ts'
import { searchOver } from '../../src/search/open-index.ts'
import { run as generate } from '../generator/generate.ts'
import { indexPath } from '../index-path.ts'
import { PlantedDays } from './planted-days.ts'
import { differences, questions } from './same-answers.ts'

const HISTORY = { flags: [], since: '', sets: [], until: '' }
const EXAMPLES_MAX = 5
const ROUNDS = 3
const NEIGHBOURS = 10

/** With an index only the time of one set is measured: its rows are those of some of its addresses. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: 'string', default: '200000' },
      days: { type: 'string', default: '30' },
      changes: { type: 'string', default: '2000' },
      questions: { type: 'string', default: '100000' },
      index: { type: 'string' },
    },
  })
  const [rows = 0, days = 0, changes = 0, asked = 0] = [
    values.rows,
    values.days,
    values.changes,
    values.questions,
  ].map(Number)
  if (![rows, days, changes, asked].every((value) => Number.isInteger(value) && value > 0)) {
    throw new OperatorError('--rows, --days, --changes and --questions are whole numbers above 0.')
  }
  const folder = mkdtempSync(join(tmpdir(), 'doorplate-bench-'))
  try {
    if (values.index === undefined) await compareDays(folder, { rows, days, changes, asked })
    else await measureSet(folder, indexPath(values.index), changes)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Wanted {
  readonly rows: number
  readonly days: number
  readonly changes: number
  readonly asked: number
}

async function compareDays(directory: string, { rows, days, changes, asked }: Wanted) {
  const planted = new PlantedDays(await generated(directory, rows), 1)
  let memory = await whole(directory, planted.rows.values())
  const found = []
  for (let day = 1; day <= days; day++) {
    const set = planted.day(changes)
    const start = performance.now()
    const { path } = await buildChanged(memory, set, HISTORY, { directory, now: day })
    const merged = performance.now() - start
    memory = await loadIndex(path)
    const again = performance.now()
    const rebuilt = await whole(directory, planted.rows.values())
    const built = performance.now() - again
    const [one, other] = [searchIn(memory), searchIn(rebuilt)]
    const count = Math.ceil(asked / days)
    const all = differences(questions(other, count, day), one, other)
    found.push(...all)
    const ratio = lookUpRatio(one, other, day)
    print(
      `day ${day}: ${set.ids.size} addresses, merged in ${merged.toFixed(0)} ms, built in ${built.toFixed(0)} ms; ` +
        `${count - all.length} of ${count} answers are the same; a look-up takes ${ratio.toFixed(2)} of the time`,
    )
  }
  const total = days * Math.ceil(asked / days)
  print(`${total - found.length} of ${total} answers are the same`)
  for (const difference of found.slice(0, EXAMPLES_MAX)) print(JSON.stringify(difference, null, 1))
}

/** The time of typed lines in one search beside that in the other, which take turns; the best of three rounds each. */
function lookUpRatio(one: PostalSearch, other: PostalSearch, seed: number): number {
  const typed = [...questions(other, 4_000, seed)].filter(({ kind }) => kind === 'typed')
  const best = [one, other].map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, search] of [one, other].entries()) {
      const start = performance.now()
      for (const { ask } of typed) ask(search)
      best[at] = Math.min(best[at] ?? 0, performance.now() - start)
    }
  }
  return (best[0] ?? 0) / (best[1] ?? 1)
}

async function measureSet(directory: string, index: string, changes: number): Promise<void> {
  const start = performance.now()
  const memory = await loadIndex(index)
  print(`loaded in ${seconds(start)} s`)
  const set = new PlantedDays(someRows(memory, changes), 1).day(2 * changes)
  const again = performance.now()
  const before = process.cpuUsage()
  const { path, addresses } = await buildChanged(memory, set, HISTORY, { directory, now: 1 })
  const { user, system } = process.cpuUsage(before)
  const cpu = ((user + system) / 1e6).toFixed(1)
  print(
    `${set.ids.size} addresses merged into ${addresses} in ${seconds(again)} s, ${cpu} s of CPU`,
  )
  const opening = performance.now()
  searchOver(await loadIndex(path))
  print(`opened in ${seconds(opening)} s`)
}

/** Neighbours together, ten at a time, all over the country: a change set is seldom about one house of a street. */
function* someRows(memory: SharedArrayBuffer, count: number): Generator<PostalRow> {
  const sections = new IndexSections(memory)
  const streets = new Streets(sections)
  const records = new Records(sections, streets)
  const held = new PostalRecords(sections, new Texts(sections), streets, records)
  const step = Math.max(1, Math.floor(records.count / (count / NEIGHBOURS)))
  for (let at = 0; at + NEIGHBOURS <= records.count; at += step) {
    for (let record = at; record < at + NEIGHBOURS; record++) yield held.row(record)
  }
}

async function generated(directory: string, rows: number): Promise<PostalRow[]> {
  const path = join(directory, 'built.csv')
  await generate(['ngd', '--rows', String(rows), '--out', path])
  const source = (await sourceOfFiles('ngd', { paths: [path] })) as PostalSource
  const all: PostalRow[] = []
  for await (const row of source.rows()) all.push(row)
  return all
}

async function whole(directory: string, rows: Iterable<PostalRow>): Promise<SharedArrayBuffer> {
  const source = { product: 'uk', format: 'bench', attribution: '', rows: () => rows } as const
  return loadIndex((await buildIndex(source, { directory, now: 0 })).path)
}

function searchIn(memory: SharedArrayBuffer): PostalSearch {
  return searchOver(memory) as PostalSearch
}

function seconds(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(1)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
