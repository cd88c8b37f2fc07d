// The costliest look-ups: terms bred to spend a whole budget of steps, and as many results as there may be.

import type { Product } from '../../../src/address/product.ts'
import { ofEach } from '../../../src/countries/country.ts'
import { adminCall, type Row, type Rows, type Turn } from '../attack.ts'
import { missedLine, privateCsv } from '../setup/lists.ts'

/** Bred over the sample by `slow-terms --by steps`. Each spends 600,000 steps, unless the line above it says less. */
const TERMS = {
  complete: {
    au: 'LVEEL CHURCH NORTH 0800 1-3 LEVEL CHURCH NORTH LEVEL CHURCH NORTH 0800 LEVEL CHURCH NORTH',
    nz: 'NORTH ROAD STREET 1-3 FLAT NORTH ROAD STREET 0622 NORTH ROAD STREET AUCKLAND',
    uk: 'THE F FLAT FLAT 3/1',
  },
  validate: {
    au: 'MANLY ST,',
    nz: 'QUEEN STREET AUCKLAND,',
    uk: 'APARTMENT STREETT APARTMENT APARTMENT STREETT APARTMENT STREETT APARTMENT APARTMENT STREETT',
  },
  // 10,000 steps
  place: {
    au: 'SOUTHBAN NORWOOD SYDNEY COLLINGWOOD VICTORA NORTH SOUTHBANK VICTORIA NEWCASTLE BLACKTOWN NORTHH',
    nz: 'AUCKLAND WELLINGTON CHRISTCHURCH HAMILTON DUNEDIN PONSONBEY GREY LYNN MOUNT EDEN TAUPOO',
    uk: 'CROYDON SHEFFIELD GLASGOW CARDIFF SOUTHAMPTON CAOCH SWANSEA MANCHESTER BIRMINGHAMM LLANDUDNO',
  },
  near: { au: '6', nz: '6', uk: '4' },
} as const

const TEMPLATES: Readonly<Record<Product, string>> = {
  au: fill('{locality,(,)}'),
  nz: fill('{locality,(,)}'),
  uk: fill('{county}{town_or_city}'),
}
const ADDRESS_TEMPLATES = ofEach(() => fill('{formatted_address}'))
const POINTS = {
  au: { latitude: -37.851, longitude: 144.998 },
  nz: { latitude: -36.862, longitude: 174.734 },
  uk: { latitude: 51.519, longitude: -0.059 },
}
const FILTERS = {
  au: { filter: { state: ['VIC'] }, location: POINTS.au },
  nz: { filter: { town_city: ['AUCKLAND'] }, location: POINTS.nz },
  uk: { filter: { residential: true }, location: POINTS.uk },
}

export const LOOK_UP_ROWS: Rows = {
  ...national('au', { state: ['SA'] }),
  ...national('nz', { town_city: ['AUCKLAND'] }),
  'GET /autocomplete/{term+} uk': [...complete('uk'), ofPostcode()],
  'POST /autocomplete/{term+} uk': filtered('uk'),
  'GET /suggest/{term+} uk': complete('uk').slice(0, 1),
  'POST /suggest/{term+} uk': filtered('uk'),
  'GET /get/{id} uk': { values: ({ n, world }) => ({ id: pick(world.addresses.uk, n) }) },
  'GET /find/{postcode} uk': postcode(),
  'GET /find/{postcode}/{house+} uk': house(),
  'GET /find//{postcode} uk': postcode(),
  'GET /find//{postcode}/{house+} uk': house(),
  'GET /uk/{postcode} uk': postcode(),
  'GET /uk/{postcode}/{house+} uk': house(),
  'GET /v2/uk/{postcode} uk': postcode(),
  'GET /v2/uk/{postcode}/{house+} uk': house(),
  'GET /validate/{address+} uk': { values: () => ({ address: TERMS.validate.uk, strict: true }) },
  'POST /validate/{address+} uk': { values: () => ({ address: TERMS.validate.uk, strict: true }) },
  'POST /match uk': match(),
  'GET /typeahead/{term+} uk': { values: () => ({ term: 's' }) },
  'POST /typeahead/{term+} uk': {
    values: () => ({ term: 'eh12', filter: { town_or_city: 'EDINBURGH' } }),
  },
  // Three templates do not fit into a target.
  'GET /location/{term+} uk': place('uk', {
    template_outcode: undefined,
    template_postcode: undefined,
  }),
  'POST /location/{term+} uk': place('uk', { term: 's', filter: { postcode: 'N1 0AF' } }),
  'GET /get-location/{id} uk': { values: ({ n, world }) => ({ id: pick(world.places.uk, n) }) },
  'GET /nearest/{latitude}/{longitude} uk': nearest('uk'),
  'POST /nearest/{latitude}/{longitude} uk': nearest('uk'),
  'GET /nearest-location/{latitude}/{longitude} uk': nearestPlace('uk'),
  'POST /nearest-location/{latitude}/{longitude} uk': nearestPlace('uk'),
  'GET /distance/{from}/{to} uk': distance('uk'),
  'GET /distance/{from_latitude}/{from_longitude}/to/{to_latitude}/{to_longitude}': {},
  'POST /mcp uk': agents('uk'),
}

/** All look-ups of a product with national addresses. */
function national(product: 'au' | 'nz', filter: object): Rows {
  const rows: Rows = {
    'GET /autocomplete/{term+}': complete(product),
    'POST /autocomplete/{term+}': filtered(product),
    'GET /suggest/{term+}': complete(product).slice(0, 1),
    'POST /suggest/{term+}': filtered(product),
    'GET /get/{id}': { values: ({ n, world }) => ({ id: pick(world.addresses[product], n) }) },
    'GET /validate/{address+}': validate(product),
    'POST /validate/{address+}': validate(product),
    'POST /match': match(),
    'GET /typeahead/{term+}': { values: () => ({ term: 's' }) },
    'POST /typeahead/{term+}': { values: () => ({ term: 's', filter }) },
    'GET /location/{term+}': place(product),
    'POST /location/{term+}': place(product, { location: POINTS[product] }),
    'GET /get-location/{id}': {
      values: ({ n, world }) => ({ id: pick(world.places[product], n) }),
    },
    'GET /nearest/{latitude}/{longitude}': nearest(product),
    'POST /nearest/{latitude}/{longitude}': nearest(product),
    'GET /nearest-location/{latitude}/{longitude}': nearestPlace(product),
    'POST /nearest-location/{latitude}/{longitude}': nearestPlace(product),
    'GET /distance/{from}/{to}': distance(product),
    'POST /mcp': agents(product),
  }
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [`${name} ${product}`, row]))
}

function complete(product: Product): Row[] {
  const values = () => ({
    term: TERMS.complete[product],
    template: ADDRESS_TEMPLATES[product],
    'show-postcode': false,
    all: false,
  })
  return [
    { values },
    { values, sender: 'owner', label: 'with private addresses' },
    {
      values,
      sender: 'spare',
      label: 'after an import of private addresses',
      first: ({ world }) => {
        const body = { csv: privateCsv(product, world.imported), replace: true }
        return adminCall(world.accounts.spare[product], 'POST', '/v2/private-address/import', body)
      },
    },
  ]
}

function filtered(product: Product): Row {
  return {
    values: () => ({
      ...FILTERS[product],
      term: TERMS.complete[product],
      template: ADDRESS_TEMPLATES[product],
      'show-postcode': true,
    }),
  }
}

/** Every address of a postcode. */
function ofPostcode(): Row {
  return {
    label: 'all of a postcode',
    values: ({ n, world }) => ({
      term: pick(world.postcodes, n),
      template: ADDRESS_TEMPLATES.uk,
      'show-postcode': true,
    }),
  }
}

function postcode(): Row {
  return { values: ({ n, world }) => ({ postcode: pick(world.postcodes, n) }) }
}

function house(): Row {
  return {
    values: ({ n, world }) => ({
      postcode: pick(world.postcodes, n),
      house: `${'FLAT '.repeat(100)}${n}`,
    }),
    statuses: [404],
  }
}

function validate(product: Product): Row {
  return { values: () => ({ address: TERMS.validate[product] }), statuses: [404, 300] }
}

function match(): Row[] {
  const lines = (n: number) => Array.from({ length: 100 }, (_, at) => missedLine(n * 100 + at))
  return [
    { values: ({ n }) => ({ addresses: lines(n) }) },
    {
      label: 'as cells',
      values: ({ n }) => ({ rows: lines(n).map((line) => ({ line, street: line })) }),
    },
  ]
}

function place(product: Product, more: object = {}): Row {
  const template = TEMPLATES[product]
  const templates = { template, template_outcode: template, template_postcode: template }
  return { values: () => ({ term: TERMS.place[product], ...templates, ...more }) }
}

function nearest(product: Product): Row {
  return {
    values: () => ({
      ...POINTS[product],
      term: TERMS.near[product],
      template: ADDRESS_TEMPLATES[product],
    }),
  }
}

function nearestPlace(product: Product): Row {
  return {
    values: () => ({
      ...POINTS[product],
      term: TERMS.place[product],
      template: TEMPLATES[product],
    }),
  }
}

function distance(product: Product): Row {
  return {
    values: ({ n, world }) => {
      const points = product === 'uk' ? world.postcodes : world.addresses[product]
      return { from: pick(points, n), to: pick(points, n + 1) }
    },
  }
}

/** Each tool at its costliest, and the list of the tools. */
function agents(product: Product): Row[] {
  const call = (label: string, name: string, values: (turn: Turn) => object): Row => ({
    label,
    body: (turn) => message(turn.n, 'tools/call', { name, arguments: values(turn) }),
  })
  const lines = (n: number) => Array.from({ length: 20 }, (_, at) => missedLine(n * 20 + at))
  return [
    call('20 lines', 'match_addresses', ({ n }) => ({ lines: lines(n) })),
    call('find', 'find_address', ({ n }) => ({ text: `${TERMS.complete[product]} ${n}`, top: 10 })),
    call('validate', 'validate_address', () => ({ line: TERMS.validate[product] })),
    { label: 'tools', body: ({ n }) => message(n, 'tools/list', {}) },
  ]
}

function message(id: number, method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params })
}

/** As often as fits into the longest template. */
function fill(field: string): string {
  return field.repeat(Math.floor(1000 / field.length))
}

function pick(all: readonly string[], n: number): string {
  return all[n % all.length] ?? ''
}
