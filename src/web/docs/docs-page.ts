// /docs: the API reference, generated from the OpenAPI document of a product.

import { PRODUCTS, type Product } from '../../address/product.ts'
import { COUNTRIES, countryOf, DEFAULT_COUNTRY, ofEach } from '../../countries/country.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'
import { makeDocument } from '../../endpoints/pages/document.ts'
import type { Page } from '../../endpoints/pages/page.ts'
import { PROBLEMS } from '../../http/problem.ts'
import type { Brand } from '../../lib/brand/brand.ts'
import type { Turns } from '../../lib/turns/turns.ts'
import { exampleRequest, isObject } from '../../reference/example-request.ts'
import { termFor } from '../../reference/examples.ts'
import { openApiDocument } from '../../reference/openapi.ts'
import { KEY_SCHEMES, type Operation, type Parameter } from '../../reference/openapi-operation.ts'
import { facts as factsElement, html, markdown, text } from '../html.ts'
import type { TryFacts } from '../start/try-page.ts'
import { samples } from './samples.ts'
import { meaningOf, shapeOf } from './schema-shape.ts'

interface DocsParts {
  readonly turns: Turns
  readonly baseUrl: string
  readonly brand: Brand
  tryFacts(): TryFacts
}

interface DocsFacts extends ExampleFacts {
  /** For trying look-ups on the page. */
  readonly token: string | undefined
}

const ERRORS = Object.entries(PROBLEMS).map(([code, { title }]) => [code, title])

export function docsPage(endpoints: readonly Endpoint[], parts: DocsParts): Page {
  const [forOperators = [], forCustomers = []] = [true, false].map((isOperators) =>
    endpoints.filter(({ scope }) => (scope === 'operator') === isOperators),
  )
  const documentsOf = (shown: readonly Endpoint[]) => {
    const write = (facts: DocsFacts) => writtenDocs(shown, facts, parts.brand)
    return ofEach(({ product }) =>
      makeDocument(parts.turns, write, () => docsFacts(product, parts)),
    )
  }
  const documents = { operators: documentsOf(forOperators), customers: documentsOf(forCustomers) }
  return {
    path: '/docs',
    summary: 'API reference',
    render(request) {
      const [asked] = request.query.get('product') ?? []
      const product = PRODUCTS.find((each) => each === asked) ?? DEFAULT_COUNTRY.product
      const isForOperators = request.query.get('for')?.[0] === 'operators'
      return documents[isForOperators ? 'operators' : 'customers'][product](request)
    },
  }
}

function docsFacts(product: Product, { baseUrl, tryFacts }: DocsParts): DocsFacts {
  const tried = tryFacts().products.find(({ release }) => release.product === product)
  const [term = '1 high street'] = tried?.examples ?? []
  return { baseUrl, product, term, token: tried?.token }
}

function* writtenDocs(endpoints: readonly Endpoint[], facts: DocsFacts, brand: Brand) {
  const { baseUrl, product, token } = facts
  const { paths } = yield* openApiDocument(endpoints, { baseUrl, attributions: [] }, product)
  const all = Object.entries(paths).flatMap(([path, byMethod]) => pathOperations(path, byMethod))
  const common = commonCodes(all)
  const isForOperators = endpoints.every(({ scope }) => scope === 'operator')
  yield
  const byTag = Map.groupBy(all, ({ operations: [[, { tags }]] }) => tags[0] ?? '')
  const parts: string[] = []
  for (const [tag, group] of byTag) {
    const id = tag.toLowerCase().replaceAll(/[^a-z]+/g, '-')
    parts.push(`<h2 id="${id}">${text(tag)}</h2>`)
    for (const each of group) {
      parts.push(operationCard(each, facts, new Set(common.keys())), '\n')
      yield
    }
  }
  return html(brand, {
    title: 'API reference',
    path: '/docs',
    styles: ['/web/docs/docs.css'],
    scripts: ['/web/docs/docs.js'],
    body: `<div class="wide columns docs"><nav class="side" aria-label="Paths"><div id="search"></div>${sideLists(byTag)}</nav>
<div class="flow">${introduction(facts, common, isForOperators)}${parts.join('')}</div></div>${factsElement({ token, errors: ERRORS })}`,
  })
}

function pathOperations(
  path: string,
  byMethod: Readonly<Record<string, PathOperations['operations'][number][1]>>,
): PathOperations[] {
  const groups = Map.groupBy(Object.entries(byMethod), ([, { summary }]) => summary)
  return [...groups.values()].flatMap(([first, ...rest]) =>
    first === undefined ? [] : [{ path, operations: [first, ...rest] }],
  )
}

/** The status of each error that every operation may answer, by code. */
function commonCodes(all: readonly PathOperations[]): ReadonlyMap<string, string> {
  const [first, ...rest] = all
    .flatMap(({ operations }) => operations)
    .map(([, each]) => codesOf(each))
  const everywhere = (first ?? []).filter(([, code]) =>
    rest.every((codes) => codes.some(([, other]) => other === code)),
  )
  return new Map(everywhere.map(([status, code]) => [code, status]))
}

function introduction(
  { baseUrl, product }: ExampleFacts,
  common: ReadonlyMap<string, string>,
  isForOperators: boolean,
) {
  const audience = isForOperators ? '&amp;for=operators' : ''
  const offered = COUNTRIES.toReversed()
  const switches = offered.map(
    (each) =>
      `<a href="/docs?product=${each.product}${audience}"${each.product === product ? ' aria-current="true"' : ''}>${each.name}</a>`,
  )
  const documents = offered.map(
    (each) => `<a href="/openapi/${each.product}.json">${each.product}.json</a>, `,
  )
  const { api, token, admin } = KEY_SCHEMES
  const keys = [api, token, admin].map(({ description }) => text(description))
  const errors = [...common].map(([code, status]) => errorLink(status, code))
  return `<div class="intro"><h1>API reference</h1>
<p class="lead">Every path below <code>${text(baseUrl)}</code> for addresses in
${countryOf(product).nameInText}. Send your key as the query parameter <code>api-key</code>. Answers are JSON.</p>
<p class="choice">${switches.join(' ')}</p>
<p>${keys.join(' ')} Manage keys, plan and usage in the <a href="/console">console</a>.</p>
<p>Every error is a Problem with a code; see the <a href="/docs/errors">error reference</a>. Any path may
answer ${errors.join(' ')}</p>
<p class="quiet">For machines: <a href="/openapi.json">openapi.json</a>,
${documents.join('')}and a
<a href="/postman.json">Postman collection</a>.</p>
<div id="try-key"></div></div>`
}

function sideLists(byTag: ReadonlyMap<string, readonly PathOperations[]>): string {
  const lists = [...byTag].map(([tag, group]) => {
    const links = group.map(({ path, operations }) => {
      const [[method, { operationId }]] = operations
      return `<li><a href="#${operationId}">${methodBadge(method)} <code>${text(shortPath(path))}</code></a></li>`
    })
    return `<details><summary>${text(tag)}</summary><ul>${links.join('')}</ul></details>`
  })
  return lists.join('')
}

/** Dates and points are shortened to an ellipsis. */
function shortPath(path: string): string {
  return path.replace(/(\/\{\w*(day|month|year|latitude|longitude)\})+/g, '/…')
}

interface ExampleFacts {
  readonly baseUrl: string
  readonly product: Product
  /** A text to type. */
  readonly term: string
}

/** The operations of one path that share a summary, such as a look-up by GET and by POST. */
interface PathOperations {
  readonly path: string
  /** By method, the first one first. */
  readonly operations: readonly [MethodOperation, ...MethodOperation[]]
}

type MethodOperation = readonly [method: string, operation: Operation]

const KEY_NAMES: Readonly<Record<string, string>> = {
  [KEY_SCHEMES.api.name]: 'API key',
  [KEY_SCHEMES.token.name]: 'domain token',
  [KEY_SCHEMES.admin.name]: 'admin key',
  [KEY_SCHEMES.operator.name]: 'operator key',
}

/** `common` are the codes that every operation may answer; they are listed once, above. */
function operationCard(of: PathOperations, facts: ExampleFacts, common: ReadonlySet<string>) {
  const { path, operations } = of
  const [[firstMethod, first]] = operations
  const id = first.operationId
  const isTried = firstMethod === 'get' && keysOf(first).includes(KEY_SCHEMES.token.name)
  const anchors = operations.slice(1).map(([, { operationId }]) => `<a id="${operationId}"></a>`)
  return `<section class="card operation" id="${id}" aria-labelledby="${id}-title"${
    isTried ? ` data-try="${text(path)}"` : ''
  }>${anchors.join('')}
<h3 id="${id}-title"><a href="#${id}">${text(first.summary)}</a></h3>
<p class="path">${operations.map(([method]) => methodBadge(method)).join(' ')} <code>${text(path)}</code></p>
${descriptionPart(first)}<p class="quiet">Key: ${keysOf(first)
    .map((name) => KEY_NAMES[name])
    .join(' or ')}.</p>
${parametersPart(of, facts)}${bodyPart(operations)}${requestPart(of, facts)}${answersPart(first)}${errorsPart(first, common)}</section>`
}

// Each path shows its key on a line of its own.
function descriptionPart({ description }: Operation): string {
  const rest = description.replace(/^Admin key\.\s*/, '')
  return rest === '' ? '' : `<p>${markdown(rest)}</p>\n`
}

function methodBadge(method: string): string {
  return `<span class="method ${method}">${method.toUpperCase()}</span>`
}

function keysOf({ security }: Operation): string[] {
  return security.flatMap((each) => Object.keys(each))
}

function parametersPart({ path, operations }: PathOperations, facts: ExampleFacts): string {
  const [[method, first]] = operations
  const { product, term } = facts
  // Options belong in the body, if there is one.
  const shown = first.parameters.filter(
    ({ in: where }) => where === 'path' || first.requestBody === undefined,
  )
  if (shown.length === 0) return ''
  const rows = shown.map((each) =>
    parameterRow(each.name === 'term' ? { ...each, example: termFor(path, product, term) } : each),
  )
  const head = ['Name', 'In', 'Type', 'Meaning'].map((title) => `<th scope="col">${title}</th>`)
  return `<h4>Parameters</h4><div class="scroll" tabindex="0" role="region" aria-label="Parameters of ${method} ${first.operationId}">
<table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

function parameterRow(parameter: Parameter): string {
  const { name, in: where, required, description, schema, example = '' } = parameter
  return `<tr data-name="${text(name)}" data-in="${where}" data-example="${text(String(example))}"><th scope="row"><code>${text(name)}</code></th>
<td>${where}${required ? '' : ', optional'}</td><td>${shapeOf(schema)}</td><td>${meaningOf(description, schema)}</td></tr>`
}

function bodyPart(operations: PathOperations['operations']): string {
  const withBody = operations.find(([, { requestBody }]) => requestBody !== undefined)
  if (withBody === undefined) return ''
  const [method, { requestBody, operationId, parameters }] = withBody
  const schema = requestBody?.content['application/json']?.schema
  if (schema === undefined || !isObject(schema.properties)) return ''
  const isFirst = withBody === operations[0]
  const inQuery = new Set(isFirst ? [] : parameters.map(({ name }) => name))
  const rest = Object.entries(schema.properties).filter(([name]) => !inQuery.has(name))
  const title = isFirst
    ? 'JSON body or query parameters'
    : `${method.toUpperCase()} also takes the options as a JSON body`
  if (rest.length === 0) return `<p class="quiet">${title}.</p>`
  const more = isFirst ? '' : ', plus'
  const shape = shapeOf({ ...schema, properties: Object.fromEntries(rest) })
  return `<h4>${title}${more}</h4>${block(shape, `Body of ${operationId}`)}`
}

function requestPart({ path, operations }: PathOperations, facts: ExampleFacts): string {
  const [[method, first]] = operations
  const request = exampleRequest(method, path, first, facts)
  const hasAnswer = !('204' in first.responses)
  const id = first.operationId
  const tabs = samples(request, hasAnswer).map(
    ({ language, code }, at) =>
      `<details name="${id}-sample" data-language="${language}"${at === 0 ? ' open' : ''}><summary>${language}</summary>
${block(text(code), `Example request of ${id} in ${language}`)}</details>`,
  )
  return `<h4>Request</h4><div class="samples">${tabs.join('')}</div>`
}

function answersPart({ operationId, responses }: Operation): string {
  const answers = Object.entries(responses).filter(([status]) => Number(status) < 400)
  return answers
    .map(([status, { description, content }]) => {
      const { schema, examples = {} } = content?.['application/json'] ?? {}
      const title = `<h4>Answer <span class="badge good">${status}</span></h4><p>${markdown(description)}</p>`
      if (schema === undefined) return title
      const shape = block(shapeOf(schema), `Fields of answer ${status} of ${operationId}`)
      const [example] = Object.values(examples)
      if (example === undefined) return title + shape
      const json = text(JSON.stringify(example.value, null, 2))
      const shown = block(json, `Answer ${status} of ${operationId}`)
      return `${title}${shown}<details><summary>All fields</summary>${shape}</details>`
    })
    .join('')
}

function errorsPart(operation: Operation, common: ReadonlySet<string>): string {
  const own = codesOf(operation).filter(([, code]) => !common.has(code))
  if (own.length === 0) return ''
  return `<h4>Specific errors</h4><p>${own.map(([status, code]) => errorLink(status, code)).join(' ')}</p>`
}

function codesOf({ responses }: Operation): (readonly [status: string, code: string])[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { description }]) =>
      [...description.matchAll(/`([\w-]+)`/g)].map(([, code = '']) => [status, code] as const),
    )
}

function errorLink(status: string, code: string): string {
  return `<a class="badge" href="/docs/errors#${code}">${status} ${code}</a>`
}

function block(content: string, label: string): string {
  return `<pre tabindex="0" role="region" aria-label="${text(label)}">${content}</pre>`
}
