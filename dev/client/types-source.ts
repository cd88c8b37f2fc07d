// Writes the types of doorplate/client from the definitions of the endpoints.

import type { TSchema } from 'typebox'
import { PRODUCTS, type Product } from '../../src/address/product.ts'
import type { Endpoint } from '../../src/endpoints/endpoint.ts'
import { type NamedEndpoint, namedEndpoints } from './operation-names.ts'
import { sourceText } from './source-text.ts'

const OF_BOTH = { prefix: 'Account', about: 'What an account of any product can do.', base: '' }

function ofProduct(product: Product) {
  return {
    prefix: product.charAt(0).toUpperCase() + product.slice(1),
    about: `What an account of the product \`${product}\` can do.`,
    base: ' extends AccountClient',
  }
}

/** What stands behind the hand-written head of `client-types.d.ts`. */
export function typesSource(endpoints: readonly Endpoint[]): string {
  const all = namedEndpoints(endpoints)
  const interfaces = [undefined, ...PRODUCTS].map((product) => {
    const own = all.filter(({ endpoint }) => endpoint.product === product)
    const { prefix, about, base } = product === undefined ? OF_BOTH : ofProduct(product)
    return `/** ${about} */
export interface ${prefix}Client${base} {
${own.map((each) => methodType(each, prefix)).join('')}}

${own.map((each) => answerType(each, prefix)).join('')}`
  })
  return interfaces.join('\n')
}

function methodType({ name, endpoint }: NamedEndpoint, prefix: string): string {
  const params = Object.entries<TSchema>(endpoint.params.properties)
  const options = Object.entries<TSchema>(endpoint.options.properties)
  const isNeeded = (key: string, schema: TSchema) =>
    !('default' in schema) && (endpoint.options.required ?? []).includes(key)
  const members = [
    ...params.map(([key, schema]) => member(key, jsonOf(schema), true)),
    ...options.map(([key, schema]) => member(key, jsonOf(schema), isNeeded(key, schema))),
  ]
  const isOptional = params.length === 0 && !options.some(([key, schema]) => isNeeded(key, schema))
  const input = members.length === 0 ? 'Record<string, never>' : `{ ${members.join('; ')} }`
  return `  /** ${endpoint.summary}. */
  ${name}(input${isOptional ? '?' : ''}: ${input}, call?: CallOptions): Promise<${answerName(name, prefix)}>
`
}

function answerName(name: string, prefix: string): string {
  return `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}Answer`
}

function answerType({ name, endpoint }: NamedEndpoint, prefix: string): string {
  const answers = Object.values(endpoint.answers).map(({ schema }) => typeOf(jsonOf(schema)))
  const answer = [...new Set(answers)].join(' | ') || 'undefined'
  return `export type ${answerName(name, prefix)} = ${answer}\n`
}

function member(key: string, schema: JsonSchema, isRequired: boolean): string {
  const quoted = /^\w+$/.test(key) ? key : `'${key}'`
  return `readonly ${quoted}${isRequired ? '' : '?'}: ${typeOf(schema)}`
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
  if (schema.const !== undefined) return sourceText(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(sourceText).join(' | ')
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
  const members = Object.entries(properties).map(([key, schema]) =>
    member(key, schema, required.includes(key)),
  )
  return members.length === 0 ? 'Readonly<Record<string, unknown>>' : `{ ${members.join('; ')} }`
}
