// Child process: the same rows in SQLite FTS5, asked queries of the same kinds, each once. Prints one JSON object.

import { rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { openIndex } from '../../src/search/open-index.ts'
import { summary } from '../percentiles.ts'
import { factsOf } from '../quality/facts.ts'
import type { ScoredSearch } from '../quality/release-contents.ts'
import { randomQueries } from './random-queries.ts'

const SEED = 20_260_101
const ROWS_PER_COMMIT = 100_000
/** A term that very many rows begin with takes seconds, so that fewer are asked, by chance, and not for ever. */
const QUERIES_MAX = 2_000
const ASKING_MS_MAX = 60_000

const [path = '', file = '', queries] = process.argv.slice(2)
const search: ScoredSearch = await openIndex(path)
const database = new DatabaseSync(file)
database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -200000')
database.exec("create virtual table address using fts5(label, id unindexed, prefix = '1 2 3')")
const insert = database.prepare('insert into address (rowid, label, id) values (?, ?, ?)')
const building = performance.now()
for (let row = 0; row < search.release.addresses; row += 1) {
  if (row % ROWS_PER_COMMIT === 0) database.exec(row === 0 ? 'begin' : 'commit; begin')
  const found = search.at(row)
  insert.run(row, factsOf(found)?.label ?? '', found.id)
}
database.exec("commit; insert into address (address) values ('optimize')")
const buildMs = performance.now() - building

// It has no answer for a misspelt word, so that none is asked for.
const terms = randomQueries(search, Math.min(Number(queries), QUERIES_MAX), SEED)
  .filter(({ kind }) => kind !== 'one typing error')
  .map(({ term }) => term)
const asFound = ask('select id, label from address where address match ? limit 6')
const byRank = ask('select id, label from address where address match ? order by rank limit 6')
database.close()
const bytes = statSync(file).size
rmSync(file)
process.stdout.write(
  `${JSON.stringify({
    addresses: search.release.addresses,
    build_ms: Math.round(buildMs),
    file_bytes: bytes,
    bytes_per_address: bytes / search.release.addresses,
    as_found: asFound,
    by_rank: byRank,
  })}\n`,
)

function ask(sql: string) {
  const statement = database.prepare(sql)
  const micros: number[] = []
  const until = performance.now() + ASKING_MS_MAX
  for (const term of terms) {
    const words = term.match(/[a-z0-9]+/g) ?? []
    const last = /[a-z0-9]$/.test(term) ? '*' : ''
    const match = words.map((word) => `"${word}"`).join(' ') + last
    const start = performance.now()
    if (start > until) break
    if (match !== '') statement.all(match)
    micros.push((performance.now() - start) * 1000)
  }
  return summary(Float64Array.from(micros))
}
