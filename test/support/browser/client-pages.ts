// A web site for tests: pages that are handed over as text, and the files of installed npm packages as they are.

import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { after } from 'node:test'

const PACKAGES = join(import.meta.dirname, '../../../node_modules')

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.map': 'application/json',
}

interface ClientPages {
  /** `http://localhost:<port>`, the origin of every page. */
  readonly origin: string
  /** Puts a page there and gives its address. */
  put(path: string, html: string): string
}

/**
 * A site for all tests of a file. `/packages/<name>/<file>` is a file of that package; `.js` may be left out, as
 * bundlers let one do.
 */
export async function testClientPages(): Promise<ClientPages> {
  const pages = new Map<string, string>()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const page = pages.get(pathname)
    if (page !== undefined) return send(response, 200, 'text/html; charset=utf-8', page)
    if (!pathname.startsWith('/packages/')) return send(response, 404, 'text/plain', '')
    return void sendPackageFile(response, pathname.slice('/packages/'.length))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    put(path, html) {
      pages.set(path, html)
      return `${origin}${path}`
    },
  }
}

async function sendPackageFile(response: ServerResponse, name: string): Promise<void> {
  const path = join(PACKAGES, normalize(extname(name) === '' ? `${name}.js` : name))
  try {
    send(response, 200, TYPES[extname(path)] ?? 'text/plain', await readFile(path, 'utf8'))
  } catch {
    send(response, 404, 'text/plain', `There is no ${path}.`)
  }
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type }).end(body)
}
