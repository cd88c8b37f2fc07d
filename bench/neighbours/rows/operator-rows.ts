// The costliest calls of an operator: nobody else may make them, and they too must leave others alone.

import type { Row, Rows } from '../attack.ts'
import { missedLine, previewList, wideList } from '../setup/lists.ts'

export const OPERATOR_ROWS: Rows = {
  'GET /operator/overview': {},
  'GET /operator/plans': {},
  'GET /operator/accounts': {
    values: () => ({ search: 'example', after: '', product: '', plan: '', status: 'trial' }),
  },
  'POST /operator/accounts': {
    values: ({ n }) => ({ email: `new-${n}@example.com`, product: 'uk', plan_name: 'trial' }),
    statuses: [400],
  },
  'GET /operator/accounts/{account}': ofAccount(),
  'PUT /operator/accounts/{account}/suspend': ofAccount(),
  'PUT /operator/accounts/{account}/resume': ofAccount(),
  'PUT /operator/accounts/{account}/note': ofAccount(),
  'PUT /operator/accounts/{account}/address': {
    values: ({ world }) => ({ account: world.accounts.spare.uk.accountId, lines: ['1 New Road'] }),
  },
  'GET /operator/accounts/{account}/mails': {
    values: ({ world }) => ({ account: world.accounts.owner.uk.accountId }),
  },
  'POST /operator/accounts/{account}/mails/{mail}/resend': {
    values: ({ world }) => ({ account: world.accounts.owner.uk.accountId, mail: world.mail }),
    statuses: [400, 404],
  },
  'POST /operator/accounts/{account}/erase': {
    values: ({ world }) => ({ account: world.accounts.owner.uk.accountId, account_id: 'other' }),
    statuses: [400],
  },
  'GET /operator/invoices': { values: () => ({ state: 'open', account: undefined }) },
  'PUT /operator/invoices/{number}': {
    values: ({ n, world }) => ({ number: world.invoice, state: n % 2 === 0 ? 'paid' : 'open' }),
  },
  'GET /operator/releases': {},
  'PUT /operator/releases/{release}/use': {
    values: ({ world }) => ({ release: world.release, yes: true }),
  },
  'GET /operator/releases/{release}/diff': {
    values: ({ world }) => ({ release: world.release }),
  },
  'DELETE /operator/releases/{release}': {
    values: ({ n }) => ({ release: `uk-2026-01-01-${n}` }),
    statuses: [400, 404],
  },
  'GET /operator/layers': {},
  'DELETE /operator/layers/{product}/{layer}': {
    values: ({ n }) => ({ product: 'uk', layer: `layer${n}` }),
    statuses: [400, 404],
  },
  'GET /operator/health': {},
  'GET /operator/doctor': {},
  'GET /operator/acts': {
    values: () => ({ before: 999_999_999_999_999, account: undefined }),
  },
  'POST /operator/batch': {
    values: () => ({ columns: undefined, product: 'uk' }),
    body: ({ n }) => wideList(n),
    statuses: [400, 429, 503],
  },
  'POST /operator/batch/preview': {
    values: () => ({ columns: undefined, product: 'uk' }),
    body: ({ n }) => previewList(n),
    statuses: [503],
  },
  'GET /operator/batch': {},
  'GET /operator/batch/{id}': ofList(),
  'DELETE /operator/batch/{id}': {
    first: ({ n, world }) => ({
      method: 'POST',
      target: `/operator/batch?product=uk&api-key=${world.operatorKey}`,
      headers: {},
      body: wideList(n),
    }),
    values: ({ made }) => ({ id: made.id ?? 'bat_none' }),
    statuses: [404],
  },
  'GET /operator/batch/{id}/result': ofList(),
  'GET /operator/batch/{id}/rows': {
    values: ({ world }) => ({ id: world.operatorList, after: 0 }),
  },
  'PUT /operator/batch/{id}/rows/{row}': {
    values: ({ n, world }) => ({
      id: world.operatorList,
      row: 1 + (n % 300),
      choice: 'address',
      address_id: world.addresses.uk[0],
    }),
    statuses: [400, 404],
  },
  'GET /operator/batch/{id}/suggestions': {
    values: ({ n, world }) => ({ id: world.operatorList, term: missedLine(n) }),
  },
}

function ofAccount(): Row {
  return { values: ({ world }) => ({ account: world.accounts.spare.uk.accountId }) }
}

function ofList(): Row {
  return { values: ({ world }) => ({ id: world.operatorList }) }
}
