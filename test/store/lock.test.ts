// One at a time holds the lock, in the order in which they came.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Lock } from '../../src/store/lock.ts'
import { StoreError } from '../../src/store/store-error.ts'

test('who comes first is served first, one at a time', async () => {
  const lock = new Lock()
  const order: number[] = []
  let holders = 0
  const work = async (nth: number) => {
    const release = await lock.acquire()
    holders += 1
    assert.equal(holders, 1)
    order.push(nth)
    await Promise.resolve()
    holders -= 1
    release()
    release()
  }
  await Promise.all(Array.from({ length: 20 }, (_, nth) => work(nth)))
  assert.deepEqual(order, [...Array(20).keys()])
})

test('releasing twice lets nobody else in', async () => {
  const lock = new Lock()
  const release = await lock.acquire()
  const second = lock.acquire()
  let isThird = false
  const third = lock.acquire().then((end) => {
    isThird = true
    end()
  })
  release()
  release()
  const end = await second
  assert.equal(isThird, false)
  end()
  await third
})

test('10,000 wait at the most', async () => {
  const lock = new Lock()
  await lock.acquire()
  const waiting = Array.from({ length: 10_000 }, () => lock.acquire())
  await assert.rejects(lock.acquire(), StoreError)
  assert.equal(waiting.length, 10_000)
})

test('the urgent wait for one of the others at most, and the others for one of the urgent', async () => {
  const lock = new Lock()
  const order: string[] = []
  const work = async (name: string, isUrgent: boolean) => {
    const release = await lock.acquire(isUrgent)
    order.push(name)
    release()
  }
  const release = await lock.acquire()
  const all = [
    ...['a', 'b', 'c', 'd'].map((name) => work(name, false)),
    ...['1', '2', '3'].map((name) => work(name, true)),
  ]
  release()
  await Promise.all(all)
  assert.deepEqual(order, ['1', 'a', '2', 'b', '3', 'c', 'd'])
})
