// Mail as files: a folder that cannot be written holds a mail back, and leaves nothing half done.

import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Outbox } from '../../src/mail/outbox.ts'
import { newDataDir } from '../support/stores.ts'

const MAIL_ID = '0123456789abcdef'

test('a folder that cannot be written holds the mail back for all its recipients, with the reason', async (t) => {
  const folder = newDataDir(t)
  const file = join(folder, 'file')
  writeFileSync(file, '')
  mkdirSync(join(folder, `${MAIL_ID}.eml`))
  const recipients = ['a@example.com', 'b@example.com']
  for (const place of [join(file, 'outbox'), folder]) {
    const outbox = new Outbox(place, () => 0)
    const envelope = { mailId: MAIL_ID, from: 'x@example.com', recipients, bytes: Buffer.from('x') }
    const delivery = await outbox.deliver(envelope)
    assert(delivery.kind === 'deferred', place)
    assert.deepEqual([delivery.recipients, delivery.isServer], [recipients, true])
    assert.match(delivery.note, /cannot be written: .+\.$/)
  }
  assert.deepEqual(readdirSync(folder).toSorted(), [`${MAIL_ID}.eml`, 'file'])
})

test('files of ours that are older than the given time are deleted, half-written ones too, and nothing else', async (t) => {
  const folder = newDataDir(t)
  const now = Date.parse('2026-05-01T00:00:00Z')
  const oldest = now - 90 * 86_400_000
  const id = (digit: number) => String(digit).repeat(16)
  const files: readonly (readonly [string, number])[] = [
    [`${id(1)}.eml`, oldest - 1000],
    [`${id(2)}.eml`, oldest],
    [`${id(3)}.eml`, now],
    [`${id(4)}.eml.a1b2c3.new`, oldest - 1000],
    ['notes.eml', oldest - 1000],
    [`${id(5)}.txt`, oldest - 1000],
    [`${id(6)}.eml.bak`, oldest - 1000],
  ]
  for (const [name, ms] of files) {
    writeFileSync(join(folder, name), '')
    utimesSync(join(folder, name), ms / 1000, ms / 1000)
  }
  const outbox = new Outbox(folder, () => now)
  await outbox.tidy(oldest)
  const gone = [`${id(1)}.eml`, `${id(4)}.eml.a1b2c3.new`]
  const left = files.map(([name]) => name).filter((name) => !gone.includes(name))
  assert.deepEqual(readdirSync(folder).toSorted(), left.toSorted())
  await new Outbox(join(folder, 'none'), () => now).tidy(oldest)
})

test('a mail is a file for its owner only, whole, and as old as the clock of the service says', async (t) => {
  const folder = join(newDataDir(t), 'outbox')
  const now = Date.parse('2020-02-03T04:05:06Z')
  const bytes = Buffer.from('To: a@example.com\r\n\r\nHello')
  const envelope = { mailId: MAIL_ID, from: 'x@example.com', recipients: ['a@example.com'], bytes }
  const outbox = new Outbox(folder, () => now)
  const taken = { kind: 'taken', deferred: [], refused: [], note: '' }
  assert.deepEqual(await outbox.deliver(envelope), taken)
  assert.deepEqual(await outbox.deliver(envelope), taken, 'once more, in its place')
  assert.deepEqual(readdirSync(folder), [`${MAIL_ID}.eml`])
  const { mtimeMs, mode, size } = statSync(join(folder, `${MAIL_ID}.eml`))
  assert.deepEqual([mtimeMs, mode & 0o777, size], [now, 0o600, bytes.length])
})
