// Tables read from bytes, however they come in: what is a row, what is a bad one, and which files are refused.
// Covers: src/importers/reading/{table,rejects}.ts, src/lists/list-file.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Input, Reading } from '../../../src/importers/reading/archive.ts'
import { printable, Tally } from '../../../src/importers/reading/rejects.ts'
import {
  beginsWith,
  CSV,
  fieldsOf,
  type Layout,
  newPass,
  readTables,
  requireBeginning,
  scanTables,
} from '../../../src/importers/reading/table.ts'
import { decodedInput } from '../../../src/lists/list-file.ts'

/** A file that is in memory, handed on in pieces of so many bytes. */
function inputOf(content: string | Buffer, pieceBytes = 1 << 20): Input {
  const bytes = Buffer.from(content)
  return {
    name: 'a.csv',
    sizeBytes: bytes.length,
    async *open(reading) {
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        const piece = Buffer.from(bytes.subarray(at, at + pieceBytes))
        reading.bytesRead += piece.length
        yield piece
        // A piece is good until the next one is asked for.
        piece.fill(0x58)
      }
    },
  }
}

/** Three columns below a header that begins with `a`. */
function layoutOf(more: Partial<Layout<string>> = {}): Layout<string> {
  return {
    expected: 'a table of three',
    ...CSV,
    begin: (first) =>
      fieldsOf(first)[0] === 'a'
        ? { columns: 3, hasHeader: true, read: (record) => fieldsOf(record).join('|') }
        : undefined,
    ...more,
  }
}

async function read(input: Input, layout = layoutOf(), tally = new Tally(1)) {
  const rows: string[] = []
  for await (const some of readTables([input], layout, newPass(tally, {}))) rows.push(...some)
  return { rows, tally }
}

const TABLE =
  'a,b,c\n1, 2 ,3\n"x,\ny","""z""",é\nshort,1\nlong,1,2,3\n4,5,6\n\n"bad"x,1,2\n7,8,9\r\n"",,\n'

test('the rows of a table are the same in pieces of any size, and each bad one has its reason', async () => {
  const whole = await read(inputOf(TABLE))
  assert.deepEqual(whole.rows, ['1|2|3', 'x,\ny|"z"|é', '4|5|6', '7|8|9', '||'])
  assert.deepEqual(whole.tally.rejectedBy, { columns: 2, quotes: 1 })
  assert.deepEqual([whole.tally.rows, whole.tally.recordsRead], [5, 8])
  assert.deepEqual(
    whole.tally.examples.map(({ line, reason }) => [line, reason]),
    [
      [5, 'columns'],
      [6, 'columns'],
      [9, 'quotes'],
    ],
  )
  for (const pieceBytes of [1, 2, 3, 7, 16]) {
    const { rows, tally } = await read(inputOf(TABLE, pieceBytes))
    assert.deepEqual(rows, whole.rows, String(pieceBytes))
    assert.deepEqual(tally.rejectedBy, whole.tally.rejectedBy)
  }
})

test('the last row needs no line end, and one that is cut in the middle refuses the file', async () => {
  assert.deepEqual((await read(inputOf('a,b,c\n1,2,3'))).rows, ['1|2|3'])
  const cut = /a\.csv is cut short: it ends in the middle of a row\./
  await assert.rejects(read(inputOf('a,b,c\n1,2,3\n4,5')), cut)
  await assert.rejects(read(inputOf('a,b,c\n1,2,3\n"4,5')), cut)
  // What is wrong otherwise, or ends its line, is a bad row like any other.
  for (const last of ['4,5,6,7', '4,5\n', '"4"x,5,6']) {
    const { rows, tally } = await read(inputOf(`a,b,c\n1,2,3\n${last}`))
    assert.deepEqual([rows, tally.rejected], [['1|2|3'], 1], last)
  }
})

test('bytes that are no UTF-8 make a bad row, and refuse a file that begins with them', async () => {
  const bad = Buffer.from('a,b,c\n1,\u00e9,3\n4,5,6\n', 'latin1')
  const { rows, tally } = await read(inputOf(bad))
  assert.deepEqual([rows, tally.rejectedBy], [['4|5|6'], { encoding: 1 }])
  const begin = Buffer.from('a,\u00e9,c\n1,2,3\n', 'latin1')
  await assert.rejects(
    read(inputOf(begin)),
    /a table of three was expected, and the first line is: a,/,
  )
})

test('a file that is empty, or begins otherwise, is refused before it is read', async () => {
  const other = /a\.csv is refused: a table of three was expected, and the first line is: x,y,z/
  for (const attempt of [
    (input: Input) => read(input),
    (input: Input) => requireBeginning(input, layoutOf()),
  ]) {
    await assert.rejects(attempt(inputOf('')), /a\.csv is empty; a table of three was expected\./)
    await assert.rejects(attempt(inputOf('x,y,z\n1,2,3\n')), other)
    await assert.rejects(attempt(inputOf('x,y,z')), other)
    await assert.rejects(attempt(inputOf('"x,y,z')), /the first line is: "x,y,z/)
    await attempt(inputOf('a,b,c', 2))
  }
  let isRead = false
  const long: Input = {
    ...inputOf(''),
    async *open() {
      yield Buffer.from('a,b,c\n')
      isRead = true
      yield Buffer.from('1,2,3\n')
    },
  }
  await requireBeginning(long, layoutOf())
  assert.equal(isRead, false)
})

test('the first record tells what a file is, with or without a line end', async () => {
  const isA = (content: string) =>
    beginsWith(inputOf(content, 2), (first) => fieldsOf(first)[0] === 'a')
  for (const content of ['a,b\n', 'a', ' a ,b\n1', '"a"\n']) assert.ok(await isA(content), content)
  for (const content of ['', 'b,a\n', '"a', '"a"x\n'])
    assert.equal(await isA(content), false, content)
})

test('lines of title above the header are passed over, and a table without a header has one row more', async () => {
  const titled = layoutOf({ fromLine: 3 })
  const { rows, tally } = await read(inputOf('title\n\na,b,c\n1,2,3\n'), titled)
  assert.deepEqual([rows, tally.recordsRead], [['1|2|3'], 1])
  const bare: Layout<string> = {
    ...layoutOf(),
    begin: () => ({ columns: 3, hasHeader: false, read: (record) => record.text(0) }),
  }
  assert.deepEqual((await read(inputOf('1,2,3\n4,5,6\n'), bare)).rows, ['1', '4'])
})

test('a table that only tells something has records and no rows, and what its reader leaves out is none', async () => {
  const tally = new Tally(1)
  const seen: string[] = []
  const layout: Layout<undefined> = {
    ...layoutOf(),
    begin: () => ({
      columns: 3,
      hasHeader: true,
      read: (record) => void seen.push(record.text(0)),
    }),
  }
  const advanced: number[][] = []
  const progress = {
    begin() {},
    advance: (bytes: number, rows: number) => advanced.push([bytes, rows]),
    end() {},
  }
  await scanTables([inputOf('a,b,c\n1,2,3\n4,5,6\n', 12)], layout, newPass(tally, { progress }))
  assert.deepEqual([seen, tally.rows, tally.recordsRead], [['1', '4'], 0, 2])
  assert.deepEqual(advanced, [
    [12, 1],
    [18, 2],
  ])
  const odd = layoutOf({
    begin: () => ({
      columns: 3,
      hasHeader: true,
      read: (record) => (record.text(0) === '1' ? undefined : record.text(0)),
    }),
  })
  const left = await read(inputOf('a,b,c\n1,2,3\n4,5,6\n'), odd)
  assert.deepEqual([left.rows, left.tally.rows, left.tally.recordsRead], [['4'], 1, 2])
})

async function decoded(content: Buffer, pieceBytes?: number) {
  const { input, encoding } = await decodedInput(inputOf(content, pieceBytes))
  const pieces: Buffer[] = []
  for await (const piece of input.open(new Reading())) pieces.push(Buffer.from(piece))
  return [encoding, Buffer.concat(pieces).toString()]
}

test('each encoding becomes the same text in UTF-8, in pieces of any size', async () => {
  const text = 'Ä,b\r\ncafé,€\r\n'
  const little = Buffer.from(text, 'utf16le')
  const marked = Buffer.from(`\ufeff${text}`, 'utf16le')
  const windows = Buffer.from('\u00c4,b\r\ncaf\u00e9,\u0080\r\n', 'latin1')
  for (const pieceBytes of [1 << 20, 7]) {
    assert.deepEqual(await decoded(Buffer.from(text), pieceBytes), ['utf-8', text])
    assert.deepEqual(await decoded(marked, pieceBytes), ['utf-16le', text])
    assert.deepEqual(await decoded(Buffer.from(marked).swap16(), pieceBytes), ['utf-16be', text])
    assert.deepEqual(await decoded(windows, pieceBytes), ['windows-1252', text])
  }
  // Without a mark it is told by the zeros beside plain letters.
  const plain = little.subarray(2)
  assert.deepEqual(await decoded(plain), ['utf-16le', text.slice(1)])
  assert.deepEqual(await decoded(Buffer.from(plain).swap16()), ['utf-16be', text.slice(1)])
  // A letter that the end of the file has cut is shown as one.
  assert.deepEqual(await decoded(marked.subarray(0, marked.length - 1)), [
    'utf-16le',
    `${text.slice(0, -1)}\ufffd`,
  ])
})

test('returns alone end lines, and only where the file has no other line ends', async () => {
  assert.deepEqual(await decoded(Buffer.from('a\rb\r')), ['utf-8', 'a\nb\n'])
  assert.deepEqual(await decoded(Buffer.from('a\rb\r\n')), ['utf-8', 'a\rb\r\n'])
  assert.deepEqual(await decoded(Buffer.from('\u00e9\rb', 'latin1')), ['windows-1252', 'é\nb'])
})

test('bytes that no text has refuse a list, wherever they are', async () => {
  const late = Buffer.from(`${'Address\n'.repeat(9)}\0`)
  await assert.rejects(decoded(late), /a\.csv is not a text file/)
  await assert.rejects(decoded(late, 8), /a\.csv is not a text file/)
})

test('text from a file cannot move the cursor, and is cut at two hundred characters', () => {
  assert.equal(printable('a\u001b[2J\n\u202eb\u0085\u200d'), 'a·[2J··b··')
  assert.equal(printable('x'.repeat(200)), 'x'.repeat(200))
  assert.equal(printable('x'.repeat(201)), `${'x'.repeat(200)}…`)
})
