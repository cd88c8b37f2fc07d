// A person looks at a list before it is matched and at its doubtful rows afterwards, and chooses; on each store.
// Covers: src/endpoints/batch/review.ts, src/batches/review.ts, src/batches/uploads/preview.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOperator } from '../../../src/account/operators/operators.ts'
import { csvOf, labels, planOf, upload, usedToday, worked } from '../../batches/lists.ts'
import { eachService } from '../../support/each-service.ts'
import { posting } from '../../support/running.ts'

const NOWHERE = 'qqqqxx zzzzvv 99999'

eachService(
  (start) => {
    test('a preview says how the columns are read and what the first rows give, and costs nothing', async () => {
      const running = await start()
      const account = await running.account('au', 'many')
      const [line = ''] = labels(running, 1)
      const preview = (body: string, query = '') =>
        running.ask(`/batch/preview${query}`, account.adminKey, { method: 'POST', body })
      const shown = await preview(`id,Where\n1,"${line}"\n2,"1 ${NOWHERE}, VIC"\n`)
      assert.equal(shown.status, 200, shown.text)
      assert.deepEqual(shown.json.columns, [{ column: 2, read_as: 'address' }])
      const unknown = await preview('Name,Colour\nAnn,red\nBob,blue\n')
      assert.deepEqual([unknown.status, unknown.json.columns], [200, []])
      assert.deepEqual(shown.json.names, ['id', 'Where'])
      assert.ok(shown.json.roles.includes('postcode'))
      const [first, second] = shown.json.rows
      assert.deepEqual([first.verdict, first.address, first.cells], ['exact', line, ['1', line]])
      assert.equal(second.verdict, 'not-found')
      const other = await preview(`id,Where\n1,"${line}"\n`, '?columns=address=1')
      assert.deepEqual(other.json.columns, [{ column: 1, read_as: 'address' }])
      const bad = await preview('PK\u0003\u0004', '?name=book.xlsx')
      assert.equal(bad.status, 400)
      const wrong = await preview(csvOf([line]), '?name=a.csv&columns=address=9')
      assert.equal(wrong.json.title, 'columns')
      assert.match(wrong.json.detail, /^a\.csv has no column 9 for address/)
      const large = await preview(`Address\n${`${line}\n`.repeat(40_000)}`)
      assert.equal(large.status, 413)
      assert.equal(await usedToday(running, account), 0)
    })

    test('doubtful rows come page by page, and what a person chooses is in the result, at no cost', async () => {
      const running = await start()
      const account = await running.account('au', 'many')
      const known = labels(running, 600)
      const lines = known.map((line, at) => (at % 300 === 7 ? `${NOWHERE} ${at}` : line))
      const sent = await upload(running, account, csvOf(lines))
      const batch = await worked(running, account, sent)
      assert.equal(batch.state, 'finished')
      const cost = await usedToday(running, account)
      const path = `/batch/${batch.id}/rows`
      const ask = (query: string) => running.ask(`${path}?${query}`, account.adminKey)
      const first = await ask('show=not-found&top=1')
      assert.equal(first.status, 200, first.text)
      assert.deepEqual([first.json.rows[0].row, first.json.next], [8, '8'])
      assert.equal(first.json.rows[0].typed, `${NOWHERE} 7`)
      const second = await ask('show=not-found&top=1&after=8')
      assert.equal(second.json.rows[0].row, 308)
      assert.deepEqual((await ask('show=not-found&after=308')).json, { rows: [], next: '' })
      assert.deepEqual((await ask('show=chosen')).json, { rows: [], next: '' })
      assert.equal((await ask('show=all')).status, 400)

      const choose = (row: number, body: object) =>
        running.ask(`${path}/${row}`, account.adminKey, { ...posting(body), method: 'PUT' })
      const { json: found } = await running.ask(
        `/batch/${batch.id}/suggestions?term=${encodeURIComponent(known[7] ?? '')}`,
        account.adminKey,
      )
      const [{ id, address }] = found.suggestions
      const chosen = await choose(8, { choice: 'address', address_id: id })
      assert.equal(chosen.status, 200, chosen.text)
      assert.deepEqual([chosen.json.address, chosen.json.chosen], [address, true])
      assert.equal((await choose(20, { choice: 'none' })).json.verdict, 'not-found')
      const rows = async () =>
        (await running.ask(`/batch/${batch.id}/result`, account.apiKey)).text.split('\n')
      const result = await rows()
      assert.ok(result[8]?.includes(`,corrected,1,${id},`), result[8])
      assert.ok(result[20]?.includes(',not-found,0,,,,'), result[20])
      const all = await ask('show=chosen')
      assert.deepEqual(
        all.json.rows.map(({ row }: { row: number }) => row),
        [8, 20],
      )
      await choose(20, { choice: 'undo' })
      await choose(8, { choice: 'undo' })
      assert.ok((await rows())[20]?.includes(',exact,'))
      assert.deepEqual((await ask('show=chosen')).json.rows, [])

      assert.equal((await choose(8, { choice: 'address', address_id: 'GANOWHERE1' })).status, 400)
      assert.equal((await choose(8, { choice: 'address' })).json.title, 'address_id')
      assert.equal((await choose(601, { choice: 'none' })).status, 404)
      assert.equal(await usedToday(running, account), cost)
      const stranger = await running.account('au', 'many')
      assert.equal((await running.ask(path, stranger.adminKey)).status, 404)
    })

    test('what nobody has paid for shows no more than a suggestion: in previews, candidates and choices', async () => {
      const running = await start()
      const account = await running.account('uk', 'british')
      const { uk } = running.service.data.searches
      const [found = assert.fail()] = uk?.autocomplete({ term: 'stafford street', top: 1 }) ?? []
      const { id, label: suggested } = found
      const { postcode } = uk?.get(id) ?? assert.fail()
      assert.equal(suggested.includes(postcode), false)
      const line = `${suggested}, ${postcode}`
      const csv = csvOf([line, `${NOWHERE} 1`])
      const shown = await running.ask('/batch/preview', account.adminKey, {
        method: 'POST',
        body: csv,
      })
      const [first] = shown.json.rows
      assert.deepEqual([first.verdict, first.address], ['exact', suggested], shown.text)
      const batch = await worked(running, account, await upload(running, account, csv))
      const path = `/batch/${batch.id}`
      const choose = async (row: number) => {
        const body = posting({ choice: 'address', address_id: id })
        const request = { ...body, method: 'PUT' }
        return (await running.ask(`${path}/rows/${row}`, account.adminKey, request)).json
      }
      assert.equal((await choose(1)).address, line, 'the row has found and paid for it')
      assert.equal((await choose(2)).address, suggested, 'nobody has paid for it')
      const { text } = await running.ask(`${path}/result`, account.apiKey)
      assert.equal(text.split('\n')[2]?.includes(postcode), false, text)
    })

    test('operators look at lists of their own in the same way', async () => {
      const running = await start()
      const { store, clock } = running.service
      const key = (await addOperator(store, 'Ada', clock.now())) ?? ''
      const [line = ''] = labels(running, 1)
      const body = csvOf([line, `${NOWHERE} VIC`])
      const shown = await running.ask('/operator/batch/preview', key, { method: 'POST', body })
      assert.equal(shown.status, 200, shown.text)
      const sent = await running.ask('/operator/batch?product=au', key, { method: 'POST', body })
      await running.service.jobs.batches.round()
      const rows = await running.ask(`/operator/batch/${sent.json.id}/rows`, key)
      assert.deepEqual(
        rows.json.rows.map(({ row }: { row: number }) => row),
        [2],
      )
    })
  },
  () => ({ plans: [planOf('many', 'au', 100_000), planOf('british', 'uk', 100_000)] }),
)
