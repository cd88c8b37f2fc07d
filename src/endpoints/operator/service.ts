// /operator: the data releases, the health of the service, the check of the books, and the audit log.

import Type from 'typebox'
import { auditEntriesBefore } from '../../account/operators/audit-entries.ts'
import { Problem } from '../../http/problem.ts'
import { NeedsYes, OperatorError } from '../../lib/operator-error.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import { endpoint, free, ok } from '../endpoint.ts'
import { readProduct } from '../read-input.ts'
import { flag, listOf, Message, text, texts, whole } from '../schemas.ts'
import { DiffShown, HealthShown, LayerShown, ReleaseShown } from './operations.ts'

const ReleaseParams = { release: Type.String({ maxLength: 100 }) }

export const operatorServiceEndpoints = [
  endpoint('GET /operator/releases', {
    summary: 'List data releases',
    notes: 'Newest first. To roll back, use an older release.',
    answers: ok('Releases.', Type.Array(ReleaseShown)),
    handle: async (_input, { operations }) => free(await operations.releases()),
  }),
  endpoint('PUT /operator/releases/{release}/use', {
    steps: 300_000,
    summary: 'Use a data release',
    notes:
      'The release is verified first; no request is dropped. One that lacks many addresses of the one in use needs `yes`.',
    params: ReleaseParams,
    options: { yes: flag('Use it even if it lacks many of the addresses in use.') },
    answers: ok('Selected.', Message),
    async handle({ params: { release }, options: { yes } }, { operations }) {
      await named(operations.useRelease(release, yes))
      return free({ message: `The release ${release} is now in use.` })
    },
  }),
  endpoint('GET /operator/releases/{release}/diff', {
    steps: 20_000_000,
    summary: 'Compare a data release with the one in use',
    notes:
      'Addresses added, retired, changed, and moved by more than 20 m. Takes seconds per million addresses.',
    params: ReleaseParams,
    answers: ok('What would change.', DiffShown),
    async handle({ params: { release } }, { operations }) {
      return free(await named(operations.diffRelease(release)))
    },
  }),
  endpoint('DELETE /operator/releases/{release}', {
    summary: 'Delete a data release',
    params: ReleaseParams,
    answers: ok('Deleted.', Message),
    async handle({ params: { release } }, { operations }) {
      await named(operations.removeRelease(release))
      return free({ message: `The release ${release} was deleted.` })
    },
  }),
  endpoint('GET /operator/layers', {
    summary: 'List layers of areas',
    notes: 'The command `areas add` adds and replaces them.',
    answers: ok('Layers, by product and name.', Type.Array(LayerShown)),
    handle: async (_input, { operations }) => free(await operations.layers()),
  }),
  endpoint('DELETE /operator/layers/{product}/{layer}', {
    summary: 'Remove a layer of areas',
    params: {
      product: Type.String({ maxLength: 2 }),
      layer: text('As look-ups name it: `ward@2025-05-01`.', { maxLength: 60 }),
    },
    problems: ['not-found'],
    answers: ok('Removed.', Message),
    async handle({ params: { product, layer } }, { operations }) {
      await named(operations.removeLayer(readProduct(product), layer))
      return free({ message: `The layer ${layer} of ${product} was removed.` })
    },
  }),
  endpoint('GET /operator/health', {
    summary: 'Get the health of the service',
    answers: ok('State of this node and of the queues of all nodes.', HealthShown),
    handle: async (_input, { operations }) => free(await operations.health()),
  }),
  endpoint('GET /operator/doctor', {
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
  }),
  endpoint('GET /operator/acts', {
    summary: 'List entries of the audit log',
    notes:
      'Newest first. Changes by operators and commands, and their access to account data. Entries are never changed.',
    options: {
      before: whole('Only entries with a lower number.', { default: Number.MAX_SAFE_INTEGER }),
      account: Type.Optional(text('Only entries about this account.')),
      top: Type.Integer({ default: 50, minimum: 1, maximum: 200 }),
    },
    answers: ok(
      'Entries.',
      listOf({
        number: Type.Integer(),
        ...texts('at', 'operator', 'act', 'account_id', 'email', 'details'),
        outcome: text('`done`, `refused: …` or `failed: …`; empty if unknown.'),
      }),
    ),
    async handle({ options: { before, account, top } }, { store }) {
      const found = await auditEntriesBefore(store.db, before, account, top)
      return free(
        found.map(({ at, accountId, ...entry }) => {
          return { ...entry, at: usTimestamp(at), account_id: accountId }
        }),
      )
    },
  }),
]

/** Errors of releases already have a message for operators. */
async function named<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    const isMissing = /^There is no release|has no layer/.test(error.message)
    const title = error instanceof NeedsYes ? 'yes' : 'release'
    throw new Problem(isMissing ? 'not-found' : 'bad-request', error.message, { title })
  }
}
