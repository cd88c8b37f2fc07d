// Headless Chromium for tests that type into pages as a person does.

import { existsSync } from 'node:fs'
import { after } from 'node:test'
import { type Browser, chromium } from 'playwright-core'

/** How long a page may take for one step: long, because a busy machine is no fault of the page. */
export const WAIT_MS = 60_000

/** The one without windows first: the same pages take it a third less time. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Nothing that Chromium does of its own accord may slow a test down or reach the network. */
const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A browser for all tests of a file. Ask for it before the service: what is asked for first ends first. */
export async function testBrowser(): Promise<Browser> {
  const browser = await startBrowser()
  after(() => browser.close())
  return browser
}

/** A browser with a profile of its own, which is gone once the browser is closed. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = PLACES.find((path) => existsSync(path))
  if (executablePath === undefined) {
    throw new Error(
      'The tests of browser clients need Chromium. Install it with: ' +
        'sudo apt-get install -y --no-install-recommends chromium-headless-shell',
    )
  }
  return chromium.launch({ executablePath, headless: true, args: SWITCHES })
}
