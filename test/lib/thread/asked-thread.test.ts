// A thread that answers questions: started when it is needed, replaced when it fails, and no reason to keep running.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { AskedThread } from '../../../src/lib/thread/asked-thread.ts'

/** Answers with the sum of all that it was asked, and throws for a negative number. */
const ADDING = `
  import { parentPort } from 'node:worker_threads'
  let sum = 0
  parentPort.on('message', ({ kind, id, question }) => {
    if (kind === 'close') return parentPort.close()
    if (question < 0) throw new Error('no negative numbers')
    sum += question
    parentPort.postMessage({ id, answer: sum })
  })`

function adding() {
  const module = new URL(`data:text/javascript,${encodeURIComponent(ADDING)}`)
  const thread = new AskedThread<number, number>({ module, name: 'sums' })
  after(() => thread.close())
  return (number: number) => thread.ask(number)
}

test('questions asked at once are each answered, by one thread', async () => {
  const ask = adding()
  assert.deepEqual(await Promise.all([ask(1), ask(2), ask(3)]), [1, 3, 6])
  assert.equal(await ask(4), 10, 'the same thread')
})

test('everybody who waits learns of a failure, and the next question gets a new thread', async () => {
  const ask = adding()
  assert.equal(await ask(5), 5)
  const others = [ask(-1), ask(7)].map((each) => assert.rejects(each, /no negative numbers/))
  await Promise.all(others)
  assert.equal(await ask(7), 7)
})

test('questions asked before a close are answered, and the next question gets a new thread', async () => {
  const module = new URL(`data:text/javascript,${encodeURIComponent(ADDING)}`)
  const thread = new AskedThread<number, number>({ module, name: 'sums' })
  const last = thread.ask(8)
  await thread.close()
  assert.equal(await last, 8)
  assert.equal(await thread.ask(4), 4)
  const late = thread.close().then(() => thread.ask(1))
  assert.equal(await late, 1)
  await thread.close()
})

test('an error in one answer reaches who asked with its name and text, and the thread goes on', async () => {
  const source = new URL('../../../src/lib/thread/asked-thread.ts', import.meta.url)
  const halving = `
    import { answerQuestions } from '${source}'
    answerQuestions({
      niceness: 1,
      async answer(number) {
        if (number % 2 === 1) throw new RangeError('odd')
        return number / 2
      },
    })`
  const module = new URL(`data:text/javascript,${encodeURIComponent(halving)}`)
  const thread = new AskedThread<number, number>({ module, name: 'halves' })
  const odd = assert.rejects(thread.ask(3), { name: 'RangeError', message: /odd/ })
  assert.equal(await thread.ask(8), 4)
  await odd
  await thread.close()
})
