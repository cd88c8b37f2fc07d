// Whatever bytes are given for a list, it is shown, built or refused in a sentence; it never fails otherwise.
// Covers: src/lists/importing/**, src/importers/reading/rejects.ts

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { ImportRefused } from '../../../src/lib/operator-error.ts'
import { previewList, previewText } from '../../../src/lists/importing/preview.ts'
import { Folder } from '../../importers/fixtures.ts'
import { runs } from '../../support/runs.ts'

const cell = fc.oneof(
  fc.constantFrom('Address', 'Postcode', 'UPRN', 'SM1 1AA', '1 Oak Road, Sutton, SM1 1AA', '12/'),
  fc.constantFrom(
    'VIC 3065',
    '5/1 Okapi St Fitzroy VIC 3065',
    '"',
    '""',
    ',',
    'FLAT',
    '=1',
    '\u0000',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
)
const lines = fc
  .array(fc.array(cell, { maxLength: 6 }), { maxLength: 12 })
  .chain((rows) =>
    fc
      .tuple(fc.constantFrom(',', ';', '\t', '|'), fc.constantFrom('\n', '\r\n', '\r'))
      .map(([delimiter, end]) => rows.map((row) => row.join(delimiter) + end).join('')),
  )
const content = fc.oneof(
  lines.map((text) => Buffer.from(text)),
  lines.map((text) => Buffer.from(text, 'latin1')),
  lines.map((text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
)

test('any bytes are a list or are refused in one sentence', async (t) => {
  const path = new Folder(t).write('list.csv', '')
  let shown = 0
  const product = fc.constantFrom(undefined, 'uk' as const, 'au' as const)
  await fc.assert(
    fc.asyncProperty(content, product, async (bytes, given) => {
      writeFileSync(path, bytes)
      try {
        const preview = await previewList([path], { product: given })
        assert.match(preview.refusal, /^[^\p{C}]*$/u)
        assert.match(previewText(preview, 'list.csv', 'import'), /^[^\p{C}]+(?:\n[^\p{C}]*)*$/u)
        shown += 1
      } catch (error) {
        assert.ok(error instanceof ImportRefused, String(error))
        assert.match(error.message, /^[^\p{C}]+$/u)
      }
    }),
    { numRuns: runs(40), seed: 7 },
  )
  assert.ok(shown > 0, 'some of them are lists')
})
