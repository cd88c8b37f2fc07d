// The OpenAPI 3.1 document, made from the same definitions that check the requests.

import Type, { type TObject, type TSchema } from 'typebox'
import type { Product } from '../address/product.ts'
import type { Endpoint, Method } from '../endpoints/endpoint.ts'
import type { Page } from '../endpoints/pages/page.ts'
import { fitsQuery } from '../endpoints/schemas.ts'
import { PROBLEMS, type ProblemCode } from '../http/problem.ts'

/** Also the version of the contract that `docs/specification.md` states. */
const CONTRACT_VERSION = '1.0.0'

interface OpenApiFacts {
  readonly baseUrl: string
  /** What the data in use must be credited with, one per product. */
  readonly attributions: readonly string[]
}

type Json = Record<string, unknown>

export function openApiPages(endpoints: readonly Endpoint[], facts: () => OpenApiFacts): Page[] {
  const page = (path: string, summary: string, product?: Product): Page => ({
    path,
    summary,
    render: () => ({
      status: 200,
      contentType: 'application/json; charset=utf-8',
      body: JSON.stringify(openApiDocument(endpoints, facts(), product)),
    }),
  })
  return [
    page('/openapi.json', 'OpenAPI document of both variants'),
    page('/openapi/au.json', 'OpenAPI document of Variant A', 'au'),
    page('/openapi/uk.json', 'OpenAPI document of Variant B', 'uk'),
  ]
}

/** Both variants, or one of them. */
function openApiDocument(
  endpoints: readonly Endpoint[],
  facts: OpenApiFacts,
  product?: Product,
): Json {
  const shown = endpoints.filter(
    (endpoint) => product === undefined || (endpoint.product ?? product) === product,
  )
  const paths: Record<string, Json> = {}
  const byOperation = Map.groupBy(shown.flatMap(operations), ({ path, method }) =>
    JSON.stringify([path, method]),
  )
  for (const group of byOperation.values()) {
    const { path, method } = group[0]
    paths[path] ??= {}
    paths[path][method.toLowerCase()] = operation(
      method,
      group.map(({ endpoint }) => endpoint),
    )
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Doorplate', version: CONTRACT_VERSION, description: description(facts) },
    servers: [{ url: facts.baseUrl }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'query', name: 'api-key' } },
      schemas: { Problem: PROBLEM_SCHEMA },
    },
  }
}

function description(facts: OpenApiFacts): string {
  const about = 'Address look-up for the UK (Variant B) and Australia (Variant A).'
  return [about, ...facts.attributions].join('\n\n')
}

function operations(endpoint: Endpoint) {
  const path = endpoint.path.replaceAll('+}', '}')
  return endpoint.methods.map((method) => ({ path, method, endpoint }))
}

function operation(method: Method, variants: readonly Endpoint[]): Json {
  const [first] = variants
  const notes = new Set(variants.map((endpoint) => endpoint.notes))
  return {
    operationId: operationId(method, first.path),
    tags: [tagOf(first)],
    summary: first.summary,
    description: [...notes].join('\n\n'),
    parameters: parameters(variants),
    ...takesBody(method, variants),
    responses: { ...successes(variants), ...refusals(variants) },
  }
}

/** Under which heading the reference shows it. */
const TAGS: readonly (readonly [prefix: RegExp, tag: string])[] = [
  [/^\/security\//, 'Keys and domain tokens'],
  [/^\/(v\d\/)?(subscription|plans)/, 'Subscription and plans'],
  [/^\/(v\d\/)?usage/, 'Usage'],
  [/^\/invoices/, 'Invoices'],
  [/^\/(email-address|cc)/, 'E-mail'],
  [/^\/(v\d\/)?private-address/, 'Private addresses'],
  [/^\/(webhook|events)/, 'Webhooks and events'],
]

function tagOf({ path }: Endpoint): string {
  return TAGS.find(([prefix]) => prefix.test(path))?.[1] ?? 'Look-ups'
}

function operationId(method: Method, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  return [method.toLowerCase(), ...words].join('-')
}

function parameters(variants: readonly Endpoint[]): Json[] {
  const named = new Map<string, Json>()
  for (const endpoint of variants) {
    for (const [name, schema] of properties(endpoint.params)) {
      named.set(`path ${name}`, { name, in: 'path', required: true, ...described(schema) })
    }
    for (const [name, schema] of properties(endpoint.options)) {
      if (!fitsQuery(schema)) continue
      // Where the variants differ, as in the maximum of top, the document of one variant is exact.
      if (!named.has(`query ${name}`)) {
        named.set(`query ${name}`, { name, in: 'query', required: false, ...described(schema) })
      }
    }
  }
  return [...named.values()]
}

function described(schema: TSchema): Json {
  const { description: text, ...rest } = schema as Json
  return text === undefined ? { schema: rest } : { description: text, schema: rest }
}

function takesBody(method: Method, variants: readonly Endpoint[]): Json {
  const hasOptions = variants.some((endpoint) => properties(endpoint.options).length > 0)
  if ((method !== 'POST' && method !== 'PUT') || !hasOptions) return {}
  return { requestBody: requestBody(variants) }
}

function requestBody(variants: readonly Endpoint[]): Json {
  const schemas = variants.map((endpoint) => optionsSchema(endpoint.options))
  return { required: false, content: { 'application/json': { schema: anyOf(schemas) } } }
}

// An option with a default may be left out, though the handler always has it.
function optionsSchema(options: TObject): Json {
  const required = properties(options)
    .filter(([, schema]) => !Type.IsOptional(schema) && !('default' in schema))
    .map(([name]) => name)
  const { required: _all, ...rest } = options as unknown as Json
  return required.length === 0 ? rest : { ...rest, required }
}

function successes(variants: readonly Endpoint[]): Json {
  const byStatus: Record<string, Json> = {}
  for (const status of new Set(variants.flatMap((endpoint) => Object.keys(endpoint.answers)))) {
    const answers = variants.flatMap((endpoint) => endpoint.answers[Number(status)] ?? [])
    const schemas = answers.map((answer) => answer.schema as unknown as Json)
    byStatus[status] = {
      description: answers[0].description,
      ...(status !== '204' && { content: { 'application/json': { schema: oneOf(schemas) } } }),
    }
  }
  return byStatus
}

const EVERYWHERE: readonly ProblemCode[] = [
  'bad-request',
  'unauthorized',
  'forbidden',
  'domain-token-scope',
  'payload-too-large',
  'rate-limit',
  'domain-token-rate-limit',
  'internal-error',
  'service-unavailable',
]

function refusals(variants: readonly Endpoint[]): Json {
  const codes = new Set([...EVERYWHERE, ...variants.flatMap((endpoint) => endpoint.problems)])
  const byStatus = Map.groupBy(codes, (code) => PROBLEMS[code].status)
  const responses: Record<string, Json> = {}
  for (const [status, group] of [...byStatus].sort(([a], [b]) => a - b)) {
    const waits = status === 429 || status === 503
    responses[String(status)] = {
      description: group.map((code) => `\`${code}\``).join(', '),
      ...(waits && { headers: { 'Retry-After': { schema: { type: 'integer', minimum: 1 } } } }),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    }
  }
  return responses
}

const PROBLEM_SCHEMA = Type.Object({
  type: Type.String({ format: 'uri', description: 'Opens the error reference at this code.' }),
  title: Type.String({ description: 'Of a bad request, the name of the field.' }),
  status: Type.Integer(),
  detail: Type.String(),
  code: Type.String({ enum: Object.keys(PROBLEMS), description: 'Branch on this.' }),
  Message: Type.String({ description: 'The same as `detail`.' }),
})

function properties(schema: TObject): [string, TSchema][] {
  return Object.entries<TSchema>(schema.properties)
}

function distinct(schemas: readonly Json[]): Json[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
}

function anyOf(schemas: readonly Json[]): Json {
  const different = distinct(schemas)
  return different.length === 1 ? different[0] : { anyOf: different }
}

function oneOf(schemas: readonly Json[]): Json {
  const different = distinct(schemas)
  return different.length === 1 ? different[0] : { oneOf: different }
}
