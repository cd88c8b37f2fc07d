// Mail as files: a folder that cannot be written holds a mail back, and leaves nothing half done.

import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
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
    assert.match(delivery.note, /cannot be written \(E[A-Z]+\)/)
  }
  assert.deepEqual(readdirSync(folder).toSorted(), [`${MAIL_ID}.eml`, 'file'])
})
