// From a request to the typed input of its endpoint: its body as text, then all of it by the endpoint's own schemas.

import Type, { type TObject, type TSchema } from 'typebox'
import { PRODUCT_CHOICE, PRODUCTS, type Product } from '../address/product.ts'
import type { Request } from '../http/message.ts'
import { badRequest, Problem } from '../http/problem.ts'
import { BODY_BYTES_MAX } from '../http/server.ts'
import type { Query } from '../http/target.ts'
import { elementAt } from '../lib/element-at.ts'
import { isObject, parsedJson } from '../lib/record-of.ts'
import type { Endpoint, Input } from './endpoint.ts'
import { fitsQuery } from './schemas.ts'

const STRING_CHARACTERS_MAX = 1000
const ARRAY_ITEMS_MAX = 100

type Members = Readonly<Record<string, unknown>>

const NO_MEMBERS: Members = {}

/** `body` is undefined if the method has none. Throws a `bad-request` that names the field. */
export function readInput(
  endpoint: Pick<Endpoint, 'params' | 'options'>,
  pathParams: Readonly<Record<string, string>>,
  query: Query,
  body: string | undefined,
): Input {
  const members = body === undefined ? NO_MEMBERS : parseBody(body)
  const options: Record<string, unknown> = {}
  for (const { name, read, isInQuery, isOptional } of fieldsOf(endpoint.options)) {
    const fromQuery = isInQuery ? queryValue(query, name) : undefined
    const value = read(fromQuery ?? member(members, name), name)
    if (value !== undefined) options[name] = value
    else if (!isOptional) throw badRequest(name, `${name} is required.`)
  }
  return { params: readParams(endpoint.params, pathParams), options }
}

interface Field {
  readonly name: string
  readonly read: Reader
  readonly isInQuery: boolean
  readonly isOptional: boolean
}

/** The fields of each schema: analysing a schema takes longer than reading a request. */
const fieldsBySchema = new WeakMap<TObject, readonly Field[]>()

function fieldsOf(object: TObject): readonly Field[] {
  const known = fieldsBySchema.get(object)
  if (known !== undefined) return known
  const fields = Object.entries<TSchema>(object.properties).map(([name, schema]) => ({
    name,
    read: readerOf(schema),
    isInQuery: fitsQuery(schema),
    isOptional: Type.IsOptional(schema),
  }))
  fieldsBySchema.set(object, fields)
  return fields
}

function readParams(params: TObject, given: Readonly<Record<string, string>>): Members {
  const all: Record<string, unknown> = {}
  for (const { name, read } of fieldsOf(params)) {
    const value = read(given[name], name)
    if (value === undefined) throw badRequest(name, `${name} is required in the path.`)
    all[name] = value
  }
  return all
}

/** Nothing, white space and the JSON string "" are what clients send for "no options". */
function parseBody(text: string): Members {
  if (text.trim() === '') return {}
  const value = parsedJson(text)
  if (value === undefined) throw badRequest('body', 'The body is not JSON.')
  if (value === null || value === '') return {}
  if (!isObject(value)) throw badRequest('body', 'The body must be a JSON object.')
  return value
}

// `show_postcode` in a body is `show-postcode`: JSON names are written both ways.
function member(members: Members, name: string): unknown {
  if (members === NO_MEMBERS) return undefined
  if (Object.hasOwn(members, name)) return members[name]
  const other = name.includes('-') ? name.replaceAll('-', '_') : name.replaceAll('_', '-')
  return Object.hasOwn(members, other) ? members[other] : undefined
}

function queryValue(query: Query, name: string): string | undefined {
  const values = query.get(name)
  if (values === undefined) return undefined
  if (values.length > 1) throw badRequest(name, `Send ${name} only once.`)
  return values[0] === '' ? undefined : values[0]
}

/** Reads a value of a schema. Undefined means "not given": absent, null, an empty object or list. */
type Reader = (value: unknown, field: string) => unknown

/** A default stands in for what is not given. */
function readerOf(schema: TSchema): Reader {
  const read = givenReaderOf(schema)
  const { default: fallback } = schema as { default?: unknown }
  return (value, field) => {
    const isGiven = value !== undefined && value !== null && value !== ''
    return (isGiven ? read(value, field) : undefined) ?? fallback
  }
}

function givenReaderOf(schema: TSchema): Reader {
  if (Type.IsInteger(schema) || Type.IsNumber(schema)) {
    return (value, field) => readNumber(schema, value, field)
  }
  if (Type.IsBoolean(schema)) return (value, field) => readBoolean(schema, value, field)
  if (Type.IsArray(schema)) return listReader(schema.items, schema)
  if (Type.IsUnion(schema)) return listReader(elementAt(schema.anyOf, 0), {})
  if (Type.IsObject(schema)) return (value, field) => readObject(schema, value, field)
  return (value, field) => readString(schema, value, field)
}

interface NumberBounds {
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: number
}

/** A number with a default is clamped, and zero means the default. Without one, as a latitude, it must be in range. */
function readNumber(schema: TSchema, value: unknown, field: string): number | undefined {
  const number = typeof value === 'string' ? numberIn(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) {
    throw badRequest(field, `${field} must be a number.`)
  }
  if (Type.IsInteger(schema) && !Number.isInteger(number)) {
    throw badRequest(field, `${field} must be a whole number.`)
  }
  const { minimum = -Infinity, maximum = Infinity, default: fallback } = schema as NumberBounds
  if (fallback !== undefined) {
    if (number < 0) throw badRequest(field, `${field} must not be negative.`)
    return number === 0 ? undefined : Math.min(number, maximum)
  }
  if (number < minimum || number > maximum) {
    throw badRequest(field, `${field} must be from ${minimum} to ${maximum}.`)
  }
  return number
}

function numberIn(text: string): number {
  const number = /^[+-]?\d{1,16}(\.\d{1,15})?$/.test(text.trim()) ? Number(text) : Number.NaN
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : Number.NaN
}

function readBoolean(schema: TSchema, value: unknown, field: string): boolean | undefined {
  // An object is never turned into text: it may name a toString of its own, or be nested without end.
  const text = typeof value === 'object' ? '' : String(value).trim().toLowerCase()
  if (text === 'true' || text === '1') return true
  const { 'x-text-false': textFalse } = schema as { 'x-text-false'?: 'unset' }
  if (text === 'false' && value !== false && textFalse === 'unset') return undefined
  if (text === 'false' || text === '0') return false
  throw badRequest(field, `${field} must be true or false.`)
}

function readString(schema: TSchema, value: unknown, field: string): string {
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw badRequest(field, `${field} must be a string.`)
  }
  const text = String(value)
  // PostgreSQL cannot store it.
  if (text.includes('\0'))
    throw badRequest(field, `${field} must not contain the character U+0000.`)
  const { maxLength = STRING_CHARACTERS_MAX } = schema as { maxLength?: number }
  // Code points, not UTF-16 units: a caller counts characters.
  if (text.length > maxLength && [...text].length > maxLength) {
    throw badRequest(field, `${field} must be at most ${maxLength} characters.`)
  }
  return text
}

/** With `x-empty` each entry keeps its place: one that is empty becomes this, and none is left out. */
function listReader(items: TSchema, schema: TSchema): Reader {
  const { 'x-empty': empty } = schema as { 'x-empty'?: unknown }
  const read = readerOf(items)
  return (value, field) => {
    const list = Array.isArray(value) ? value : [value]
    if (list.length > ARRAY_ITEMS_MAX) {
      throw badRequest(field, `${field} must have at most ${ARRAY_ITEMS_MAX} entries.`)
    }
    const nameOf = (at: number) => (empty === undefined ? field : `${field}[${at}]`)
    const given = list
      .map((item, at) => read(item, nameOf(at)) ?? empty)
      .filter((item) => item !== undefined)
    return given.length === 0 ? undefined : given
  }
}

function readObject(schema: TObject, value: unknown, field: string): Members | undefined {
  if (!isObject(value)) throw badRequest(field, `${field} must be an object.`)
  const result: Record<string, unknown> = {}
  let missing: string | undefined
  for (const { name, read, isOptional } of fieldsOf(schema)) {
    const inner = read(member(value, name), `${field}.${name}`)
    if (inner !== undefined) result[name] = inner
    else if (!isOptional) missing ??= `${field}.${name}`
  }
  if (Object.keys(result).length === 0) return undefined
  if (missing !== undefined) throw badRequest(missing, `${missing} is required.`)
  return result
}

/** Undefined if the method has no body. A body of a GET is ignored. */
export async function readBodyText(request: Request, bytesMax?: number) {
  if (request.method !== 'POST' && request.method !== 'PUT') return undefined
  const body = await request.readBody(bytesMax)
  switch (body.kind) {
    case 'text':
      return body.text
    case 'too-large':
      throw new Problem('payload-too-large', `The body must be at most ${inWords(bytesMax)}.`)
    case 'not-utf8':
      throw badRequest('body', 'The body is not UTF-8 text.')
    case 'cut-off':
      throw new Problem('request-timeout', 'The request did not arrive in full.')
    case 'encoded':
      throw badRequest('Content-Encoding', 'The body must not be compressed.')
  }
}

function inWords(bytesMax: number | undefined): string {
  const kib = (bytesMax ?? BODY_BYTES_MAX) / 1024
  return kib < 1024 ? `${kib} KiB` : `${Math.floor(kib / 1024)} MiB`
}

export function readProduct(text: string): Product {
  const product = PRODUCTS.find((one) => one === text)
  if (product !== undefined) return product
  throw badRequest('product', `The product must be ${PRODUCT_CHOICE}.`)
}

/** One of the values of an option, which schemas name but do not check. */
export function readOneOf<T extends string>(field: string, text: string, values: readonly T[]): T {
  const value = values.find((one) => one === text)
  if (value !== undefined) return value
  const named = values.filter((one) => one !== '').join(', ')
  throw badRequest(field, `${field} must be one of ${named}.`)
}
