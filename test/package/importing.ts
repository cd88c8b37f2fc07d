// What others import from the installed package: the engine, the client, the address field, and their types.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { build } from 'rolldown'
import { startBrowser, WAIT_MS } from '../support/browser/browser.ts'
import { finished } from './installed.ts'

interface Importing {
  readonly node24: string
  readonly node20: string
  readonly baseUrl: string
  readonly apiKey: string
  /** A new folder in which the package was installed. */
  project(name: string): string
}

const EXAMPLE_LINES_MAX = 15

const CLIENT = `
import { createClient, DoorplateError } from 'doorplate/client'
import { AddressLookup } from 'doorplate/address-lookup'
const [baseUrl, key] = process.argv.slice(2)
const client = createClient({ baseUrl, key })
const { suggestions } = await client.autocomplete({ term: '1' })
const refused = await createClient({ baseUrl, key: 'api_x', retries: 0 }).autocomplete({ term: '1' })
  .catch((error) => error instanceof DoorplateError && error.status)
console.log(JSON.stringify({ found: suggestions.length > 0, refused, type: typeof AddressLookup }))
`

const TYPED = `
import { AddressLookup, type AddressLookupEvents } from 'doorplate/address-lookup'
import { createClient } from 'doorplate/client'
import { buildIndex, openIndex, sourceOfRows } from 'doorplate/engine'

const client = createClient({ baseUrl: 'https://address.example', key: 'k', product: 'uk' })
export const postcode: Promise<string> = client.get({ id: 'x' }).then((address) => address.postcode)
document.querySelector('address-lookup')?.addEventListener('address-selected', (event) => {
  const { id }: { id: string } = event.detail
  return id
})
export const element: typeof AddressLookup = AddressLookup
export type Chosen = AddressLookupEvents['address-selected']
const built = await buildIndex(sourceOfRows('uk', [{ townOrCity: 'X', postcode: 'Y' }]), { directory: '.' })
const { search } = await openIndex(built.path, 'uk')
export const line: string | undefined = search.get('x')?.line_1
// @ts-expect-error there is no such product
openIndex(built.path, 'fr')
`

export function importingTests({ project, ...given }: Importing): void {
  test('the example of the library answers, in 15 lines', async () => {
    const [, example = ''] =
      /```js\n([\s\S]+?)```/.exec(readFileSync('docs/library.md', 'utf8')) ?? []
    assert.ok(example.trim().split('\n').length <= EXAMPLE_LINES_MAX, example)
    const cwd = project('library')
    writeFileSync(join(cwd, 'answer.js'), example)
    const { out, err, code } = await finished(given.node24, ['answer.js'], cwd)
    assert.equal(code, 0, err)
    assert.match(out, /^7 Netherby Road, Aberdeen/)
  })

  test('the client and the address field are imported on Node 20, and the client gets an answer', async () => {
    const cwd = project('client')
    writeFileSync(join(cwd, 'ask.js'), CLIENT)
    const args = ['ask.js', given.baseUrl, given.apiKey]
    const { out, err } = await finished(given.node20, args, cwd)
    assert.deepEqual(JSON.parse(out || err), { found: true, refused: 401, type: 'function' })
  })

  test('the types hold under both module resolutions', async () => {
    const cwd = project('types')
    writeFileSync(join(cwd, 'typed.ts'), TYPED)
    const tsc = resolve('node_modules/.bin/tsc')
    const typeRoots = [resolve('node_modules/@types')]
    const ways = [
      { module: 'nodenext', moduleResolution: 'nodenext' },
      { module: 'esnext', moduleResolution: 'bundler' },
    ]
    const checks = ways.map(async (way) => {
      const file = `tsconfig.${way.moduleResolution}.json`
      const compilerOptions = { ...way, strict: true, noEmit: true, target: 'esnext' }
      const config = {
        compilerOptions: { ...compilerOptions, types: ['node'], typeRoots, checkers: 1 },
        files: ['typed.ts'],
      }
      writeFileSync(join(cwd, file), JSON.stringify(config))
      return finished(process.execPath, [tsc, '-p', file], cwd)
    })
    for (const { code, out } of await Promise.all(checks)) assert.equal(code, 0, out)
  })

  test('the address field finds addresses from a bundle and from a script tag', async () => {
    const cwd = project('bundle')
    const installed = join(cwd, 'node_modules/doorplate/src/client')
    writeFileSync(join(cwd, 'page.js'), "import 'doorplate/address-lookup'\n")
    await build({
      input: join(cwd, 'page.js'),
      output: { file: join(cwd, 'bundle.js'), format: 'iife' },
      logLevel: 'warn',
    })
    const start = await (await fetch(given.baseUrl)).text()
    const [token] = /dtoken_\w+/.exec(start) ?? []
    const pages: Readonly<Record<string, string>> = {
      '/bundled': '<script src="/bundle.js"></script>',
      '/tagged': '<script type="module" src="/client/address-lookup.js"></script>',
    }
    const field = `<address-lookup base="${given.baseUrl}" token="${token}" label="Address">`
    const site = createServer(({ url = '' }, response) => {
      const page = pages[url]
      const file = url === '/bundle.js' ? join(cwd, url) : join(installed, url.slice(8))
      const type = page === undefined && extname(url) === '.js' ? 'text/javascript' : 'text/html'
      response.setHeader('content-type', type)
      if (page !== undefined) response.end(`<!doctype html>${page}${field}</address-lookup>`)
      else if (type === 'text/html') response.end()
      else response.end(readFileSync(file))
    })
    await new Promise<void>((done) => site.listen(0, () => done()))
    const browser = await startBrowser()
    try {
      for (const path of Object.keys(pages)) {
        const page = await browser.newPage()
        await page.goto(`http://localhost:${(site.address() as AddressInfo).port}${path}`)
        await page.locator('input').pressSequentially('12 ')
        await page.locator('[role=option]').first().waitFor({ timeout: WAIT_MS })
      }
    } finally {
      await browser.close()
      site.closeAllConnections()
      site.close()
    }
  })
}
