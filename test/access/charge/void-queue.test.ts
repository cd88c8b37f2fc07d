// Batches whose outcome nobody knows are taken back in turn, and are never more than can be remembered.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VoidQueue } from '../../../src/access/charge/void-queue.ts'
import { StoreError } from '../../../src/store/store-error.ts'

const AWAY = {
  procedure: () => Promise.reject(new StoreError('The store is away.')),
}

test('a thousand batches may be in doubt, and no more look-ups are charged meanwhile', async () => {
  const queue = new VoidQueue(AWAY, () => {})
  for (let at = 0; at < 999; at += 1) queue.add(`batch-${at}`)
  assert.equal(queue.isFull, false)
  queue.add('batch-999')
  assert.equal(queue.isFull, true)
  await queue.close(1)
})

test('each is taken back once, in order, and again where the store did not answer', async () => {
  const asked: unknown[] = []
  const faults: string[] = []
  let isAway = true
  const store = {
    procedure: async (_module: URL, args: { batchId?: string }) => {
      asked.push(args.batchId)
      if (isAway) {
        isAway = false
        throw new StoreError('The store is away.')
      }
    },
  }
  // biome-ignore lint/suspicious/noExplicitAny: the queue looks at no answer.
  const queue = new VoidQueue(store as any, (error) => faults.push(String(error)))
  queue.add('one')
  queue.add('two')
  await queue.close(10_000)
  assert.deepEqual(asked, ['one', 'one', 'two'])
  assert.deepEqual(faults, ['StoreError: The store is away.'])
})
