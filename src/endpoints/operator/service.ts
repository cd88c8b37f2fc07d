// /operator: the health of the service, the check of the books, and the audit log.

import Type from 'typebox'
import { auditEntriesBefore } from '../../account/operators/audit-entries.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import { endpoint, free, ok } from '../endpoint.ts'
import { listOf, texts } from '../schemas.ts'
import { HealthShown } from './operations.ts'

const health = endpoint('GET /operator/health', {
  summary: 'Get the health of the service',
  answers: ok('State of this node and of the queues of all nodes.', HealthShown),
  handle: async (_input, { operations }) => free(await operations.health()),
})

const doctor = endpoint('GET /operator/doctor', {
  steps: 20_000_000,
  summary: 'Check the books',
  notes: 'May take a while; concurrent requests share one run.',
  answers: ok('The checks, and a sentence for each fault.', {
    ok: Type.Boolean(),
    checks: Type.Array(Type.String()),
    faults: Type.Array(Type.String()),
  }),
  async handle(_input, { operations }) {
    const results = await operations.examine()
    const faults = results.flatMap((one) => one.faults)
    return free({ ok: faults.length === 0, checks: results.map(({ check }) => check), faults })
  },
})

const auditLog = endpoint('GET /operator/acts', {
  summary: 'List entries of the audit log',
  notes:
    'Newest first. Changes by operators and commands, and their access to account data. Entries are never changed or removed.',
  options: {
    before: Type.Integer({
      default: Number.MAX_SAFE_INTEGER,
      description: 'Only entries with a lower number.',
    }),
    account: Type.Optional(Type.String({ description: 'Only entries about this account.' })),
    top: Type.Integer({ default: 50, minimum: 1, maximum: 200 }),
  },
  answers: ok(
    'Entries.',
    listOf({
      number: Type.Integer(),
      ...texts('at', 'operator', 'act', 'account_id', 'details'),
      outcome: Type.String({
        description: '`done`, `refused: …` or `failed: …`; empty if unknown.',
      }),
    }),
  ),
  async handle({ options: { before, account, top } }, { store }) {
    const found = await auditEntriesBefore(store.db, before, account, top)
    return free(
      found.map(({ number, at, operator, act, accountId, details, outcome }) => {
        const when = usTimestamp(at)
        return { number, at: when, operator, act, account_id: accountId, details, outcome }
      }),
    )
  },
})

export const operatorServiceEndpoints = [health, doctor, auditLog]
