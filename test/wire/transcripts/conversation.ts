// A service without a port or timers, and callers with names: says what a transcript asks, and writes down the answer.

import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createAccount } from '../../../src/account/accounts.ts'
import { addOperator } from '../../../src/account/operators/operators.ts'
import { isProduct } from '../../../src/address/product.ts'
import { runBilling } from '../../../src/billing/billing-run.ts'
import type { Reply } from '../../../src/http/message.ts'
import { parseTarget } from '../../../src/http/target.ts'
import { makePipeline } from '../../../src/pipeline.ts'
import type { Service } from '../../../src/service.ts'
import type { ManualClock } from '../../support/manual-clock.ts'
import { Names } from './names.ts'

const ANSWER_TYPE = 'application/json; charset=utf-8'
const REFUSAL_TYPE = 'application/problem+json'

export class Conversation {
  readonly #service: Service
  readonly #clock: ManualClock
  readonly #keys = new Map<string, string>()
  readonly #saved = new Map<string, string>()
  readonly #names: Names
  #last: unknown
  #mailsUpTo = ''
  #cookie = ''

  constructor(service: Service, clock: ManualClock) {
    this.#service = service
    this.#clock = clock
    this.#names = new Names(service.config.baseUrl)
  }

  /** The lines of the answer to one line of a transcript. */
  async say(line: string): Promise<string[]> {
    const [, word = '', rest = ''] = /^(\S+) ?(.*)$/.exec(this.#filled(line)) ?? []
    // What happens later has a later time, so that the order of lists is no accident.
    if (word !== 'at') this.#clock.advance(1)
    const said = await this.#act(word, rest)
    return said.map((each) => this.#names.hide(each))
  }

  async #act(word: string, rest: string): Promise<string[]> {
    const { store, plans, jobs, config } = this.#service
    switch (word) {
      case 'at':
        this.#clock.advance(Math.max(0, Date.parse(rest) - this.#clock.now()))
        return []
      case 'account':
        return this.#account(rest)
      case 'operator':
        return this.#operator(rest)
      case 'save':
        return this.#save(rest)
      case 'bill': {
        const parts = { store, plans, clock: this.#clock, settings: config.billing }
        return [JSON.stringify(await runBilling(parts, this.#clock.now()))]
      }
      case 'mails':
        return this.#mails()
      case 'outbox':
        return this.#outbox()
      case 'rows':
        return this.#rows(rest)
      case 'send':
        await jobs.mailSender.round()
        return []
      case 'batches':
        await jobs.batches.round()
        return []
      default:
        return this.#ask(word, rest)
    }
  }

  #filled(line: string): string {
    return line.replace(/\{(\w+)\}/g, (whole, name: string) => this.#saved.get(name) ?? whole)
  }

  async #account(rest: string): Promise<string[]> {
    const [name = '', product = '', planName] = rest.split(' ')
    assert(isProduct(product), rest)
    const { store, plans } = this.#service
    const email = `${name}@example.com`
    const now = this.#clock.now()
    const made = await createAccount(store, plans, { email, product, planName }, now)
    assert(made.kind === 'created', rest)
    this.#keys.set(name, made.adminKey)
    this.#keys.set(`${name}.api`, made.apiKey)
    this.#saved.set(name, made.accountId)
    this.#saved.set(`${name}_admin`, made.adminKey)
    return []
  }

  async #operator(name: string): Promise<string[]> {
    const key = (await addOperator(this.#service.store, name, this.#clock.now())) ?? ''
    this.#keys.set(name, key)
    this.#saved.set(`${name}_key`, key)
    return []
  }

  /** `save NAME PATH`: a part of the last answer; as a key too, where it may be one. */
  #save(rest: string): string[] {
    const [name = '', path = ''] = rest.split(' ')
    let value = this.#last
    for (const part of path === '' ? [] : path.split('.')) {
      value = (value as Record<string, unknown> | undefined)?.[part]
    }
    this.#saved.set(name, String(value))
    this.#keys.set(name, String(value))
    return []
  }

  async #ask(caller: string, rest: string): Promise<string[]> {
    const [, method = '', target = '', body = ''] = /^(\S+) (\S+) ?(.*)$/.exec(rest) ?? []
    const key = this.#keys.get(caller)
    const mark = target.includes('?') ? '&' : '?'
    const isBare = key === undefined || caller === 'browser'
    const parsed = parseTarget(isBare ? target : `${target}${mark}api-key=${key}`)
    if (parsed === undefined) return ['no target']
    const text = body.replaceAll('\\n', '\n').replaceAll('\\t', '\t')
    const reply = await makePipeline(this.#service)({
      ...parsed,
      id: 'request',
      method,
      headers: { host: 'localhost', ...(caller === 'browser' && this.#browser()) },
      remoteAddress: '127.0.0.1',
      readBody: async () => ({ kind: 'text', text }),
      ...(text !== '' && {
        saveBody: async (path: string) => {
          await writeFile(path, text)
          return { kind: 'saved', bytes: Buffer.byteLength(text) }
        },
      }),
    })
    return this.#printed(reply, caller.endsWith('.api'))
  }

  #browser() {
    const origin = new URL(this.#service.config.baseUrl).origin
    return { cookie: this.#cookie, origin, 'sec-fetch-site': 'same-origin', 'x-console': '1' }
  }

  async #printed(reply: Reply, isLookUp: boolean): Promise<string[]> {
    const { status, headers, standing } = reply
    const cookie = headers['set-cookie']
    if (cookie !== undefined) this.#cookie = cookie.split(';', 1)[0] ?? ''
    const usualType = status < 400 ? ANSWER_TYPE : REFUSAL_TYPE
    const printed = Object.entries(headers)
      .filter(([name, value]) => name !== 'content-type' || value !== usualType)
      .map(([name, value]) => `${name}: ${value}`)
    // How much work is left depends on how quick the machine is.
    const limits = standing?.limits.replace(/("work");r=\d+;t=\d+/, '$1')
    if (isLookUp && limits !== undefined) printed.push(`limits: ${limits}`)
    const text = await textOf(reply)
    this.#last = undefined
    if (/[/+]json/.test(headers['content-type'] ?? '') && text !== '') this.#last = JSON.parse(text)
    const head = [String(status), ...printed].join(' · ')
    if (this.#last === undefined) return [head, ...text.split('\n').slice(0, 40)]
    const many = Array.isArray(this.#last) ? this.#last : undefined
    const lines = many === undefined ? [this.#last] : many
    return [
      many === undefined ? head : `${head} · ${many.length}`,
      ...lines.map((each) => JSON.stringify(each, rounded)),
    ]
  }

  /** The heads of the mails that were sent, by whom and what they are about: files of one moment have no order. */
  async #outbox(): Promise<string[]> {
    const folder = join(this.#service.config.dataDir, 'outbox')
    const names = (await readdir(folder)).sort()
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    const about = (text: string) => /^To: [\s\S]*?^Subject: .*$/m.exec(text)?.[0] ?? ''
    const ordered = mails.toSorted((a, b) => (about(a) < about(b) ? -1 : 1))
    return ordered.flatMap((text) => {
      const parts = [...text.matchAll(/^Content-(?:Type|Disposition): .*(?:\r\n[ \t].*)*/gm)]
      const [head = ''] = text.split('\r\n\r\n', 1)
      return [...head.split('\r\n'), ...parts.map(([part]) => `  ${part.replace(/\s+/g, ' ')}`)]
    })
  }

  /** A table of the store, as its rows were added. */
  async #rows(table: string): Promise<string[]> {
    const { rows } = await sql<object>`
      select * from ${sql.table(table)} order by rowid`.execute(this.#service.store.db)
    const shown = table === 'batch' ? rows.map(withoutTimes) : rows
    return shown.map((row) => JSON.stringify(row, plain))
  }

  /** What was mailed since it was asked last; not by time, as lists are worked on in a thread whose clock goes on. */
  async #mails(): Promise<string[]> {
    const { rows } = await sql<{
      id: string
      kind: string
      recipient: string
      cc: string
      subject: string
      body_text: string
    }>`
      select id, kind, recipient, cc, subject, body_text from mail where id > ${this.#mailsUpTo}
      order by kind, recipient, subject, id`.execute(this.#service.store.db)
    for (const { id } of rows) if (id > this.#mailsUpTo) this.#mailsUpTo = id
    return rows.flatMap(({ kind, recipient, cc, subject, body_text: text }) => [
      `${kind} to ${recipient} cc ${cc}: ${subject}`,
      ...text.split('\n').map((each) => `  ${each}`.trimEnd()),
    ])
  }
}

/** Lists are worked on in a thread, whose clock goes on: to the minute. */
const BATCH_TIME = /^(?:finished_at|deleted_at|paused_until)$/

/** How sure a match is changes a little whenever the weights are learnt anew. */
function rounded(key: string, value: unknown): unknown {
  if (BATCH_TIME.test(key) && typeof value === 'string') return value.replace(/:\d\d(?= [AP]M)/, '')
  return key === 'confidence' && typeof value === 'number' ? Number(value.toFixed(2)) : value
}

function withoutTimes(row: object): object {
  return Object.fromEntries(Object.entries(row).filter(([key]) => !key.endsWith('_at')))
}

/** What is random in a row and no id, is only there or not. */
function plain(key: string, value: unknown): unknown {
  const isSecret = /sha256|hash|secret|salt|value/.test(key)
  if (value === null) return undefined
  if (value instanceof Uint8Array) return `${value.length} bytes`
  return isSecret && typeof value === 'string' ? 'SECRET' : value
}

async function textOf({ body, stream }: Reply): Promise<string> {
  if (stream === undefined) return body.toString()
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString()
}
