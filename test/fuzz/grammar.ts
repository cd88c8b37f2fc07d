// Requests made from the service's own definitions: mostly right, and wrong in one or a few places.

import Type, { type TObject, type TSchema } from 'typebox'
import type { SeededRandom } from '../../dev/seeded-random.ts'
import type { Endpoint } from '../../src/endpoints/endpoint.ts'
import { anyJson, BODIES, NAMES, NUMBERS, TEMPLATES, TEXTS } from './nasty.ts'

export interface FuzzRequest {
  readonly method: string
  /** As it stands in the request line. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** What a good value is, by the name of its field; a field that is not here is made from its schema. */
type Vocabulary = Readonly<Record<string, readonly string[]>>

interface Keys {
  /** Of the accounts that only look up. */
  readonly api: readonly string[]
  readonly admin: readonly string[]
  readonly token: readonly string[]
  /** Of accounts that may be unsubscribed, moved and given new keys. */
  readonly spareApi: readonly string[]
  readonly spareAdmin: readonly string[]
}

export interface World {
  readonly endpoints: readonly Endpoint[]
  readonly pages: readonly string[]
  readonly words: Vocabulary
  readonly keys: Keys
  readonly tokenHost: string
}

/** How often anything at all is wrong with a request. */
const SPOILT = 0.55

export function makeRequest(world: World, random: SeededRandom): FuzzRequest {
  if (random.chance(0.005)) return pageRequest(world, random)
  const endpoint = random.pick(world.endpoints)
  const spoil = random.chance(SPOILT) ? 1 + random.below(2) : 0
  const plan = new Set(Array.from({ length: spoil }, () => random.pick(SPOILS)))
  const method = plan.has('method') ? random.pick(METHODS) : random.pick(endpoint.methods)
  const path = pathOf(world, endpoint, random, plan)
  const { query, body } = optionsOf(world, endpoint, random, plan, method)
  const { pairs, headers } = credential(world, endpoint, random, plan)
  const all = [...query, ...pairs]
  if (plan.has('query')) all.push(...strayPairs(random))
  const text = all.map(([name, value]) => `${name}=${value}`).join('&')
  const target = `${path}${text === '' ? '' : `?${text}`}`
  return {
    method,
    target: cut(target),
    headers: { ...headers, ...strayHeaders(random, plan) },
    body,
  }
}

const SPOILS = [
  'path',
  'param',
  'param',
  'param',
  'option',
  'option',
  'option',
  'body',
  'query',
  'key',
  'method',
  'headers',
  'escape',
] as const
type Spoil = (typeof SPOILS)[number]
type Plan = ReadonlySet<Spoil>
type Pair = readonly [name: string, value: string]

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']

function pageRequest(world: World, random: SeededRandom): FuzzRequest {
  const nasty = encodeURIComponent(toUtf8(random.pick(TEXTS)))
  const path = random.pick(world.pages).replace(/\{[^}]+\}/g, nasty)
  const query = random.chance(0.5)
    ? `?${random.pick(NAMES)}=${nasty}&expires=${nasty}&product=au`
    : ''
  return {
    method: random.chance(0.9) ? 'GET' : random.pick(METHODS),
    target: cut(path + query),
    headers: {},
    body: undefined,
  }
}

function pathOf(world: World, endpoint: Endpoint, random: SeededRandom, plan: Plan): string {
  const names = Object.keys(endpoint.params.properties)
  const bad = plan.has('param') && names.length > 0 ? random.pick(names) : undefined
  const filled = endpoint.path.replace(/\{([^}+]+)\+?\}/g, (_whole, name: string) => {
    const schema = endpoint.params.properties[name] as TSchema
    const value = name === bad ? nastyText(random, name) : goodText(world, schema, name, random)
    return encode(value, random, plan)
  })
  return plan.has('path') ? spoilPath(filled, random) : filled
}

function spoilPath(path: string, random: SeededRandom): string {
  const at = random.below(path.length + 1)
  const wrong = random.pick([
    '/',
    '//',
    '/../',
    '/./',
    '%2f',
    '%',
    ';x=1',
    '\\',
    '%00',
    'X',
    ' ',
    '#',
  ])
  switch (random.below(4)) {
    case 0:
      return path.slice(0, at) + wrong + path.slice(at)
    case 1:
      return path.slice(0, at)
    case 2:
      return path.toUpperCase()
    default:
      return `${path}/${wrong}`
  }
}

/** Encoded as clients do it, or as only an attacker would. */
function encode(value: string, random: SeededRandom, plan: Plan): string {
  const whole = encodeURIComponent(toUtf8(value))
  if (!plan.has('escape')) return whole
  switch (random.below(5)) {
    case 0:
      // Raw, as far as a request line can hold it.
      return toUtf8(value).replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character))
    case 1:
      return [...Buffer.from(value)]
        .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
        .join('')
    case 2:
      return encodeURIComponent(whole)
    case 3:
      return whole.replaceAll('%', '%%')
    default:
      return whole.slice(0, random.below(whole.length + 1))
  }
}

function optionsOf(
  world: World,
  endpoint: Endpoint,
  random: SeededRandom,
  plan: Plan,
  method: string,
): { query: Pair[]; body: string | undefined } {
  const query: Pair[] = []
  const members: [string, unknown][] = []
  const takesBody = method === 'POST' || method === 'PUT'
  const options = Object.entries<TSchema>(endpoint.options.properties)
  const bad = plan.has('option') && options.length > 0 ? random.pick(options)[0] : undefined
  for (const [name, schema] of options) {
    const isNeeded = !Type.IsOptional(schema) && !('default' in schema)
    if (name !== bad && !random.chance(isNeeded ? 0.97 : 0.3)) continue
    const inBody = takesBody && random.chance(0.8)
    if (inBody)
      members.push([name, name === bad ? anyJson(random) : goodJson(world, schema, name, random)])
    else {
      const value = name === bad ? nastyText(random, name) : goodText(world, schema, name, random)
      query.push([name, encode(value, random, plan)])
    }
  }
  if (plan.has('body')) return { query, body: random.pick(BODIES) }
  if (random.chance(0.02)) members.push([random.pick(NAMES), anyJson(random)])
  const body = takesBody ? JSON.stringify(Object.fromEntries(members)) : undefined
  return { query, body }
}

function goodJson(world: World, schema: TSchema, name: string, random: SeededRandom): unknown {
  if (Type.IsObject(schema)) return goodObject(world, schema, random)
  if (Type.IsArray(schema)) {
    const { items } = schema as unknown as { items: TSchema }
    return Array.from({ length: random.below(4) }, () => goodJson(world, items, name, random))
  }
  if (Type.IsUnion(schema)) {
    return random.chance(0.5)
      ? goodText(world, schema, name, random)
      : [goodText(world, schema, name, random)]
  }
  const text = goodText(world, schema, name, random)
  if (Type.IsInteger(schema) || Type.IsNumber(schema)) return Number(text)
  return Type.IsBoolean(schema) ? text === 'true' : text
}

function goodObject(world: World, schema: TObject, random: SeededRandom): unknown {
  const members: [string, unknown][] = []
  for (const [name, property] of Object.entries<TSchema>(schema.properties)) {
    if (random.chance(Type.IsOptional(property) ? 0.25 : 0.97)) {
      const value = random.chance(0.04) ? anyJson(random) : goodJson(world, property, name, random)
      members.push([name, value])
    }
  }
  return Object.fromEntries(members)
}

function goodText(world: World, schema: TSchema, name: string, random: SeededRandom): string {
  // Ids that are counted are small, or were given lately.
  if (name === 'id' && Type.IsInteger(schema)) {
    return random.chance(0.3)
      ? String(1 + random.below(30))
      : random.pick(world.words.id.slice(-32))
  }
  if (Object.hasOwn(world.words, name)) return random.pick(world.words[name])
  if (Type.IsBoolean(schema)) return random.chance(0.5) ? 'true' : 'false'
  if (Type.IsInteger(schema) || Type.IsNumber(schema)) {
    const { minimum = 0, maximum = 50 } = schema as { minimum?: number; maximum?: number }
    const number = minimum + random.below(1000) * ((maximum - minimum) / 999)
    return Type.IsInteger(schema) ? String(Math.round(number)) : number.toFixed(6)
  }
  return random.pick(world.words.term)
}

function nastyText(random: SeededRandom, name: string): string {
  if (name.startsWith('template') && random.chance(0.6)) return random.pick(TEMPLATES)
  if (random.chance(0.4)) return random.pick(NUMBERS)
  if (random.chance(0.1)) return random.pick(NAMES)
  if (random.chance(0.1)) return random.pick(TEXTS).repeat(1 + random.below(40))
  return random.pick(TEXTS)
}

/** The key that the endpoint wants, or a wrong one, or one in a wrong place. */
function credential(
  { keys, tokenHost }: World,
  { scope, path }: Endpoint,
  random: SeededRandom,
  plan: Plan,
): { pairs: Pair[]; headers: Record<string, string> } {
  const isSpare = /^\/(subscription|security)/.test(path)
  const admin = random.pick(isSpare ? keys.spareAdmin : keys.admin)
  const api = random.pick(isSpare ? keys.spareApi : keys.api)
  const token = random.pick(keys.token)
  const page = { origin: `https://${tokenHost}` }
  if (plan.has('key')) {
    const key = random.pick([api, admin, token, `${api}x`, api.slice(0, -1), 'api_', ...TEXTS])
    const encoded = encodeURIComponent(toUtf8(key))
    const twice: Pair[] = random.chance(0.2) ? [['api-key', encoded]] : []
    const name = random.pick(['api-key', 'api-key', 'api%2Dkey', 'API-KEY', 'api_key', 'api-key[]'])
    return {
      pairs: [[name, encoded], ...twice],
      headers: random.chance(0.3)
        ? { origin: random.pick([page.origin, 'null', 'https://x', '']) }
        : {},
    }
  }
  if (scope === 'account') return { pairs: [['api-key', admin]], headers: {} }
  if (scope === 'address' && random.chance(0.15))
    return { pairs: [['api-key', token]], headers: page }
  return { pairs: [['api-key', api]], headers: {} }
}

function strayPairs(random: SeededRandom): Pair[] {
  return Array.from({ length: 1 + random.below(5) }, () => [
    encodeURIComponent(random.pick([...NAMES, 'top', 'template', 'filter', 'filter[radius]', 'x'])),
    encodeURIComponent(toUtf8(random.pick(TEXTS))).slice(0, 200),
  ])
}

const HEADER_VALUES: readonly (readonly [name: string, values: readonly string[]])[] = [
  ['content-encoding', ['gzip', 'identity', 'br, gzip', '\u00ff']],
  ['content-type', ['text/plain', 'application/json;charset=utf-16', 'multipart/form-data', '']],
  [
    'x-forwarded-for',
    ['1.2.3.4', '::1', 'x', '1.2.3.4, , ,', '[::ffff:1.2.3.4%eth0]', '256.1.1.1'],
  ],
  ['origin', ['null', 'https://example.com', 'http://[::1]', 'x', 'https://shop.example.com.']],
  ['referer', ['https://shop.example.com/x?y', 'about:blank', '\u00e9', 'http://']],
  ['sec-fetch-site', ['cross-site', 'same-origin', 'none', 'NONE', '']],
  ['authorization', ['Basic YXBpLWtleTo=', 'Basic %%%', 'api-key', 'Bearer x', '']],
  ['host', ['', 'a:b:c', '[::1', 'xn--', '..']],
  ['accept', ['text/html', '*/*;q=0', 'application/xml']],
  ['if-none-match', ['"x"', '*']],
  ['range', ['bytes=0-0', 'bytes=-1']],
]

function strayHeaders(random: SeededRandom, plan: Plan): Record<string, string> {
  if (!plan.has('headers')) return {}
  const picked = Array.from({ length: 1 + random.below(3) }, () => random.pick(HEADER_VALUES))
  return Object.fromEntries(picked.map(([name, values]) => [name, random.pick(values)]))
}

/** Longer ones never reach the routes; that they do not is tested elsewhere. */
function cut(target: string): string {
  return target.slice(0, 4096)
}

function toUtf8(text: string): string {
  return text.toWellFormed()
}
