// Writes the tables and types of `doorplate/client` from the definitions of the endpoints. A test holds them equal.

import type { TSchema } from 'typebox'
import { PRODUCTS } from '../address/product.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'

const FROM_TO = 'from/{from_day}/{from_month}/{from_year}/to/{to_day}/{to_month}/{to_year}'

/** Where the rule below would give a name that nobody looks for. */
const NAMES: Readonly<Record<string, string>> = {
  'PUT /subscription': 'changeSubscription',
  'PUT /subscription/label': 'labelSubscription',
  'PUT /subscription/auto-upgrade': 'switchAutoUpgrade',
  'PUT /subscription/change-plan': 'changePlan',
  'PUT /subscription/unsubscribe': 'unsubscribe',
  'GET /plans': 'listPlans',
  'GET /security/api-key': 'getApiKey',
  'PUT /security/api-key': 'rotateApiKey',
  'GET /security/domain-token': 'listDomainTokens',
  'GET /security/domain-token/{host}': 'getDomainToken',
  'POST /security/domain-token': 'createDomainToken',
  'DELETE /security/domain-token/{host}': 'deleteDomainToken',
  'GET /v2/subscription': 'getSubscription',
  'GET /find/{postcode}/{house+}': 'findHouse',
  'GET /invoices': 'listInvoices',
  'GET /invoices/{number}': 'getInvoice',
  'GET /v2/private-address': 'listPrivateAddresses',
  'POST /v2/private-address': 'createPrivateAddress',
  'GET /v2/private-address/{id}': 'getPrivateAddress',
  'DELETE /v2/private-address/{id}': 'deletePrivateAddress',
  'GET /private-address/{postcode}': 'listPrivateAddressesOfPostcode',
  'GET /private-address/{postcode}/{id}': 'getPrivateAddressOfPostcode',
  'POST /private-address/{postcode}': 'createPrivateAddressOfPostcode',
  'DELETE /private-address/{postcode}/{id}': 'deletePrivateAddressOfPostcode',
  'GET /email-address': 'getEmailAddress',
  'PUT /email-address': 'changeEmailAddress',
  'GET /cc/expired': 'listExpiredCopies',
  'GET /cc/expired/{id}': 'getExpiredCopy',
  'POST /cc/expired': 'createExpiredCopy',
  'DELETE /cc/expired/{id}': 'deleteExpiredCopy',
  'GET /cc/invoices': 'listInvoiceCopies',
  'GET /cc/invoices/{id}': 'getInvoiceCopy',
  'POST /cc/invoices': 'createInvoiceCopy',
  'DELETE /cc/invoices/{id}': 'deleteInvoiceCopy',
  'GET /webhook/{kind}': 'listWebhooks',
  'POST /webhook/{kind}': 'createWebhook',
  'DELETE /webhook/{kind}': 'deleteOnlyWebhook',
  'POST /webhook/{kind}/test': 'testWebhooks',
  'GET /webhook/{kind}/{id}': 'getWebhook',
  'DELETE /webhook/{kind}/{id}': 'deleteWebhook',
  'POST /webhook/{kind}/{id}/secret/rotate': 'rotateWebhookSecret',
  'GET /webhook/{kind}/{id}/deliveries': 'listDeliveries',
  'POST /webhook/{kind}/{id}/deliveries/{event}/replay': 'replayDelivery',
  'GET /events': 'listEvents',
  'GET /v2/usage': 'getUsageV2',
  ...Object.fromEntries(
    ['v3', 'v4'].flatMap((version) => [
      [`GET /${version}/usage`, `getUsage${version.toUpperCase()}`],
      [`GET /${version}/usage/{day}/{month}/{year}`, `getUsageOfDay${version.toUpperCase()}`],
      [`GET /${version}/usage/${FROM_TO}`, `getUsageOfDays${version.toUpperCase()}`],
    ]),
  ),
  [`GET /invoices/${FROM_TO}`]: 'listInvoicesOfDays',
}

const POINTS = 'distanceBetweenPoints'
const VERBS = { GET: 'get', POST: 'create', PUT: 'change', DELETE: 'delete' } as const

interface Named {
  readonly name: string
  readonly endpoint: Endpoint
}

/** The module that the client reads at run time. */
export function operationsModule(endpoints: readonly Endpoint[]): string {
  const byName = Map.groupBy(named(endpoints), ({ name }) => name)
  const rows = [...byName].map(([name, [{ endpoint }]]) => {
    const operation = {
      path: endpoint.path,
      methods: endpoint.methods,
      params: Object.keys(endpoint.params.properties),
      inBody: inBody(byName.get(name) ?? []),
      isLookUp: endpoint.scope === 'address' || endpoint.scope === 'lookup',
    }
    return `  ${name}: ${literal(operation)},\n`
  })
  return `// Every operation of the service, as doorplate/client calls it. Written by src/reference/client-source.ts.
// biome-ignore-all format: one operation a line is easier to compare.

/**
 * @typedef {object} Operation
 * @property {string} path
 * @property {readonly string[]} methods
 * @property {readonly string[]} params what stands in the path
 * @property {readonly string[]} inBody what only fits a body
 * @property {boolean} isLookUp
 */

/** @type {Readonly<Record<string, Operation>>} */
export const OPERATIONS = {
${rows.join('')}}
`
}

const GROUPS = {
  both: { prefix: 'Account', about: 'What an account of either product can do.', base: '' },
  au: {
    prefix: 'Au',
    about: 'What an account of the product `au` can do.',
    base: ' extends AccountClient',
  },
  uk: {
    prefix: 'Uk',
    about: 'What an account of the product `uk` can do.',
    base: ' extends AccountClient',
  },
} as const

/** What a caller's compiler reads. */
export function operationsTypes(endpoints: readonly Endpoint[]): string {
  const all = named(endpoints)
  const interfaces = [undefined, ...PRODUCTS].map((product) => {
    const own = all.filter(({ endpoint }) => endpoint.product === product)
    const { prefix, about, base } = GROUPS[product ?? 'both']
    return `/** ${about} */
export interface ${prefix}Client${base} {
${own.map((each) => methodType(each, prefix)).join('')}}

${own.map((each) => answerType(each, prefix)).join('')}`
  })
  return `// The types of doorplate/client. Written by src/reference/client-source.ts.
// biome-ignore-all format: long types stay on one line.

export interface ClientOptions {
  /** Where the service is, such as \`https://address.example\`. */
  readonly baseUrl: string
  /** An API key, an admin key or a domain token. */
  readonly key: string
  /** How often a refusal that passes by itself is asked again; 2. */
  readonly retries?: number
  /** A longer \`Retry-After\` is not waited for; 10. */
  readonly retryWaitMaxSeconds?: number
  /** Of one attempt; 15,000. */
  readonly timeoutMs?: number
  readonly fetch?: typeof globalThis.fetch
}

export interface CallOptions {
  readonly signal?: AbortSignal
}

/** A refusal of the service, or no answer at all: then \`status\` is 0 and \`code\` is \`no-answer\`. */
export class DoorplateError extends Error {
  readonly status: number
  /** The member to branch on. */
  readonly code: string
  /** Of a \`bad-request\`, the name of the field. */
  readonly title: string
  readonly detail: string
  /** Opens the error reference. */
  readonly type: string
  readonly retryAfterSeconds: number
  readonly requestId: string
}

/** The key decides what is answered; name its product for exact types. */
export function createClient(options: ClientOptions & { readonly product: 'au' }): AuClient
export function createClient(options: ClientOptions & { readonly product: 'uk' }): UkClient
export function createClient(options: ClientOptions): AuClient | UkClient

${interfaces.join('\n')}`
}

function named(endpoints: readonly Endpoint[]): Named[] {
  const pairs = endpoints.map((endpoint) => ({ name: nameOf(endpoint, endpoints), endpoint }))
  const taken = new Map<string, string>()
  for (const { name, endpoint } of pairs) {
    const key = `${endpoint.methods.join()} ${endpoint.path}`
    if ((taken.get(name) ?? key) !== key) throw new Error(`Two operations are named ${name}.`)
    taken.set(name, key)
  }
  return pairs
}

/** Look-ups are called as their path; the rest has a verb, its fixed words, and what is asked for. */
function nameOf(endpoint: Endpoint, all: readonly Endpoint[]): string {
  const [method] = endpoint.methods
  const known = NAMES[`${method} ${endpoint.path}`]
  if (endpoint.path.startsWith('/distance/') && endpoint.path.includes('/to/')) return POINTS
  if (known !== undefined) return known
  const segments = endpoint.path.split('/').filter((segment) => segment !== '')
  const [version] = segments.filter((segment) => /^v\d$/.test(segment))
  const words = segments
    .filter((segment) => segment !== version)
    .map((segment) => (segment.startsWith('{') ? '' : segment))
    .filter((segment) => segment !== '')
  const isLookUp = endpoint.scope === 'address' || endpoint.scope === 'lookup'
  const params = segments.filter((segment) => segment.startsWith('{') && !isLookUp)
  const by = params.map((segment, at) => `${at === 0 ? 'by' : ''}-${segment.replace(/[{}+]/g, '')}`)
  const verb = isLookUp ? [] : [VERBS[method]]
  const suffix = version !== undefined && hasOtherVersion(endpoint, all) ? [version] : []
  return camel([...verb, ...words, ...by, ...suffix].join('-'))
}

function hasOtherVersion({ path }: Endpoint, all: readonly Endpoint[]): boolean {
  const bare = (text: string) => text.replace(/^\/v\d/, '')
  return all.some(
    (other) => other.path !== path && bare(other.path).split('/')[1] === bare(path).split('/')[1],
  )
}

function camel(text: string): string {
  const [first, ...rest] = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  return [first, ...rest.map((word) => word[0].toUpperCase() + word.slice(1))].join('')
}

function inBody(variants: readonly Named[]): string[] {
  const names = variants.flatMap(({ endpoint }) =>
    Object.entries<TSchema>(endpoint.options.properties)
      .filter(([, schema]) => !isScalar(schema))
      .map(([name]) => name),
  )
  return [...new Set(names)]
}

function isScalar(schema: TSchema): boolean {
  return ['string', 'number', 'integer', 'boolean'].includes(String(jsonOf(schema).type))
}

function methodType({ name, endpoint }: Named, prefix: string): string {
  const params = Object.entries<TSchema>(endpoint.params.properties)
  const options = Object.entries<TSchema>(endpoint.options.properties)
  const isNeeded = (key: string, schema: TSchema) =>
    !('default' in schema) && (endpoint.options.required ?? []).includes(key)
  const members = [
    ...params.map(([key, schema]) => member(key, schema, true)),
    ...options.map(([key, schema]) => member(key, schema, isNeeded(key, schema))),
  ]
  const isOptional = params.length === 0 && !options.some(([key, schema]) => isNeeded(key, schema))
  const input = members.length === 0 ? 'Record<string, never>' : `{ ${members.join('; ')} }`
  return `  /** ${endpoint.summary}. */
  ${name}(input${isOptional ? '?' : ''}: ${input}, call?: CallOptions): Promise<${answerName(name, prefix)}>
`
}

function answerName(name: string, prefix: string): string {
  return camel(`${prefix}-${name}-Answer`)
}

function answerType({ name, endpoint }: Named, prefix: string): string {
  const answers = Object.values(endpoint.answers).map(({ schema }) => typeOf(jsonOf(schema)))
  const answer = [...new Set(answers)].join(' | ') || 'undefined'
  return `export type ${answerName(name, prefix)} = ${answer}\n`
}

function member(key: string, schema: TSchema, isRequired: boolean): string {
  const quoted = /^\w+$/.test(key) ? key : `'${key}'`
  return `readonly ${quoted}${isRequired ? '' : '?'}: ${typeOf(jsonOf(schema))}`
}

interface JsonSchema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
}

function jsonOf(schema: TSchema): JsonSchema {
  return schema as JsonSchema
}

function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ')
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ')
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
      return schema.type
    case 'array':
      return `readonly (${typeOf(schema.items ?? {})})[]`
    case 'object':
      return objectType(schema)
    default:
      return 'unknown'
  }
}

function objectType({
  properties = {},
  required = [],
  patternProperties = {},
}: JsonSchema): string {
  const [values] = Object.values(patternProperties)
  if (values !== undefined) return `Readonly<Record<string, ${typeOf(values)}>>`
  const members = Object.entries(properties).map(([key, schema]) => {
    const quoted = /^\w+$/.test(key) ? key : `'${key}'`
    return `readonly ${quoted}${required.includes(key) ? '' : '?'}: ${typeOf(schema)}`
  })
  return members.length === 0 ? 'Readonly<Record<string, unknown>>' : `{ ${members.join('; ')} }`
}

/** As the formatter writes it: single quotes, and names without any where they may stand so. */
function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(([key, item]) => `${key}: ${literal(item)}`)
  return `{ ${members.join(', ')} }`
}
