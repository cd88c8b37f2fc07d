// Every place of both samples with a mark of its addresses: people who try the service find what they found.
// Covers: src/sample/**

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sampleSource } from '../../src/sample/sample.ts'

const AGAIN = 'UPDATE_DOCS=1 npm run -s node -- --test test/sample/kept-sample.test.ts'

test('the Australian sample has the addresses that it had, suburb by suburb', async () => {
  const { rows, knowledge } = sampleSource('au')
  const marks = await marksOf(rows(), (row) => `${row.localityName} ${row.state} ${row.postcode}`)
  compare('kept-au.txt', [...marks, `known names ${markOf(knowledge)}`])
})

test('the UK sample has the addresses that it had, town by town and postcode by postcode', async () => {
  const { rows } = sampleSource('uk')
  const outcode = (postcode: string) => postcode.split(' ')[0]
  const marks = await marksOf(rows(), (row) => `${row.townOrCity} ${outcode(row.postcode)}`)
  compare('kept-uk.txt', marks)
})

/** A line for each place, in the order in which they come. */
async function marksOf<Row>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  placeOf: (row: Row) => string,
): Promise<string[]> {
  const places = new Map<string, Row[]>()
  for await (const row of rows) {
    const place = placeOf(row)
    const known = places.get(place)
    if (known === undefined) places.set(place, [row])
    else known.push(row)
  }
  return [...places].map(([place, own]) => `${place}: ${own.length} ${markOf(own)}`)
}

function markOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, rounded)).digest('base64url').slice(0, 8)
}

/** The last digits of a sine differ between processors. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1e5) / 1e5 : value
}

function compare(name: string, now: readonly string[]): void {
  const path = join(import.meta.dirname, name)
  const text = `${now.join('\n')}\n`
  if (process.env.UPDATE_DOCS === '1') writeFileSync(path, text)
  else assert.equal(text, readFileSync(path, 'utf8'), `if it is meant: ${AGAIN}`)
}
