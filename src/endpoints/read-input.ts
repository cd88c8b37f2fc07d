// From the text of a request to the typed input of its endpoint, by the endpoint's own schemas.

import Type, { type TObject, type TSchema } from 'typebox'
import { badRequest } from '../http/problem.ts'
import type { Query } from '../http/target.ts'
import { elementAt } from '../lib/element-at.ts'
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
  for (const { name, schema, fitsQuery: isInQuery, isOptional } of fieldsOf(endpoint.options)) {
    const fromQuery = isInQuery ? queryValue(query, name) : undefined
    const value = coerce(schema, fromQuery ?? member(members, name), name)
    if (value !== undefined) options[name] = value
    else if (!isOptional) throw badRequest(name, `${name} is required.`)
  }
  return { params: readParams(endpoint.params, pathParams), options }
}

interface Field {
  readonly name: string
  readonly schema: TSchema
  readonly fitsQuery: boolean
  readonly isOptional: boolean
}

/** The fields of each schema: analysing a schema takes longer than reading a request. */
const fieldsBySchema = new WeakMap<TObject, readonly Field[]>()

function fieldsOf(object: TObject): readonly Field[] {
  const known = fieldsBySchema.get(object)
  if (known !== undefined) return known
  const fields = Object.entries<TSchema>(object.properties).map(([name, schema]) => {
    return { name, schema, fitsQuery: fitsQuery(schema), isOptional: Type.IsOptional(schema) }
  })
  fieldsBySchema.set(object, fields)
  return fields
}

function readParams(params: TObject, given: Readonly<Record<string, string>>): Members {
  const read: Record<string, unknown> = {}
  for (const { name, schema } of fieldsOf(params)) {
    const value = coerce(schema, given[name], name)
    if (value === undefined) throw badRequest(name, `${name} is required in the path.`)
    read[name] = value
  }
  return read
}

/** Nothing, white space and the JSON string "" are what clients send for "no options". */
function parseBody(text: string): Members {
  if (text.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw badRequest('body', 'The body is not JSON.')
  }
  if (value === null || value === '') return {}
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw badRequest('body', 'The body must be a JSON object.')
  }
  return value as Members
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

/** Undefined means "not given": absent, null, an empty object or list. A default stands in for it. */
function coerce(schema: TSchema, value: unknown, field: string): unknown {
  const given = value === null || value === '' ? undefined : value
  const result = given === undefined ? undefined : coerceGiven(schema, given, field)
  return result ?? defaultOf(schema)
}

type Coerce = (schema: TSchema, value: unknown, field: string) => unknown

/** How values of each schema that was met are read. */
const coerceBySchema = new WeakMap<TSchema, Coerce>()

function coerceGiven(schema: TSchema, value: unknown, field: string): unknown {
  const known = coerceBySchema.get(schema)
  if (known !== undefined) return known(schema, value, field)
  const made = coerceFor(schema)
  coerceBySchema.set(schema, made)
  return made(schema, value, field)
}

function coerceFor(schema: TSchema): Coerce {
  if (Type.IsInteger(schema) || Type.IsNumber(schema)) return coerceNumber
  if (Type.IsBoolean(schema)) return coerceBoolean
  if (Type.IsArray(schema)) return (_, value, field) => coerceArray(schema, value, field)
  if (Type.IsUnion(schema)) {
    const first = elementAt(schema.anyOf, 0)
    return (_, value, field) => coerceList(first, value, field)
  }
  if (Type.IsObject(schema)) return (_, value, field) => coerceObject(schema, value, field)
  return coerceString
}

interface NumberBounds {
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: number
}

/**
 * A number with a default is clamped: zero means the default, more than the maximum means the maximum.
 * A number without a default, such as a latitude, must be in range.
 */
function coerceNumber(schema: TSchema, value: unknown, field: string): number | undefined {
  const bounds = schema as NumberBounds
  const number = typeof value === 'string' ? numberIn(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) {
    throw badRequest(field, `${field} must be a number.`)
  }
  if (Type.IsInteger(schema) && !Number.isInteger(number)) {
    throw badRequest(field, `${field} must be a whole number.`)
  }
  const isClamped = bounds.default !== undefined
  if (isClamped && number === 0) return undefined
  if (isClamped && number < 0) throw badRequest(field, `${field} must not be negative.`)
  const { minimum = -Infinity, maximum = Infinity } = bounds
  if (isClamped) return Math.min(number, maximum)
  if (number < minimum || number > maximum) {
    throw badRequest(field, `${field} must be from ${minimum} to ${maximum}.`)
  }
  return number
}

function numberIn(text: string): number {
  return /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(text.trim()) ? Number(text) : Number.NaN
}

function coerceBoolean(schema: TSchema, value: unknown, field: string): boolean | undefined {
  // An object is never turned into text: it may name a toString of its own, or be nested without end.
  const text = typeof value === 'object' ? '' : String(value).trim().toLowerCase()
  if (text === 'true' || text === '1') return true
  const { 'x-text-false': textFalse } = schema as { 'x-text-false'?: 'unset' }
  if (text === 'false' && value !== false && textFalse === 'unset') return undefined
  if (text === 'false' || text === '0') return false
  throw badRequest(field, `${field} must be true or false.`)
}

function coerceString(schema: TSchema, value: unknown, field: string): string {
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
function coerceArray(schema: TSchema & { items: TSchema }, value: unknown, field: string) {
  const { 'x-empty': empty } = schema as { 'x-empty'?: unknown }
  if (empty === undefined) return coerceList(schema.items, value, field)
  const list = listOf(value, field)
  const given = list.map((item, at) => coerce(schema.items, item, `${field}[${at}]`) ?? empty)
  return given.length === 0 ? undefined : given
}

function listOf(value: unknown, field: string): readonly unknown[] {
  const list = Array.isArray(value) ? value : [value]
  if (list.length <= ARRAY_ITEMS_MAX) return list
  throw badRequest(field, `${field} must have at most ${ARRAY_ITEMS_MAX} entries.`)
}

function coerceList(items: TSchema, value: unknown, field: string): unknown[] | undefined {
  const given = listOf(value, field)
    .map((item) => coerce(items, item, field))
    .filter((item) => item !== undefined)
  return given.length === 0 ? undefined : given
}

function coerceObject(schema: TObject, value: unknown, field: string): Members | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest(field, `${field} must be an object.`)
  }
  const result: Record<string, unknown> = {}
  const missing: string[] = []
  for (const { name, schema: inside, isOptional } of fieldsOf(schema)) {
    const inner = coerce(inside, member(value as Members, name), `${field}.${name}`)
    if (inner !== undefined) result[name] = inner
    else if (!isOptional) missing.push(`${field}.${name}`)
  }
  if (Object.keys(result).length === 0) return undefined
  const [first] = missing
  if (first !== undefined) throw badRequest(first, `${first} is required.`)
  return result
}

function defaultOf(schema: TSchema): unknown {
  return (schema as { default?: unknown }).default
}
