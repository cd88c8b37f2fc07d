// Writes the types of doorplate/client from the definitions of the endpoints.

import type { TSchema } from 'typebox'
import { PRODUCTS } from '../../src/address/product.ts'
import type { Endpoint } from '../../src/endpoints/endpoint.ts'
import { elementAt } from '../../src/lib/element-at.ts'
import { type NamedEndpoint, namedEndpoints } from './operation-names.ts'
import { sourceText } from './source-text.ts'

/** The operations of one client: those that accounts of any product have, or those of one product. */
interface Client {
  readonly prefix: string
  readonly about: string
  readonly base: string
  readonly operations: readonly NamedEndpoint[]
}

/** What stands behind the hand-written head of `client-types.d.ts`. */
export function typesSource(endpoints: readonly Endpoint[]): string {
  const clients = clientsOf(namedEndpoints(endpoints))
  const names = answerNames(clients)
  const interfaces = clients.map(({ prefix, about, base, operations }) => {
    const methods = operations.map((each) => methodType(each, names))
    return `/** ${about} */\nexport interface ${prefix}Client${base} {\n${methods.join('')}}\n`
  })
  const answers = [...names].map(([text, name]) => `export type ${name} = ${text}\n`)
  return [...interfaces, answers.join('')].join('\n')
}

/** What all products have in the same form is there for an account of any product. */
function clientsOf(all: readonly NamedEndpoint[]): Client[] {
  const byForm = Map.groupBy(all, (each) => formOf(each))
  const isShared = (each: NamedEndpoint) =>
    each.endpoint.product === undefined || byForm.get(formOf(each))?.length === PRODUCTS.length
  const shared = all.filter((each) => isShared(each) && byForm.get(formOf(each))?.[0] === each)
  const ofProduct = PRODUCTS.map((product) => ({
    prefix: product.charAt(0).toUpperCase() + product.slice(1),
    about: `What an account of the product \`${product}\` can do.`,
    base: ' extends AccountClient',
    operations: all.filter((each) => each.endpoint.product === product && !isShared(each)),
  }))
  const about = 'What an account of any product can do.'
  return [{ prefix: 'Account', about, base: '', operations: shared }, ...ofProduct]
}

function formOf(each: NamedEndpoint): string {
  return `${each.name} ${inputType(each)} ${answerType(each)}`
}

/** The name of each distinct answer: that of the first operation with it, and of its client if no other has it. */
function answerNames(clients: readonly Client[]): ReadonlyMap<string, string> {
  const uses = clients.flatMap(({ prefix, operations }) =>
    operations.map((each) => ({ prefix, name: each.name, text: answerType(each) })),
  )
  return new Map(
    [...Map.groupBy(uses, ({ text }) => text)].map(([text, users]) => {
      const { prefix, name } = elementAt(users, 0)
      const isOwn = users.every((each) => each.prefix === prefix)
      const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}Answer`
      return [text, isOwn ? prefix + title : title]
    }),
  )
}

function methodType(each: NamedEndpoint, names: ReadonlyMap<string, string>): string {
  const { name, endpoint } = each
  return `  /** ${endpoint.summary}. */
  ${name}(${inputType(each)}, call?: CallOptions): Promise<${names.get(answerType(each))}>
`
}

function inputType({ endpoint }: NamedEndpoint): string {
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
  return `input${isOptional ? '?' : ''}: ${input}`
}

function answerType({ endpoint }: NamedEndpoint): string {
  const answers = Object.values(endpoint.answers).map(({ schema }) => typeOf(jsonOf(schema)))
  return [...new Set(answers)].join(' | ') || 'undefined'
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
