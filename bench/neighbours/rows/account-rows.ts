// The costliest calls that manage an account: by an account that has as much of everything as one may have.

import { adminCall, type Row, type Rows, type Sent } from '../attack.ts'
import {
  jaggedGeoJson,
  missedLine,
  previewList,
  privateCsv,
  watchedIds,
  wideList,
} from '../setup/lists.ts'
import type { World } from '../setup/world.ts'

const DAY = { day: 1, month: 6, year: 2026 }
const RANGE = {
  ...{ from_day: 1, from_month: 1, from_year: 2025 },
  ...{ to_day: 1, to_month: 1, to_year: 2026 },
}
const ofDay: Row = { values: () => DAY }
const ofRange: Row = { values: () => RANGE }
const ofSpare: Row = { sender: 'spare' }
/** What is deleted was created a moment before, by an account that has room for it. */
const ofPlain: Row = { sender: 'plain' }

/** Of one that was sent a moment before. */
const ofTerritory: Row = {
  ...ofPlain,
  first: ({ n, world: { accounts } }) =>
    adminCall(accounts.plain.uk, 'PUT', '/territory/own', { geojson: jaggedGeoJson(n, 100) }),
  values: () => ({ territory: 'own' }),
}

export const ACCOUNT_ROWS: Rows = {
  'GET /usage': {},
  'GET /v2/usage': {},
  'GET /v3/usage': {},
  'GET /v4/usage': {},
  'GET /usage/{day}/{month}/{year}': ofDay,
  'GET /v2/usage/{day}/{month}/{year}': ofDay,
  'GET /v3/usage/{day}/{month}/{year}': ofDay,
  'GET /v4/usage/{day}/{month}/{year}': ofDay,
  ...ranges('/usage', '/v2/usage', '/v3/usage', '/v4/usage', '/invoices'),
  'GET /invoices': {},
  'GET /invoices/{number}': { values: ({ world }) => ({ number: world.invoice }) },
  'GET /subscription': {},
  'GET /v2/subscription': {},
  'PUT /subscription': {},
  'PUT /subscription/label': {},
  'PUT /subscription/auto-upgrade': { values: ({ n }) => ({ 'auto-upgrade': n % 2 === 0 }) },
  'PUT /subscription/change-plan': {
    ...ofSpare,
    values: ({ world }) => ({ plan_name: world.planName }),
  },
  'PUT /subscription/unsubscribe': { ...ofSpare, statuses: [400, 403, 409] },
  'GET /requests': {},
  'GET /account/export': {},
  'GET /plans': {},
  'GET /email-address': {},
  'PUT /email-address': {
    ...ofSpare,
    values: ({ n }) => ({ 'new-email-address': `${'x'.repeat(50)}${n}@example.com` }),
    statuses: [204, 429],
  },
  ...cc('expired'),
  ...cc('invoices'),
  'GET /v2/private-address': {},
  'POST /v2/private-address': {
    ...ofPlain,
    values: () => ({ postcode: 'SK1 1AA', latitude: 53.4, longitude: -2.1 }),
    statuses: [400],
  },
  'GET /v2/private-address/{id}': { values: ({ world }) => ({ id: world.privateAddress }) },
  'DELETE /v2/private-address/{id}': {
    ...ofPlain,
    first: ({ world }) => plainCall(world, '/v2/private-address', privateAddress('line_1')),
    values: ({ made }) => ({ id: made.id ?? 'pa_none' }),
    statuses: [404],
  },
  'POST /v2/private-address/import': [
    { ...ofSpare, values: () => ({ csv: privateCsv('uk'), replace: true }) },
    {
      label: 'of a million lists',
      body: () => `{"csv":"","more":[${'[],'.repeat(1_000_000)}[]]}`,
      statuses: [400],
    },
  ],
  'GET /private-address/{postcode}': { values: () => ({ postcode: 'SK1 1AA' }) },
  'POST /private-address/{postcode}': {
    ...ofPlain,
    values: () => ({ postcode: 'SK1 1AA', latitude: 53.4, longitude: -2.1 }),
    statuses: [400],
  },
  'GET /private-address/{postcode}/{id}': { values: () => ({ postcode: 'SK1 1AA', id: '1' }) },
  'DELETE /private-address/{postcode}/{id}': {
    ...ofPlain,
    first: ({ world }) => plainCall(world, '/private-address/SK1%201AA', privateAddress('line1')),
    values: ({ made }) => ({ postcode: 'SK1 1AA', id: made.id ?? '1' }),
    statuses: [404],
  },
  'GET /security/api-key': {},
  'PUT /security/api-key': ofSpare,
  'GET /security/admin-key': {},
  // The session outlives the key that it began with.
  'PUT /security/admin-key': {
    ...ofSpare,
    target: () => '/console/session/api/security/admin-key',
    headers: ({ world }) => ({ cookie: world.session, 'x-console': '1' }),
  },
  'GET /security/api-keys': {},
  'POST /security/api-keys': { values: ({ n }) => ({ name: `new-${n}` }), statuses: [400] },
  'PUT /security/api-keys/{name}': { values: () => ({ name: 'key-2' }) },
  'DELETE /security/api-keys/{name}': {
    ...ofPlain,
    first: ({ n, world }) => plainCall(world, '/security/api-keys', { name: `new-${n}` }),
    values: ({ n }) => ({ name: `new-${n}` }),
    statuses: [404],
  },
  'GET /security/domain-token': {},
  'POST /security/domain-token': { values: () => ({ url: 'https://new.example.com' }) },
  'GET /security/domain-token/{host}': { values: () => ({ host: 'shop-1.example.com' }) },
  'DELETE /security/domain-token/{host}': {
    ...ofPlain,
    first: ({ n, world }) => plainCall(world, '/security/domain-token', tokenOf(n)),
    values: ({ n }) => ({ host: new URL(tokenOf(n).url).hostname }),
    statuses: [404],
  },
  'GET /webhook': {},
  'PUT /webhook': { values: ({ n }) => ({ url: hookOf(n), kinds: ['track'] }) },
  'GET /webhook/{kind}': { values: () => ({ kind: 'track' }) },
  'POST /webhook/{kind}': {
    values: ({ n }) => ({ kind: 'track', url: hookOf(n) }),
    statuses: [400],
  },
  'DELETE /webhook/{kind}': {
    ...ofPlain,
    first: ({ n, world }) => plainCall(world, '/webhook/track', { url: hookOf(n) }),
    values: ({ made }) => ({ kind: 'track', id: made.id ?? '0', url: undefined }),
    statuses: [404],
  },
  'POST /webhook/{kind}/test': { values: () => ({ kind: 'track' }), statuses: [429] },
  'GET /webhook/{kind}/{id}': ofWebhook(),
  'DELETE /webhook/{kind}/{id}': {
    ...ofPlain,
    first: ({ n, world }) => plainCall(world, '/webhook/track', { url: hookOf(n) }),
    values: ({ made }) => ({ kind: 'track', id: made.id ?? '0' }),
    statuses: [404],
  },
  'POST /webhook/{kind}/{id}/secret/rotate': ofWebhook(),
  'GET /webhook/{kind}/{id}/deliveries': ofWebhook(),
  'POST /webhook/{kind}/{id}/deliveries/{event}/replay': {
    values: ({ world }) => ({ kind: 'track', id: world.webhook, event: world.event }),
    statuses: [404, 429],
  },
  'GET /events': { values: () => ({ after: 0 }) },
  'GET /changes': { values: () => ({ since: undefined, product: undefined, limit: 1000 }) },
  'GET /territory': {},
  'GET /territory/{territory}': ofTerritory,
  'PUT /territory/{territory}': {
    ...ofPlain,
    values: ({ n }) => ({ territory: 'worst', geojson: jaggedGeoJson(n) }),
    statuses: [400],
  },
  'DELETE /territory/{territory}': ofTerritory,
  'GET /watch': { values: () => ({ after: undefined, changed: false }) },
  'POST /watch': {
    values: ({ n }) => ({ add: watchedIds(n, 1000), remove: watchedIds(n - 1, 1000) }),
    statuses: [400],
  },
  'POST /watch/import': {
    ...ofPlain,
    values: ({ n }) => ({ file: watchedIds(n, 50_000).join('\n') }),
    statuses: [400],
  },
  'DELETE /watch': {
    ...ofPlain,
    first: ({ n, world }) => plainCall(world, '/watch', { add: watchedIds(n, 1000) }),
  },
  'POST /batch': {
    values: () => ({ columns: undefined }),
    body: ({ n }) => wideList(n),
    statuses: [400, 429, 503],
  },
  'POST /batch/preview': {
    values: () => ({ columns: undefined, product: undefined }),
    body: ({ n }) => previewList(n),
    statuses: [503],
  },
  'GET /batch': {},
  'GET /batch/{id}': ofList(),
  'DELETE /batch/{id}': {
    ...ofPlain,
    first: ({ n, world }) => ({
      method: 'POST',
      target: `/batch?api-key=${world.accounts.plain.uk.apiKey}`,
      headers: {},
      body: wideList(n),
    }),
    values: ({ made }) => ({ id: made.id ?? 'bat_none' }),
    statuses: [404],
  },
  'GET /batch/{id}/result': ofList(),
  'GET /batch/{id}/rows': {
    values: ({ world }) => ({ id: world.list, after: 0 }),
  },
  'PUT /batch/{id}/rows/{row}': {
    values: ({ n, world }) => ({
      id: world.list,
      row: 1 + (n % 300),
      choice: 'address',
      address_id: world.addresses.uk[0],
    }),
    statuses: [400, 404],
  },
  'GET /batch/{id}/suggestions': {
    values: ({ n, world }) => ({ id: world.list, term: missedLine(n) }),
  },
}

function ranges(...paths: readonly string[]): Rows {
  const range = 'from/{from_day}/{from_month}/{from_year}/To/{to_day}/{to_month}/{to_year}'
  return Object.fromEntries(paths.map((path) => [`GET ${path}/${range}`, ofRange]))
}

function cc(list: string): Rows {
  const path = `/cc/${list}`
  const email = (n: number) => ({ 'email-address': `${'x'.repeat(50)}${n}@example.com` })
  return {
    [`GET ${path}`]: {},
    [`POST ${path}`]: { values: ({ n }) => email(n), statuses: [201, 400] },
    [`GET ${path}/{id}`]: { values: ({ world }) => ({ id: world.recipients[list] }) },
    [`DELETE ${path}/{id}`]: {
      ...ofPlain,
      first: ({ n, world }) => plainCall(world, path, email(n)),
      values: ({ made }) => ({ id: made.id ?? 0 }),
      statuses: [404],
    },
  }
}

function plainCall({ accounts }: World, path: string, body: object): Sent {
  return adminCall(accounts.plain.uk, 'POST', path, body)
}

function privateAddress(firstLine: string): object {
  return { postcode: 'SK1 1AA', [firstLine]: '1 New Road', residential: true }
}

function tokenOf(n: number): { readonly url: string } {
  return { url: `https://new-${n}.example.com` }
}

function hookOf(n: number): string {
  return `https://hooks.example.com/${'x'.repeat(1900)}${n}`
}

function ofWebhook(): Row {
  return { values: ({ world }) => ({ kind: 'track', id: world.webhook }) }
}

function ofList(): Row {
  return { values: ({ world }) => ({ id: world.list }) }
}
