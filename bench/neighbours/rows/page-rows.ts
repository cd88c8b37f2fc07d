// The costliest requests without a key: pages, documents, files, sign-in and signed links.

import { newCredential } from '../../../src/account/keys/credential.ts'
import type { Row, Rows } from '../attack.ts'
import { FILES, GUIDE_PAGES, NO_PATH } from '../operation.ts'

const CONSOLE = { headers: () => ({ 'x-console': '1' }) }

export const PAGE_ROWS: Rows = {
  'GET /': {},
  'GET /console': {},
  'GET /operator': {},
  'GET /docs': {},
  'GET /docs/errors': {},
  'GET /docs/search.json': {},
  'GET /operator/docs': {},
  'GET /operator/docs/search.json': {},
  [GUIDE_PAGES]: { target: () => '/docs/web' },
  'GET /sign-up': {},
  'GET /openapi.json': {},
  'GET /openapi/au.json': {},
  'GET /openapi/nz.json': {},
  'GET /openapi/uk.json': {},
  'GET /postman.json': {},
  'GET /health': {},
  'GET /health/live': {},
  'GET /health/ready': {},
  'GET /metrics': {},
  [FILES]: { target: () => '/web/docs/docs.js' },
  'GET /js/{file}': { target: () => '/js/getaddress-autocomplete.min.js' },
  'GET /scripts/{file}': { target: () => '/scripts/jquery.getaddress.js' },
  // Another place each time, so that no picture serves twice.
  'GET /web/map.json': {
    target: ({ n }) =>
      `/web/map.json?product=uk&at=${(50 + (n % 500) / 100).toFixed(2)},-1.${n % 9}`,
  },
  'GET /invoices/{number}/pdf': { target: ({ world }) => world.invoicePdf },
  'GET /console/session': {
    headers: ({ n }) => ({ 'x-console': '1', cookie: `doorplate_session=session_${n}` }),
  },
  'POST /console/session': {
    ...CONSOLE,
    body: () => JSON.stringify({ admin_key: newCredential('admin') }),
    statuses: [400, 401, 429],
  },
  'DELETE /console/session': CONSOLE,
  'POST /console/session/link': {
    ...CONSOLE,
    body: ({ n }) => JSON.stringify({ email: `stranger-${n}@example.com` }),
    statuses: [429, 503],
  },
  'POST /console/session/link/open': {
    ...CONSOLE,
    body: ({ n }) => JSON.stringify({ link: `link_${n}` }),
    statuses: [400],
  },
  'POST /console/session/sign-up': {
    ...CONSOLE,
    body: ({ n }) => JSON.stringify({ email: `stranger-${n}@example.com`, product: 'uk' }),
    statuses: [429, 503],
  },
  'GET /operator/session': CONSOLE,
  'POST /operator/session': {
    ...CONSOLE,
    body: () => JSON.stringify({ operator_key: newCredential('operator') }),
    statuses: [400, 401, 429],
  },
  'DELETE /operator/session': CONSOLE,
  [NO_PATH]: nothing(),
}

function nothing(): Row {
  return { target: ({ n }) => `/${'nothing/'.repeat(100)}${n}`, statuses: [404] }
}
