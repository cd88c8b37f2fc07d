// Every option of a look-up changes some answer: one that the service reads and forgets is seen here.
// Covers: src/endpoints/look-ups/**

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import Type, { type TObject, type TSchema } from 'typebox'
import type { Product } from '../../src/address/product.ts'
import type { Endpoint } from '../../src/endpoints/endpoint.ts'
import { ENDPOINTS } from '../../src/routes.ts'
import { openInProcess } from '../support/servers/in-process.ts'

const { service, ask, account } = await openInProcess({ after })
const keys = {
  au: (await account('au', 'standard')).apiKey,
  nz: (await account('nz', 'standard')).apiKey,
  uk: (await account('uk', 'standard')).apiKey,
}

/** An option as it stands in a body: `filter` and `state` for a field of an object. */
type Leaf = readonly string[]

function leavesOf(options: TObject, before: Leaf = []): Leaf[] {
  return Object.entries<TSchema>(options.properties).flatMap(([name, schema]) => {
    const isPoint = Type.IsObject(schema) && 'latitude' in schema.properties
    return Type.IsObject(schema) && !isPoint
      ? leavesOf(schema, [...before, name])
      : [[...before, name]]
  })
}

/** A few addresses of the sample: what they hold is what options may ask for. */
function sampleOf(product: Product) {
  const search = service.data.searches[product]
  assert.ok(search)
  return Array.from({ length: 12 }, (_, nth) => {
    const { id, item } = search.at(nth * 977)
    const point = search.locate(id) ?? { latitude: 0, longitude: 0 }
    return { id, point, item: item as unknown as Readonly<Record<string, unknown>> }
  })
}

type Sample = ReturnType<typeof sampleOf>

/** Values that are none of the defaults; those of a field are held by the addresses. */
function valuesOf(leaf: Leaf, sample: Sample): readonly unknown[] {
  const name = leaf.at(-1) ?? ''
  const fixed: Readonly<Record<string, readonly unknown[]>> = {
    top: [1, 2],
    areas: ['all'],
    template: ['always the same'],
    template_outcode: ['always the same'],
    template_postcode: ['always the same'],
    search: [['postcode'], ['county']],
    term: ['nothing is called so'],
    area: sample.map(({ item }) => item.town_or_city),
    outcode: sample.map(({ item }) => String(item.postcode).split(' ')[0]),
    location: sample.map(({ point }) => point),
    radius: leaf.length > 1 ? sample.map(({ point }) => ({ ...point, km: 1 })) : [0.001, 1],
  }
  if (fixed[name] !== undefined) return fixed[name]
  const field = name === 'locality' || name === 'suburb' ? 'locality_name' : name
  const texts = sample.map(({ item }) => item[field] ?? item[name])
  return [true, false, ...texts.filter((value) => typeof value === 'string' && value !== '')]
}

/** One request for each of several addresses: for its whole line, its beginnings, its place and its point. */
function basesOf(endpoint: Endpoint, product: Product, sample: Sample): string[] {
  const postal = ['SK1 1AA', ...sample.map(({ item }) => String(item.postcode))]
  const lines = sample.map(({ item }) =>
    String(item.address_label ?? [item.line_1, item.town_or_city, item.postcode].join(', ')),
  )
  const terms = [
    's',
    'm',
    'high',
    ...postal.slice(0, 4),
    ...lines,
    ...lines.map((l) => l.slice(0, 5)),
  ]
  const fill: Readonly<Record<string, readonly string[]>> = {
    term: terms,
    address: [...lines, ...lines.map((line) => line.split(', ').slice(0, 2).join(', '))],
    postcode: postal,
    house: ['1', '2', '3', '5', '10'],
    // Some metres, and some hundred, from an address.
    latitude: sample.map(({ point }, nth) => String(point.latitude + (nth % 2) * 0.004)),
    longitude: sample.map(({ point }) => String(point.longitude)),
  }
  const count = Math.max(
    ...Object.keys(endpoint.params.properties).map((name) => fill[name].length),
  )
  return Array.from({ length: count }, (_, nth) =>
    endpoint.path.replace(/\{([^}+]+)\+?\}/g, (_whole, name: string) =>
      encodeURIComponent(fill[name][nth % fill[name].length]),
    ),
  ).map((path) => `${path}?api-key=${keys[product]}`)
}

async function answerOf(endpoint: Endpoint, target: string, leaf: Leaf, value?: unknown) {
  if (value === undefined) return ask(target)
  if (!endpoint.methods.includes('POST')) return ask(`${target}&${leaf.join('.')}=${value}`)
  const body = leaf.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
  return ask(target, { method: 'POST', body })
}

/** Whether any of the values changes any of the answers. */
async function hasEffect(endpoint: Endpoint, product: Product, leaf: Leaf): Promise<boolean> {
  const sample = sampleOf(product)
  const values = valuesOf(leaf, sample)
  for (const target of basesOf(endpoint, product, sample)) {
    const plain = await answerOf(endpoint, target, leaf)
    if (plain.status >= 400) continue
    for (const value of values) {
      const { status, json } = await answerOf(endpoint, target, leaf, value)
      if (status < 400 && JSON.stringify(json) !== JSON.stringify(plain.json)) return true
    }
  }
  return false
}

test('every option of a look-up changes some answer', async () => {
  const without: string[] = []
  let tried = 0
  for (const endpoint of ENDPOINTS) {
    const { product, scope, path } = endpoint
    // What follow does is in test/wire/look-ups/retired.test.ts: the sample has no retired ids.
    if (product === undefined || !['address', 'lookup'].includes(scope)) continue
    if (['/match', '/get/{id}'].includes(path)) continue
    for (const leaf of leavesOf(endpoint.options)) {
      // The sample has no layers of areas; test/wire/look-ups/areas.test.ts has.
      if (leaf.join('.') === 'filter.areas') continue
      tried += 1
      if (!(await hasEffect(endpoint, product, leaf))) {
        without.push(`${product} ${path} ${leaf.join('.')}`)
      }
    }
  }
  assert.deepEqual(without, [])
  assert.ok(tried > 90, `${tried} options`)
})
