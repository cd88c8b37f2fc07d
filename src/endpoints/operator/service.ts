// /operator: the data releases, the health of the service, the check of the books, and the audit log.

import Type from 'typebox'
import { auditEntriesBefore } from '../../account/operators/audit-entries.ts'
import { PRODUCTS } from '../../address/product.ts'
import { Problem } from '../../http/problem.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import { type Endpoint, endpoint, free, ok } from '../endpoint.ts'
import { Message } from '../schemas.ts'
import { operatorCall } from './operator-call.ts'

const ReleaseShown = Type.Object({
  release: Type.String(),
  product: Type.String({ enum: [...PRODUCTS] }),
  source: Type.String(),
  addresses: Type.Integer(),
  bytes: Type.Integer(),
  created: Type.String(),
  attribution: Type.String(),
  in_use: Type.Boolean({ description: 'Selected for its product.' }),
  served: Type.Boolean({ description: 'In use by this node at the moment.' }),
})
const ReleaseParams = Type.Object({ release: Type.String({ maxLength: 100 }) })

const releases = endpoint({
  ...operatorCall,
  path: '/operator/releases',
  methods: ['GET'],
  summary: 'List data releases',
  notes: 'Operator key. Newest first. To roll back, use an older release.',
  answers: ok('Releases.', Type.Array(ReleaseShown)),
  async handle(_input, { operations }) {
    const found = await operations.releases()
    return free(
      found.map(({ createdAt, inUse, isServed, ...release }) => ({
        ...release,
        created: usTimestamp(Date.parse(createdAt)),
        in_use: inUse,
        served: isServed,
      })),
    )
  },
})

const useRelease = endpoint({
  ...operatorCall,
  path: '/operator/releases/{release}/use',
  steps: 300_000,
  methods: ['PUT'],
  summary: 'Use a data release',
  notes: 'Operator key. The release is verified first; no request is dropped.',
  params: ReleaseParams,
  answers: ok('Selected.', Message),
  problems: ['not-found'],
  async handle({ params: { release } }, { operations }) {
    await named(operations.useRelease(release))
    return free({ message: `The release ${release} is now in use.` })
  },
})

const removeRelease = endpoint({
  ...operatorCall,
  path: '/operator/releases/{release}',
  methods: ['DELETE'],
  summary: 'Delete a data release',
  params: ReleaseParams,
  answers: ok('Deleted.', Message),
  problems: ['not-found'],
  async handle({ params: { release } }, { operations }) {
    await named(operations.removeRelease(release))
    return free({ message: `The release ${release} was deleted.` })
  },
})

/** Errors of releases already have a message for operators. */
async function named(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    const isMissing = error.message.startsWith('There is no release')
    throw new Problem(isMissing ? 'not-found' : 'bad-request', error.message, { title: 'release' })
  }
}

const health = endpoint({
  ...operatorCall,
  path: '/operator/health',
  methods: ['GET'],
  summary: 'Get the health of the service',
  answers: ok(
    'State of this node and of the queues of all nodes.',
    Type.Object({
      store: Type.String(),
      rate_limits: Type.String({
        description:
          '`own`: counted by this node; `shared`: across all nodes; `alone`: disconnected from the other nodes.',
      }),
      nodes: Type.Integer({ description: 'Nodes on this store, if they share rate limits.' }),
      mails_waiting: Type.Integer(),
      webhooks_waiting: Type.Integer(),
      webhook_endpoints_off: Type.Integer(),
      lookups_waiting: Type.Integer(),
      requests_in_flight: Type.Integer(),
      last_errors: Type.Array(Type.Object({ at: Type.String(), text: Type.String() })),
    }),
  ),
  async handle(_input, { operations }) {
    const { lastErrors, ...figures } = await operations.health()
    const errors = lastErrors.map(({ at, text }) => ({ at: usTimestamp(at), text }))
    return free({
      store: figures.store,
      rate_limits: figures.rateLimits,
      nodes: figures.nodes,
      mails_waiting: figures.mailsWaiting,
      webhooks_waiting: figures.webhooksWaiting,
      webhook_endpoints_off: figures.webhookEndpointsOff,
      lookups_waiting: figures.lookupsWaiting,
      requests_in_flight: figures.requestsInFlight,
      last_errors: errors,
    })
  },
})

const doctor = endpoint({
  ...operatorCall,
  path: '/operator/doctor',
  steps: 20_000_000,
  methods: ['GET'],
  summary: 'Check the books',
  notes: 'Operator key. May take a while; concurrent requests share one run.',
  answers: ok(
    'The checks, and a sentence for each fault.',
    Type.Object({
      ok: Type.Boolean(),
      checks: Type.Array(Type.String()),
      faults: Type.Array(Type.String()),
    }),
  ),
  async handle(_input, { operations }) {
    const results = await operations.examine()
    const faults = results.flatMap((one) => one.faults)
    return free({ ok: faults.length === 0, checks: results.map(({ check }) => check), faults })
  },
})

const acts = endpoint({
  ...operatorCall,
  path: '/operator/acts',
  methods: ['GET'],
  summary: 'List entries of the audit log',
  notes:
    'Operator key. Newest first. Changes by operators and commands, and their access to account data. Entries are never changed or removed.',
  options: Type.Object({
    before: Type.Integer({
      default: Number.MAX_SAFE_INTEGER,
      description: 'Only entries with a lower number.',
    }),
    account: Type.Optional(Type.String({ description: 'Only entries about this account.' })),
    top: Type.Integer({ default: 50, minimum: 1, maximum: 200 }),
  }),
  answers: ok(
    'Entries.',
    Type.Array(
      Type.Object({
        number: Type.Integer(),
        at: Type.String(),
        operator: Type.String(),
        act: Type.String(),
        account_id: Type.String(),
        details: Type.String(),
        outcome: Type.String({
          description: '`done`, `refused: …` or `failed: …`; empty if unknown.',
        }),
      }),
    ),
  ),
  async handle({ options: { before, account, top } }, { parts }) {
    const found = await auditEntriesBefore(parts.store.db, before, account, top)
    return free(
      found.map(({ number, at, operator, act, accountId, details, outcome }) => ({
        number,
        at: usTimestamp(at),
        operator,
        act,
        account_id: accountId,
        details,
        outcome,
      })),
    )
  },
})

export const operatorServiceEndpoints: readonly Endpoint[] = [
  releases,
  useRelease,
  removeRelease,
  health,
  doctor,
  acts,
]
