// Whatever a data file is packed in is opened; whatever is a trap or damaged is refused in a sentence.
// Covers: src/importers/reading/zip.ts

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import {
  ARCHIVE_LIMITS,
  type ArchiveLimits,
  listInputs,
  Reading,
} from '../../../src/importers/reading/archive.ts'
import { ImportRefused } from '../../../src/lib/operator-error.ts'
import { Folder, type ZipMember, zipOf } from '../fixtures.ts'

const TEXT = 'A|B\n1|2\n'

async function contents(
  paths: readonly string[],
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<string[]> {
  const inputs = await listInputs(paths, (name) => /\.psv$/.test(name), limits)
  const reading = new Reading()
  const texts: string[] = []
  for (const input of inputs) {
    const chunks: Buffer[] = []
    for await (const chunk of input.open(reading)) chunks.push(chunk)
    texts.push(Buffer.concat(chunks).toString())
  }
  return texts
}

function refusal(pattern: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof ImportRefused, String(error))
    assert.match(error.message, pattern)
    return true
  }
}

const zipFile = (t: TestContext, members: readonly ZipMember[]) =>
  new Folder(t).write('data.zip', zipOf(members))

test('a plain, a gzip and a zip file give the same bytes, whatever their names', async (t) => {
  const folder = new Folder(t)
  const plain = folder.write('one', TEXT)
  const gzip = folder.write('two.csv', gzipSync(TEXT))
  const zip = folder.write('three.gz', zipOf([{ name: 'x', content: TEXT }]))
  assert.deepEqual(await contents([plain, gzip, zip]), [TEXT, TEXT, TEXT])
})

test('of a zip with several members the data files are read, in their order', async (t) => {
  const path = zipFile(t, [
    { name: 'docs/readme.pdf', content: '%PDF' },
    { name: 'b.psv', content: 'b', isStored: true },
    { name: 'sub/a.psv', content: 'a', hasDescriptor: true },
    { name: 'sub/', content: '', isStored: true },
  ])
  assert.deepEqual(await contents([path]), ['b', 'a'])
})

test('the one file of a zip is read whatever its name, also beside a folder', async (t) => {
  const folder = { name: 'data/', content: '', isStored: true }
  const path = zipFile(t, [folder, { name: 'data/export.bin', content: TEXT }])
  assert.deepEqual(await contents([path]), [TEXT])
})

test('a member that nobody asks for may be packed in any way', async (t) => {
  const path = zipFile(t, [
    { name: 'guide.pdf', content: '%PDF', method: 9 },
    { name: 'a.psv', content: TEXT },
  ])
  assert.deepEqual(await contents([path]), [TEXT])
})

test('a spreadsheet is refused with what to do about it', async (t) => {
  const excel = zipFile(t, [{ name: 'xl/workbook.xml', content: '<x/>' }])
  const old = new Folder(t).write('a.psv', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]))
  await assert.rejects(contents([excel]), refusal(/is a spreadsheet; save its sheet as CSV/))
  await assert.rejects(contents([old]), refusal(/is a spreadsheet or another file/))
})

test('a zip with 64-bit sizes is read, whatever else stands before them', async (t) => {
  const time = Buffer.from([0x55, 0x54, 5, 0, 1, 2, 3, 4, 5])
  const unix = Buffer.from([0x75, 0x78, 0, 0])
  for (const extra of [Buffer.alloc(0), time, Buffer.concat([time, unix])]) {
    const members = ['a', 'b'].map((name) => ({
      name: `${name}.psv`,
      content: TEXT.repeat(9) + name,
      isZip64: true,
      extra,
    }))
    const texts = await contents([zipFile(t, members)])
    assert.deepEqual(texts, [`${TEXT.repeat(9)}a`, `${TEXT.repeat(9)}b`])
  }
})

test('a directory that is said to be enormous is refused, not read', async (t) => {
  const zip = zipOf([{ name: 'a.psv', content: TEXT }])
  const huge = Buffer.from(zip)
  huge.writeUInt32LE(16 * 1024 * 1024 + 1, zip.length - 10)
  const beyond = Buffer.from(zip)
  beyond.writeUInt32LE(zip.length, zip.length - 6)
  for (const bytes of [huge, beyond]) {
    const path = new Folder(t).write('a.zip', bytes)
    await assert.rejects(contents([path]), refusal(/damaged zip file/))
  }
})

test('a folder is searched to its depth, in order of names, and links are not followed', async (t) => {
  const folder = new Folder(t)
  folder.write('x/2.psv', 'two')
  folder.write('x/1.psv', 'one')
  folder.write('x/notes.doc', 'no')
  const { symlinkSync } = await import('node:fs')
  symlinkSync('/etc/passwd', `${folder.path}/x/0.psv`)
  assert.deepEqual(await contents([folder.path]), ['one', 'two'])
})

test('gzip members one after another are one text', async (t) => {
  const path = new Folder(t).write('a.gz', Buffer.concat([gzipSync('one'), gzipSync('two')]))
  assert.deepEqual(await contents([path]), ['onetwo'])
})

test('a bomb is found while it unpacks, whatever its directory says', async (t) => {
  const bomb = Buffer.alloc(64 * 1024 * 1024, 'A')
  const folder = new Folder(t)
  const gzip = folder.write('bomb.gz', gzipSync(bomb))
  const zip = folder.write('bomb.zip', zipOf([{ name: 'a.psv', content: bomb }]))
  await assert.rejects(contents([gzip]), refusal(/more than 100 times its size/))
  await assert.rejects(contents([zip]), refusal(/more than 100 times its size/))
})

test('a small file that packs very well is no bomb', async (t) => {
  const spaces = ' '.repeat(1024 * 1024)
  const path = new Folder(t).write('a.gz', gzipSync(spaces))
  assert.deepEqual(await contents([path]), [spaces])
})

test('all that is unpacked together has a limit', async (t) => {
  const folder = new Folder(t)
  const paths = [1, 2, 3].map((at) => folder.write(`${at}.gz`, gzipSync('x'.repeat(400))))
  const limits = { ...ARCHIVE_LIMITS, inflatedBytesMax: 1000 }
  await assert.rejects(contents(paths, limits), refusal(/unpacks to more than 1000 bytes/))
})

test('too many members are refused', async (t) => {
  const members = ['1', '2', '3'].map((name) => ({ name: `${name}.psv`, content: 'x' }))
  const limits = { ...ARCHIVE_LIMITS, entriesMax: 2 }
  await assert.rejects(contents([zipFile(t, members)], limits), refusal(/at most 2 may be/))
})

test('an archive inside an archive is refused', async (t) => {
  const folder = new Folder(t)
  const inner = zipOf([{ name: 'a.psv', content: TEXT }])
  const zip = folder.write('outer.zip', zipOf([{ name: 'inner.psv', content: inner }]))
  const gzip = folder.write('outer.gz', gzipSync(gzipSync(TEXT)))
  await assert.rejects(contents([zip]), refusal(/archive inside an archive/))
  await assert.rejects(contents([gzip]), refusal(/archive inside an archive/))
})

test('an encrypted member, a link and an unknown packing are refused', async (t) => {
  const member = { name: 'a.psv', content: TEXT }
  const encrypted = zipFile(t, [{ ...member, isEncrypted: true }])
  const link = zipFile(t, [{ ...member, isSymlink: true }])
  const strange = zipFile(t, [{ ...member, method: 9 }])
  await assert.rejects(contents([encrypted]), refusal(/encrypted/))
  await assert.rejects(contents([link]), refusal(/symbolic link/))
  await assert.rejects(contents([strange]), refusal(/method 9/))
})

test('a cut gzip and a cut zip are refused as cut short', async (t) => {
  const folder = new Folder(t)
  const random = Array.from({ length: 5000 }, (_, at) => `${(at * 7919) % 10007}|`).join('')
  const gzip = gzipSync(random)
  const zip = zipOf([{ name: 'a.psv', content: random }])
  const cutGzip = folder.write('a.gz', gzip.subarray(0, gzip.length - 9))
  const cutZip = folder.write('a.zip', zip.subarray(0, zip.length - 30))
  await assert.rejects(contents([cutGzip]), refusal(/cut short/))
  await assert.rejects(contents([cutZip]), refusal(/cut short/))
})

test('a damaged gzip and a zip member that is not what its sum says are refused', async (t) => {
  const folder = new Folder(t)
  const gzip = gzipSync(TEXT.repeat(1000))
  gzip[gzip.length - 6] ^= 0xff
  const damaged = folder.write('a.gz', gzip)
  const wrongSum = folder.write('a.zip', zipOf([{ name: 'a.psv', content: TEXT, crc: 1 }]))
  await assert.rejects(contents([damaged]), refusal(/damaged/))
  await assert.rejects(contents([wrongSum]), refusal(/damaged/))
})

test('whichever byte of a zip is wrong, it is read as it was or refused in a sentence', async (t) => {
  const folder = new Folder(t)
  for (const isZip64 of [false, true]) {
    const zip = zipOf([{ name: 'a.psv', content: TEXT, isZip64 }])
    const whole = await contents([folder.write('whole.zip', zip)])
    let refused = 0
    for (let at = 0; at < zip.length; at += 1) {
      const broken = Buffer.from(zip)
      broken[at] ^= 0x55
      const path = folder.write('broken.zip', broken)
      const read = await contents([path]).catch((error: unknown) => error)
      if (read instanceof ImportRefused) refused += 1
      // Without its first bytes it is no zip, and read as text.
      else if (at >= 4) assert.deepEqual(read, whole, `byte ${at}: ${read}`)
    }
    assert.ok(refused > zip.length * 0.4, `${refused} of ${zip.length} were refused`)
  }
})

test('a name in an archive is never a path on this machine', async (t) => {
  const path = zipFile(t, [{ name: '../../../../tmp/evil.psv', content: TEXT }])
  const [input] = await listInputs([path], () => true)
  assert.equal(input.name, 'data.zip: evil.psv')
  assert.deepEqual(await contents([path]), [TEXT])
})

test('a text in UTF-16 and a PDF are called what they are', async (t) => {
  const folder = new Folder(t)
  const wide = folder.write('a.psv', Buffer.from('\ufeffA|B\n', 'utf16le'))
  const pdf = folder.write('b.psv', '%PDF-1.7')
  await assert.rejects(contents([wide]), refusal(/UTF-16/))
  await assert.rejects(contents([pdf]), refusal(/PDF/))
})

test('a file that is not there is said to be not there', async (t) => {
  await assert.rejects(contents(['/no/such/file.psv']), refusal(/no such file/))
  await assert.rejects(contents([]), refusal(/Name at least one file/))
  const below = `${new Folder(t).write('a.psv', TEXT)}/b.psv`
  await assert.rejects(contents([below]), refusal(/cannot be read: the system says ENOTDIR\./))
})

test('hidden and unrelated files are skipped, in folders up to eight deep', async (t) => {
  const folder = new Folder(t)
  folder.write('.hidden.psv', 'no')
  folder.write('.git/a.psv', 'no')
  folder.write('a.psv', 'a')
  folder.write('b.psv.gz', gzipSync('b'))
  folder.write('c.psv.zip', zipOf([{ name: 'c.psv', content: 'c' }]))
  folder.write('d.csv.zip', zipOf([{ name: 'd.psv', content: 'd' }]))
  folder.write('2/3/4/5/6/7/8/deep.psv', 'deep')
  folder.write('2/3/4/5/6/7/8/9/deeper.psv', 'deeper')
  assert.deepEqual(await contents([folder.path]), ['deep', 'a', 'b', 'c'])
  const inputs = await listInputs([folder.path], (name) => name.endsWith('.psv'))
  assert.deepEqual(
    inputs.map(({ name }) => name),
    ['2/3/4/5/6/7/8/deep.psv', 'a.psv', 'b.psv.gz', 'c.psv.zip: c.psv'],
  )
})

test('a folder holds at most as many files as may be', async (t) => {
  const folder = new Folder(t)
  for (const name of ['1', '2', '3']) folder.write(`${name}.psv`, name)
  assert.equal((await contents([folder.path], { ...ARCHIVE_LIMITS, entriesMax: 3 })).length, 3)
  const limits = { ...ARCHIVE_LIMITS, entriesMax: 2 }
  await assert.rejects(contents([folder.path], limits), refusal(/holds more than 2 files/))
})

test('bytes that were read are counted over all files, packed or not, and are never more than they have', async (t) => {
  const folder = new Folder(t)
  const text = TEXT.repeat(50_000)
  const paths = [
    folder.write('1.psv', text),
    folder.write('2.gz', gzipSync(text)),
    folder.write('3.zip', zipOf([{ name: '3.psv', content: text }])),
    folder.write('4.zip', zipOf([{ name: '4.psv', content: text, isStored: true }])),
    folder.write('5.zip', zipOf([{ name: '5.psv', content: '', isStored: true }])),
  ]
  const reading = new Reading()
  let total = 0
  for (const input of await listInputs(paths, () => true)) {
    total += input.sizeBytes
    let before = reading.bytesRead
    for await (const _ of input.open(reading)) {
      assert.ok(reading.bytesRead > 0 && reading.bytesRead >= before && reading.bytesRead <= total)
      before = reading.bytesRead
    }
    assert.equal(reading.bytesRead, total, input.name)
  }
})

test('whatever is no text is called by its name', async (t) => {
  const folder = new Folder(t)
  const cases: [number[] | string, RegExp][] = [
    [[0xff, 0xfe, 0x41, 0], /UTF-16/],
    [[0xfe, 0xff, 0, 0x41], /UTF-16/],
    ['7z\u00bc\u00af', /a 7z archive/],
    ['\u00fd7zX', /an xz archive/],
    ['BZh9', /a bzip2 archive/],
    ['(\u00b5/\u00fd', /a zstd archive/],
    ['%PDF', /a PDF document/],
    ['Rar!', /a rar archive/],
    ['PAR1', /a Parquet file/],
    ['SQLite format 3', /a SQLite database or GeoPackage/],
  ]
  for (const [begins, what] of cases) {
    const bytes = typeof begins === 'string' ? Buffer.from(begins, 'latin1') : Buffer.from(begins)
    await assert.rejects(contents([folder.write('a.psv', bytes)]), refusal(what))
    await assert.rejects(contents([folder.write('a.gz', gzipSync(bytes))]), refusal(what))
  }
  for (const member of ['xl/workbook.xml', 'xl/workbook.bin', 'content.xml']) {
    const sheet = zipOf([
      { name: member, content: '<x/>' },
      { name: 'a.psv', content: TEXT },
    ])
    await assert.rejects(contents([folder.write('a.zip', sheet)]), refusal(/is a spreadsheet/))
  }
})

test('a zip may have a comment that looks like its end, and must be whole', async (t) => {
  const folder = new Folder(t)
  const zip = zipOf([{ name: 'a.psv', content: TEXT }])
  const comment = Buffer.concat([Buffer.from('PK\u0005\u0006'), Buffer.alloc(40, 1)])
  const commented = Buffer.concat([zip, comment])
  commented.writeUInt16LE(comment.length, zip.length - 2)
  assert.deepEqual(await contents([folder.write('a.zip', commented)]), [TEXT])
  const parted = Buffer.from(zip)
  parted.writeUInt16LE(1, zip.length - 18)
  await assert.rejects(contents([folder.write('b.zip', parted)]), refusal(/in several parts/))
})
