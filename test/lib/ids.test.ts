// Ids and secrets: their shape, their order, and a checksum that a mistyped one fails.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  hasTrueChecksum,
  newId,
  newSecret,
  newSortableId,
  SECRET_TAIL_LENGTH,
  sortableIdFrom,
} from '../../src/lib/ids.ts'

test('an id has its prefix and 22 letters and digits, a secret 33, and no two are the same', () => {
  assert.match(newId('acc_'), /^acc_[0-9A-Za-z]{22}$/)
  assert.match(newSecret('api_'), /^api_[0-9A-Za-z]{33}$/)
  assert.equal(SECRET_TAIL_LENGTH, 33)
  const many = Array.from({ length: 100 }, () => newId(''))
  assert.equal(new Set(many).size, 100)
})

test('a secret with one character changed, two swapped, or one lost fails its checksum', () => {
  const secret = newSecret('api_')
  assert.equal(hasTrueChecksum(secret), true)
  for (let at = 4; at < secret.length; at += 1) {
    const other = secret[at] === 'a' ? 'b' : 'a'
    assert.equal(hasTrueChecksum(secret.slice(0, at) + other + secret.slice(at + 1)), false)
    assert.equal(hasTrueChecksum(secret.slice(0, at) + secret.slice(at + 1)), false)
    const [one = '', two = ''] = secret.slice(at, at + 2)
    if (one === two || two === '') continue
    assert.equal(hasTrueChecksum(secret.slice(0, at) + two + one + secret.slice(at + 2)), false)
  }
  for (const text of ['', 'api_', '000000']) assert.equal(hasTrueChecksum(text), false, text)
})

test('sortable ids stand in the order of their moments, the earliest ones too', () => {
  const moments = [-5, 0, 1, 15, 16, 255, 1_700_000_000_000, 1_800_000_000_000]
  const ids = moments.map((ms) => newSortableId(ms))
  for (const id of ids) assert.match(id, /^[0-9a-f]{32}$/)
  assert.deepEqual(ids.slice(1).toSorted(), ids.slice(1))
  assert.ok(sortableIdFrom(255) <= newSortableId(255))
  assert.ok(sortableIdFrom(256) > newSortableId(255))
})
