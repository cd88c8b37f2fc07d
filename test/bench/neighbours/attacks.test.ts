// Every operation is bounded: what one request may cost, and that whoever has spent their share is refused alone.
// Covers: bench/neighbours/attack.ts, bench/neighbours/operation.ts, bench/neighbours/largest.ts
// Covers: bench/neighbours/rows/**, bench/neighbours/setup/http-setup.ts, bench/neighbours/setup/lists.ts
// Covers: bench/neighbours/setup/store-setup.ts, bench/neighbours/setup/world.ts

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Attack } from '../../../bench/neighbours/attack.ts'
import { allAttacks, ROWS } from '../../../bench/neighbours/attacks.ts'
import {
  FILES,
  GUIDE_PAGES,
  type Kind,
  NO_PATH,
  operations,
} from '../../../bench/neighbours/operation.ts'
import { InvoicePrinter } from '../../../src/billing/invoices/invoice-printer.ts'
import { InvoiceLinks } from '../../../src/billing/invoices/signing.ts'
import type { Page } from '../../../src/endpoints/pages/page.ts'
import { ENDPOINTS } from '../../../src/routes.ts'
import {
  LOOP_STEPS_MAX,
  STEPS_BEYOND_MAX,
  STEPS_MAX as WORK_STEPS_MAX,
} from '../../../src/search/work.ts'
import { publicPages } from '../../../src/web/pages.ts'
import { AttackedService } from './attacked-service.ts'

/** What one request may cost at most, in steps of about ten nanoseconds. */
const STEPS_MAX: Readonly<Record<Kind, number>> = {
  'look-up': 1_500_000,
  // 100 rows, each of two whole searches at most, and what reading and comparing them takes.
  match: 100 * (2 * WORK_STEPS_MAX + 10_000),
  agent: 25_000_000,
  administration: 45_000_000,
  upload: 30_000_000,
  operator: 25_000_000,
  page: 1_500_000,
}

/** Of 10,000 private addresses, by whoever looks up first after a change of them. */
const INDEXING_STEPS_MAX = 65_000_000

/** How overload is seen, and what costs next to nothing. */
const NEVER_REFUSED = [
  'GET /health',
  'GET /health/live',
  'GET /health/ready',
  'GET /metrics',
  NO_PATH,
]
const IS_FILE = /^\/(?:web|client)\/.+\.(?:js|css|svg)$/
const IS_GUIDE = /^\/(?:operator\/)?docs\/(?!errors$)[a-z-]+$/
/** Of each share in a second. */
const STEPS_PER_MS = 100_000

describe('one caller beside others', () => {
  let attacked: AttackedService
  const endings: (() => unknown)[] = []

  before(async () => {
    attacked = await AttackedService.open({ after: (ending) => endings.push(ending) })
  })
  after(async () => {
    for (const ending of endings.toReversed()) await ending()
  })

  test('every operation and every page has a row in the table of attacks', () => {
    const { service } = attacked
    const links = new InvoiceLinks('a secret of a test', service.config.baseUrl)
    const { turns } = service.answering.context
    const printer = new InvoicePrinter(service.store.db, service.config.brand)
    const { auditLog } = service.jobs
    const shown = { ...service, ...service.admission, auditLog, turns, printer, links }
    const parts = { ...shown, endpoints: ENDPOINTS }
    const pages = publicPages({ ...parts, report: async () => '' }).flatMap(pageNames)
    const needed = new Set([...operations().map(({ name }) => name), ...pages, NO_PATH])
    assert.deepEqual(Object.keys(ROWS).toSorted(), [...needed].toSorted())
  })

  for (const attack of allAttacks()) {
    if (NEVER_REFUSED.includes(attack.name)) {
      test(`${attack.name} costs little and is always answered`, async () => {
        const answer = await attacked.send(attack, await attacked.prepare(attack))
        assert.ok(attack.statuses.includes(answer.status), `${answer.status}`)
      })
      continue
    }
    test(`${attack.name} costs no more than it may, and a spent share refuses its caller alone`, async () => {
      await spendShare(attacked, attack)
    })
  }
})

function pageNames({ path, methods = ['GET'] }: Page): string[] {
  if (IS_FILE.test(path)) return [FILES]
  return IS_GUIDE.test(path) ? [GUIDE_PAGES] : methods.map((method) => `${method} ${path}`)
}

async function spendShare(attacked: AttackedService, attack: Attack): Promise<void> {
  const sent = await attacked.prepare(attack)
  if (attack.kind === 'look-up') {
    const steps = await attacked.stepsOnLoop(attack, sent)
    assert.ok(steps <= LOOP_STEPS_MAX + STEPS_BEYOND_MAX, `${steps} steps on the event loop`)
  }
  const share = attacked.shareOf(attack)
  const spent = attacked.spentOf(share)
  const { status, json } = await attacked.send(attack, sent)
  assert.ok(attack.statuses.includes(status), `${status} ${JSON.stringify(json)?.slice(0, 300)}`)
  const steps = attacked.spentOf(share) - spent
  const most = /private addresses$/.test(attack.name) ? INDEXING_STEPS_MAX : STEPS_MAX[attack.kind]
  assert.ok(steps > 0 && steps <= most, `${Math.round(steps)} steps`)

  const stepsPerSecond = share.msPerSecond * STEPS_PER_MS
  // Whoever owes less than a second's work waits for it.
  attacked.spend(share, attacked.leftOf(share) + stepsPerSecond * 1.5)
  const refused = await attacked.send(attack, sent)
  assert.equal(refused.status, 429, JSON.stringify(refused.json))
  const seconds = Number(refused.headers['retry-after'])
  assert.equal(seconds, Math.ceil(-attacked.leftOf(share) / stepsPerSecond))
  await attacked.victimIsAnswered()
  attacked.pass(seconds - 1)
  assert.ok(attacked.leftOf(share) <= 0)
  attacked.pass(1)
  assert.ok(attacked.leftOf(share) > 0)
}
