// Building an index from what importers give: the samples, rows in batches, and rows that are odd.
// Covers: src/index/**

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { type FileHandle, open, readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import test from 'node:test'
import { promisify } from 'node:util'
import { nationalAddress } from '../../../src/address/national.ts'
import { postalAddress } from '../../../src/address/postal-lines.ts'
import { AU } from '../../../src/countries/au.ts'
import { buildIndex } from '../../../src/index/build/build.ts'
import { postalIdOf, postalIdText } from '../../../src/index/ids/postal-id.ts'
import { sampleSource } from '../../../src/sample/sample.ts'
import { openIndex } from '../../../src/search/open-index.ts'
import { builtNational, builtPostal, testFolder } from '../../search/built.ts'
import { national, nationalSource, postal, postalSource } from '../../search/small-world.ts'
import { nationalWorld, postalWorld, rowsOf } from '../../search/synthetic.ts'

test('the samples of both products become indexes in which their first addresses are found', async () => {
  const directory = await testFolder()
  for (const source of [sampleSource('au'), sampleSource('uk')]) {
    const built = await buildIndex(source, { directory, now: 0 })
    assert.ok(built.addresses > 15_000)
    assert.equal(built.repeated, 0)
    const search = await openIndex(built.path)
    assert.equal(search.release.source, 'sample')
    const [first] = search.autocomplete({ term: '1', top: 1 })
    assert.deepEqual(search.get(first.id), first.item)
  }
})

test('rows that come in batches make the same index as rows one by one', async () => {
  const source = nationalWorld(51, 300)
  const rows = rowsOf(source)
  const batches = async function* () {
    yield rows.slice(0, 100)
    yield rows.slice(100)
  }
  const seen: number[] = []
  const steps: string[] = []
  const options = {
    directory: await testFolder(),
    now: 0,
    onRows: (count: number) => seen.push(count),
    onStep: (step: string) => steps.push(step),
  }
  const one = await buildIndex(source, options)
  const other = await buildIndex(
    { ...source, batches },
    { ...options, directory: await testFolder() },
  )
  assert.equal(one.release, other.release)
  assert.deepEqual(seen, [300, 100, 300])
  assert.deepEqual(steps, ['building', 'checking', 'building', 'checking'])
})

test('rows that wait in a temporary file make the same index, byte by byte, and leave no file', async () => {
  for (const source of [nationalWorld(52, 700), postalWorld(53, 700)]) {
    const [one, other] = [await testFolder(), await testFolder()]
    const inMemory = await buildIndex(source, { directory: one, now: 0 })
    const spilled = await buildIndex(source, { directory: other, now: 0, rowsInMemory: 64 })
    assert.deepEqual(await readFile(spilled.path), await readFile(inMemory.path))
    assert.deepEqual(await readdir(other), [basename(spilled.path)])
  }
})

test('all of a file is on disk before it has its name, and its name before the build ends', async (t) => {
  const directory = await testFolder()
  await using folder = await open(directory, 'r')
  const handles: FileHandle = Object.getPrototypeOf(folder)
  const { sync } = handles
  const synced: (readonly [name: string, bytes: number])[] = []
  t.mock.method(handles, 'sync', function (this: FileHandle) {
    for (const name of readdirSync(directory)) {
      synced.push([name.replace(/-.*/, ''), statSync(join(directory, name)).size])
    }
    return sync.call(this)
  })
  const { bytes, path } = await buildIndex(nationalWorld(55, 20), { directory, now: 0 })
  assert.deepEqual(synced, [
    ['unfinished', bytes],
    ['au', bytes],
  ])
  assert.equal(statSync(path).mode & 0o777, 0o600)
})

test('a file that the disk has not kept as it was written does not become a release, and is deleted', async (t) => {
  const directory = await testFolder()
  await using folder = await open(directory, 'r')
  const handles: FileHandle = Object.getPrototypeOf(folder)
  const { sync } = handles
  t.mock.method(handles, 'sync', async function (this: FileHandle) {
    await sync.call(this)
    for (const name of readdirSync(directory)) {
      const bytes = readFileSync(join(directory, name))
      // The first byte of the first section.
      writeFileSync(join(directory, name), bytes.with(64, (bytes[64] ?? 0) ^ 1))
    }
  })
  const options = { directory, now: 0 }
  await assert.rejects(buildIndex(nationalWorld(55, 20), options), /is damaged: section .* fails/)
  assert.deepEqual(readdirSync(directory), [])
})

test('what a build that was killed has left behind is gone after the next one', async () => {
  const directory = await testFolder()
  const killed = buildElsewhere(directory, { isKilled: true })
  await assert.rejects(killed, { signal: 'SIGKILL' })
  assert.equal((await readdir(directory)).length, 1)
  const built = await buildIndex(nationalWorld(54, 10), { directory, now: 0 })
  assert.deepEqual(await readdir(directory), [basename(built.path)])
})

test('a disk without room is told of in a sentence, and nothing is left on it, wherever the build is', async () => {
  const directory = await testFolder()
  const { bytes } = await buildIndex(nationalWorld(54, 300), {
    directory: await testFolder(),
    now: 0,
  })
  // Among the rows, in the middle of the sections, and in the table behind the last of them.
  for (const blocksMax of [16, Math.floor(bytes / 1024), Math.floor((bytes - 100) / 512)]) {
    await assert.rejects(buildElsewhere(directory, { blocksMax }), (error: Error) => {
      const sentence = `The index cannot be written to ${directory}: files may not become that large`
      return 'stderr' in error && String(error.stderr).includes(`OperatorError: ${sentence}`)
    })
    assert.deepEqual(await readdir(directory), [], `${blocksMax} blocks`)
  }
})

/** In a process of its own, which is killed at its last row or may write no file above so many blocks. */
function buildElsewhere(
  directory: string,
  { isKilled = false, blocksMax = 0 }: { isKilled?: boolean; blocksMax?: number },
) {
  const script = `
    import { buildIndex } from '${import.meta.resolve('../../../src/index/build/build.ts')}'
    import { nationalWorld } from '${import.meta.resolve('../../search/synthetic.ts')}'
    const world = nationalWorld(54, 300)
    function* rows() {
      yield* world.rows()
      if (${isKilled}) process.kill(process.pid, 'SIGKILL')
    }
    const directory = ${JSON.stringify(directory)}
    await buildIndex({ ...world, rows }, { directory, now: 0, rowsInMemory: 64 })`
  const limit = blocksMax === 0 ? '' : `ulimit -f ${blocksMax};`
  const node = `"${process.execPath}" --input-type=module --eval "$SCRIPT"`
  const env = { ...process.env, SCRIPT: script }
  return promisify(execFile)('sh', ['-c', `${limit} exec ${node}`], { env })
}

test('odd values come back as they were', async () => {
  const odd = {
    numberFirst: '1-2B',
    flatNumber: '#=7',
    flatType: 'HUT OF STRAW',
    lotNumber: '007',
    legalParcelId: '0012\\#=\\99999999999999999999',
    buildingName: 'CAFÉ “Ö”',
    addressDetailPid: 'no digits at all',
    principalPid: 'GAVIC999',
    primaryPid: 'elsewhere',
    latitude: 0,
    longitude: -179.99999999,
    cleaningProvenance: { street_name: 'trimmed' },
  }
  const rows = [
    national('9 X ST, Y VIC 3000', odd),
    national('10 X ST, Y VIC 3000', { latitude: 89.12345678, longitude: 179.12345678 }),
  ]
  const search = await builtNational(nationalSource(rows))
  for (const row of rows) {
    const address = search.get(row.addressDetailPid)
    assert.equal(address?.number_first, row.numberFirst)
    assert.equal(address?.flat_number, row.flatNumber)
    assert.equal(address?.flat_type, row.flatType)
    assert.equal(address?.lot_number, row.lotNumber)
    assert.equal(address?.legal_parcel_id, row.legalParcelId)
    assert.equal(address?.building_name, row.buildingName)
    assert.equal(address?.principal_pid, row.principalPid)
    assert.equal(address?.primary_pid, row.primaryPid)
    assert.equal(address?.address_label, row.addressLabel)
    assert.deepEqual(address?.coordinates, { latitude: row.latitude, longitude: row.longitude })
    assert.deepEqual(address?.cleaning_provenance, row.cleaningProvenance)
  }
})

test('numbers come back that are written in more ways than an index has codes for', async () => {
  const ways = Array.from({ length: 4200 }, (_, at) => {
    const letters = [26 * 26, 26, 1].map((step) => 65 + (Math.floor(at / step) % 26))
    return `${String.fromCharCode(...letters)}${1 + (at % 9)}`
  })
  const rows = ways.map((way, at) => {
    const field = ['numberFirst', 'flatNumber', 'levelNumber', 'lotNumber'][at % 4] ?? ''
    return national('7-9 X ST, Y VIC 3000', { addressDetailPid: `GAVIC${7e8 + at}`, [field]: way })
  })
  const search = await builtNational(nationalSource(rows))
  // The last ones have no code.
  for (const row of rows.slice(3900)) {
    assert.deepEqual(search.get(row.addressDetailPid), nationalAddress(row, AU.national))
    const [shown] = search.autocomplete({ term: row.addressDetailPid, top: 1 })
    assert.equal(shown?.label, row.addressLabel)
  }
  const place = { thoroughfare: 'X Street', townOrCity: 'Y', postcode: 'CB7 4AA' }
  const points = ways.map((way, at) =>
    postal({ ...place, sourceKey: way, buildingNumber: at % 2 === 0 ? way : `${9 + at}/${at}` }),
  )
  const found = await builtPostal(postalSource(points))
  for (const row of points) {
    assert.deepEqual(found.get(postalIdText(postalIdOf(row))), postalAddress(row))
  }
})

test('an address without street, postcode or number is still an address', async () => {
  const search = await builtPostal(
    postalSource([
      postal({ buildingName: 'The Lighthouse', townOrCity: 'Sark' }),
      postal({ townOrCity: 'Herm' }),
    ]),
  )
  assert.equal(search.autocomplete({ term: 'lighthouse', top: 6 }).length, 1)
  assert.equal(search.autocomplete({ term: 'herm', top: 6 }).length, 1)
})
