// The tables that hold millions of keys without a string each.
// Covers: src/importers/reading/key-table.ts, src/importers/uk/latest-wins.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { KeyTable } from '../../../src/importers/reading/key-table.ts'
import { AddressHash, LatestWins } from '../../../src/importers/uk/latest-wins.ts'

const numberOf = (table: KeyTable, key: string) => {
  const bytes = Buffer.from(key)
  return table.add(bytes, 0, bytes.length)
}

test('a key keeps its number, however many others there are', () => {
  const table = new KeyTable()
  for (let round = 0; round < 2; round += 1) {
    for (let at = 0; at < 50_000; at += 1) assert.equal(numberOf(table, `GAVIC${at}`), at)
  }
  assert.equal(table.size, 50_000)
  assert.equal(table.key(41_234), 'GAVIC41234')
  const stranger = Buffer.from('GANSW1')
  assert.equal(table.find(stranger, 0, stranger.length), -1)
})

test('an empty key and one that is too long have no number', () => {
  const table = new KeyTable()
  assert.equal(numberOf(table, ''), -1)
  assert.equal(numberOf(table, 'X'.repeat(24)), -1)
  assert.equal(table.size, 0)
  const longest = 'Y'.repeat(23)
  assert.equal(numberOf(table, longest), 0)
  assert.equal(table.key(0), longest)
  const bytes = Buffer.from(`-${longest}-`)
  assert.equal(table.find(bytes, 1, 24), 0)
  assert.equal(table.find(bytes, 1, 25), -1)
  assert.equal(table.find(bytes, 1, 1), -1)
})

test('of the rows of an address the latest wins, as a plain map would have it', () => {
  const offers = fc.array(fc.record({ address: fc.nat(30), day: fc.nat(50) }), { maxLength: 300 })
  const hash = new AddressHash()
  const hashOf = (address: number) => {
    const bytes = Buffer.from(`ADDRESS ${address}`)
    hash.begin()
    hash.add(bytes, 0, bytes.length)
    return hash.end()
  }
  fc.assert(
    fc.property(offers, (list) => {
      const latest = new LatestWins()
      const plain = new Map<number, { day: number; row: number }>()
      list.forEach(({ address, day }, row) => {
        latest.offer(hashOf(address), day, row)
        const before = plain.get(address)
        if (before === undefined || before.day <= day) plain.set(address, { day, row })
      })
      const winners = latest.winners(list.length)
      const expected = new Set([...plain.values()].map(({ row }) => row))
      list.forEach((_, row) => {
        assert.equal(winners.has(row), expected.has(row))
      })
    }),
  )
})

test('a hundred thousand addresses keep a hundred thousand winners', () => {
  const latest = new LatestWins()
  const hash = new AddressHash()
  for (let at = 0; at < 100_000; at += 1) {
    const bytes = Buffer.from(`${at} EXAMPLE ROAD`)
    hash.begin()
    hash.add(bytes, 0, bytes.length)
    latest.offer(hash.end(), 1, at)
  }
  const winners = latest.winners(100_000)
  for (let at = 0; at < 100_000; at += 1) assert.ok(winners.has(at), String(at))
})

test('an address is the same in any case and spacing, and its parts are not joined to another', () => {
  const hash = new AddressHash()
  const hashOf = (...parts: string[]) => {
    hash.begin()
    for (const part of parts) {
      const bytes = Buffer.from(part)
      hash.add(bytes, 0, bytes.length)
    }
    return hash.end().join()
  }
  const own = hashOf('SK1 1AA', '', '12', 'HIGH STREET')
  assert.equal(hashOf('sk11aa', ' ', '1 2', 'High  Street'), own)
  for (const other of [
    ['SK1 1AA', '12', '', 'HIGH STREET'],
    ['SK1 1AA', '', '1', '2HIGH STREET'],
    ['SK1 1AB', '', '12', 'HIGH STREET'],
    ['SK1 1AA', '', '12', 'HIGH STREE'],
    ['SK1 1AA', '', '12'],
  ]) {
    assert.notEqual(hashOf(...other), own, other.join())
  }
})
