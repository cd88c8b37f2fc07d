// /docs: the API reference, generated from the OpenAPI document of a product.

import { PRODUCTS, type Product } from '../../address/product.ts'
import { COUNTRIES, countryOf, DEFAULT_COUNTRY, ofEach } from '../../countries/country.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'
import { makeDocument } from '../../endpoints/pages/document.ts'
import type { Page } from '../../endpoints/pages/page.ts'
import type { Brand } from '../../lib/brand/brand.ts'
import type { Turns } from '../../lib/turns/turns.ts'
import { openApiDocument } from '../../reference/openapi.ts'
import { KEY_SCHEMES } from '../../reference/openapi-operation.ts'
import { facts as factsElement, html, text } from '../html.ts'
import type { TryFacts } from '../start/try-page.ts'
import {
  codesOf,
  type ExampleFacts,
  errorLink,
  methodBadge,
  operationCard,
  type PathOperations,
} from './operation-card.ts'

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

export function docsPage(endpoints: readonly Endpoint[], parts: DocsParts): Page {
  const write = (facts: DocsFacts) => writtenDocs(endpoints, facts, parts.brand)
  const documents = ofEach(({ product }) =>
    makeDocument(parts.turns, write, () => docsFacts(product, parts)),
  )
  return {
    path: '/docs',
    summary: 'API reference',
    render(request) {
      const [asked] = request.query.get('product') ?? []
      const product = PRODUCTS.find((each) => each === asked) ?? DEFAULT_COUNTRY.product
      return documents[product](request)
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
<div class="flow">${introduction(facts, common)}${parts.join('')}</div></div>${factsElement({ token })}`,
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

function introduction({ baseUrl, product }: ExampleFacts, common: ReadonlyMap<string, string>) {
  const offered = COUNTRIES.toReversed()
  const switches = offered.map(
    (each) =>
      `<a href="/docs?product=${each.product}"${each.product === product ? ' aria-current="true"' : ''}>${each.name}</a>`,
  )
  const documents = offered.map(
    (each) => `<a href="/openapi/${each.product}.json">${each.product}.json</a>, `,
  )
  const keys = Object.values(KEY_SCHEMES).map(({ description }) => text(description))
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
