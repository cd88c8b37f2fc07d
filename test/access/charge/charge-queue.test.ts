// The look-ups that wait: so many and no more, in order, and those of a busy account apart.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChargeQueue, type Waiter } from '../../../src/access/charge/charge-queue.ts'
import { NO_TOKEN } from '../../support/accounts.ts'

function waiter(accountId: string): Waiter {
  const caller = {
    ...NO_TOKEN,
    credentialId: 'cred_1',
    kind: 'api',
    accountId,
    subscription: undefined,
  } as const
  return { caller, trace: ['', '', ''], resolve: () => {}, reject: () => {} }
}

function filled(queue: ChargeQueue, accountId: string, count: number): boolean[] {
  return Array.from({ length: count }, () => queue.add(waiter(accountId)))
}

test('4,096 wait at the most, and a batch has 256 of them, the first first', () => {
  const queue = new ChargeQueue(1000)
  const first = waiter('one')
  queue.add(first)
  assert(filled(queue, 'one', 4095).every(Boolean))
  assert.equal(queue.add(waiter('two')), false)
  const batch = queue.take()
  assert.equal(batch.length, 256)
  assert.equal(batch[0], first)
  assert.equal(queue.length, 3840)
})

test('at most 256 look-ups of a busy account wait, and they take nobody else’s place in a batch', () => {
  const queue = new ChargeQueue(60_000)
  assert.deepEqual(queue.putBack('busy', [waiter('busy')], true), [])
  assert.equal(queue.isLocked('busy'), true)
  const added = filled(queue, 'busy', 256)
  assert.deepEqual([added.filter(Boolean).length, queue.length], [255, 256])
  filled(queue, 'other', 300)
  const batch = queue.take()
  const of = (accountId: string) =>
    batch.filter(({ caller }) => caller.accountId === accountId).length
  assert.deepEqual([of('other'), of('busy')], [256, 256])
  queue.clear()
})

test('once a busy account was counted, what has waited apart goes first', () => {
  const queue = new ChargeQueue(60_000)
  const late = waiter('busy')
  queue.putBack('busy', [late], false)
  filled(queue, 'other', 3)
  queue.rejoin('busy')
  assert.equal(queue.take()[0], late)
})

test('an account that has been busy for too long has its look-ups refused', async () => {
  const queue = new ChargeQueue(1)
  queue.putBack('busy', [waiter('busy')], true)
  queue.add(waiter('busy'))
  const [taken, added] = queue.take()
  assert(taken && added)
  await new Promise((resolve) => setTimeout(resolve, 5))
  assert.deepEqual(queue.putBack('busy', [taken, added], true), [taken, added])
  assert.equal(queue.length, 0)
})
