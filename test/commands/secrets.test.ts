// Secrets in the store are encrypted with a key, moved to the next one by a command, and still sign the same.
// Covers: src/commands/secrets.ts, src/webhooks/registrations.ts, src/billing/invoices/signing.ts

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { signingSecret } from '../../src/billing/invoices/signing.ts'
import { openStore } from '../../src/store/open-store.ts'
import { checkWebhookSecrets, register, rotateSecret } from '../../src/webhooks/registrations.ts'
import { signatureHeaders } from '../../src/webhooks/sending/secret.ts'
import { makePlans, newCaller } from '../support/accounts.ts'
import { runCli } from '../support/cli.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { startReceiver } from '../support/servers/receiver.ts'
import { newDataDir } from '../support/stores.ts'
import { makeDispatcher, makeEvent } from '../support/webhooks.ts'

const dataDir = newDataDir({ after })
const clock = new ManualClock()
const keys = [randomBytes(32), randomBytes(32)] as const
const [first, second] = keys.map((key) => key.toString('base64'))

/** The store as a process opens it that has these keys. */
async function open(t: { after(work: () => unknown): void }, secretsKeys: readonly Uint8Array[]) {
  const store = await openStore({ databaseUrl: '', dataDir, secretsKeys })
  t.after(() => store.close())
  return store
}

const rotate = (SECRETS_KEY: string) =>
  runCli(['secrets', 'rotate', '--json'], { DATA_DIR: dataDir, SECRETS_KEY })

test('webhook and signing secrets move from plain text to one key and to the next, and deliveries stay verifiable', async (t) => {
  const plain = await open(t, [])
  const receiver = await startReceiver(t, () => 200)
  const plans = makePlans({ name: 'large', daily_lookup_limit_1: 1000 })
  const { accountId } = await newCaller(plain, plans, 'large', clock.now())
  const made = await register(plain, accountId, 'expired', receiver.url, clock.now())
  assert(made.kind === 'registered')
  const signing = await signingSecret(plain, '')

  const refused = await rotate('')
  assert.equal(refused.code, 2)
  assert.match(refused.err, /Set SECRETS_KEY to the new key first/)
  assert.deepEqual(JSON.parse((await rotate(first)).out), { encrypted: 2 })
  assert.deepEqual(JSON.parse((await rotate(`${second}, ${first}`)).out), { encrypted: 2 })
  assert.deepEqual(JSON.parse((await rotate(second)).out), { encrypted: 0 })

  const store = await open(t, [keys[1]])
  const { rows } = await sql`
    select secret || coalesce(old_secret, '') as text from webhook_endpoint
    union all select value from shared_secret`.execute(store.db)
  assert.doesNotMatch(JSON.stringify(rows), new RegExp(`whsec_|${signing}`))
  assert.equal(await signingSecret(store, ''), signing)
  await checkWebhookSecrets(store)

  const next = await rotateSecret(store, accountId, 'expired', made.id, clock.now())
  const dispatcher = makeDispatcher(store, clock)
  await makeEvent(store, accountId, clock.now())
  await dispatcher.round()
  const [{ headers, body } = assert.fail()] = receiver.received
  const oldSecretUntil = clock.now() + 1
  const secrets = { secret: next ?? '', oldSecret: made.secret, oldSecretUntil }
  const right = signatureHeaders(secrets, String(headers['webhook-id']), body, clock.now())
  assert.equal(headers['webhook-signature'], right['webhook-signature'])

  for (const wrong of [[], [keys[0]]]) {
    const other = await open(t, wrong)
    await assert.rejects(checkWebhookSecrets(other), /which SECRETS_KEY does not have/)
    await assert.rejects(signingSecret(other, ''), /which SECRETS_KEY does not have/)
  }
  clock.advance(86_400_000 + 1)
})
