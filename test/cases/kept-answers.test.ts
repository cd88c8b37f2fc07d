// Thousands of calls over the sample and over addresses of every kind, with today’s answers: one that changes is meant.
// Covers: src/search/**, src/index/**, src/match/**, src/sample/**, src/address/**, src/engine/**

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { PostalRow } from '../../src/address/postal.ts'
import { buildIndex, type OpenIndex, openIndex } from '../../src/engine/engine.ts'
import type { NationalSource, PostalSource } from '../../src/index/rows/row-source.ts'
import { matchAddress } from '../../src/match/match.ts'
import { releasesIn } from '../../src/releases/release-folder.ts'
import type { PostalSearch } from '../../src/search/address-search.ts'
import { overlaySearch } from '../../src/search/product/overlay.ts'
import { ownIndex } from '../search/product/own-list.ts'
import { postal, postalSource } from '../search/small-world.ts'
import { copySample } from '../support/sample.ts'
import { nationalCrowd, nationalKinds, postalCrowd, postalKinds } from './kinds/kind-worlds.ts'

const AGAIN = 'UPDATE_DOCS=1 npm run -s node -- --test test/cases/kept-answers.test.ts'
const SHOWN_MAX = 12

const WORLDS: Readonly<Record<string, (folder: string) => Promise<Answering>>> = {
  au: (folder) => sample(folder, 'au'),
  uk: (folder) => sample(folder, 'uk'),
  'kinds-au': (folder) => builtFrom(nationalKinds(), folder),
  'kinds-uk': (folder) => builtFrom(postalKinds(), folder),
  'crowded-au': (folder) => builtFrom(nationalCrowd(), folder),
  'crowded-uk': (folder) => builtFrom(postalCrowd(), folder),
  'overlay-uk': overlaid,
}

for (const [name, open] of Object.entries(WORLDS)) {
  test(`every kept call of ${name} has the answer that it had`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'doorplate-kept-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    const { search, match } = await open(folder)
    // A call is the name of what is asked and what it is given, as the lines below have them.
    const calls = { ...bound(search), match } as unknown as Record<string, Ask>
    const path = join(import.meta.dirname, 'kept', `${name}.txt`)
    const kept = (await readFile(path, 'utf8')).trim().split('\n')
    const now = kept.map((line) => {
      const call = line.split('\t', 1)[0] ?? ''
      const [, asked = '', given = ''] = /^(\w+) (.*)$/.exec(call) ?? []
      return `${call}\t${markOf(calls[asked]?.(...JSON.parse(given)))}`
    })
    if (process.env.UPDATE_DOCS === '1') await writeFile(path, `${now.join('\n')}\n`)
    else {
      const changed = now.flatMap((line, at) =>
        line === kept[at] ? [] : [`was ${kept[at]}\n is ${line}`],
      )
      const shown = changed.slice(0, SHOWN_MAX).join('\n')
      assert.equal(
        changed.length,
        0,
        `${changed.length} answers changed; if meant: ${AGAIN}\n${shown}`,
      )
    }
  })
}

type Answering = Pick<OpenIndex, 'search' | 'match'>

async function sample(folder: string, product: 'au' | 'uk'): Promise<Answering> {
  await copySample(folder)
  const releases = releasesIn(folder)
  return releases.load((await releases.inUse(product)) ?? '')
}

async function builtFrom(
  source: NationalSource | PostalSource,
  directory: string,
): Promise<Answering> {
  const { path } = await buildIndex(source, { directory, now: Date.UTC(2026, 10, 15) })
  return openIndex(path, source.product)
}

/** Every other address is of the caller alone, and so are some within a range, of which nobody knows where they are. */
async function overlaid(folder: string): Promise<Answering> {
  const rows = await Array.fromAsync(postalKinds().rows())
  const isShared = ({ buildingName }: PostalRow, at: number) =>
    at % 2 === 0 || /^\d/.test(buildingName)
  const base = await builtFrom(postalSource(rows.filter(isShared)), folder)
  const more = ['4', '5', '11', '12'].map((number) =>
    postal({ ...rows[0], buildingNumber: number }),
  )
  const own = await ownIndex(rows.filter((row, at) => !isShared(row, at)))
  const nowhere = await ownIndex(more, false)
  const search = overlaySearch(base.search as PostalSearch, [own, nowhere])
  return { search, match: (input) => matchAddress(search, input) }
}

type Ask = (...given: readonly unknown[]) => unknown

function bound(search: object): Record<string, unknown> {
  const names = ['autocomplete', 'validate', 'typeahead', 'nearest', 'nearestPlace', 'places']
  const more = ['get', 'at', 'getPlace', 'locate', 'distance', 'hasPlaceWord', 'explain']
  const all = search as Record<string, Ask>
  return Object.fromEntries([...names, ...more].map((name) => [name, all[name]?.bind(search)]))
}

/** A mark of the whole answer, and enough of it to see what it is about. */
function markOf(answer: unknown): string {
  const whole =
    JSON.stringify(Array.isArray(answer) ? answer.map(made) : answer, rounded) ?? 'nothing'
  const mark = createHash('sha256').update(whole).digest('base64url').slice(0, 8)
  const many = Array.isArray(answer) ? `${answer.length} ` : ''
  const about = /"(?:label|address|address_label|formatted_address|ids?|name)":"?([^"\]]{1,60})/
  return `${mark} ${many}${about.exec(whole)?.[1] ?? whole.slice(0, 60)}`.trimEnd()
}

/** With what an address of a list makes of itself only when it is asked. */
function made(each: unknown): unknown {
  if (typeof each !== 'object' || each === null || !('label' in each)) return each
  const { label, item, alias } = each as Record<string, unknown>
  return { ...each, label, item, alias }
}

/** The last digits of a sine differ between processors. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value)
    ? Math.round(value * 1e4) / 1e4
    : value
}
