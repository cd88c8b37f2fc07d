// What changes from one release to another: added, retired, changed and moved addresses, by place and by reason.
// Covers: src/releases/{release-diff,compare-releases,address-parts,address-texts,release-thread,release-worker}.ts

import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import type { NationalRow } from '../../src/address/national.ts'
import type { PostalRow } from '../../src/address/postal.ts'
import { buildIndex, sourceOfRows } from '../../src/engine/engine.ts'
import type { ImportSource } from '../../src/index/rows/row-source.ts'
import { releasesIn } from '../../src/releases/release-folder.ts'
import { diffInThread } from '../../src/releases/release-thread.ts'
import { newDataDir } from '../support/stores.ts'

/** A degree of latitude has 111 km. */
const METRE = 1 / 111_195

function national(id: number, more: Partial<NationalRow> = {}) {
  return {
    addressDetailPid: `GAVIC${id}`,
    numberFirst: String(id),
    ...{ streetName: 'ZEBRA', streetType: 'STREET' },
    ...{ localityName: 'TOWN', state: 'VIC', postcode: '3999' },
    ...{ latitude: -37 - id / 1000, longitude: 145 },
    ...more,
  }
}

function postal(key: number, more: Partial<PostalRow> = {}) {
  return {
    sourceKey: `K${key}`,
    buildingNumber: String(key),
    thoroughfare: 'Zebra Street',
    ...{ townOrCity: 'Stockport', county: 'Cheshire', postcode: 'SK1 1AA' },
    ...{ latitude: 53 + key / 1000, longitude: -2 },
    ...more,
  }
}

async function releasesOf(t: TestContext, ...sources: readonly ImportSource[]) {
  const releases = releasesIn(newDataDir(t))
  const { directory } = releases
  const names: string[] = []
  for (const [day, source] of sources.entries()) {
    names.push((await buildIndex(source, { directory, now: day * 86_400_000 })).release)
  }
  const [from = '', to = ''] = names
  return { releases, from, to, diff: await releases.diff(to, from) }
}

test('each change of an Australian address is counted by its kind, its place and its reason', async (t) => {
  const { diff, from, to, releases } = await releasesOf(
    t,
    sourceOfRows(
      'au',
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => national(id)),
    ),
    sourceOfRows('au', [
      national(1),
      national(2, { numberFirst: '22' }),
      national(3, { streetName: 'QUOKKA' }),
      national(4, { localityName: 'TOWNSEND', postcode: '3998' }),
      national(5, { flatType: 'UNIT', flatNumber: '1', buildingName: 'ROSE HOUSE' }),
      national(6, { latitude: -37 - 6 / 1000 + 19 * METRE }),
      national(7, { latitude: -37 - 7 / 1000 + 21 * METRE }),
      { ...national(8), addressDetailPid: 'GANSW77', state: 'VIC' },
      national(10, { state: 'NSW' }),
    ]),
  )
  const { examples, places, ...counts } = diff
  assert.deepEqual(counts, {
    from,
    to,
    addresses_from: 9,
    addresses_to: 9,
    added: 2,
    retired: 2,
    changed: 4,
    moved: 1,
    continued: 1,
    reasons: { premises: 2, street: 1, place: 1, region: 0, postcode: 1 },
  })
  assert.deepEqual(places, [
    { place: 'VIC', added: 1, retired: 2, changed: 4, moved: 1 },
    { place: 'NSW', added: 1, retired: 0, changed: 0, moved: 0 },
  ])
  const shown = new Map(examples.map(({ id, ...example }) => [id, Object.values(example)]))
  assert.deepEqual(shown.get('GAVIC5'), [
    'changed',
    '5 ZEBRA STREET, TOWN VIC 3999',
    'ROSE HOUSE, UNIT 1, 5 ZEBRA STREET, TOWN VIC 3999',
  ])
  assert.deepEqual(shown.get('GAVIC7'), ['moved', '7 ZEBRA STREET, TOWN VIC 3999', '21 m'])
  assert.deepEqual(shown.get('GAVIC8'), ['retired', '8 ZEBRA STREET, TOWN VIC 3999', 'GANSW77'])
  assert.deepEqual(shown.get('GAVIC9'), ['retired', '9 ZEBRA STREET, TOWN VIC 3999', ''])
  assert.deepEqual(shown.get('GAVIC10'), ['added', '10 ZEBRA STREET, TOWN NSW 3999', ''])
  assert.equal(examples.length, 9)
  // In a thread it is the same, from the release in use.
  await releases.use(from)
  assert.deepEqual(await diffInThread(releases.directory, to), diff)
  const none = await releases.diff(to, to)
  assert.deepEqual(
    [none.added, none.retired, none.changed, none.moved, none.examples],
    [0, 0, 0, 0, []],
  )
})

test('a county that changes is a change of a British address, and one without a point does not move', async (t) => {
  const { diff } = await releasesOf(
    t,
    sourceOfRows('uk', [postal(1), postal(2), postal(3), postal(4), postal(5)]),
    sourceOfRows('uk', [
      postal(1, { county: 'Greater Manchester' }),
      postal(2, { postcode: 'SK1 1AB' }),
      postal(3, { organisation: 'Zebra Ltd', thoroughfare: 'ZEBRA STREET' }),
      postal(4, { latitude: 0, longitude: 0 }),
      postal(6, { townOrCity: 'Ely' }),
    ]),
  )
  assert.deepEqual(diff.reasons, { premises: 1, street: 0, place: 0, region: 1, postcode: 1 })
  assert.deepEqual([diff.added, diff.retired, diff.changed, diff.moved], [1, 1, 3, 0])
  assert.deepEqual(
    diff.places.map(({ place }) => place),
    ['Stockport', 'Ely'],
  )
  const [changed] = diff.examples.filter(({ now }) => now.includes('Zebra Ltd'))
  assert.equal(changed?.now, 'Zebra Ltd, 3 ZEBRA STREET, Stockport, SK1 1AA')
})

test('releases of different products, damaged or missing ones are refused in a sentence', async (t) => {
  const { releases, from, to } = await releasesOf(
    t,
    sourceOfRows('uk', [postal(1)]),
    sourceOfRows('uk', [postal(2)]),
  )
  const { release: other } = await buildIndex(sourceOfRows('au', [national(1)]), {
    directory: releases.directory,
    now: 0,
  })
  const refused = (act: Promise<unknown>, message: RegExp) =>
    assert.rejects(act, (error: Error) => {
      assert.equal(error.name, 'OperatorError')
      assert.match(error.message, message)
      return true
    })
  await refused(releases.diff(other, from), /^uk-\S+ and au-\S+ are of different products\.$/)
  await refused(releases.diff('nope', from), /^There is no release nope\.$/)
  await refused(releases.diff('nope', 'no'), /^There is no release no and no release nope\.$/)
  await refused(diffInThread(releases.directory, 'nope'), /^There is no release nope\.$/)
  const { path } = (await releases.list()).find(({ release }) => release === to) ?? assert.fail()
  await rm(path)
  await refused(releases.diff(to, from), /^There is no release uk-\S+\.$/)
  await writeFile(path, 'no index')
  await refused(releases.diff(from, to), /^The release uk-\S+ cannot be read: [^\n]+\.$/)
})
