// Promises about /metrics: it tells the operator what goes on, and nobody anything about a caller.
// Covers: src/metrics/**, src/lib/metrics.ts, src/endpoints/pages/health.ts, src/lib/log.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService, testService } from '../../support/running.ts'
import { sendRaw } from '../../support/servers/raw-http.ts'

const running = await testService()
const account = await running.account('au')

async function value(series: string): Promise<number> {
  const { text } = await running.ask('/metrics')
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? 0 : Number(line.slice(series.length + 1))
}

test('answers are counted by the pattern of their route and by status', async () => {
  const autocomplete = 'doorplate_requests_total{route="/autocomplete/{term+}",status="200"}'
  const before = await value(autocomplete)
  for (const path of ['/autocomplete/12 ki', '/AUTOCOMPLETE/12 ki/']) {
    await running.ask(path, account.apiKey)
  }
  assert.equal(await value(autocomplete), before + 2)
  const unknown = 'doorplate_requests_total{route="none",status="404"}'
  const unknownBefore = await value(unknown)
  await running.ask('/somewhere/else')
  assert.equal(await value(unknown), unknownBefore + 1)
  assert.ok((await value('doorplate_request_seconds_count{class="free"}')) >= 2)
  assert.ok((await value('doorplate_engine_seconds_count')) >= 1)
})

test('a charge shows as a commit with its size, and the store, data and limits show', async () => {
  const { json } = await running.ask('/autocomplete/12', account.apiKey)
  const commits = await value('doorplate_commit_seconds_count')
  assert.equal((await running.ask(json.suggestions[0].url, account.apiKey)).status, 200)
  assert.equal(await value('doorplate_commit_seconds_count'), commits + 1)
  assert.equal(await value('doorplate_commit_lookups_sum'), commits + 1)
  assert.equal(await value('doorplate_queue_depth{queue="meter"}'), 0)
  assert.equal(await value('doorplate_rate_limit_mode{mode="own"}'), 1)
  assert.ok((await value('doorplate_data_addresses{product="au"}')) > 1000)
  assert.equal(await value('doorplate_store_faults_total'), 0)
  assert.ok((await value('doorplate_connections_open')) >= 1)
  assert.ok((await value('process_resident_memory_bytes')) > 1e7)
})

test('what never became a request is counted too', async () => {
  await sendRaw(running.baseUrl, 'HELLO\r\n\r\n')
  assert.equal(await value('doorplate_protocol_faults_total{fault="bad-request-line"}'), 1)
})

test('every line is a comment or a sample, and names nobody and nothing that was asked', async () => {
  await running.ask('/autocomplete/canaryterm', account.apiKey)
  await running.ask('/canarypath/canaryterm', 'canarykey')
  const { text, headers } = await running.ask('/metrics')
  assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  assert.ok(text.endsWith('\n'))
  for (const line of text.trimEnd().split('\n')) {
    assert.match(line, /^# (HELP|TYPE) \w+ .+$|^\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [-\d.e+]+$/)
  }
  for (const secret of ['canary', account.apiKey, account.accountId, '127.0.0.1']) {
    assert.ok(!text.includes(secret), secret)
  }
  assert.ok(text.split('\n').length < 2000)
})

test('who comes by a proxy, or is not on the list, finds no such path', async () => {
  for (const name of ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP']) {
    const init = { headers: { [name]: '10.0.0.1' } }
    assert.equal((await running.ask('/metrics', undefined, init)).status, 404, name)
  }
  await using other = await startTestService({ settings: { METRICS_FROM: '192.0.2.0/24' } })
  assert.equal((await other.ask('/metrics')).status, 404)
  assert.equal((await other.ask('/metrics', undefined, { method: 'OPTIONS' })).status, 404)
  await using off = await startTestService({ settings: { METRICS_FROM: 'none' } })
  assert.equal((await off.ask('/metrics')).status, 404)
})

test('the line that is logged for a request has its id, route and status, and not what was asked', async () => {
  const { headers } = await running.ask('/autocomplete/canaryterm', account.apiKey)
  const id = headers.get('x-request-id') ?? ''
  const line = running.logged.map((each) => JSON.parse(each)).find((each) => each.request_id === id)
  assert.equal(line.route, '/autocomplete/{term+}')
  assert.equal(line.status, 200)
  assert.equal(typeof line.ms, 'number')
  assert.ok(!running.logged.some((each) => /canary|api_[0-9A-Za-z]/.test(each)))
})
