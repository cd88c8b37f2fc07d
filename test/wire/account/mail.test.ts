// Mails of a running service: what a caller does comes out of a real SMTP server, once.
// Covers: src/mail/**, src/jobs.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { posting, startTestService } from '../../support/running.ts'
import { startSmtp } from '../../support/servers/smtp.ts'

test('a changed address and a day that is used up are told by mail', async (t) => {
  const smtp = await startSmtp(t)
  await using running = await startTestService({
    settings: { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'Desk <desk@example.net>' },
    plans: [{ name: 'four', product: 'uk', daily_lookup_limit_1: 4 }],
  })
  const { apiKey, adminKey } = await running.account('uk', 'four')
  const old = (await running.ask('/email-address', adminKey)).json['email-address']
  const changed = { ...posting({ 'new-email-address': 'new@example.org' }), method: 'PUT' }
  assert.equal((await running.ask('/email-address', adminKey, changed)).status, 204)
  const { json } = await running.ask('/autocomplete/7 netherby road', apiKey)
  for (const status of [200, 200, 200, 200, 429]) {
    assert.equal((await running.ask(json.suggestions[0].url, apiKey)).status, status)
  }
  while (smtp.received.length < 3) await delay(20)
  const seen = smtp.received.map(({ mail, recipients }) => `${recipients} ${mail.subject}`)
  assert.deepEqual(seen.sort(), [
    `${old} The e-mail address of your account was changed`,
    'new@example.org 75% of today’s look-ups are used',
    'new@example.org Today’s look-ups are used up',
  ])
  for (const { mail } of smtp.received) {
    assert.deepEqual(mail.from, { name: 'Desk', address: 'desk@example.net' })
  }
  // A domain name is public; an address of a person and the text of a mail belong in no log.
  assert.ok(running.logged.every((line) => !line.includes('new@example.org')))
})
