// /docs: the API reference, drawn by Swagger UI from the OpenAPI document; without scripts, a plain one.

import Type, { type TSchema } from 'typebox'
import type { Endpoint } from '../../endpoints/endpoint.ts'
import type { PageReply } from '../../endpoints/pages/page.ts'
import { facts as factsElement, html, markdown, text } from '../html.ts'
import { PRODUCT_NAMES, type TryFacts } from '../start/try-page.ts'

export function docsPage(
  endpoints: readonly Endpoint[],
  facts: TryFacts,
  baseUrl: string,
): PageReply {
  const tokens = Object.fromEntries(
    facts.products.map(({ release, token }) => [release.product, token]),
  )
  const sections = endpoints.map((endpoint) => endpointSection(endpoint, baseUrl)).join('')
  return html({
    title: 'API reference',
    path: '/docs',
    styles: ['/web/swagger-ui/swagger-ui.css', '/web/docs/docs.css'],
    scripts: ['/web/docs/docs.js'],
    // Swagger UI writes style attributes; its scripts are files like all others.
    moreStyles: " 'unsafe-inline'",
    body: `<div class="wide docs"><div class="flow intro"><h1>API reference</h1>
<p class="lead">Every call carries its key as the query parameter <code>api-key</code>. Answers are
JSON, and every error is a Problem (<a href="/docs/errors">error reference</a>).</p>
<fieldset class="switch"><legend class="visually-hidden">Product</legend>
<label><input type="radio" name="product" value="uk" checked><span>${PRODUCT_NAMES.uk}</span></label>
<label><input type="radio" name="product" value="au"><span>${PRODUCT_NAMES.au}</span></label></fieldset>
<div class="field key"><label for="try-key">Key for “Try it out”</label>
<input id="try-key" type="text" autocomplete="off" spellcheck="false" aria-describedby="key-hint">
<p class="hint" id="key-hint"></p></div>
<p class="quiet">For machines: <a href="/openapi.json">openapi.json</a>,
<a href="/openapi/uk.json">uk.json</a>, <a href="/openapi/au.json">au.json</a>.</p></div>
<div id="reference"><p class="quiet">Drawing the reference …</p></div><noscript>${sections}</noscript></div>${factsElement({ tokens, host: facts.host })}`,
  })
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
