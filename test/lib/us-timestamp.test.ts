// Timestamps of the wire: month first, hours of half a day, UTC.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usTimestamp } from '../../src/lib/us-timestamp.ts'

test('a moment is written with its month first, and noon and midnight as twelve', () => {
  for (const [iso, text] of [
    ['2026-08-23T00:00:00.000Z', '8/23/2026 12:00:00 AM'],
    ['2026-08-23T00:59:59.999Z', '8/23/2026 12:59:59 AM'],
    ['2026-08-23T11:05:09Z', '8/23/2026 11:05:09 AM'],
    ['2026-08-23T12:00:00Z', '8/23/2026 12:00:00 PM'],
    ['2026-12-31T23:59:59Z', '12/31/2026 11:59:59 PM'],
    ['2026-01-02T13:04:05Z', '1/2/2026 1:04:05 PM'],
  ] as const) {
    assert.equal(usTimestamp(Date.parse(iso)), text)
  }
})
