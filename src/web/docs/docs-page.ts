// /docs and /operator/docs: the API reference, generated from the OpenAPI document of a product.

import { PRODUCTS, type Product } from '../../address/product.ts'
import { COUNTRIES, countryOf, DEFAULT_COUNTRY, ofEach } from '../../countries/country.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'
import { makeDocument } from '../../endpoints/pages/document.ts'
import type { Page } from '../../endpoints/pages/page.ts'
import type { Brand } from '../../lib/brand/brand.ts'
import { CALL } from '../../lib/program.ts'
import type { Turns } from '../../lib/turns/turns.ts'
import { openApiDocument } from '../../reference/openapi.ts'
import { KEY_SCHEMES } from '../../reference/openapi-operation.ts'
import { facts as factsElement, text } from '../html.ts'
import { type Audience, DOCS_PATHS, docsFrame } from './docs-frame.ts'
import {
  codesOf,
  type DocsFacts,
  errorLink,
  methodBadge,
  operationCard,
  type PathOperations,
  pathOperations,
} from './operation-card.ts'

interface DocsParts {
  readonly turns: Turns
  readonly baseUrl: string
  readonly brand: Brand
  /** Test keys that anybody may use. */
  testKey(product: Product): string | undefined
}

/** The guide to a group of calls. */
const TAG_GUIDES: Readonly<Record<string, string>> = {
  'Lists of addresses': 'lists',
  'Webhooks and events': 'webhooks',
}

const OWN_KEY = 'YOUR_API_KEY'

/** Two pages: the calls of customers, for one product at a time, and those of operators. */
export function referencePages(endpoints: readonly Endpoint[], parts: DocsParts): Page[] {
  const isOfOperators = ({ scope }: Endpoint) => scope === 'operator'
  const documentOf = (product: Product, audience: Audience) => {
    const shown = endpoints.filter((each) => isOfOperators(each) === (audience === 'operators'))
    const write = (facts: DocsFacts) => writtenDocs(shown, facts, parts.brand, audience)
    const factsNow = () => {
      const key = (audience === 'customers' && parts.testKey(product)) || OWN_KEY
      return { baseUrl: parts.baseUrl, product, key }
    }
    return makeDocument(parts.turns, write, factsNow)
  }
  const forCustomers = ofEach(({ product }) => documentOf(product, 'customers'))
  return [
    {
      path: DOCS_PATHS.customers,
      summary: 'API reference',
      render(request) {
        const [name] = request.query.get('product') ?? []
        const product = PRODUCTS.find((each) => each === name) ?? DEFAULT_COUNTRY.product
        return forCustomers[product](request)
      },
    },
    {
      path: DOCS_PATHS.operators,
      summary: 'API reference of operators',
      isForOperators: true,
      render: documentOf(DEFAULT_COUNTRY.product, 'operators'),
    },
  ]
}

function* writtenDocs(
  endpoints: readonly Endpoint[],
  facts: DocsFacts,
  brand: Brand,
  audience: Audience,
) {
  const { baseUrl, product, key } = facts
  const { paths } = yield* openApiDocument(endpoints, { baseUrl, attributions: [] }, product)
  const all = Object.entries(paths).flatMap(([path, byMethod]) => pathOperations(path, byMethod))
  const common = commonCodes(all)
  yield
  const byTag = Map.groupBy(all, ({ operations: [[, { tags }]] }) => tags[0] ?? '')
  const parts: string[] = []
  for (const [tag, group] of byTag) {
    const id = tag.toLowerCase().replaceAll(/[^a-z]+/g, '-')
    const guide = TAG_GUIDES[tag]
    parts.push(
      `<h2 id="${id}">${text(tag)}</h2>`,
      guide === undefined
        ? ''
        : `<p>Guide: <a href="${DOCS_PATHS[audience]}/${guide}">${guide}</a></p>`,
    )
    for (const each of group) {
      parts.push(operationCard(each, facts, new Set(common.keys())), '\n')
      yield
    }
  }
  const isForOperators = audience === 'operators'
  return docsFrame(brand, {
    title: 'API reference',
    path: DOCS_PATHS[audience],
    audience,
    scripts: ['/web/docs/docs.js'],
    contents: contentsLists(byTag),
    body: `${introduction(facts, common, isForOperators)}${parts.join('')}${factsElement({ key: key === OWN_KEY ? undefined : key, product })}`,
  })
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
  { baseUrl, product }: DocsFacts,
  common: ReadonlyMap<string, string>,
  isForOperators: boolean,
) {
  const errors = [...common].map(([code, status]) => errorLink(status, code))
  const addresses = isForOperators
    ? ''
    : ` and look up addresses in ${countryOf(product).nameInText}`
  return `<div class="intro"><h1>API reference</h1>
<p class="lead">All paths start with <code>${text(baseUrl)}</code>${addresses}. Send your key as the query
parameter <code>api-key</code>. Answers are JSON.</p>
${isForOperators ? FOR_OPERATORS : forCustomers(product)}
<p>Every error is a Problem with a code; see the <a href="/docs/errors">error reference</a>. Any path may
answer ${errors.join(' ')}</p></div>`
}

const FOR_OPERATORS = `<p>${text(KEY_SCHEMES.operator.description)} Create one with <code>${CALL} operator
create NAME</code>. What account holders call is in <a href="/docs">their reference</a>.</p>`

function forCustomers(product: Product): string {
  const offered = COUNTRIES.toReversed()
  const switches = offered.map(
    (each) =>
      `<a href="/docs?product=${each.product}"${each.product === product ? ' aria-current="true"' : ''}>${each.name}</a>`,
  )
  const documents = offered.map(
    (each) => `<a href="/openapi/${each.product}.json">${each.product}.json</a>, `,
  )
  const { api, test, token, admin } = KEY_SCHEMES
  const keys = [api, test, token, admin].map(({ description }) => text(description))
  return `<p class="choice">${switches.join(' ')}</p>
<p>${keys.join(' ')} Manage keys, plan and usage in the <a href="/console">console</a>.</p>
<div id="try-key"></div>
<p>The answers below come from the sample data, which a test key looks up; IDs in account paths are examples.</p>
<p class="quiet">For machines: <a href="/openapi.json">openapi.json</a>, ${documents.join('')}and a
<a href="/postman.json">Postman collection</a>.</p>`
}

function contentsLists(byTag: ReadonlyMap<string, readonly PathOperations[]>): string {
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
