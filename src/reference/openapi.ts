// The OpenAPI 3.1 document, made from the same definitions that check the requests.

import Type from 'typebox'
import { PRODUCTS, type Product } from '../address/product.ts'
import { COUNTRIES, DEFAULT_COUNTRY, listed } from '../countries/country.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { makeDocument } from '../endpoints/pages/document.ts'
import type { Page, PageReply } from '../endpoints/pages/page.ts'
import { listOf } from '../endpoints/schemas.ts'
import { PROBLEMS } from '../http/problem.ts'
import { elementAt } from '../lib/element-at.ts'
import { type Sliced, slicedJson, type Turns } from '../lib/turns/turns.ts'
import { type Json, KEY_SCHEMES, type Operation, operation } from './openapi-operation.ts'
import { postmanCollection } from './postman.ts'

/** Also the version of the contract that `docs/specification.md` states. */
const CONTRACT_VERSION = '1.0.0'

/** The order in which examples are shown. */
const ORDER: readonly Product[] = PRODUCTS.toReversed()

interface OpenApiFacts {
  readonly baseUrl: string
  /** What the data in use must be credited with, one per product. */
  readonly attributions: readonly string[]
}

interface OpenApiDocument extends Json {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

export function openApiPages(
  endpoints: readonly Endpoint[],
  turns: Turns,
  facts: () => OpenApiFacts,
): Page[] {
  const json = (path: string, summary: string, build: Build): Page => ({
    path,
    summary,
    render: makeDocument(turns, (now) => jsonReply(build(now)), facts),
  })
  const page = (path: string, summary: string, product?: Product) =>
    json(path, summary, (now) => openApiDocument(endpoints, now, product))
  return [
    page('/openapi.json', 'OpenAPI document of all products'),
    ...COUNTRIES.map(({ product, adjective }) =>
      page(`/openapi/${product}.json`, `OpenAPI document of ${adjective} addresses`, product),
    ),
    json('/postman.json', 'Postman collection', function* (now) {
      const { paths } = yield* openApiDocument(endpoints, now)
      return yield* postmanCollection(paths, now.baseUrl, DEFAULT_COUNTRY.product)
    }),
  ]
}

type Build = (facts: OpenApiFacts) => Sliced<Json>

function* jsonReply(build: Sliced<Json>): Sliced<PageReply> {
  const body = yield* slicedJson(yield* build)
  return { status: 200, contentType: 'application/json; charset=utf-8', body }
}

/** Both products, or one of them. */
export function* openApiDocument(
  endpoints: readonly Endpoint[],
  facts: OpenApiFacts,
  product?: Product,
): Sliced<OpenApiDocument> {
  const shown = endpoints.filter(
    (endpoint) => product === undefined || (endpoint.product ?? product) === product,
  )
  const products = product === undefined ? ORDER : [product]
  const paths: Record<string, Record<string, Operation>> = {}
  const byOperation = Map.groupBy(shown.flatMap(operations), ({ path, method }) =>
    JSON.stringify([path, method]),
  )
  for (const group of byOperation.values()) {
    const { path, method } = elementAt(group, 0)
    const variants = group.map(({ endpoint }) => endpoint)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(method, variants, products) }
    yield
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Doorplate',
      version: CONTRACT_VERSION,
      description: description(facts),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: facts.baseUrl }],
    paths,
    components: {
      securitySchemes: Object.fromEntries(
        Object.values(KEY_SCHEMES).map(({ name, description }) => [
          name,
          { type: 'apiKey', in: 'query', name: 'api-key', description },
        ]),
      ),
      schemas: { Problem: PROBLEM_SCHEMA },
    },
  }
}

function description(facts: OpenApiFacts): string {
  const countries = COUNTRIES.toReversed().map(
    ({ nameInText, product }) => `${nameInText} (product \`${product}\`)`,
  )
  const about = `Address look-up for ${listed(countries, 'and')}.`
  return [about, ...facts.attributions].join('\n\n')
}

function operations(endpoint: Endpoint) {
  const path = endpoint.path.replaceAll('+}', '}')
  return endpoint.methods.map((method) => ({ path, method, endpoint }))
}

const PROBLEM_SCHEMA = Type.Object({
  type: Type.String({ format: 'uri', description: 'A link to this code in the error reference.' }),
  title: Type.String({ description: 'In a bad request, the name of the field.' }),
  status: Type.Integer(),
  detail: Type.String(),
  code: Type.String({ enum: Object.keys(PROBLEMS), description: 'Branch on this.' }),
  Message: Type.String({
    description: 'For older clients: the status text in UK look-ups, elsewhere `detail`.',
  }),
  retired: Type.Optional(
    Type.Boolean({ description: 'True for the ID of an address that earlier data had.' }),
  ),
  release: Type.Optional(Type.String({ description: 'The last release that had it.' })),
  successors: Type.Optional(
    listOf(
      {
        id: Type.String(),
        inferred: Type.Boolean({
          description: 'Inferred from the text, because the source does not say.',
        }),
      },
      { description: 'The addresses that succeed it.' },
    ),
  ),
})
