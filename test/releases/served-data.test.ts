// The data in use: what is said of it, what other threads hear of it, and what a person is offered to type.
// Covers: src/releases/{served-data,sample-searches}.ts, src/engine/engine.ts

import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { buildIndex, sourceOfRows } from '../../src/engine/engine.ts'
import { type Clock, systemClock } from '../../src/lib/clock.ts'
import { makeLog } from '../../src/lib/log.ts'
import { releasesIn } from '../../src/releases/release-folder.ts'
import { SampleSearches } from '../../src/releases/sample-searches.ts'
import { Data, type ServedMemory } from '../../src/releases/served-data.ts'
import type { Searches } from '../../src/search/address-search.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { newDataDir } from '../support/stores.ts'

const OLD = Date.UTC(2026, 0, 1)
const NEW = Date.UTC(2026, 1, 1)

async function uk(dataDir: string, numbers: readonly string[], now: number): Promise<string> {
  const rows = numbers.map((buildingNumber) => ({
    buildingNumber,
    thoroughfare: 'Netherby Road',
    townOrCity: 'Aberdeen',
    postcode: 'AB15 9HL',
  }))
  const { directory } = releasesIn(dataDir)
  const { path } = await buildIndex(sourceOfRows('uk', rows, 'Ours.'), { directory, now })
  return basename(path, '.idx')
}

function dataOf(dataDir: string, clock: Clock = systemClock): { data: Data; said: string[] } {
  const said: string[] = []
  const log = makeLog(
    'info',
    () => clock.now(),
    (line) => said.push(line),
  )
  return { data: new Data(dataDir, clock, log), said }
}

async function withData(t: TestContext, numbers: readonly string[]) {
  const dataDir = newDataDir(t)
  const release = await uk(dataDir, numbers, OLD)
  await releasesIn(dataDir).use(release)
  const { data, said } = dataOf(dataDir)
  const lines: string[] = []
  await data.ensure((line) => lines.push(line))
  return { dataDir, release, data, said, lines }
}

test('a folder with a release is served as it is: no sample is made, and the other product has no data', async (t) => {
  const { data, release, lines } = await withData(t, ['2', '4'])
  assert.deepEqual(lines, [])
  assert.equal(data.searches.au, undefined)
  assert.deepEqual(
    data.releases().map((each) => [each.release, each.addresses, each.attribution]),
    [[release, 2, 'Ours.']],
  )
  assert.equal(data.indexes().length, 1)
})

test('other threads hear of each release that is taken, and of none that was in use already', async (t) => {
  const { data, dataDir, release, said } = await withData(t, ['2'])
  const heard: ServedMemory[] = []
  data.onTake = (memory) => heard.push(memory)
  await data.refresh()
  assert.equal(heard.length, 0)
  const next = await uk(dataDir, ['2', '4', '6'], NEW)
  await releasesIn(dataDir).use(next)
  const [one, other] = [data.refresh(), data.refresh()]
  assert.equal(one, other, 'a second look waits for the first')
  await one
  assert.equal(heard.length, 1)
  assert.deepEqual(data.memory(), heard)
  assert.equal(data.searches.uk?.release.release, next)
  assert.equal(said.filter((line) => line.includes('release in use')).length, 1)
  const elsewhere = dataOf(newDataDir(t)).data
  elsewhere.take(heard[0] ?? assert.fail())
  assert.equal(elsewhere.searches.uk?.release.release, next)
  await releasesIn(dataDir).use(release)
  await data.refresh()
  assert.equal(data.searches.uk?.release.release, release)
})

test('a release that cannot be served is reported in the log, and the previous one stays in use', async (t) => {
  const { data, dataDir, release, said } = await withData(t, ['2'])
  const { directory } = releasesIn(dataDir)
  writeFileSync(join(directory, 'uk.current'), 'uk-2026-03-03-abcdef\n')
  await data.refresh()
  assert.equal(data.searches.uk?.release.release, release)
  assert.equal(said.filter((line) => line.includes('release refused')).length, 1)
  // One of the other product, by its own name and under a name of this one.
  writeFileSync(join(directory, 'au.current'), `${release}\n`)
  await data.refresh()
  assert.equal(data.searches.au, undefined)
  assert.ok(said.some((line) => line.includes(`${release} is not of the product au`)))
  await rename(join(directory, `${release}.idx`), join(directory, 'au-2026-03-03-abcdef.idx'))
  writeFileSync(join(directory, 'au.current'), 'au-2026-03-03-abcdef\n')
  await data.refresh()
  assert.equal(data.searches.au, undefined)
})

test('a release of one product that cannot be served keeps no new one of the other from being taken', async (t) => {
  const { data, dataDir } = await withData(t, ['2'])
  writeFileSync(join(releasesIn(dataDir).directory, 'au.current'), 'au-2026-03-03-abcdef\n')
  const next = await uk(dataDir, ['2', '4'], NEW)
  await releasesIn(dataDir).use(next)
  await data.refresh()
  assert.deepEqual([data.searches.au, data.searches.uk?.release.release], [undefined, next])
})

test('what was chosen and cannot be read is refused at the start, and no sample takes its place', async (t) => {
  const dataDir = newDataDir(t)
  const { directory } = releasesIn(dataDir)
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'uk.current'), 'uk-2026-03-03-abcdef\n')
  const lines: string[] = []
  await assert.rejects(
    dataOf(dataDir).data.ensure((line) => lines.push(line)),
    /There is no release/,
  )
  assert.deepEqual(lines, [])
})

test('what a person is offered to type begins an address that is there, also where none has a number 1', async (t) => {
  const { data } = await withData(t, ['22', '24', '26'])
  const [example, ...others] = data.examples()
  assert.deepEqual(others, [])
  assert.equal(example?.product, 'uk')
  assert.match(data.searches.uk?.get(example?.id ?? '')?.line_1 ?? '', /^2\d Netherby Road$/)
  assert.match(example?.term ?? '', /^2\d netherby r$/)
  const typed = data.typedExamples('uk')
  assert.match(typed[0] ?? '', /^2\d netherby road$/)
  assert.match(typed[1] ?? '', /^2\d netherby road aberdeen$/)
  assert.equal(typed[2], 'AB15 9HL')
  assert.deepEqual(data.typedExamples('au'), [])
})

test('the example of an Australian address is typed up to its street, without its place', async (t) => {
  const dataDir = newDataDir(t)
  const rows = [1, 2, 3].map((number) => ({
    addressDetailPid: `GAVIC${number}`,
    addressLabel: `${number} SWANSTON ST, MELBOURNE VIC 3000`,
    numberFirst: String(number),
    streetName: 'SWANSTON',
    streetType: 'ST',
    localityName: 'MELBOURNE',
    state: 'VIC',
    postcode: '3000',
  }))
  const { directory } = releasesIn(dataDir)
  const { path } = await buildIndex(sourceOfRows('au', rows), { directory, now: OLD })
  await releasesIn(dataDir).use(basename(path, '.idx'))
  const { data } = dataOf(dataDir)
  await data.ensure(() => {})
  assert.deepEqual(data.examples(), [{ product: 'au', id: 'GAVIC1', term: '1 swanston' }])
  assert.deepEqual(data.typedExamples('au'), ['1 swanston', '2 swanston melbourne', '3000'])
})

test('rows of a program need say no more than where they are', async (t) => {
  const directory = newDataDir(t)
  const au = [{ addressDetailPid: 'GAVIC1', localityName: 'FITZROY' }]
  const dataOfRows = sourceOfRows('au', au)
  assert.equal(dataOfRows.attribution, '')
  for await (const row of dataOfRows.rows()) {
    assert.ok('aliasPrincipal' in row)
    assert.deepEqual([row.aliasPrincipal, row.addressStatus, row.state], ['P', 'CURRENT', ''])
  }
  const uk = sourceOfRows('uk', [{ townOrCity: 'Ely', postcode: 'CB7 4AA' }], 'Ours.')
  for await (const row of uk.rows()) {
    assert.ok('residential' in row)
    assert.deepEqual([row.residential, row.uprn, row.latitude], [true, '', 0])
  }
  const { addresses } = await buildIndex(dataOfRows, { directory })
  assert.equal(addresses, 1)
})

test('the sample of test keys is the data in use where that is the sample, and is tried again where it failed', async (t) => {
  const { data, dataDir } = await withData(t, ['2'])
  const inUse = {
    au: undefined,
    uk: data.searches.uk && {
      ...data.searches.uk,
      release: { ...data.searches.uk.release, source: 'sample' },
    },
  }
  assert.equal(new SampleSearches(dataDir, inUse as unknown as Searches).of('uk'), inUse)
  const sample = new SampleSearches(dataDir, data.searches)
  // A file in the place of the folder.
  const folder = join(dataDir, 'sample')
  writeFileSync(folder, '')
  await assert.rejects(async () => sample.of('uk'))
  rmSync(folder)
  const release = await uk(dataDir, ['8'], NEW)
  mkdirSync(folder)
  await rename(releasesIn(dataDir).pathOf(release), join(folder, `${release}.idx`))
  const [first, second] = [sample.of('uk'), sample.of('uk')]
  assert.equal(first, second, 'it is opened once')
  const { au, uk: opened } = await first
  assert.deepEqual([au, opened?.release.release], [undefined, release])
  const rows = [{ addressDetailPid: 'GAVIC1', localityName: 'TOWN' }]
  await buildIndex(sourceOfRows('au', rows), { directory: folder, now: NEW })
  const other = await sample.of('au')
  assert.deepEqual([other.au?.product, other.uk], ['au', undefined], 'each product has its own')
})

test('what is refused is left alone for a minute, unless its file or the choice changes', async (t) => {
  const clock = new ManualClock()
  const { dataDir, release } = await withData(t, ['2'])
  const { data, said } = dataOf(dataDir, clock)
  const path = releasesIn(dataDir).pathOf(release)
  const sound = readFileSync(path)
  const refusals = async () => {
    await data.refresh()
    return said.filter((line) => line.includes('release refused')).length
  }
  writeFileSync(path, sound.subarray(0, 1000))
  assert.deepEqual([await refusals(), await refusals()], [1, 1])
  writeFileSync(path, sound.subarray(0, 2000))
  assert.deepEqual([await refusals(), await refusals()], [2, 2])
  clock.advance(60_000)
  assert.deepEqual([await refusals(), await refusals()], [3, 3])
  writeFileSync(path, sound)
  assert.equal(await refusals(), 3)
  assert.equal(data.searches.uk?.release.release, release)
})
