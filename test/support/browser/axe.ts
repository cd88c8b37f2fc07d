// Looks at a page with axe-core, as an accessibility auditor would.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly impact: string
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** What is not reported, such as the path to each element that is in order, takes most of the time of a long page. */
const OPTIONS = { resultTypes: ['violations'], selectors: false, preload: false }

/** Nothing serious or critical may be wrong with what the page, or a part of it, shows at this moment. */
export async function assertAccessible(page: Page, what: string, part = 'html'): Promise<void> {
  // Through the debugger, because the policy of the pages rightly refuses scripts from elsewhere.
  await page.evaluate(source)
  const violations = (await page.evaluate(
    `axe.run(${JSON.stringify(part)}, ${JSON.stringify(OPTIONS)}).then(({ violations }) => violations)`,
  )) as Violation[]
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const found = serious.map(({ id, help, nodes }) => {
    const shown = nodes.slice(0, 3).map(({ html }) => html.slice(0, 200))
    return `${id}: ${help} (${nodes.length})\n    ${shown.join('\n    ')}`
  })
  assert.deepEqual(found, [], what)
}
