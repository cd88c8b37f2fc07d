// Faults that are planted at the seams of the simulation, to show that it finds them.

import { sql } from 'kysely'
import { runBilling } from '../../src/billing/billing-run.ts'
import { AnswerCache } from '../../src/endpoints/answer-cache.ts'
import type { Endpoint } from '../../src/endpoints/endpoint.ts'
import type { Request } from '../../src/http/message.ts'
import { newSortableId } from '../../src/lib/ids.ts'
import type { Searches } from '../../src/search/address-search.ts'
import type { Store } from '../../src/store/store.ts'
import { REAL_SERVICE, type Seams } from './seams.ts'
import type { Promised } from './violation.ts'

interface PlantedFault {
  readonly name: string
  readonly breaks: Promised
  readonly message: RegExp
  /** Within so many it is found, whatever the seed. */
  readonly stepsMax: number
  readonly seams: Seams
}

/** The parts of a question run together, so that one can pass for another. */
class ForgeableAnswers extends AnswerCache {
  override questionOf(request: Request, { product }: Endpoint, data: Searches): string | undefined {
    if (product === undefined) return undefined
    const pairs = [...request.query].flatMap(([name, values]) =>
      name === 'api-key' ? [] : values.map((value) => `${name}=${value}`),
    )
    return `${product} ${data[product]?.release.release} ${request.path}?${pairs.join('&')}`
  }
}

const VOID_BATCH = new URL('../../src/access/charge/void-batch.ts', import.meta.url)
const SHARE = 20
let batches = 0

function isStruck(name: string): boolean {
  if (name !== 'charge-batch.ts') return false
  batches += 1
  return batches % SHARE === 0
}

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a kept answer whose question can be forged',
    breaks: 'kept-answer',
    message: /was answered with/,
    stepsMax: 5000,
    seams: { ...REAL_SERVICE, answers: (clock) => new ForgeableAnswers(clock) },
  },
  {
    name: 'a request that counts a millisecond longer than its window',
    breaks: 'rate-limit',
    message: /Retry-After|although no window is full|was refused for/,
    stepsMax: 5000,
    seams: {
      ...REAL_SERVICE,
      counters: (real) => ({
        mode: real.mode,
        admit(windows, accountId) {
          const longer = windows.map((each) => ({ ...each, seconds: each.seconds + 0.001 }))
          return real.admit(longer, accountId)
        },
        close: () => real.close(),
      }),
    },
  },
  {
    name: 'a batch that is answered and not counted',
    breaks: 'charge',
    message: /but (was|must be) answered/,
    stepsMax: 10_000,
    seams: {
      ...REAL_SERVICE,
      async procedure(store, name, args, real) {
        const answer = await real(args)
        if (isStruck(name)) {
          await store.procedure(VOID_BATCH, { batchId: args.batchId } as never)
        }
        return answer
      },
    },
  },
  {
    name: 'a batch that is counted twice',
    breaks: 'charge',
    message: /but (was|must be) answered/,
    stepsMax: 10_000,
    seams: {
      ...REAL_SERVICE,
      async procedure(_store, name, args, real) {
        if (isStruck(name)) await real({ ...args, batchId: newSortableId(Number(args.now)) })
        return real(args)
      },
    },
  },
  {
    name: 'a day that is billed at its last plan instead of its largest',
    breaks: 'billing',
    message: /but it saw/,
    stepsMax: 50_000,
    seams: {
      ...REAL_SERVICE,
      async bill(parts, until) {
        await moveChangesToTheMorning(parts.store)
        return runBilling(parts, until)
      },
    },
  },
]

/** Every change of a plan as if it had been made when its day began, so that only the last of a day is seen. */
async function moveChangesToTheMorning(store: Store): Promise<void> {
  await sql`
    update plan_change set changed_at = changed_at - (changed_at - (
      select started_at from subscription
      where subscription.account_id = plan_change.account_id)) % 86400000
    where changed_at > (
      select started_at from subscription
      where subscription.account_id = plan_change.account_id)`.execute(store.db)
}
