// The page for a path that does not exist. Programs get a Problem instead.

import { header, type Reply, type Request } from '../http/message.ts'
import { textReply } from '../http/reply.ts'
import type { Brand } from '../lib/brand/brand.ts'
import { html, text } from './html.ts'

/** Browsers accept HTML when somebody opens an address; programs do not. */
export function isForPerson(request: Request): boolean {
  return request.method === 'GET' && /\btext\/html\b/.test(header(request, 'accept') ?? '')
}

export function notFoundPage(detail: string, brand: Brand): Reply {
  const { status, contentType, body, headers } = html(brand, {
    title: 'Not found',
    path: '',
    status: 404,
    body: `<div class="wide flow"><h1>Page not found</h1>
<p class="lead">${text(detail)}</p>
<ul><li><a href="/">Try a look-up</a></li><li><a href="/console">Console</a></li>
<li><a href="/docs">API reference</a></li><li><a href="/docs/errors">Errors</a></li></ul></div>`,
  })
  return textReply(status, contentType, body, headers)
}
