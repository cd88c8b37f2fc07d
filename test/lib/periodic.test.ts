// Repeated work: one round at a time, none lost, none after the end.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Periodic } from '../../src/lib/periodic.ts'

function held() {
  const doors: (() => void)[] = []
  const work = () => new Promise<void>((open) => doors.push(open))
  return { doors, work }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
const never = (error: unknown) => assert.fail(String(error))

test('a wake during a round is followed by one more round, however often it was woken', async () => {
  const { doors, work } = held()
  const periodic = new Periodic({ everyMs: 60_000, work, onFault: never })
  periodic.wake()
  periodic.wake()
  periodic.wake()
  assert.equal(doors.length, 1)
  doors[0]?.()
  await turn()
  assert.equal(doors.length, 2)
  doors[1]?.()
  await turn()
  assert.equal(doors.length, 2)
  await periodic.close()
})

test('closing waits for the round under way and lets none begin', async () => {
  const { doors, work } = held()
  const periodic = new Periodic({ everyMs: 60_000, work, onFault: never })
  periodic.wake()
  periodic.wake()
  let isClosed = false
  const closing = periodic.close().then(() => {
    isClosed = true
  })
  await turn()
  assert.equal(isClosed, false)
  doors[0]?.()
  await closing
  periodic.wake()
  assert.equal(doors.length, 1)
})

test('a round that fails is told, and the next one runs', async () => {
  const faults: unknown[] = []
  let rounds = 0
  const work = async () => {
    rounds += 1
    throw new Error(`round ${rounds}`)
  }
  const periodic = new Periodic({ everyMs: 1, work, onFault: (error) => faults.push(error) })
  periodic.start()
  while (faults.length < 2) await turn()
  await periodic.close()
  assert.match(String(faults[1]), /round 2/)
})

test('the timer during a round asks for no other one, and takes back none that was asked for', async () => {
  const { doors, work } = held()
  const periodic = new Periodic({ everyMs: 60_000, work, onFault: never })
  const rounds = async (...wakes: readonly boolean[]) => {
    const before = doors.length
    periodic.wake()
    for (const again of wakes) periodic.wake(again)
    while (doors.length > before) {
      const open = doors.splice(before)
      for (const door of open) door()
      await turn()
      count += open.length
    }
    const done = count
    count = 0
    return done
  }
  let count = 0
  assert.equal(await rounds(), 1)
  assert.equal(await rounds(false), 1)
  assert.equal(await rounds(true), 2)
  assert.equal(await rounds(true, false), 2)
  assert.equal(await rounds(false, true), 2)
  assert.equal(await rounds(true, false, false), 2)
  await periodic.close()
})
