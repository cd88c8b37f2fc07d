// The pages for people: /, /docs and /docs/errors, made from the same definitions as the service itself.

import Type, { type TSchema } from 'typebox'
import { PROBLEMS } from '../http/problem.ts'
import type { ReleaseInfo } from '../search/address-search.ts'
import type { Endpoint } from './endpoint.ts'
import type { Page, PageReply } from './page.ts'

export interface ReferenceFacts {
  readonly baseUrl: string
  readonly docsUrl: string
  readonly styleSheet: string
  releases(): readonly ReleaseInfo[]
}

export function referencePages(endpoints: readonly Endpoint[], facts: ReferenceFacts): Page[] {
  const css = { status: 200, contentType: 'text/css; charset=utf-8', body: facts.styleSheet }
  return [
    { path: '/', summary: 'Start page', render: () => startPage(facts) },
    { path: '/docs', summary: 'API reference', render: () => referencePage(endpoints, facts) },
    { path: '/docs/errors', summary: 'Error reference', render: () => errorsPage(facts) },
    { path: '/web/style.css', summary: 'Style sheet of the pages', render: () => css },
  ]
}

function startPage(facts: ReferenceFacts): PageReply {
  const releases = facts.releases().map(releaseItem).join('')
  return html(
    'Doorplate',
    `<p>Address look-up for the UK and Australia.</p>
    <h2>Data in use</h2><ul>${releases}</ul>
    <h2>For developers</h2><ul>
    <li><a href="/docs">API reference</a></li>
    <li><a href="/docs/errors">Error reference</a></li>
    <li><a href="/openapi.json">OpenAPI document</a></li>
    <li><a href="/health/ready">Health</a></li></ul>`,
  )
}

function releaseItem(release: ReleaseInfo): string {
  const count = release.addresses.toLocaleString('en-GB')
  const isSample = release.source === 'sample'
  const sample = isSample ? ' <strong>Sample data, not real addresses.</strong>' : ''
  const product = release.product === 'au' ? 'Australia' : 'United Kingdom'
  return `<li><b>${product}</b>: ${count} addresses (${text(release.release)}).${sample}
    <small>${text(release.attribution)}</small></li>`
}

function referencePage(endpoints: readonly Endpoint[], facts: ReferenceFacts): PageReply {
  const sections = endpoints.map((endpoint) => endpointSection(endpoint, facts.baseUrl)).join('')
  return html(
    'API reference',
    `<p>Every call carries its key as the query parameter <code>api-key</code>. Answers are JSON;
    every error is a Problem (<a href="/docs/errors">error reference</a>). The same facts for
    machines: <a href="/openapi.json">openapi.json</a>, <a href="/openapi/au.json">au.json</a>,
    <a href="/openapi/uk.json">uk.json</a>.</p>${sections}`,
  )
}

function endpointSection(endpoint: Endpoint, baseUrl: string): string {
  const path = endpoint.path.replaceAll('+}', '}')
  const variant = endpoint.product === undefined ? '' : ` <small>${endpoint.product}</small>`
  const params = Object.entries<TSchema>(endpoint.params.properties)
  const options = Object.entries<TSchema>(endpoint.options.properties)
  const [method] = endpoint.methods
  const key = endpoint.scope === 'account' ? '$ADMIN_KEY' : '$API_KEY'
  const curl = `curl ${method === 'GET' ? '' : `-X ${method} `}"${baseUrl}${path}?api-key=${key}"`
  const problems = endpoint.problems.map(
    (code) => `<a href="/docs/errors#${code}"><code>${code}</code></a>`,
  )
  return `<section><h2><code>${endpoint.methods.join(', ')} ${text(path)}</code>${variant}</h2>
    <p>${text(endpoint.summary)}. ${markdown(endpoint.notes)}</p>
    ${fieldTable([...params, ...options])}
    <pre>${text(curl)}</pre>
    ${problems.length === 0 ? '' : `<p>Own errors: ${problems.join(', ')}.</p>`}</section>`
}

function fieldTable(fields: readonly [string, TSchema][]): string {
  if (fields.length === 0) return ''
  const rows = fields.map(([name, schema]) => {
    const facts = schema as { default?: unknown; maximum?: number; description?: string }
    const fallback = facts.default === undefined ? '' : JSON.stringify(facts.default)
    const maximum = facts.maximum === undefined ? '' : String(facts.maximum)
    const cells = [typeName(schema), text(fallback), maximum, markdown(facts.description ?? '')]
    return `<tr><th scope="row"><code>${name}</code></th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  const head = ['Name', 'Type', 'Default', 'Maximum', 'Meaning'].map(
    (title) => `<th scope="col">${title}</th>`,
  )
  return `<div class="scroll"><table><thead><tr>${head.join('')}</tr></thead>
    <tbody>${rows.join('')}</tbody></table></div>`
}

function typeName(schema: TSchema): string {
  if (!Type.IsObject(schema)) return String((schema as { type?: string }).type ?? 'string or list')
  return `object: ${Object.keys(schema.properties).join(', ')}`
}

function errorsPage(facts: ReferenceFacts): PageReply {
  const sections = Object.entries(PROBLEMS).map(([code, { status, title, help }]) => {
    const type = `${facts.docsUrl}/errors#${code}`
    const detail = 'What is wrong with this request.'
    const example = { type, title, status, detail, code, Message: detail }
    return `<section id="${code}"><h2><code>${code}</code> <small>${status}</small></h2>
      <p>${markdown(help)}</p><pre>${text(JSON.stringify(example, null, 2))}</pre></section>`
  })
  return html(
    'Error reference',
    `<p>Every error body is a Problem, <code>application/problem+json</code>. Branch on
    <code>code</code>, never on the wording.</p>${sections.join('')}`,
  )
}

function html(title: string, body: string): PageReply {
  const name = title === 'Doorplate' ? title : `${title} · Doorplate`
  return {
    status: 200,
    contentType: 'text/html; charset=utf-8',
    body: `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title><link rel="stylesheet" href="/web/style.css"></head>
<body><header><a href="/">Doorplate</a></header><main><h1>${title}</h1>
${body}</main></body></html>`,
  }
}

function text(raw: string): string {
  return raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

// The definitions mark code with backticks, which the OpenAPI document takes as they are.
function markdown(raw: string): string {
  return text(raw).replace(/`([^`]+)`/g, '<code>$1</code>')
}
