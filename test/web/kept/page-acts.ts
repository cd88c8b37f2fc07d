// A page of the service in Chromium, whose questions have answers that a script of acts says: does one act at a time.

import type { BrowserContext, Page, Route } from 'playwright-core'
import type { PageReply } from '../../../src/endpoints/pages/page.ts'
import { WAIT_MS } from '../../support/browser/browser.ts'
import { doAndSettle, WATCHED } from './in-page.ts'
import { changedLines, outlineOf } from './outline.ts'

export const ORIGIN = 'http://localhost'
const BEFORE = '2026-03-10T11:00:00Z'
const NOW = '2026-03-10T12:00:00Z'
const NO_ANSWER = 999

type Render = (path: string) => Promise<PageReply | undefined>

interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

export class PageActs {
  readonly #page: Page
  readonly #render: Render
  readonly #answers = new Map<string, Answer>()
  #hold: string[] = []
  #asked: string[] = []
  #root = 'body'
  #outline: string[] = []
  #place = ''

  private constructor(page: Page, render: Render) {
    this.#page = page
    this.#render = render
  }

  /** `render` gives the pages and their files; all else has the answers of the acts. */
  static async open(context: BrowserContext, render: Render): Promise<PageActs> {
    const page = await context.newPage()
    page.setDefaultTimeout(WAIT_MS)
    await page.clock.install({ time: BEFORE })
    await page.clock.pauseAt(NOW)
    await page.addInitScript(WATCHED)
    const acts = new PageActs(page, render)
    page.on('pageerror', (error) => acts.#asked.push(`fails: ${error.message}`))
    await page.route('**/*', (route) => acts.#reply(route))
    return acts
  }

  /** What the page did and how it changed. */
  async act(line: string): Promise<string[]> {
    const [, verb = '', rest = ''] = /^(\S+) ?(.*)$/.exec(line) ?? []
    if (verb === 'answer') this.#answer(rest)
    else if (verb === 'hold') this.#hold.push(rest)
    else if (verb === 'look') this.#root = rest
    else return this.#do(verb, rest)
    return []
  }

  #answer(rest: string): void {
    const [, question = '', status = '200', more = '', body = ''] =
      /^(\S+ \S+)(?: (\d{3}))?((?: [a-z-]+=\d+)*) ?(.*)$/.exec(rest) ?? []
    const named = more.split(' ').filter(Boolean)
    const headers = Object.fromEntries(named.map((each) => each.split('=')))
    this.#answers.set(question, { status: Number(status), headers, body })
  }

  async #do(verb: string, rest: string): Promise<string[]> {
    const page = this.#page
    const [, name = '', at = '1', value = ''] =
      /^(.*?)(?: #(\d+))?(?: = (.*))?$/s.exec(rest.replaceAll('\\n', '\n')) ?? []
    const outside: Record<string, () => Promise<unknown>> = {
      open: async () => {
        await page.goto('about:blank')
        this.#outline = []
        await page.goto(new URL(rest, ORIGIN).href)
      },
      type: () => page.keyboard.type(rest),
      press: () => page.keyboard.press(rest),
      pass: () => page.clock.runFor(Number(rest)),
      file: () => page.getByLabel(name, { exact: true }).setInputFiles(fileOf(value)),
    }
    await outside[verb]?.()
    const step = { verb: verb in outside ? '' : verb, name, nth: Number(at) - 1, value }
    const left = verb === 'leave' ? page.waitForEvent('load') : undefined
    const acted = page.evaluate(doAndSettle, { ...step, hold: this.#hold })
    // A page that is left says nothing more; the next one is waited for.
    await (left === undefined ? acted : acted.catch(() => left))
    await left
    if (left !== undefined) await page.evaluate(doAndSettle, { ...step, verb: '', hold: [] })
    this.#hold = []
    return this.#changes()
  }

  async #reply(route: Route): Promise<void> {
    const request = route.request()
    const { pathname, search } = new URL(request.url())
    const question = `${request.method()} ${pathname}${search}`
    const answer = this.#answers.get(question)
    if (answer === undefined) return this.#replyWithPage(route, question)
    const isFromPage = request.headers()['x-console'] === '1'
    const body = request.postData()?.replaceAll('\n', '⏎')
    const said = `${isFromPage ? '' : ' without x-console'}${body === undefined ? '' : ` ${body}`}`
    this.#asked.push(`asks ${question}${said}`)
    const contentType = 'application/json'
    // A page that is being left takes no answer.
    if (answer.status === NO_ANSWER) await route.abort().catch(() => {})
    else await route.fulfill({ ...answer, contentType }).catch(() => {})
  }

  async #replyWithPage(route: Route, question: string): Promise<void> {
    const [method, path = ''] = question.split(' ')
    const reply = method === 'GET' ? await this.#render(path) : undefined
    if (reply === undefined) this.#asked.push(`asks ${question}, unforeseen`)
    const { status = 404, contentType = 'text/plain', body = '', headers = {} } = reply ?? {}
    await route.fulfill({ status, contentType, body, headers }).catch(() => {})
  }

  async #changes(): Promise<string[]> {
    const { lines, place, done } = await this.#page.evaluate(outlineOf, this.#root)
    const changed = changedLines(this.#outline, lines)
    const moved = place === this.#place ? [] : [`now ${place}`]
    this.#outline = lines
    this.#place = place
    return [...this.#asked.splice(0).sort(), ...done, ...moved, ...changed]
  }
}

function fileOf(value: string) {
  const [name = '', text = ''] = value.split('|')
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
}
