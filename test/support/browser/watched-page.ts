// A page of Chromium on which nothing may run that came as text: all that would give such a thing away is watched.

import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { WAIT_MS } from './browser.ts'

export interface WatchedPage {
  readonly page: Page
  /** What was seen so far, each with the name of its watcher: `dialog: 1`. */
  readonly faults: readonly string[]
}

/** In every document before its own scripts; markup that was meant as text sets `window.__owned`. */
const REPORTS = `
  document.addEventListener('securitypolicyviolation', (event) =>
    reportFault('policy: ' + event.violatedDirective + ' ' + event.blockedURI))
  Object.defineProperty(window, '__owned', { set: () => reportFault('script: it ran') })`

/** Requests may go to these origins only; others are reported and never leave. */
export async function watchedPage(
  browser: Browser,
  origins: readonly string[],
): Promise<WatchedPage> {
  const page = await browser.newPage({ viewport: { width: 1000, height: 900 } })
  page.setDefaultTimeout(WAIT_MS)
  const faults: string[] = []
  const isForeign = ({ protocol, origin }: URL) => protocol !== 'data:' && !origins.includes(origin)
  page.on('request', (request) => {
    if (isForeign(new URL(request.url()))) faults.push(`request: ${request.url()}`)
  })
  await page.route(isForeign, (route) => route.abort())
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('popup', (opened) => faults.push(`popup: ${opened.url()}`))
  page.on('download', (file) => faults.push(`download: ${file.url()}`))
  await page.exposeFunction('reportFault', (fault: string) => void faults.push(fault))
  await page.addInitScript(REPORTS)
  return { page, faults }
}

/** Elements that only planted markup makes, also in shadow trees; their images may still be loading. */
const PLANTED = `(() => {
  const all = (root) => [...root.querySelectorAll('*')].flatMap((element) =>
    element.shadowRoot ? [element, ...all(element.shadowRoot)] : [element])
  return all(document)
    .filter((element) => element.hasAttribute('data-planted') || /^\\s*javascript:/i.test(element.href))
    .map((element) => element.outerHTML.slice(0, 100))
})()`

/** Nothing ran, nothing was asked of others, no planted markup became an element, and nothing sticks out. */
export async function assertHarmless({ page, faults }: WatchedPage, what: string): Promise<void> {
  assert.deepEqual(await page.evaluate(PLANTED), [], `${what}: markup`)
  const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  assert.ok(Number(wide) <= 0, `${what}: ${wide} pixels too wide`)
  // Reports come in order, so whatever the page said before has come when this is answered.
  await page.evaluate('reportFault("")')
  assert.deepEqual(
    faults.filter((fault) => fault !== ''),
    [],
    what,
  )
}

/** The text stands on the page letter by letter. */
export async function assertShown(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => document.body.innerText.includes(wanted), text)
}
