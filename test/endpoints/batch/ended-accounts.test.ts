// What an account may still do with its lists after its subscription ended, or while it is suspended: delete them.
// Covers: src/endpoints/batch/**, src/access/authorize.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resumeAccount, suspendAccount } from '../../../src/account/operators/account-actions.ts'
import { choosePlan, endSubscription } from '../../../src/account/subscriptions.ts'
import { csvOf, labels, planOf, upload, usedToday, worked } from '../../batches/lists.ts'
import { eachService } from '../../support/each-service.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { posting, type TestAccount } from '../../support/running.ts'

let clock = new ManualClock()
const SUSPENDED = 'The operator of this service has suspended the account.'
const ENDED = 'The subscription has ended. Choose a plan to use the same keys again.'
/** A paused list is tried again after ten minutes by the clock of the thread that paused it, which may be late. */
const TRIED_AGAIN_MS = 30 * 60_000

/** Every call about lists but deleting one: the name, the path, the key and the request. */
function calls({ apiKey, adminKey }: TestAccount, id: string, body: string) {
  const post = { method: 'POST', body }
  const put = { ...posting({ choice: 'none' }), method: 'PUT' }
  return [
    ['upload', '/batch', apiKey, post],
    ['preview', '/batch/preview', adminKey, post],
    ['list', '/batch', adminKey, {}],
    ['progress', `/batch/${id}`, apiKey, {}],
    ['progress by the admin key', `/batch/${id}`, adminKey, {}],
    ['result', `/batch/${id}/result`, apiKey, {}],
    ['rows', `/batch/${id}/rows`, adminKey, {}],
    ['choice', `/batch/${id}/rows/1`, adminKey, put],
    ['suggestions', `/batch/${id}/suggestions?term=king`, adminKey, {}],
  ] as const
}

eachService(
  (start) => {
    test('an ended or suspended account is refused everything about its lists but deleting them', async () => {
      const running = await start()
      const account = await running.account('au', 'many')
      const { store, plans } = running.service
      const { accountId } = account
      const csv = csvOf(labels(running, 2))
      const { id } = await worked(running, account, await upload(running, account, csv))
      const other = await worked(running, account, await upload(running, account, csv))
      const answers = async (status: number, detail?: string) => {
        clock.advance(2000)
        for (const [name, path, key, init] of calls(account, id, csv)) {
          const { status: given, json, text } = await running.ask(path, key, init)
          assert.equal(given, status, `${name}: ${text}`)
          if (detail !== undefined) assert.equal(json.detail, detail, name)
        }
      }
      await answers(200)
      await suspendAccount(store, accountId, '', clock.now())
      await answers(403, SUSPENDED)
      await resumeAccount(store, accountId, clock.now())
      await answers(200)
      await endSubscription(store, accountId, clock.now())
      await answers(403, ENDED)
      const deleted = await running.ask(`/batch/${other.id}`, account.adminKey, DELETE)
      assert.equal(deleted.status, 200, deleted.text)
      await choosePlan(store, plans, accountId, 'many', clock.now())
      await answers(200)
      assert.equal((await running.ask(`/batch/${other.id}`, account.adminKey)).status, 404)
    })

    test('a test key sees only lists that test keys have sent, whatever the account pays for', async () => {
      const running = await start()
      const account = await running.account('au', 'many')
      const body = { name: 'trying', test: true }
      const made = await running.ask('/security/api-keys', account.adminKey, posting(body))
      const tester = { apiKey: made.json.key }
      const csv = csvOf(labels(running, 1))
      const paid = await worked(running, account, await upload(running, account, csv))
      const tried = await worked(running, tester, await upload(running, tester, csv))
      await endSubscription(running.service.store, account.accountId, clock.now())
      clock.advance(2000)
      for (const path of ['', '/result']) {
        const ask = (id: string) => running.ask(`/batch/${id}${path}`, tester.apiKey)
        assert.equal((await ask(paid.id)).status, 404)
        assert.equal((await ask(tried.id)).status, 200)
      }
    })

    test('a list of an account that ends pauses, is charged nothing more, and goes on with a new plan', async () => {
      const running = await start()
      const account = await running.account('au', 'one')
      const { store, plans, jobs } = running.service
      const sent = await upload(running, account, csvOf(labels(running, 3)))
      // A plan of one look-up a day: however soon the list is worked on, two rows are left when the account ends.
      assert.equal((await worked(running, account, sent)).paused_by, 'daily-limit')
      await endSubscription(store, account.accountId, clock.now())
      clock.advance(TRIED_AGAIN_MS)
      await jobs.batches.round()
      await choosePlan(store, plans, account.accountId, 'many', clock.now())
      clock.advance(2000)
      const { json: paused } = await running.ask(`/batch/${sent.json.id}`, account.apiKey)
      assert.deepEqual([paused.state, paused.paused_by, paused.done], ['paused', 'forbidden', 1])
      assert.equal(await usedToday(running, account), 1)
      clock.advance(TRIED_AGAIN_MS)
      assert.equal((await worked(running, account, sent)).state, 'finished')
      assert.equal(await usedToday(running, account), 3)
    })
  },
  () => {
    clock = new ManualClock()
    return { clock, plans: [planOf('many', 'au', 1_000_000), planOf('one', 'au', 1)] }
  },
)

const DELETE = { method: 'DELETE' }
