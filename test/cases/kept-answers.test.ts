// Thousands of calls over the sample and over addresses of every kind, with today’s answers: one that changes is meant.
// Covers: src/search/**, src/index/**, src/match/**, src/sample/**, src/address/**, src/engine/**

import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { PostalRow } from '../../src/address/postal.ts'
import { buildIndex, type OpenIndex, openIndex } from '../../src/engine/engine.ts'
import type { NationalSource, PostalSource } from '../../src/index/rows/row-source.ts'
import { matchAddress } from '../../src/match/match.ts'
import type { Match } from '../../src/match/verdict.ts'
import { releasesIn } from '../../src/releases/release-folder.ts'
import type { FoundAddress, PostalSearch } from '../../src/search/address-search.ts'
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
    const asks = { ...bound(search), match } as unknown as Record<string, Ask>
    const kept = join(import.meta.dirname, 'kept', name)
    // A file for each kind of call; a line of it is what the call is given, and what it answers.
    for (const file of await readdir(kept)) {
      const ask = asks[file.replace('.txt', '')]
      const before = (await readFile(join(kept, file), 'utf8')).trim().split('\n')
      const now = before.map((line) => {
        const given = line.split('\t', 1)[0] ?? ''
        return `${given}\t${shown(ask?.(...JSON.parse(given)))}`
      })
      if (process.env.UPDATE_DOCS === '1') await writeFile(join(kept, file), `${now.join('\n')}\n`)
      else checkSame(file, before, now)
    }
  })
}

function checkSame(file: string, before: readonly string[], now: readonly string[]): void {
  const changed = now.flatMap((line, at) =>
    line === before[at] ? [] : [`was ${before[at]}\n is ${line}`],
  )
  const some = changed.slice(0, SHOWN_MAX).join('\n')
  const message = `${changed.length} answers of ${file} changed; if meant: ${AGAIN}\n${some}`
  assert.equal(changed.length, 0, message)
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

/** The answer in few words: addresses by their labels, all else without what is empty. */
function shown(answer: unknown): string {
  if (answer === undefined) return 'nothing'
  if (Array.isArray(answer)) return answer.map(labelled).join(' | ') || 'none'
  if (isObject(answer) && 'verdict' in answer) return matchText(answer as unknown as Match)
  if (isObject(answer) && 'kind' in answer && isObject(answer.address)) {
    return `${answer.kind} ${answer.id} ${addressText(answer.address)}`
  }
  return JSON.stringify(answer, rounded)
}

function matchText({ verdict, confidence, address, parts, candidates, reason }: Match): string {
  const states = parts.map(({ name, state, typed, held }) =>
    state === 'confirmed' ? name : `${name} ${state} ${typed || '-'} for ${held || '-'}`,
  )
  const others = candidates.map((each) => `${each.confidence.toFixed(3)} ${each.address}`)
  const given = `${verdict} ${confidence.toFixed(3)} ${address || reason}`
  return [given, states.join(', '), ...others].filter((text) => text !== '').join(' | ')
}

function addressText(address: Record<string, unknown>): string {
  const { address_label, formatted_address = [], postcode } = address
  const lines = [...(formatted_address as string[]), postcode].filter(Boolean)
  return typeof address_label === 'string' ? address_label : lines.join(', ')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** With what it takes to be taken for the line: its penalty, and what was given up. */
function labelled(each: unknown): string {
  if (!isObject(each)) return JSON.stringify(each)
  if (isObject(each.item) && 'distanceMetres' in each) {
    return `${addressText(each.item)} ${Math.round(Number(each.distanceMetres))} m`
  }
  if (!('label' in each)) return JSON.stringify(each, rounded)
  const { label, penalty, without = [] } = each as unknown as FoundAddress<unknown>
  const lost = without.length === 0 ? '' : ` without ${without.join(', ')}`
  return `${label}${penalty > 0 ? ` ~${penalty}` : ''}${lost}`
}

/** Without what is empty; the last digits of a sine differ between processors. */
function rounded(key: string, value: unknown): unknown {
  if (value === '' || key === 'weights') return undefined
  return typeof value === 'number' && !Number.isInteger(value)
    ? Math.round(value * 1e4) / 1e4
    : value
}
