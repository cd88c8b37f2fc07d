// A release that change sets were merged into answers as one that was built of all addresses.
// Covers: src/index/changes/**, bench/changes/{planted-days,same-answers}.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PlantedDays } from '../../../bench/changes/planted-days.ts'
import { differences, questions } from '../../../bench/changes/same-answers.ts'
import type { PostalRow } from '../../../src/address/postal.ts'
import { buildChanged, buildIndex } from '../../../src/index/build/build.ts'
import { loadIndex } from '../../../src/index/file/index-file.ts'
import { entriesOf } from '../../../src/index/file/index-sections.ts'
import { idOfRow } from '../../../src/index/ids/postal-id.ts'
import { sampleSource } from '../../../src/sample/sample.ts'
import type { PostalSearch } from '../../../src/search/address-search.ts'
import { searchOver } from '../../../src/search/open-index.ts'
import { testFolder } from '../../search/built.ts'
import { postalWorld, rowsOf } from '../../search/synthetic.ts'

const directory = await testFolder()
const HISTORY = { flags: [], since: 'uk-2026-11-15-000000', sets: [], until: '' }

async function whole(rows: Iterable<PostalRow>): Promise<SharedArrayBuffer> {
  const source = { product: 'uk', format: 'test', attribution: '', rows: () => rows } as const
  return loadIndex((await buildIndex(source, { directory, now: 0 })).path)
}

async function changed(release: SharedArrayBuffer, changes: Parameters<typeof buildChanged>[1]) {
  const built = await buildChanged(release, changes, HISTORY, { directory, now: 0 })
  return { ...built, memory: await loadIndex(built.path) }
}

const searchIn = (memory: SharedArrayBuffer) => searchOver(memory) as PostalSearch

/** Sections in which a release with changes has what was numbered in another order, or what nothing uses any more. */
const NUMBERED_OTHERWISE =
  /^(release|texts|names?|kinds|place|postcode\.text|premises|postings|record\.(organisation|department|poBox|subBuilding|buildingName|unitKind|numberText))/

function sectionsOf(memory: SharedArrayBuffer) {
  const entries = entriesOf(memory).filter(({ name }) => !NUMBERED_OTHERWISE.test(name))
  return Object.fromEntries(entries.map(({ name, bytes, crc }) => [name, `${bytes} ${crc}`]))
}

test('after days of changes every question is answered as by a release of all addresses', async () => {
  const sample: PostalRow[] = []
  for await (const row of sampleSource('uk').rows()) if (sample.length < 1500) sample.push(row)
  for (const rows of [sample, rowsOf(postalWorld(91, 600))]) {
    const days = new PlantedDays(rows, 17)
    const first = await whole(days.rows.values())
    let memory = first
    for (let day = 1; day <= 3; day++) {
      const next = await changed(memory, days.day(60))
      memory = next.memory
      const rebuilt = await whole(days.rows.values())
      assert.equal(next.addresses, days.rows.size)
      assert.deepEqual(sectionsOf(memory), sectionsOf(rebuilt), `day ${day}`)
      const [one, other] = [searchIn(memory), searchIn(rebuilt)]
      assert.deepEqual(differences(questions(other, 130, day), one, other), [])
      assert.notDeepEqual(differences(questions(other, 130, day), searchIn(first), other), [])
    }
  }
})

test('a set that only removes addresses leaves the others, and no word of those that went', async () => {
  const rows = rowsOf(postalWorld(92, 300))
  const isGone = ({ thoroughfare }: PostalRow) => thoroughfare === 'Broadway'
  const release = await whole(rows)
  const ids = new Set(rows.filter(isGone).map((row) => idOfRow(row)))
  const { memory, changes } = await changed(release, { rows: [], ids })
  const rest = rows.filter((row) => !isGone(row))
  assert.deepEqual(sectionsOf(memory), sectionsOf(await whole(rest)))
  assert.deepEqual(changes, HISTORY)
  assert.equal(searchIn(memory).validate({ line: 'Broadway', strict: true }).kind, 'none')
})

test('a set that leaves no address is refused, and no file is left of it', async () => {
  const rows = rowsOf(postalWorld(93, 20))
  const ids = new Set(rows.map((row) => idOfRow(row)))
  const release = await whole(rows)
  await assert.rejects(changed(release, { rows: [], ids }), /no addresses, so no index was made/)
})
