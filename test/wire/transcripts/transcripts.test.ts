// Conversations with the whole service, each answer in full: one that changes is seen, and meant.
// Covers: src/endpoints/**, src/account/**, src/billing/**, src/mail/**, src/batches/**, src/webhooks/**

import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { defaultPlans } from '../../../src/account/plans/default-plans.ts'
import { makeLog } from '../../../src/lib/log.ts'
import { ENDPOINTS, makeRouter } from '../../../src/routes.ts'
import { openService } from '../../../src/service.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { copySample } from '../../support/sample.ts'
import { Conversation } from './conversation.ts'

const AGAIN = 'UPDATE_DOCS=1 npm run -s node -- --test test/wire/transcripts/transcripts.test.ts'
const FOLDER = join(import.meta.dirname, 'said')

const PLANS = [
  { name: 'small', product: 'uk', amount: 28, daily_lookup_limit_1: 3, daily_lookup_limit_2: 5 },
  { name: 'large', product: 'uk', amount: 62, daily_lookup_limit_1: 7, monthly_buffer: 2 },
  { name: 'tiny', product: 'au', amount: 9.9, daily_lookup_limit_1: 2, daily_lookup_limit_2: 4 },
]
const SETTINGS = {
  BASE_URL: 'https://address.example',
  DEMO: '0',
  INVOICE_SELLER: 'Acme Ltd',
  INVOICE_TAX_UK: '20',
  INVOICE_TAX_AU: '10',
}

for (const name of await readdir(FOLDER)) {
  test(`the conversation ${name} goes as it went`, async (t) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'doorplate-said-'))
    t.after(() => rm(dataDir, { recursive: true, force: true }))
    await copySample(dataDir)
    const plans = [...JSON.parse(defaultPlans()).plans, ...PLANS]
    await writeFile(join(dataDir, 'plans.json'), JSON.stringify({ plans }))
    const clock = new ManualClock('2026-01-01T09:00:00Z')
    const config = readConfig({ PORT: '0', DATA_DIR: dataDir, ...SETTINGS })
    const log = makeLog('silent', clock.now, () => {})
    const service = await openService({ config, clock, log })
    t.after(() => service.close())
    await service.data.ensure(() => {})
    const path = join(FOLDER, name)
    const kept = await readFile(path, 'utf8')
    const conversation = new Conversation(service, clock)
    const now: string[] = []
    for (const line of kept.trimEnd().split('\n')) {
      if (line.startsWith('<')) continue
      now.push(line)
      if (line === '' || line.startsWith('#')) continue
      const said = await conversation.say(line)
      now.push(...said.map((each) => `< ${each}`.trimEnd()))
    }
    const text = `${now.join('\n')}\n`
    if (process.env.UPDATE_DOCS === '1') await writeFile(path, text)
    else assert.deepEqual(changes(kept, text), [], `if it is meant: ${AGAIN}`)
  })
}

/** The lines that are not as they were, as far as they can be told apart: a whole conversation is too long to read. */
function changes(kept: string, now: string): string[] {
  const [before, after] = [kept.split('\n'), now.split('\n')]
  const longer = before.length > after.length ? before : after
  const at = [...longer.keys()].filter((line) => before[line] !== after[line])
  return at.slice(0, 6).flatMap((line) => [`- ${before[line]}`, `+ ${after[line]}`])
}

test('every operation of the service has an answer here that is no refusal', async () => {
  const router = makeRouter(ENDPOINTS, [])
  const answered = new Set<string>()
  for (const name of await readdir(FOLDER)) {
    const text = await readFile(join(FOLDER, name), 'utf8')
    for (const [, method = '', target = ''] of text.matchAll(
      /^\S+ ([A-Z]+) ([^\s?]+).*\n< [23]/gm,
    )) {
      const path = target.replace(/^\/(?:console|operator)\/session\/api(?=\/)/, '')
      const found = router.find(path.replaceAll(/\{\w+\}/g, 'x'))
      answered.add(`${method} ${found?.target.path}`)
    }
  }
  const all = ENDPOINTS.flatMap(({ path, methods }) => methods.map((each) => `${each} ${path}`))
  // Releases have the day on which they were made in their names, layers and the overview name them, and requests
  // take their time; a copy of an account is no JSON: test/wire/access/operator.test.ts,
  // test/wire/look-ups/areas.test.ts and test/wire/account/account-data.test.ts have these. Territories are files of
  // polygons: test/wire/look-ups/territories.test.ts.
  const others = [...new Set(all)].filter(
    (each) =>
      !/\/operator\/(releases|layers|overview)|GET \/requests|\/(export|erase)$|\/territory/.test(
        each,
      ),
  )
  assert.deepEqual(
    others.filter((each) => !answered.has(each)),
    [],
  )
})
