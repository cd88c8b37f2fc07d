// A row written back is one record with the cells that it had, whatever stands in them and divides them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListLayout } from '../../../src/lists/matching/match-list.ts'
import { headerText, rowText } from '../../../src/lists/matching/result-columns.ts'
import type { Match } from '../../../src/match/verdict.ts'

const NOTHING: Match = {
  ...{ verdict: 'not-found', confidence: 0, id: '', address: '', parts: [], candidates: [] },
  reason: '',
}

/** As any other program reads it: a bare return ends a record as much as a line feed does. */
function recordsOf(text: string, delimiter: string): string[][] {
  const records: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at)
    if (isQuoted && letter === '"' && text[at + 1] === '"') cell += text.charAt(at++)
    else if (letter === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (!isQuoted && (letter === delimiter || /[\r\n]/.test(letter))) {
      records.at(-1)?.push(cell)
      cell = ''
      if (letter !== delimiter) records.push([])
    } else cell += letter
  }
  return records.slice(0, -1)
}

const ODD = ['\r', '\n', '\r\n', '"', '""', ',', ';', '\t', '|', ' ', '\u00a0', '\u2028', "'", '']

test('every odd character at the beginning, in the middle and at the end of a cell stays in its cell', () => {
  for (const delimiter of [',', ';', '\t', '|']) {
    for (const odd of ODD) {
      const cells = [`12${odd}King St`, `King St${odd}`, `x${odd}${odd}y`, `${odd}12 King St`]
      const layout = {
        format: 'delimited',
        delimiter,
        names: cells,
        hasHeader: true,
        isMarked: false,
      }
      const written = layout as unknown as ListLayout
      const row = { row: 1, line: 2, cells, json: '', fault: '' }
      const text = headerText(written) + rowText(row, NOTHING, written)
      const records = recordsOf(text, delimiter)
      assert.equal(records.length, 2, JSON.stringify(text))
      for (const record of records) {
        assert.equal(record.length, cells.length + 7)
        const first = record
          .slice(0, cells.length)
          .map((cell) => cell.replace(/^'(?=[\t\r\n])/, ''))
        assert.deepEqual(first, cells)
      }
    }
  }
})
