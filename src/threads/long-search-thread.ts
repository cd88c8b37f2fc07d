// The thread for long searches: callers take turns in it, so that one who asks for much holds nobody up.

import { workerData } from 'node:worker_threads'
import { type Caller, NO_TOKEN } from '../access/caller.ts'
import type { Product } from '../address/product.ts'
import type { Context, LongSearchContext } from '../endpoints/endpoint.ts'
import { type IndexMemory, ThreadSearches } from '../engine/engine.ts'
import { Problem } from '../http/problem.ts'
import { answerQuestions } from '../lib/thread/asked-thread.ts'
import { Turns } from '../lib/turns/turns.ts'
import { PrivateSearches } from '../private-addresses/private-searches.ts'
import { SampleSearches } from '../releases/sample-searches.ts'
import { ENDPOINTS } from '../routes.ts'
import type { Searches } from '../search/address-search.ts'
import { Work } from '../search/work.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import type { LongAnswer, LongQuestion, LongSearchStart } from './long-searches.ts'

const { databaseUrl, dataDir, storeLine } = workerData as LongSearchStart
const turns = new Turns()
const served = new ThreadSearches()
const data: Searches = served.searches
const samples = new SampleSearches(dataDir, data)
/** For private addresses, which few accounts have. */
let opened: Promise<{ store: Store; searches: PrivateSearches }> | undefined

answerQuestions({
  // Behind the event loop, but its callers wait too: at 10 a machine busy with other things gave it next to nothing.
  niceness: 5,
  answer,
  onMemory(memory: IndexMemory) {
    served.take(memory)
  },
  async close() {
    const closing = await opened
    await closing?.searches.close()
    if (closing === undefined) storeLine?.close()
    else await closing.store.close()
  },
})

async function answer(question: LongQuestion): Promise<LongAnswer> {
  const work = new Work()
  try {
    const caller = callerOf(question)
    const searches = await searchesFor(caller, question.product, work)
    const outcome = await outcomeOf(question, { caller, searches, turns, work })
    return { kind: 'answered', steps: work.counted, outcome }
  } catch (error) {
    const steps = work.counted
    if (!(error instanceof Problem)) return { kind: 'failed', steps, message: textOf(error) }
    const { code, detail, extra } = error
    return { kind: 'refused', steps, problem: { code, detail, extra } }
  }
}

function callerOf({ accountId, isTest, privateVersion }: LongQuestion): Caller {
  const who = { credentialId: '', kind: 'api', accountId, isTest, privateVersion } as const
  return { ...NO_TOKEN, ...who, subscription: undefined }
}

async function outcomeOf({ endpoint: place, input }: LongQuestion, context: LongSearchContext) {
  const endpoint = ENDPOINTS[place]
  if (endpoint === undefined) throw new Error(`There is no endpoint ${place}.`)
  // No endpoint that is answered here uses more of its context.
  const handle = () => endpoint.handle(input, context as Context)
  return endpoint.isLong === true ? handle() : turns.once(context.caller.accountId, handle)
}

/** What the caller would search on the event loop. */
async function searchesFor(caller: Caller, product: Product | undefined, work: Work) {
  if (caller.isTest === true && product !== undefined) return samples.of(product)
  if (caller.privateVersion === undefined) return data
  opened ??= openPrivate()
  // A failed try is not remembered: the next request tries again.
  opened.catch(() => {
    opened = undefined
  })
  return (await opened).searches.of(caller, product, { work })
}

async function openPrivate() {
  const store = await openStore({ databaseUrl, dataDir, sharedPort: storeLine })
  return { store, searches: new PrivateSearches(store, data) }
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
