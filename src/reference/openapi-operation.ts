// One operation of the OpenAPI document: its parameters, body, answers and refusals, of all variants that serve it.

import Type, { type TObject, type TSchema } from 'typebox'
import type { Product } from '../address/product.ts'
import {
  type Endpoint,
  type KeyKind,
  keysFor,
  type Method,
  takesTestKey,
} from '../endpoints/endpoint.ts'
import { rolesFor } from '../endpoints/operator/roles.ts'
import { fitsQuery } from '../endpoints/schemas.ts'
import { PROBLEMS, type ProblemCode } from '../http/problem.ts'
import { elementAt } from '../lib/element-at.ts'
import { answerExamples, exampleValue } from './examples.ts'

export type Json = Readonly<Record<string, unknown>>

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly deprecated?: true
  readonly summary: string
  readonly description: string
  /** Each names a kind of key that is accepted. */
  readonly security: readonly Json[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Described>>
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description?: string
  readonly example?: unknown
  readonly schema: Json
}

interface Content {
  readonly content: Readonly<Record<string, MediaType>>
}

interface MediaType {
  readonly schema: Json
  /** By product. */
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

interface Described extends Partial<Content> {
  readonly description: string
  readonly headers?: Json
}

/** All are sent in the same way; which of them a path takes differs. */
export const KEY_SCHEMES = {
  api: { name: 'apiKey', description: 'The API key looks up addresses from a server.' },
  test: { name: 'testKey', description: 'A test key looks up the sample data, and is free.' },
  token: { name: 'domainToken', description: 'A domain token looks up addresses from web pages.' },
  admin: { name: 'adminKey', description: 'The admin key manages the account.' },
  operator: { name: 'operatorKey', description: 'An operator key runs the service.' },
} as const satisfies Record<KeyKind | 'test', { name: string; description: string }>

/** `products` are those that the document describes. */
export function operation(
  method: Method,
  variants: readonly Endpoint[],
  products: readonly Product[],
): Operation {
  const first = elementAt(variants, 0)
  const id = operationId(method, first.path)
  const notes = new Set(variants.map((endpoint) => endpoint.notes))
  return {
    operationId: id,
    tags: [tagOf(first)],
    ...(first.isDeprecated === true && { deprecated: true }),
    summary: first.summary,
    description: [...notes, ...rolesNote(method, first)].join('\n\n'),
    security: keySchemes(first).map((kind) => ({ [KEY_SCHEMES[kind].name]: [] })),
    parameters: parameters(variants, elementAt(products, 0)),
    ...takesBody(method, variants),
    responses: { ...successes(id, variants, products), ...refusals(variants) },
  }
}

function keySchemes(endpoint: Endpoint) {
  return keysFor(endpoint).flatMap((kind) =>
    kind === 'api' && takesTestKey(endpoint) ? ([kind, 'test'] as const) : [kind],
  )
}

function rolesNote(method: Method, { scope, path }: Endpoint): string[] {
  return scope === 'operator' ? [`Roles: ${rolesFor(method, path).join(', ')}.`] : []
}

/** Under which heading the reference shows it. */
const TAGS: readonly (readonly [prefix: RegExp, tag: string])[] = [
  [/^\/(match|batch)/, 'Lists of addresses'],
  [/^\/security\//, 'Keys and domain tokens'],
  [/^\/(v\d\/)?(subscription|plans)/, 'Subscription and plans'],
  [/^\/(account|(v\d\/)?usage)/, 'Usage'],
  [/^\/invoices/, 'Invoices'],
  [/^\/(email-address|cc)/, 'E-mail'],
  [/^\/(v\d\/)?private-address/, 'Private addresses'],
  [/^\/(changes|watch)/, 'Changes and watch list'],
  [/^\/(webhook|events)/, 'Webhooks and events'],
  [/^\/operator/, 'Operator'],
]

function tagOf({ path, isDeprecated }: Endpoint): string {
  if (isDeprecated === true) return 'Older paths'
  return TAGS.find(([prefix]) => prefix.test(path))?.[1] ?? 'Look-ups'
}

function operationId(method: Method, path: string): string {
  const words = path
    .replaceAll('//', '/empty/')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
  return [method.toLowerCase(), ...words].join('-')
}

function parameters(variants: readonly Endpoint[], product: Product): Parameter[] {
  const named = new Map<string, Parameter>()
  for (const endpoint of variants) {
    for (const [name, schema] of properties(endpoint.params)) {
      const example = exampleValue(name, product, endpoint.path)
      named.set(`path ${name}`, {
        name,
        in: 'path',
        required: true,
        ...described(schema),
        ...(example !== undefined && {
          example: Type.IsString(schema) ? example : Number(example),
        }),
      })
    }
    for (const [name, schema] of properties(endpoint.options)) {
      if (!fitsQuery(schema)) continue
      // Where the variants differ, as in the maximum of top, each variant's own document is exact.
      if (!named.has(`query ${name}`)) {
        // An upload has no other body that could hold it.
        const required = endpoint.takesFile === true && isRequired(schema)
        named.set(`query ${name}`, { name, in: 'query', required, ...described(schema) })
      }
    }
  }
  return [...named.values()]
}

function isRequired(schema: TSchema): boolean {
  return !Type.IsOptional(schema) && !('default' in schema)
}

function described(schema: TSchema): Pick<Parameter, 'description' | 'schema'> {
  const { description: text, ...rest } = schema as Json
  return typeof text === 'string' ? { description: text, schema: rest } : { schema: rest }
}

function takesBody(method: Method, variants: readonly Endpoint[]): Pick<Operation, 'requestBody'> {
  const hasOptions = variants.some((endpoint) => properties(endpoint.options).length > 0)
  if (variants.some(({ takesFile }) => takesFile === true)) return { requestBody: FILE_BODY }
  if ((method !== 'POST' && method !== 'PUT') || !hasOptions) return {}
  const schema = joined(variants.map((endpoint) => optionsSchema(endpoint.options)))
  const body: Content & Json = { required: false, content: { 'application/json': { schema } } }
  return { requestBody: body }
}

const FILE_BODY: Content & Json = {
  required: true,
  content: Object.fromEntries(
    ['text/csv', 'text/tab-separated-values', 'application/x-ndjson', 'application/gzip'].map(
      (type) => [type, { schema: { type: 'string', format: 'binary' } }],
    ),
  ),
}

// An option with a default may be left out, though the handler always has it.
function optionsSchema(options: TObject): Json {
  const required = properties(options)
    .filter(([, schema]) => isRequired(schema))
    .map(([name]) => name)
  const { required: _all, ...rest } = options as unknown as Json
  return required.length === 0 ? rest : { ...rest, required }
}

function successes(id: string, variants: readonly Endpoint[], products: readonly Product[]) {
  const byStatus: Record<string, Described> = {}
  for (const status of new Set(variants.flatMap((endpoint) => Object.keys(endpoint.answers)))) {
    const answers = variants.flatMap((endpoint) => endpoint.answers[Number(status)] ?? [])
    const schema = joined(answers.map((answer) => answer.schema as unknown as Json))
    const examples = answerExamples(id, status, products)
    const hasExamples = Object.keys(examples).length > 0
    const media = { schema, ...(hasExamples && { examples }) }
    byStatus[status] = {
      description: elementAt(answers, 0).description,
      ...(status !== '204' && {
        content: { [elementAt(answers, 0).contentType ?? 'application/json']: media },
      }),
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

function refusals(variants: readonly Endpoint[]): Operation['responses'] {
  const codes = new Set([...EVERYWHERE, ...variants.flatMap((endpoint) => endpoint.problems)])
  const byStatus = Map.groupBy(codes, (code) => PROBLEMS[code].status)
  const responses: Record<string, Described> = {}
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

function properties(schema: TObject): [string, TSchema][] {
  return Object.entries<TSchema>(schema.properties)
}

/** One schema, or any of several: what one product answers may fit the schema of the other too. */
function joined(schemas: readonly Json[]): Json {
  const byText = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]))
  const [first, ...others] = byText.values()
  return first !== undefined && others.length === 0 ? first : { anyOf: [...byText.values()] }
}
