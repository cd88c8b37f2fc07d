// A thread that answers questions: started when it is needed, replaced when it fails, and no reason to keep running.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { AskedThread } from '../../../src/lib/thread/asked-thread.ts'

/** Adds up what it is given until it has been given as many as it was told. */
const ADDING = `
  const { parentPort, workerData } = require('node:worker_threads')
  let seen = 0
  let sum = workerData.start
  parentPort.on('message', (number) => {
    if (number < 0) throw new Error('no negative numbers')
    sum += number
    seen += 1
    if (seen === workerData.count) parentPort.postMessage(sum)
    if (seen === workerData.count) seen = sum = 0
  })`

function adding(count: number, start = 0): AskedThread<number, number> {
  const module = new URL(
    `data:text/javascript,${encodeURIComponent(`import { createRequire } from 'node:module'
    const require = createRequire('file:///')
    ${ADDING}`)}`,
  )
  const thread = new AskedThread<number, number>(module, {
    name: 'sums',
    workerData: { count, start },
  })
  after(() => thread.close())
  return thread
}

test('all messages of a question reach the thread, and its answer comes back', async () => {
  const thread = adding(3, 100)
  assert.equal(await thread.ask([1, 2, 3]), 106)
  assert.equal(await thread.ask([4, 5, 6]), 15, 'the same thread')
})

test('a failure is told to who asked, and the next question has a new thread', async () => {
  const thread = adding(1)
  await assert.rejects(thread.ask([-1]), /no negative numbers/)
  assert.equal(await thread.ask([7]), 7)
})

test('a question that a closed thread has not answered is refused, and the next one has a new thread', async () => {
  const thread = adding(2)
  const cut = thread.ask([8])
  await Promise.all([assert.rejects(cut, /The thread for sums has stopped/), thread.close()])
  assert.equal(await thread.ask([4, 5]), 9)
})
