// Numbers in as few bytes as they need.
// Covers: src/index/national/details.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pushVarint, VarintReader } from '../../../src/index/national/details.ts'
import { GrowingBytes } from '../../../src/index/rows/growing-arrays.ts'

test('numbers beyond 32 bits are written in sevens like small ones', () => {
  const bytes = new GrowingBytes()
  for (const value of [0, 127, 128, 0x7fffffff, 0x80000000, 999_999_999_999_999]) {
    pushVarint(bytes, value)
  }
  const reader = new VarintReader(bytes.view())
  const read: number[] = []
  while (reader.at < bytes.length) read.push(reader.next())
  assert.deepEqual(read, [0, 127, 128, 0x7fffffff, 0x80000000, 999_999_999_999_999])
  assert.equal(bytes.length, 1 + 1 + 2 + 5 + 5 + 8)
})
