// What POST /match answers and costs, on each store.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { labels, planOf, usedToday } from '../../batches/lists.ts'
import { eachService } from '../../support/each-service.ts'
import { posting } from '../../support/running.ts'

const NOWHERE = 'qqqqxx zzzzvv 99999'

eachService(
  (start) => {
    describe('POST /match', () => {
      test('answers in order, and costs one look-up for each that is found', async () => {
        const running = await start()
        const account = await running.account('au')
        const [first = '', second = ''] = labels(running, 2)
        const lines = [first, NOWHERE, '', second]
        const answer = await running.ask('/match', account.apiKey, posting({ addresses: lines }))
        assert.equal(answer.status, 200, answer.text)
        const { matches } = answer.json
        assert.deepEqual(
          matches.map(({ verdict }: { verdict: string }) => verdict),
          ['exact', 'not-found', 'not-found', 'exact'],
        )
        assert.equal(matches[0].address, first)
        assert.equal(matches[3].address, second)
        assert.equal(answer.headers.get('lookup-cost'), '2')
        assert.equal(await usedToday(running, account), 2)
      })

      test('takes rows of parts in the place of lines', async () => {
        const running = await start()
        const account = await running.account('uk')
        const home = running.service.data.searches.uk?.at(0).item
        const row = {
          building: home?.building_name,
          unit: home?.sub_building_name,
          number: home?.building_number,
          street: home?.thoroughfare,
          place: home?.town_or_city,
          postcode: home?.postcode,
        }
        const answer = await running.ask('/match', account.apiKey, posting({ rows: [row, {}] }))
        assert.equal(answer.status, 200, answer.text)
        assert.equal(answer.json.matches.length, 2)
        assert.notEqual(answer.json.matches[0].verdict, 'not-found', JSON.stringify(row))
        assert.equal(answer.json.matches[1].verdict, 'not-found')
      })

      test('never goes past the allowance: what it does not last for is refused and not shown', async () => {
        const running = await start()
        const account = await running.account('au', 'five')
        const lines = [NOWHERE, ...labels(running, 8)]
        const answer = await running.ask('/match', account.apiKey, posting({ addresses: lines }))
        const [nowhere, ...matches] = answer.json.matches
        assert.equal(nowhere.verdict, 'not-found')
        assert.equal(answer.headers.get('lookup-cost'), '5')
        for (const match of matches.slice(0, 5)) assert.equal(match.verdict, 'exact')
        for (const match of matches.slice(5)) {
          assert.equal(match.verdict, 'refused')
          assert.equal(match.code, 'daily-limit')
          assert.equal(match.id + match.address, '')
        }
        assert.equal(await usedToday(running, account), 5)
        const again = await running.ask('/match', account.apiKey, posting({ addresses: [NOWHERE] }))
        assert.equal(again.status, 429)
        assert.equal(again.json.code, 'daily-limit')
      })

      test('refuses what is no list of addresses by the name of the field, and charges nothing', async () => {
        const running = await start()
        const account = await running.account('au')
        const [line] = labels(running, 1)
        const bad: [unknown, string][] = [
          [{}, 'addresses'],
          [{ addresses: [] }, 'addresses'],
          [{ addresses: Array(101).fill(line) }, 'addresses'],
          [{ addresses: [line, 'x'.repeat(501)] }, 'addresses[1]'],
          [{ addresses: [line, { text: 'x' }] }, 'addresses[1]'],
          [{ rows: [{ street: ['x'] }] }, 'rows[0].street'],
          [{ rows: [line] }, 'rows[0]'],
          [{ addresses: [line], rows: [{ line }] }, 'rows'],
          ['[1]', 'body'],
          ['nonsense', 'body'],
        ]
        for (const [body, title] of bad) {
          const { status, json } = await running.ask('/match', account.apiKey, posting(body))
          assert.deepEqual([status, json.title], [400, title], JSON.stringify(body).slice(0, 80))
        }
        const large = posting({ addresses: [line], more: 'x'.repeat(300_000) })
        assert.equal((await running.ask('/match', account.apiKey, large)).status, 413)
        assert.equal((await running.ask('/match', account.adminKey, posting({}))).status, 403)
        assert.equal(await usedToday(running, account), 0)
      })
    })
  },
  () => ({ plans: [planOf('five', 'au', 5)] }),
)
