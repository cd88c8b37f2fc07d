// A service in process, without a port: what is asked goes straight to the pipeline.

import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createAccount } from '../../../src/account/accounts.ts'
import { defaultPlans } from '../../../src/account/plans/default-plans.ts'
import type { Product } from '../../../src/address/product.ts'
import type { Request } from '../../../src/http/message.ts'
import { parseTarget } from '../../../src/http/target.ts'
import { makeLog } from '../../../src/lib/log.ts'
import { metricsText } from '../../../src/lib/metrics.ts'
import { makePipeline } from '../../../src/pipeline.ts'
import { openService, type Service } from '../../../src/service.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { newEmail } from '../accounts.ts'
import { ManualClock } from '../manual-clock.ts'
import type { TestAccount } from '../running.ts'
import { copySample } from '../sample.ts'
import { type Ending, newDataDir } from '../stores.ts'
import { PATIENT_SETTINGS } from './patience.ts'
import { copyTables } from './tables.ts'

interface InProcess {
  readonly service: Service
  readonly dataDir: string
  readonly clock: ManualClock
  /** Level, event and facts of each line. */
  readonly logged: readonly Readonly<Record<string, unknown>>[]
  ask(target: string, init?: Asking): Promise<Asked>
  account(product: Product, planName?: string): Promise<TestAccount>
}

interface Asking extends Partial<Pick<Request, 'method' | 'headers' | 'remoteAddress'>> {
  readonly body?: unknown
  /** In place of the body, as it arrives: it may be read, or saved as a file. */
  readonly text?: string
}

interface Asked {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** What the caller is told of the rate limits. */
  readonly policy: string | undefined
  readonly limits: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of a body by reading it.
  readonly json: any
}

/** It ends with the test. Its clock stands still, and its jobs are not started. */
export async function openInProcess(
  t: Ending,
  settings: Readonly<Record<string, string>> = {},
  morePlans: readonly object[] = [],
): Promise<InProcess> {
  const dataDir = newDataDir(t)
  await copySample(dataDir)
  copyTables(dataDir)
  const plans = [...JSON.parse(defaultPlans()).plans, ...morePlans]
  await writeFile(join(dataDir, 'plans.json'), JSON.stringify({ plans }))
  const calm = { ...PATIENT_SETTINGS, BASE_URL: 'https://addresses.example' }
  const config = readConfig({ DATA_DIR: dataDir, ...calm, ...settings })
  const clock = new ManualClock()
  const logged: Readonly<Record<string, unknown>>[] = []
  const log = makeLog(
    'debug',
    () => clock.now(),
    (line) => logged.push(JSON.parse(line)),
  )
  const service = await openService({ config, clock, log })
  t.after(() => service.close())
  await service.data.ensure(() => {})
  const answer = makePipeline(service)
  return {
    service,
    dataDir,
    clock,
    logged,
    async ask(
      target,
      { body: sent, text = sent === undefined ? '' : JSON.stringify(sent), ...init } = {},
    ) {
      const { path, query } = parseTarget(target) ?? { path: '', query: new Map() }
      const readBody = async () => ({ kind: 'text', text }) as const
      const saveBody = async (file: string) => {
        await writeFile(file, text)
        return { kind: 'saved', bytes: Buffer.byteLength(text) } as const
      }
      const reads = text === '' ? { readBody } : { readBody, saveBody }
      const plain = { id: 'r1', method: 'GET', headers: {}, remoteAddress: '127.0.0.1', ...reads }
      const reply = await answer({ ...plain, path, query, ...init })
      const { status, headers, standing, body, stream } = reply
      const whole = stream === undefined ? String(body) : await textOf(stream)
      const json = /[/+]json/.test(headers['content-type'] ?? '') ? JSON.parse(whole) : undefined
      return { status, headers, policy: standing?.policy, limits: standing?.limits, json }
    },
    async account(product, planName) {
      const wanted = { email: newEmail(), product, planName }
      const made = await createAccount(service.store, service.plans, wanted, clock.now())
      assert.equal(made.kind, 'created')
      return made
    },
  }
}

async function textOf(parts: AsyncIterable<string | Uint8Array>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const part of parts) chunks.push(Buffer.from(part))
  return Buffer.concat(chunks).toString('utf8')
}

/** The figure of /metrics that has this name and these labels; NaN where there is none. */
export function figureOf({ metrics }: Service, name: string): number {
  const text = metricsText(metrics.registry.read())
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1) ?? Number.NaN)
}
