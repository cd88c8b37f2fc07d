// The page of lists in Chromium: a list is dropped, looked at, matched, its doubtful rows decided, and downloaded.
// Covers: src/web/lists/**

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { addOperator } from '../../src/account/operators/operators.ts'
import { labels } from '../batches/lists.ts'
import { assertAccessible } from '../support/browser/axe.ts'
import { testBrowser, WAIT_MS } from '../support/browser/browser.ts'
import { testService } from '../support/running.ts'

const browser = await testBrowser()
const running = await testService()
const [first = '', second = ''] = labels(running, 2)
const NOWHERE = '1 Qqqqxx Zzzzvv, VIC'
const LIST = `Id,Name,Where,Note\n1,Ann,"${first}",=1+1\n2,Bob,"${NOWHERE}",\n3,Cy,"${second}",\n`

async function open(path: string, width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 844 } })
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT_MS)
  await page.goto(`${running.baseUrl}${path}`)
  return page
}

async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy]') === null)
}

async function choose(page: Page, name: string, content: string | Buffer): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) }
  await page.getByLabel('Drop a file here, or choose one').setInputFiles(file)
}

async function downloaded(page: Page): Promise<{ name: string; lines: string[] }> {
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download results of/ }).press('Enter')
  const download = await waiting
  const text = readFileSync(await download.path(), 'utf8')
  return { name: download.suggestedFilename(), lines: text.trimEnd().split('\n') }
}

test('on a phone an account holder sees how a list is read, has it matched, decides on a row and downloads it', async () => {
  const { adminKey } = await running.account('au')
  const page = await open('/console#lists', 390)
  await page.getByLabel('Admin key').fill(adminKey)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Lists' }).waitFor()
  await settled(page)
  await choose(page, 'book.csv', '<html>')
  await page.getByText(/book\.csv is a web page/).waitFor()
  await choose(page, 'people.csv', LIST)
  await page.getByText('Columns of people.csv').waitFor()
  await settled(page)
  assert.equal(await page.getByLabel('Read Where as').inputValue(), 'address')
  await page.getByText('exact').first().waitFor()
  await page.getByLabel('Read Name as').selectOption('organisation')
  await settled(page)
  assert.equal(await page.getByLabel('Read Name as').inputValue(), 'organisation')
  await page.getByLabel('Read Name as').selectOption('')
  await settled(page)
  await assertAccessible(page, 'how a list is read')
  const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  assert.ok(Number(wide) <= 0, `${wide} pixels too wide`)

  await page.getByRole('button', { name: 'Match all rows' }).click()
  await page.getByText('3 rows').first().waitFor()
  await running.service.jobs.batches.round()
  await page.getByText('Finished: 3 rows.').waitFor()
  await page.getByText('Row 2:').waitFor()
  await settled(page)
  await assertAccessible(page, 'a list')
  await page.getByRole('button', { name: 'Other address for row 2' }).click()
  await page.getByLabel('Address of row 2').fill(second)
  await page.getByRole('button', { name: second }).first().click()
  await page.getByText('Chosen by a person.').waitFor()
  const { name, lines } = await downloaded(page)
  assert.equal(name, 'people-matched.csv')
  assert.match(lines[1] ?? '', /^1,Ann,".*",'=1\+1,exact,/)
  assert.match(lines[2] ?? '', /,corrected,1,GA\w+,.*,Chosen by a person\.,/)
  await page.getByRole('button', { name: 'Undo row 2' }).click()
  await page.getByRole('button', { name: 'Row 2 has no address' }).waitFor()
  await page.getByRole('link', { name: 'All lists' }).click()
  await settled(page)
  await page.getByRole('button', { name: 'Delete people.csv' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete list' }).click()
  await page.getByText('No lists yet.').waitFor()
  await page.close()
})

test('by keyboard only an operator has a packed list matched, says what a column is, and decides on a row', async () => {
  const { store, clock } = running.service
  const key = (await addOperator(store, 'Ada', clock.now())) ?? ''
  const page = await open('/operator#lists', 1280)
  await page.getByLabel('Operator key').fill(key)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Lists' }).waitFor()
  await settled(page)
  await choose(page, 'people.csv.gz', gzipSync(LIST))
  await page.getByText('Columns of people.csv.gz').waitFor()
  await settled(page)
  await page.getByLabel('Country').focus()
  await page.keyboard.press('a')
  await settled(page)
  await page.getByRole('button', { name: 'Match all rows' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('3 rows').first().waitFor()
  await running.service.jobs.batches.round()
  await page.getByText('Row 2:').waitFor()
  await page.getByRole('button', { name: 'Row 2 has no address' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('A person chose no address.').waitFor()
  assert.match(
    (await downloaded(page)).lines[2] ?? '',
    /,not-found,0,.*,"?A person chose no address/,
  )
  await assertAccessible(page, 'a list of operators')
  await page.close()
})
