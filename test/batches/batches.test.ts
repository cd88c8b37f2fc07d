// Lists that are matched in the background: what they give, what they cost, and whose they are, on each store.
// Covers: src/batches/**, src/endpoints/batch/**

import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { addOperator } from '../../src/account/operators/operators.ts'
import { takeIn } from '../../src/batches/uploads/intake.ts'
import { eachService } from '../support/each-service.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { posting, type TestService } from '../support/running.ts'
import { sendRaw } from '../support/servers/raw-http.ts'
import { newDataDir } from '../support/stores.ts'
import { csvOf, labels, planOf, upload, usedToday, worked } from './lists.ts'
import { takeTurn } from './world.ts'

const NOWHERE = 'qqqqxx zzzzvv 99999'
const DAY_MS = 86_400_000
let clock = new ManualClock()

async function rowsIn({ service }: TestService, table: 'batch' | 'batch_chunk'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select cast(count(*) as bigint) as count from ${sql.table(table)}`.execute(service.store.db)
  return rows[0]?.count ?? 0
}

eachService(
  (start) => {
    test('a list comes back with its rows in order and further columns, and each found row costs one look-up', async () => {
      const running = await start()
      const account = await running.account('au', 'many')
      const lines = Array.from({ length: 30 }, () => labels(running, 40)).flat()
      lines.splice(1, 1, NOWHERE)
      const sent = await upload(running, account, csvOf(lines), '?name=customers.csv')
      assert.equal(sent.status, 200, sent.text)
      assert.equal(sent.json.rows, 1200)
      assert.deepEqual(sent.json.columns, [{ column: 1, name: 'Address', read_as: 'address' }])
      const batch = await worked(running, account, sent)
      assert.equal(batch.state, 'finished')
      assert.equal(batch.progress, 1)
      const { exact, corrected, ambiguous, not_found } = batch.counts
      assert.deepEqual([exact + corrected, ambiguous, not_found], [1199, 0, 1])
      assert.equal(batch.lookups, 1199)
      assert.equal(batch.summary.reasons[0].rows, 1)
      assert.equal(await usedToday(running, account), 1199)
      const result = await running.ask(`/batch/${batch.id}/result`, account.apiKey)
      assert.match(result.headers.get('content-type') ?? '', /^text\/csv/)
      const [head = '', ...rows] = result.text.trim().split('\n')
      assert.match(head, /^Address,match_verdict,match_confidence,match_id,match_address,/)
      assert.equal(rows.length, 1200)
      for (const [at, row] of rows.entries()) {
        const line = lines[at] ?? ''
        assert.ok(row.startsWith(line.includes(',') ? `"${line}"` : line), `${at}: ${row}`)
        assert.match(row, at === 1 ? /,not-found,/ : /,(exact|corrected),/)
      }
    })

    test('the end of a batch is an event, and a mail where one was asked for', async () => {
      const running = await start()
      const account = await running.account('au', 'many')
      for (const query of ['', '?mail=true']) {
        await worked(
          running,
          account,
          await upload(running, account, csvOf(labels(running, 2)), query),
        )
      }
      const { json: events } = await running.ask('/events', account.adminKey)
      const ends = events.filter(({ kind }: { kind: string }) => kind === 'batch-finished')
      assert.equal(ends.length, 2)
      assert.equal(ends[0].body.action, 'batch_finished')
      assert.equal(ends[0].body.details.exact, 2)
      const { rows } = await sql<{ subject: string }>`
        select subject from mail
        where account_id = ${account.accountId} and kind = 'batch-finished'`.execute(
        running.service.store.db,
      )
      assert.equal(rows.length, 1)
    })

    test('a batch waits where the look-ups of the day are used up, and goes on after midnight', async () => {
      const running = await start()
      const account = await running.account('au', 'five')
      const lines = [NOWHERE, ...labels(running, 8)]
      const sent = await upload(running, account, csvOf(lines))
      const paused = await worked(running, account, sent)
      assert.equal(paused.state, 'paused')
      assert.equal(paused.paused_by, 'daily-limit')
      assert.equal(paused.done, 6)
      assert.equal(await usedToday(running, account), 5)
      const unfinished = await running.ask(`/batch/${paused.id}/result`, account.apiKey)
      assert.equal(unfinished.status, 404)
      const part = await running.ask(`/batch/${paused.id}/result?partial=true`, account.apiKey)
      assert.equal(part.text.trim().split('\n').length, 7)
      assert.equal((await worked(running, account, sent)).done, 6)
      clock.advance(DAY_MS)
      const finished = await worked(running, account, sent)
      assert.equal(finished.state, 'finished')
      assert.equal(finished.done, 9)
      assert.equal(await usedToday(running, account), 3)
    })

    test('with wait=false a batch ends with what is done, and says why', async () => {
      const running = await start()
      const account = await running.account('au', 'five')
      const sent = await upload(running, account, csvOf(labels(running, 8)), '?wait=false')
      const ended = await worked(running, account, sent)
      assert.equal(ended.state, 'finished')
      assert.equal(ended.ended_by, 'daily-limit')
      assert.equal(ended.done, 5)
      const result = await running.ask(`/batch/${ended.id}/result`, account.apiKey)
      assert.equal(result.text.trim().split('\n').length, 6)
    })

    test('a list is read whatever it is written in', async () => {
      const running = await start()
      const account = await running.account('au', 'many')
      const [line = ''] = labels(running, 1)
      const files: [string, BodyInit][] = [
        ['TSV', `id\tAddress\n7\t${line}\n8\t${line}\n`],
        ['NDJSON', `{"id":7,"address":"${line}"}\n{"id":8,"address":"${line}"}\n`],
        ['gzip', gzipSync(csvOf([line, line])) as unknown as BodyInit],
        ['UTF-16', Buffer.from(`\ufeff${csvOf([line, line])}`, 'utf16le') as unknown as BodyInit],
      ]
      for (const [what, body] of files) {
        const sent = await upload(running, account, body)
        assert.equal(sent.status, 200, `${what}: ${sent.text}`)
        const batch = await worked(running, account, sent)
        assert.deepEqual([batch.rows, batch.counts.exact], [2, 2], what)
        const result = await running.ask(`/batch/${batch.id}/result`, account.apiKey)
        assert.equal(result.text.match(/exact/g)?.length, 2, `${what}: ${result.text}`)
      }
    })

    test('what is no list is refused with a sentence; nothing of it is kept and nothing charged', async () => {
      const running = await start()
      const account = await running.account('au', 'many')
      const before = [await rowsIn(running, 'batch'), await rowsIn(running, 'batch_chunk')]
      const zip = Buffer.from('504b0304140000000800', 'hex')
      const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024, 'a'))
      const bad: [string, BodyInit, number, string, string][] = [
        ['nothing', '', 400, 'body', ''],
        ['a zip', zip as unknown as BodyInit, 400, 'body', ''],
        ['a header alone', 'Address,Postcode\n', 400, 'body', ''],
        ['a web page', '<!doctype html><html></html>', 400, 'body', ''],
        ['a JSON array', '[{"address":"1 High St"}]', 400, 'body', ''],
        ['a bomb', bomb as unknown as BodyInit, 400, 'body', ''],
        [
          'a column name of 60,000 characters',
          gzipSync(`{"address":"1 High St","${'n'.repeat(60_000)}":1}\n`) as unknown as BodyInit,
          400,
          'body',
          '',
        ],
        [
          '300 columns',
          `${'Address,'.repeat(300)}\n${'1,'.repeat(300)}\n`,
          400,
          'body',
          '?columns=address=1',
        ],
        [
          '31 columns to read',
          csvOf(['1 High St']),
          400,
          'columns',
          `?columns=${'address=1,'.repeat(30)}address=1`,
        ],
        ['no such column', csvOf(['1 High St']), 400, 'columns', '?columns=address=Street'],
        ['no such option', csvOf(['1 High St']), 400, 'wait', '?wait=perhaps'],
      ]
      for (const [what, body, status, title, query] of bad) {
        const { json, text, status: given } = await upload(running, account, body, query)
        assert.deepEqual([given, json?.title], [status, title], `${what}: ${text}`)
        assert.doesNotMatch(json.detail, /uploads/, what)
      }
      const after = [await rowsIn(running, 'batch'), await rowsIn(running, 'batch_chunk')]
      assert.deepEqual(after, before)
      assert.deepEqual(readdirSync(join(running.dataDir, 'uploads')), [])
      assert.equal(await usedToday(running, account), 0)
    })

    test('a list with too many rows or bytes is refused, and nothing of it is kept', async (t) => {
      const running = await start()
      const account = await running.account('au', 'many')
      const before = [await rowsIn(running, 'batch'), await rowsIn(running, 'batch_chunk')]
      const { host } = new URL(running.baseUrl)
      const head = `host: ${host}\r\ncontent-length: 300000000`
      const bytes = `POST /batch?api-key=${account.apiKey} HTTP/1.1\r\n${head}\r\n\r\nAddress`
      const large = await sendRaw(running.baseUrl, bytes)
      assert.deepEqual([large.status, large.body.code], [413, 'payload-too-large'])
      const path = join(newDataDir(t), 'list')
      writeFileSync(path, csvOf(labels(running, 11)))
      const facts = { id: 'bat_long', accountId: account.accountId, product: 'au' } as const
      const flags = { isTest: false, isCharged: true, waits: true, mails: false }
      const list = { ...facts, ...flags, keyName: '', name: '', columns: undefined, path, bytes: 1 }
      const taken = await takeIn(running.service.store, list, 1, {
        chunkRows: 3,
        rowsMax: 10,
        takeTurn,
      })
      assert.deepEqual(taken, { kind: 'too-many-rows' })
      const after = [await rowsIn(running, 'batch'), await rowsIn(running, 'batch_chunk')]
      assert.deepEqual(after, before)
    })

    test('an upload that trickles is answered 408 and cut off, and holds up nobody else', async () => {
      const running = await start()
      const slow = await running.account('au', 'many')
      const other = await running.account('au', 'many')
      const { host } = new URL(running.baseUrl)
      const head = `host: ${host}\r\ntransfer-encoding: chunked`
      const bytes = `POST /batch?api-key=${slow.apiKey} HTTP/1.1\r\n${head}\r\n\r\n7\r\nAddress\r\n`
      const files = () =>
        readdirSync(running.dataDir).includes('uploads')
          ? readdirSync(join(running.dataDir, 'uploads'))
          : []
      const sent = [sendRaw(running.baseUrl, bytes), sendRaw(running.baseUrl, bytes)]
      while (files().length < 2) await setImmediate()
      const third = await upload(running, slow, csvOf(labels(running, 1)))
      assert.deepEqual([third.status, third.json.code], [429, 'rate-limit'])
      assert.equal(third.headers.get('retry-after'), '5')
      assert.equal((await upload(running, other, csvOf(labels(running, 1)))).status, 200)
      clock.advance(30_000)
      for (const answer of await Promise.all(sent)) {
        assert.deepEqual([answer.status, answer.body.code], [408, 'request-timeout'])
      }
      assert.deepEqual(files(), [])
    })

    test('a batch is its account’s alone, and each key may do its part', async () => {
      const running = await start()
      const account = await running.account('au', 'many')
      const other = await running.account('au', 'many')
      const sent = await upload(running, account, csvOf(labels(running, 1)))
      const { id } = await worked(running, account, sent)
      const paths = [`/batch/${id}`, `/batch/${id}/result`]
      for (const key of [other.apiKey, other.adminKey]) {
        for (const path of paths) assert.equal((await running.ask(path, key)).status, 404)
      }
      const removing = { method: 'DELETE' }
      assert.equal((await running.ask(`/batch/${id}`, other.adminKey, removing)).status, 404)
      assert.deepEqual((await running.ask('/batch', other.adminKey)).json, [])
      for (const path of paths)
        assert.equal((await running.ask(path, account.adminKey)).status, 200)
      assert.equal((await running.ask('/batch', account.apiKey)).status, 403)
      assert.equal((await running.ask(`/batch/${id}`, account.apiKey, removing)).status, 403)
      const { status } = await upload(running, { apiKey: account.adminKey }, 'Address\n1 High St\n')
      assert.equal(status, 403)
      const list = await running.ask('/batch', account.adminKey)
      assert.deepEqual(
        list.json.map((one: { id: string }) => one.id),
        [id],
      )
      assert.equal((await running.ask(`/batch/${id}`, account.adminKey, removing)).status, 200)
      assert.equal((await running.ask(`/batch/${id}`, account.apiKey)).status, 404)
    })

    test('a batch that is deleted while it waits costs nothing more', async () => {
      const running = await start()
      const account = await running.account('au', 'five')
      const sent = await upload(running, account, csvOf(labels(running, 8)))
      await worked(running, account, sent)
      await running.ask(`/batch/${sent.json.id}`, account.adminKey, { method: 'DELETE' })
      clock.advance(DAY_MS)
      await running.service.jobs.batches.round()
      assert.equal(await usedToday(running, account), 0)
    })

    test('a week after its end a batch is deleted', async () => {
      const running = await start()
      const account = await running.account('au', 'many')
      const sent = await upload(running, account, csvOf(labels(running, 1)))
      await worked(running, account, sent)
      clock.advance(7 * DAY_MS - 1000)
      assert.equal((await worked(running, account, sent)).state, 'finished')
      clock.advance(11 * 60_000)
      await running.service.jobs.batches.round()
      assert.equal((await running.ask(`/batch/${sent.json.id}`, account.apiKey)).status, 404)
      assert.equal(await rowsIn(running, 'batch_chunk'), 0)
    })

    test('the lists of a test key and of operators cost nothing', async () => {
      const running = await start()
      const account = await running.account('au', 'many')
      const body = { name: 'trying', test: true }
      const made = await running.ask('/security/api-keys', account.adminKey, posting(body))
      const testKey = made.json.key
      const tried = await upload(running, { apiKey: testKey }, csvOf(labels(running, 2)))
      assert.equal(tried.status, 200, tried.text)
      const batch = await worked(running, { apiKey: testKey }, tried)
      assert.deepEqual([batch.test, batch.counts.exact, batch.lookups], [true, 2, 0])
      const { store } = running.service
      const operatorKey = await addOperator(store, 'Lists', clock.now())
      const csv = { method: 'POST', body: csvOf(labels(running, 2)) }
      assert.equal((await running.ask('/operator/batch', operatorKey, csv)).json.title, 'product')
      const own = await running.ask('/operator/batch?product=au', operatorKey, csv)
      assert.equal(own.status, 200, own.text)
      await running.service.jobs.batches.round()
      const seen = await running.ask(`/operator/batch/${own.json.id}`, operatorKey)
      assert.equal(seen.status, 200, seen.text)
      assert.deepEqual([seen.json.state, seen.json.counts.exact], ['finished', 2])
      assert.equal((await running.ask(`/batch/${own.json.id}`, account.apiKey)).status, 404)
      const forAccount = `/operator/accounts/${account.accountId}/api/batch`
      const acted = await running.ask(forAccount, operatorKey, csv)
      assert.equal(acted.status, 200, acted.text)
      assert.equal((await worked(running, account, acted)).counts.exact, 2)
      assert.equal(await usedToday(running, account), 0)
    })

    test('an account may have five batches under way', async () => {
      const running = await start()
      const account = await running.account('au', 'five')
      const csv = csvOf(labels(running, 30))
      for (let at = 0; at < 5; at += 1) {
        assert.equal((await upload(running, account, csv)).status, 200)
      }
      const sixth = await upload(running, account, csv)
      assert.deepEqual([sixth.status, sixth.json.title], [400, 'body'])
      assert.match(sixth.json.detail, /5 batches are already in progress/)
    })
  },
  () => {
    clock = new ManualClock()
    return { clock, plans: [planOf('five', 'au', 5), planOf('many', 'au', 1_000_000)] }
  },
)
