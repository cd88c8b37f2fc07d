// GET /changes: what became of ids from release to release. Free: it has ids and no addresses.

import Type from 'typebox'
import { CHANGE_KINDS } from '../../address/change.ts'
import type { Product } from '../../address/product.ts'
import { badRequest, Problem } from '../../http/problem.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import type { NumberedChange } from '../../watch/change-log.ts'
import { type Context, endpoint, free, ok } from '../endpoint.ts'
import { listOf, oneOf, text, whole } from '../schemas.ts'

const CHANGES_PER_PAGE_MAX = 1000

export const SuccessorsSchema = listOf({
  id: Type.String(),
  inferred: Type.Boolean({ description: 'Whether it was found by its text.' }),
})

export const changesEndpoints = [
  endpoint('GET /changes', {
    scope: 'batch',
    steps: 200_000,
    summary: 'List changes to address IDs, from release to release',
    notes:
      'Free. In the order of their numbers, which have no gaps. Continue with `since` = `next` until ' +
      '`next` is `latest`. Changes are kept for 400 days.',
    options: {
      since: Type.Optional(
        text(
          'The number of the last change that you have, or the name of a release; otherwise from the oldest that is kept.',
          { maxLength: 30 },
        ),
      ),
      product: Type.Optional(text('The product of the account.', { maxLength: 2 })),
      limit: whole('Changes a page.', { default: 100, minimum: 1, maximum: CHANGES_PER_PAGE_MAX }),
    },
    answers: ok('Changes.', {
      changes: listOf({
        number: Type.Integer(),
        id: Type.String(),
        kind: oneOf(CHANGE_KINDS),
        successors: Type.Optional(SuccessorsSchema),
        release: text('The release that came into use.'),
        created_at: text('When it came into use.'),
      }),
      next: whole('The number of the last change here, for `since`.'),
      latest: whole('The number of the last change of all.'),
    }),
    async handle({ options: { since, product, limit } }, context) {
      const own = productOf(context)
      if (product !== undefined && product.toLowerCase() !== own) {
        throw badRequest('product', `The product of this account is ${own}.`)
      }
      const after = readSince(since)
      // Sample data never changes.
      if (context.caller.isTest === true) return free({ changes: [], next: 0, latest: 0 })
      const page = await context.changeLog.page(own, after, limit)
      switch (page.kind) {
        case 'page': {
          const next = page.changes.at(-1)?.number ?? page.latest
          return free({ changes: page.changes.map(changeJson), next, latest: page.latest })
        }
        case 'too-old': {
          const detail = `Changes up to number ${page.oldest} are no longer kept. Compare all your IDs again, then continue from there.`
          throw badRequest('since', detail)
        }
        case 'too-high':
          throw badRequest(
            'since',
            `The last change is number ${page.latest}. Send that or an earlier one.`,
          )
        default:
          throw badRequest('since', 'The changes since this release are no longer kept.')
      }
    },
  }),
]

export function productOf({ caller }: Context): Product {
  if (caller.subscription !== undefined) return caller.subscription.product
  throw new Problem('forbidden', 'This key has no subscription.')
}

function readSince(since: string | undefined): number | string | undefined {
  if (since === undefined || !/^\d+$/.test(since)) {
    if (since === undefined || /^[a-z]{2}-[\w-]+$/.test(since)) return since
    throw badRequest('since', 'since must be a number or the name of a release.')
  }
  return Number(since)
}

function changeJson({ number, id, kind, successors, step }: NumberedChange) {
  const { release, at } = step
  const retired = kind === 'retired' ? { successors } : {}
  return { number, id, kind, ...retired, release, created_at: usTimestamp(at) }
}
