// Look-ups over HTTP whose cost is checked with every call, on the books and in the header.

import assert from 'node:assert/strict'
import { STATUS_CODES } from 'node:http'
import { readUsage } from '../../src/account/usage.ts'
import type { Product } from '../../src/address/product.ts'
import { PROBLEMS, type ProblemCode } from '../../src/http/problem.ts'
import { utcDay } from '../../src/lib/clock.ts'
import { type Answer, posting, type TestAccount, type TestService } from './running.ts'

interface Refusal {
  readonly code: ProblemCode
  /** The field that a bad request is about. */
  readonly title?: string
}

/** Look-ups of a new account that has enough of them. */
export async function lookUpsOf(running: TestService, product: Product): Promise<LookUps> {
  return new LookUps(running, await running.account(product, 'standard'))
}

export class LookUps {
  readonly #running: TestService
  readonly #account: TestAccount

  constructor(running: TestService, account: TestAccount) {
    this.#running = running
    this.#account = account
  }

  /** The body of a 200 that costs nothing. A path may hold spaces; a body makes it a POST. */
  async free(path: string, body?: unknown): Promise<Answer['json']> {
    return (await this.answered(path, 200, 0, body)).json
  }

  /** The body of a 200 that costs one look-up. */
  async one(path: string, body?: unknown): Promise<Answer['json']> {
    return (await this.answered(path, 200, 1, body)).json
  }

  async answered(path: string, status: number, cost: number, body?: unknown): Promise<Answer> {
    const before = await this.used()
    const init = body === undefined ? undefined : posting(body)
    const answer = await this.#running.ask(path, this.#account.apiKey, init)
    assert.equal(answer.status, status, `${path}: ${answer.text}`)
    assert.equal((await this.used()) - before, cost, path)
    assert.equal(answer.headers.get('lookup-cost'), cost === 0 ? null : String(cost), path)
    return answer
  }

  /** A problem, which never costs anything. */
  async refused(path: string, { code, title }: Refusal, body?: unknown): Promise<void> {
    const { json } = await this.answered(path, PROBLEMS[code].status, 0, body)
    assert.equal(json.code, code, path)
    // Which of the two, test/legacy/older-paths.test.ts says.
    assert.ok([json.detail, STATUS_CODES[json.status]].includes(json.Message), path)
    if (title !== undefined) assert.equal(json.title, title, path)
  }

  async used(): Promise<number> {
    const { store, clock } = this.#running.service
    return (await readUsage(store, this.#account.accountId, utcDay(clock.now()))).lookups
  }
}

export function bad(title: string): Refusal {
  return { code: 'bad-request', title }
}

export const NOT_FOUND: Refusal = { code: 'not-found' }
