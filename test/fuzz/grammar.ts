// Requests made from the service's own definitions: mostly right, and wrong in one or a few places.

import Type, { type TObject, type TSchema } from 'typebox'
import type { Endpoint } from '../../src/endpoints/endpoint.ts'
import type { Dice } from '../../src/lib/seeded-random.ts'
import { anyJson, BODIES, NAMES, NUMBERS, TEMPLATES, TEXTS } from './nasty.ts'

export interface FuzzRequest {
  readonly method: string
  /** As it stands in the request line. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** What a good value is, by the name of its field; a field that is not here is made from its schema. */
export type Vocabulary = Readonly<Record<string, readonly string[]>>

export interface Keys {
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

export function makeRequest(world: World, dice: Dice): FuzzRequest {
  if (dice.chance(0.005)) return pageRequest(world, dice)
  const endpoint = dice.pick(world.endpoints)
  const spoil = dice.chance(SPOILT) ? 1 + dice.below(2) : 0
  const plan = new Set(Array.from({ length: spoil }, () => dice.pick(SPOILS)))
  const method = plan.has('method') ? dice.pick(METHODS) : dice.pick(endpoint.methods)
  const path = pathOf(world, endpoint, dice, plan)
  const { query, body } = optionsOf(world, endpoint, dice, plan, method)
  const { pairs, headers } = credential(world, endpoint, dice, plan)
  const all = [...query, ...pairs]
  if (plan.has('query')) all.push(...strayPairs(dice))
  const text = all.map(([name, value]) => `${name}=${value}`).join('&')
  const target = `${path}${text === '' ? '' : `?${text}`}`
  return { method, target: cut(target), headers: { ...headers, ...strayHeaders(dice, plan) }, body }
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

function pageRequest(world: World, dice: Dice): FuzzRequest {
  const nasty = encodeURIComponent(toUtf8(dice.pick(TEXTS)))
  const path = dice.pick(world.pages).replace(/\{[^}]+\}/g, nasty)
  const query = dice.chance(0.5) ? `?${dice.pick(NAMES)}=${nasty}&expires=${nasty}&product=au` : ''
  return {
    method: dice.chance(0.9) ? 'GET' : dice.pick(METHODS),
    target: cut(path + query),
    headers: {},
    body: undefined,
  }
}

function pathOf(world: World, endpoint: Endpoint, dice: Dice, plan: Plan): string {
  const names = Object.keys(endpoint.params.properties)
  const bad = plan.has('param') && names.length > 0 ? dice.pick(names) : undefined
  const filled = endpoint.path.replace(/\{([^}+]+)\+?\}/g, (_whole, name: string) => {
    const schema = endpoint.params.properties[name] as TSchema
    const value = name === bad ? nastyText(dice, name) : goodText(world, schema, name, dice)
    return encode(value, dice, plan)
  })
  return plan.has('path') ? spoilPath(filled, dice) : filled
}

function spoilPath(path: string, dice: Dice): string {
  const at = dice.below(path.length + 1)
  const wrong = dice.pick([
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
  switch (dice.below(4)) {
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
function encode(value: string, dice: Dice, plan: Plan): string {
  const whole = encodeURIComponent(toUtf8(value))
  if (!plan.has('escape')) return whole
  switch (dice.below(5)) {
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
      return whole.slice(0, dice.below(whole.length + 1))
  }
}

function optionsOf(
  world: World,
  endpoint: Endpoint,
  dice: Dice,
  plan: Plan,
  method: string,
): { query: Pair[]; body: string | undefined } {
  const query: Pair[] = []
  const members: [string, unknown][] = []
  const takesBody = method === 'POST' || method === 'PUT'
  const options = Object.entries<TSchema>(endpoint.options.properties)
  const bad = plan.has('option') && options.length > 0 ? dice.pick(options)[0] : undefined
  for (const [name, schema] of options) {
    const isNeeded = !Type.IsOptional(schema) && !('default' in schema)
    if (name !== bad && !dice.chance(isNeeded ? 0.97 : 0.3)) continue
    const inBody = takesBody && dice.chance(0.8)
    if (inBody)
      members.push([name, name === bad ? anyJson(dice) : goodJson(world, schema, name, dice)])
    else {
      const value = name === bad ? nastyText(dice, name) : goodText(world, schema, name, dice)
      query.push([name, encode(value, dice, plan)])
    }
  }
  if (plan.has('body')) return { query, body: dice.pick(BODIES) }
  if (dice.chance(0.02)) members.push([dice.pick(NAMES), anyJson(dice)])
  const body = takesBody ? JSON.stringify(Object.fromEntries(members)) : undefined
  return { query, body }
}

function goodJson(world: World, schema: TSchema, name: string, dice: Dice): unknown {
  if (Type.IsObject(schema)) return goodObject(world, schema, dice)
  if (Type.IsArray(schema)) {
    const { items } = schema as unknown as { items: TSchema }
    return Array.from({ length: dice.below(4) }, () => goodJson(world, items, name, dice))
  }
  if (Type.IsUnion(schema)) {
    return dice.chance(0.5)
      ? goodText(world, schema, name, dice)
      : [goodText(world, schema, name, dice)]
  }
  const text = goodText(world, schema, name, dice)
  if (Type.IsInteger(schema) || Type.IsNumber(schema)) return Number(text)
  return Type.IsBoolean(schema) ? text === 'true' : text
}

function goodObject(world: World, schema: TObject, dice: Dice): unknown {
  const members: [string, unknown][] = []
  for (const [name, property] of Object.entries<TSchema>(schema.properties)) {
    if (dice.chance(Type.IsOptional(property) ? 0.25 : 0.97)) {
      const value = dice.chance(0.04) ? anyJson(dice) : goodJson(world, property, name, dice)
      members.push([name, value])
    }
  }
  return Object.fromEntries(members)
}

function goodText(world: World, schema: TSchema, name: string, dice: Dice): string {
  // Ids that are counted are small, or were given lately.
  if (name === 'id' && Type.IsInteger(schema)) {
    return dice.chance(0.3) ? String(1 + dice.below(30)) : dice.pick(world.words.id.slice(-32))
  }
  if (Object.hasOwn(world.words, name)) return dice.pick(world.words[name])
  if (Type.IsBoolean(schema)) return dice.chance(0.5) ? 'true' : 'false'
  if (Type.IsInteger(schema) || Type.IsNumber(schema)) {
    const { minimum = 0, maximum = 50 } = schema as { minimum?: number; maximum?: number }
    const number = minimum + dice.below(1000) * ((maximum - minimum) / 999)
    return Type.IsInteger(schema) ? String(Math.round(number)) : number.toFixed(6)
  }
  return dice.pick(world.words.term)
}

function nastyText(dice: Dice, name: string): string {
  if (name.startsWith('template') && dice.chance(0.6)) return dice.pick(TEMPLATES)
  if (dice.chance(0.4)) return dice.pick(NUMBERS)
  if (dice.chance(0.1)) return dice.pick(NAMES)
  if (dice.chance(0.1)) return dice.pick(TEXTS).repeat(1 + dice.below(40))
  return dice.pick(TEXTS)
}

/** The key that the endpoint wants, or a wrong one, or one in a wrong place. */
function credential(
  { keys, tokenHost }: World,
  { scope, path }: Endpoint,
  dice: Dice,
  plan: Plan,
): { pairs: Pair[]; headers: Record<string, string> } {
  const isSpare = /^\/(subscription|security)/.test(path)
  const admin = dice.pick(isSpare ? keys.spareAdmin : keys.admin)
  const api = dice.pick(isSpare ? keys.spareApi : keys.api)
  const token = dice.pick(keys.token)
  const page = { origin: `https://${tokenHost}` }
  if (plan.has('key')) {
    const key = dice.pick([api, admin, token, `${api}x`, api.slice(0, -1), 'api_', ...TEXTS])
    const encoded = encodeURIComponent(toUtf8(key))
    const twice: Pair[] = dice.chance(0.2) ? [['api-key', encoded]] : []
    const name = dice.pick(['api-key', 'api-key', 'api%2Dkey', 'API-KEY', 'api_key', 'api-key[]'])
    return {
      pairs: [[name, encoded], ...twice],
      headers: dice.chance(0.3)
        ? { origin: dice.pick([page.origin, 'null', 'https://x', '']) }
        : {},
    }
  }
  if (scope === 'account') return { pairs: [['api-key', admin]], headers: {} }
  if (scope === 'address' && dice.chance(0.15))
    return { pairs: [['api-key', token]], headers: page }
  return { pairs: [['api-key', api]], headers: {} }
}

function strayPairs(dice: Dice): Pair[] {
  return Array.from({ length: 1 + dice.below(5) }, () => [
    encodeURIComponent(dice.pick([...NAMES, 'top', 'template', 'filter', 'filter[radius]', 'x'])),
    encodeURIComponent(toUtf8(dice.pick(TEXTS))).slice(0, 200),
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

function strayHeaders(dice: Dice, plan: Plan): Record<string, string> {
  if (!plan.has('headers')) return {}
  const picked = Array.from({ length: 1 + dice.below(3) }, () => dice.pick(HEADER_VALUES))
  return Object.fromEntries(picked.map(([name, values]) => [name, dice.pick(values)]))
}

/** Longer ones never reach the routes; that they do not is tested elsewhere. */
function cut(target: string): string {
  return target.slice(0, 4096)
}

function toUtf8(text: string): string {
  return text.toWellFormed()
}
