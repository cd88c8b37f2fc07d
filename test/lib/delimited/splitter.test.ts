// The splitter: the same records however the bytes arrive, and nothing that a file does breaks it.
// Covers: src/lib/delimited/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { COLUMNS_MAX } from '../../../src/lib/delimited/field-scanner.ts'
import { ROW_BYTES_MAX, Splitter } from '../../../src/lib/delimited/splitter.ts'
import { csvLine } from '../../importers/fixtures.ts'
import { runs } from '../../support/runs.ts'

const PIPES = { delimiter: '|', quoted: false }
const COMMAS = { delimiter: ',', quoted: true }

interface Seen {
  readonly line: number
  readonly fields: readonly string[] | string
  readonly isUnterminated: boolean
  readonly isEncodedWell: boolean
}

function take(splitter: Splitter, seen: Seen[]): void {
  while (splitter.next()) {
    const { line, fault, isUnterminated } = splitter
    const fields: string[] = []
    for (let column = 0; column < Math.min(splitter.columns, COLUMNS_MAX); column += 1) {
      const text = splitter.text(column)
      const { traits } = splitter
      assert.equal(splitter.uniqueText(column), text)
      assert.equal(splitter.passingText(column), text)
      assert.equal(splitter.traits, traits)
      assert.equal(splitter.isEmpty(column), text === '')
      fields.push(text)
    }
    const isEncodedWell = fault !== undefined || splitter.isEncodedWell()
    seen.push({ line, fields: fault ?? fields, isUnterminated, isEncodedWell })
  }
}

function split(bytes: Uint8Array, format: typeof PIPES, cuts: readonly number[] = []): Seen[] {
  const splitter = new Splitter(format)
  const seen: Seen[] = []
  const places = [...cuts.map((cut) => cut % (bytes.length + 1)), 0, bytes.length]
  places.sort((a, b) => a - b)
  for (let at = 1; at < places.length; at += 1) {
    splitter.feed(bytes.subarray(places[at - 1], places[at]))
    take(splitter, seen)
  }
  splitter.end()
  take(splitter, seen)
  return seen
}

const fieldsOf = (text: string | Uint8Array, format: typeof PIPES) =>
  split(Buffer.from(text), format).map((record) => record.fields)

test('fields are split at pipes and records at line ends of either kind', () => {
  assert.deepEqual(fieldsOf('a|b|\r\n||c\n', PIPES), [
    ['a', 'b', ''],
    ['', '', 'c'],
  ])
})

test('a byte order mark at the beginning is no part of the first field', () => {
  assert.deepEqual(fieldsOf('\ufeffa|b\n', PIPES), [['a', 'b']])
  assert.deepEqual(fieldsOf('\ufeff"a",b\n', COMMAS), [['a', 'b']])
})

test('blank lines are passed over and line numbers go on counting', () => {
  const seen = split(Buffer.from('\na\n\r\n\nb\n'), PIPES)
  assert.deepEqual(
    seen.map(({ line, fields }) => [line, fields]),
    [
      [2, ['a']],
      [5, ['b']],
    ],
  )
})

test('a quote in a pipe-separated file is a character like others', () => {
  assert.deepEqual(fieldsOf('"a|b"|5" pipe\n', PIPES), [['"a', 'b"', '5" pipe']])
})

test('a quoted field holds delimiters, line ends and doubled quotes', () => {
  assert.deepEqual(fieldsOf('"a,b","c\r\nd","say ""x""",e"f\n', COMMAS), [
    ['a,b', 'c\r\nd', 'say "x"', 'e"f'],
  ])
})

test('a row behind cells with line ends is told by the line on which it begins', () => {
  const text = 'a,b\n"c\nd\r\ne",f\n"x"y\n\n"g\nh",i\nj,k\n'
  for (const cuts of [[], [7], [9, 13, 18, 21]]) {
    const seen = split(Buffer.from(text), COMMAS, cuts)
    assert.deepEqual(
      seen.map(({ line, fields }) => [line, typeof fields === 'string' ? fields : fields[0]]),
      [
        [1, 'a'],
        [2, 'c\nd\r\ne'],
        [5, 'quotes'],
        [7, 'g\nh'],
        [9, 'j'],
      ],
    )
  }
})

test('a stray quote costs its own row and no other', () => {
  assert.deepEqual(fieldsOf('"a"x,b\nc,d\n"e,f\ng,h\n', COMMAS), [
    'quotes',
    ['c', 'd'],
    'quotes',
    ['g', 'h'],
  ])
})

test('a last row without a line end is told from one with it', () => {
  assert.equal(split(Buffer.from('a|b\nc|d'), PIPES)[1].isUnterminated, true)
  assert.equal(split(Buffer.from('a|b\nc|d\n'), PIPES)[1].isUnterminated, false)
  assert.equal(split(Buffer.from('"a","b'), COMMAS)[0].isUnterminated, true)
})

test('a row longer than the limit is skipped, and the rows around it are read', () => {
  for (const format of [PIPES, COMMAS]) {
    const long = 'x'.repeat(ROW_BYTES_MAX + 1)
    const fits = 'y'.repeat(ROW_BYTES_MAX)
    const bytes = Buffer.from(`a\n${long}\nb\n${fits}\nc\n`)
    const expected = [['a'], 'too-long', ['b'], [fits], ['c']]
    assert.deepEqual(fieldsOf(bytes, format), expected)
    const pieces = Array.from({ length: 300 }, (_, at) => at * 977)
    assert.deepEqual(
      split(bytes, format, pieces).map(({ fields }) => fields),
      expected,
    )
  }
})

test('a line without end does not fill the memory', () => {
  const splitter = new Splitter(PIPES)
  const chunk = Buffer.alloc(1024 * 1024, 'x')
  const before = process.memoryUsage().arrayBuffers
  let records = 0
  for (let at = 0; at < 200; at += 1) {
    splitter.feed(chunk)
    while (splitter.next()) records += 1
  }
  assert.equal(records, 1)
  assert.ok(process.memoryUsage().arrayBuffers - before < 20 * 1024 * 1024)
})

test('a field that was never closed is given up after the longest row, not at the end', () => {
  const lines = 'good,row\n'.repeat(20_000)
  const seen = fieldsOf(`"open,row\n${lines}`, COMMAS)
  assert.equal(seen.length, 20_001)
  assert.equal(seen[0], 'too-long')
})

test('more columns than are kept are still counted', () => {
  const splitter = new Splitter(PIPES)
  splitter.feed(Buffer.from(`${'|'.repeat(1000)}\n`))
  assert.ok(splitter.next())
  assert.equal(splitter.columns, 1001)
})

test('bytes that are not UTF-8 mark their own row only', () => {
  const bytes = Buffer.concat([
    Buffer.from('Café|1\n'),
    Buffer.from('Caf\xe9|2\n', 'latin1'),
    Buffer.from('plain|3\n'),
  ])
  const seen = split(bytes, PIPES)
  assert.deepEqual(
    seen.map((record) => record.isEncodedWell),
    [true, false, true],
  )
  assert.deepEqual(seen[0].fields, ['Café', '1'])
})

test('a text of two Latin letters is not taken for the two bytes of one letter', () => {
  assert.deepEqual(fieldsOf('Ã©|x\né|y\nab|z\n', PIPES), [
    ['Ã©', 'x'],
    ['é', 'y'],
    ['ab', 'z'],
  ])
})

test('decimal numbers are read exactly as JavaScript reads them', () => {
  const number = fc
    .tuple(fc.constantFrom('', '-', '+'), fc.nat(999_999_999), fc.stringMatching(/^\d{0,12}$/))
    .map(([sign, whole, part]) => `${sign}${whole}${part === '' ? '' : `.${part}`}`)
  fc.assert(
    fc.property(number, (text) => {
      const splitter = new Splitter(PIPES)
      splitter.feed(Buffer.from(`${text}|end\n`))
      splitter.next()
      assert.equal(splitter.decimal(0), Number(text))
    }),
    { numRuns: runs(100) },
  )
})

test('only a plain decimal number is a number', () => {
  for (const text of ['', '-', '.', '1e5', '1.2.3', 'NaN', '0x10', ' 1', '--1', 'Infinity']) {
    const splitter = new Splitter(PIPES)
    splitter.feed(Buffer.from(`${text}|x\n`))
    splitter.next()
    assert.ok(Number.isNaN(splitter.decimal(0)), text)
  }
  const splitter = new Splitter(PIPES)
  splitter.feed(Buffer.from('-.8070185|x\n'))
  splitter.next()
  assert.equal(splitter.decimal(0), -0.8070185)
})

const byteSoup = fc
  .array(fc.constantFrom('a', 'B', '1', '|', ',', '"', '\n', '\r', '\r\n', ' ', 'é', '\ufeff'), {
    maxLength: 60,
  })
  .map((parts) => Buffer.from(parts.join('')))
const cuts = fc.array(fc.nat(200), { maxLength: 12 })

test('however the bytes are cut into chunks, the records are the same', () => {
  for (const format of [PIPES, COMMAS]) {
    fc.assert(
      fc.property(byteSoup, cuts, (bytes, places) => {
        assert.deepEqual(split(bytes, format, places), split(bytes, format))
      }),
      { numRuns: runs(100) },
    )
  }
})

/** The same in the plainest way: line by line, and character by character within quotes. */
function plainly(text: string, { delimiter, quoted }: typeof PIPES): Omit<Seen, 'isEncodedWell'>[] {
  const seen: Omit<Seen, 'isEncodedWell'>[] = []
  const whole = text.replace(/^\ufeff/, '')
  for (let at = 0; at < whole.length; ) {
    const line = whole.slice(0, at).split('\n').length
    const lineEnd = `${whole}\n`.indexOf('\n', at)
    if (/^\r?$/.test(whole.slice(at, lineEnd))) {
      at = lineEnd + 1
      continue
    }
    const fields: string[] = []
    let [from, end] = [at, -1]
    while (end === -1) {
      const isQuoted = quoted && whole[from] === '"'
      const field = (
        isQuoted ? /"((?:[^"]|"")*)"(?!")/y : new RegExp(`[^${delimiter}\\n]*`, 'y')
      ) as RegExp
      field.lastIndex = from
      const [all, inside] = field.exec(whole) ?? []
      if (all === undefined) break
      const behind = whole.slice(from + all.length)
      const isLast = isQuoted ? /^(?:\r?\n|\r?$)/.test(behind) : !behind.startsWith(delimiter)
      if (isQuoted && !isLast && !behind.startsWith(delimiter)) break
      fields.push(inside?.replaceAll('""', '"') ?? (isLast ? all.replace(/\r$/, '') : all))
      from += all.length + 1
      if (isLast) end = from - 1 + (isQuoted && behind.startsWith('\r') ? 1 : 0)
    }
    const isOpen = end === -1 && /^"(?:[^"]|"")*$/.test(whole.slice(from))
    const isUnterminated = end >= whole.length || isOpen
    seen.push({ line, fields: end === -1 ? 'quotes' : fields, isUnterminated })
    at = (end === -1 ? lineEnd : end) + 1
  }
  return seen
}

test('any bytes are the records that a plain reading finds in them', () => {
  for (const format of [PIPES, COMMAS]) {
    fc.assert(
      fc.property(byteSoup, (bytes) => {
        const seen = split(bytes, format).map(({ isEncodedWell, ...record }) => record)
        assert.deepEqual(seen, plainly(bytes.toString('utf8'), format))
      }),
      { numRuns: runs(130) },
    )
  }
})

test('any bytes at all are split without an error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), cuts, (bytes, places) => {
      assert.deepEqual(split(bytes, COMMAS, places), split(bytes, COMMAS))
    }),
    { numRuns: runs(100) },
  )
})

test('whatever a table holds comes back when it was quoted', () => {
  const field = fc
    .string({ unit: 'binary', maxLength: 12 })
    .filter((text) => !text.includes('\ufeff'))
  const table = fc.array(fc.array(field, { minLength: 2, maxLength: 5 }), { maxLength: 6 })
  fc.assert(
    fc.property(table, cuts, (rows, places) => {
      const bytes = Buffer.from(rows.map((row) => `${csvLine(row)}\n`).join(''))
      const seen = split(bytes, COMMAS, places).map(({ fields }) => fields)
      assert.deepEqual(
        seen,
        rows.map((row) => row.map(wellFormed)),
      )
    }),
    { numRuns: runs(100) },
  )
})

/** Half a surrogate pair cannot be written in UTF-8. */
function wellFormed(text: string): string {
  return text.toWellFormed()
}
