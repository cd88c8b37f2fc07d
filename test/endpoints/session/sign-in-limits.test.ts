// How often one may try to sign in: each limit to its last try, and whom it leaves alone.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SignInLimits } from '../../../src/endpoints/session/sign-in-limits.ts'
import type { Request } from '../../../src/http/message.ts'
import { MemoryCounters } from '../../../src/rate-limits/memory-counters.ts'
import { ManualClock } from '../../support/manual-clock.ts'

const QUARTER_MS = 900_000
const HOUR_MS = 3_600_000

function world() {
  const clock = new ManualClock('2026-03-14T12:00:00Z')
  const limits = new SignInLimits(
    new MemoryCounters(() => clock.monotonicMs()),
    (request) => request.remoteAddress,
  )
  return { clock, limits }
}

function from(remoteAddress: string): Request {
  const readBody = async () => assert.fail('nobody asks for it')
  return {
    id: 'r',
    method: 'POST',
    path: '/',
    query: new Map(),
    headers: {},
    remoteAddress,
    readBody,
  }
}

/** How many of so many tries are let through, one after the other. */
async function admitted(tries: number, attempt: (at: number) => Promise<void>): Promise<number> {
  let count = 0
  for (let at = 0; at < tries; at += 1) {
    await attempt(at).then(
      () => {
        count += 1
      },
      (problem: { code: string }) => assert.equal(problem.code, 'rate-limit'),
    )
  }
  return count
}

test('one visitor may try thirty keys in a quarter of an hour, and another as many', async () => {
  const { clock, limits } = world()
  const keys = (visitor: string) => admitted(32, () => limits.ofKeys(from(visitor)))
  assert.equal(await keys('192.0.2.1'), 30)
  assert.equal(await keys('192.0.2.2'), 30)
  clock.advance(QUARTER_MS)
  assert.equal(await keys('192.0.2.1'), 30)
})

test('an e-mail address gets three mails in a quarter of an hour, whoever asks and however it is written', async () => {
  const { clock, limits } = world()
  const spelled = ['ada@example.com', 'Ada@Example.com', 'ADA@EXAMPLE.COM']
  const mails = () =>
    admitted(9, (at) => limits.ofMails(from(`192.0.2.${at}`), spelled[at % 3] ?? ''))
  assert.equal(await mails(), 3)
  assert.equal(await admitted(1, () => limits.ofMails(from('192.0.2.1'), 'bob@example.com')), 1)
  clock.advance(QUARTER_MS)
  assert.equal(await mails(), 3)
})

test('one visitor may ask for ten mails in a quarter of an hour, to whomever', async () => {
  const { limits } = world()
  const mails = admitted(12, (at) => limits.ofMails(from('192.0.2.1'), `${at}@example.com`))
  assert.equal(await mails, 10)
})

test('one visitor may sign up five times in a quarter, and all together two hundred times in an hour', async () => {
  const { clock, limits } = world()
  const one = await admitted(7, (at) => limits.ofSignUps(from('192.0.2.1'), `${at}@example.com`))
  assert.equal(one, 5)
  const all = await admitted(300, (at) =>
    limits.ofSignUps(from(`198.51.100.${at % 250}`), `all-${at}@example.com`),
  )
  assert.equal(all, 195)
  clock.advance(QUARTER_MS)
  assert.equal(await admitted(1, () => limits.ofSignUps(from('192.0.2.9'), 'x@example.com')), 0)
  clock.advance(HOUR_MS)
  assert.equal(await admitted(1, () => limits.ofSignUps(from('192.0.2.9'), 'x@example.com')), 1)
})
