// What an endpoint is: one definition that routes, checks and types a request, and describes it in the reference.

import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import { SCOPES, type Scope } from '../access/authorize.ts'
import type { Caller } from '../access/caller.ts'
import type { AccountParts } from '../account/accounts.ts'
import type { RequestLog } from '../account/request-log.ts'
import type { Product } from '../address/product.ts'
import type { RetiredLookUp } from '../address/retired-id.ts'
import type { Batches } from '../batches/batches.ts'
import type { Request } from '../http/message.ts'
import type { Problem, ProblemCode } from '../http/problem.ts'
import type { Job } from '../lib/periodic.ts'
import type { OneAtATime, Turns } from '../lib/turns/turns.ts'
import type { Searches } from '../search/address-search.ts'
import type { Work } from '../search/work.ts'
import type { TerritoryThread } from '../territories/territory-thread.ts'
import type { ChangeLog } from '../watch/change-log.ts'
import type { TargetRules } from '../webhooks/sending/target.ts'
import type { Operations } from './operator/operations.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Endpoint<Params extends TObject = TObject, Options extends TObject = TObject> {
  /** `{id}` is one segment; `{term+}` is everything that follows, raw slashes included. */
  readonly path: string
  readonly methods: readonly Method[]
  readonly scope: Scope
  /** The variant that it answers for; absent if both products share the answer. */
  readonly product?: Product
  readonly summary: string
  /** More sentences for the reference: which key it takes, what it costs, what is special. */
  readonly notes: string
  readonly params: Params
  /** Read from the query, from the JSON body of a POST, or both; the query wins. Only scalars fit a query. */
  readonly options: Options
  readonly answers: Readonly<Record<number, Answer>>
  /** An older path of published software, whose clients may send their key as a header. */
  readonly isDeprecated?: boolean
  /** Refusals in addition to those that every call can have. */
  readonly problems: readonly ProblemCode[]
  /** Its body is a file, which the handler saves with `upload`; its options are in the query only. */
  readonly takesFile?: boolean
  readonly bodyBytesMax?: number
  /** The same request has the same answer for every caller until the data changes, so it may be cached. */
  readonly isRepeatable?: boolean
  /** Whether a request can cost a look-up. One that can is refused at once when no look-up is left. */
  readonly metered: boolean | ((input: Input<Params, Options>) => boolean)
  /** Always slow: answered in another thread, where its context is a `LongSearchContext`. */
  readonly isLong?: boolean
  /** Its cost in addition to that of every call, in steps of about ten nanoseconds. */
  readonly steps?: number
  /** What replaces a part that could not be charged. */
  refusedPart?(refusal: Problem): unknown
  handle(input: Input<Params, Options>, context: Context): Outcome | Promise<Outcome>
}

interface Answer {
  readonly description: string
  readonly schema: TSchema
  /** If it is not JSON. */
  readonly contentType?: string
}

export interface Input<Params extends TObject = TObject, Options extends TObject = TObject> {
  readonly params: Static<Params>
  readonly options: Static<Options>
}

export interface Outcome {
  readonly status: number
  /** Undefined for 204. */
  readonly body: unknown
  /** What the answer costs, charged before it is sent. */
  readonly lookups: number
  readonly inParts?: PartsOutcome
  /** Instead of the body: what is sent as it is made. */
  readonly file?: FileOutcome
}

/** An answer whose parts are charged one by one; a part that cannot be charged is not sent. */
export interface PartsOutcome {
  readonly list: string
  /** Which of them cost a look-up, and the postcode of each, for `track`. */
  readonly costly: readonly { readonly at: number; readonly postcode: string }[]
}

interface FileOutcome {
  readonly headers: Readonly<Record<string, string>>
  readonly stream: AsyncIterable<string | Uint8Array>
}

/** The part of the context that a slow look-up can use in another thread. */
export type LongSearchContext = Pick<Context, 'caller' | 'searches' | 'turns' | 'work'>

export interface Context extends AccountParts {
  readonly caller: Caller
  readonly searches: Searches
  /** What became of an id that the data does not hold. */
  readonly retired: RetiredLookUp
  readonly changeLog: ChangeLog
  /** What the request has cost so far, in steps of about ten nanoseconds. */
  readonly work: Work
  /** For work of more than a millisecond; callers take turns. */
  readonly turns: Turns
  /** For work that reads the store many times. */
  readonly oneAtATime: OneAtATime
  /** The limit of a visitor, for domain tokens whose owner has set none. */
  readonly tokenVisitorPerMinute: number
  invoiceUrl(number: string): string
  readonly webhooks: WebhookContext
  readonly batches: Pick<
    Batches,
    'receive' | 'find' | 'list' | 'remove' | 'result' | 'preview' | 'ask'
  >
  /** How many days a finished list is kept. */
  readonly listDays: number
  readonly erasures: Pick<Job, 'wake'>
  readonly upload?: Request['saveBody']
  readonly operations: Operations
  readonly territories: Pick<TerritoryThread, 'ask'>
  readonly requestLog: Pick<RequestLog, 'last'>
  /** Lets this node see a change of a key at once; others see it within a second. */
  forgetCredential(sha256: string): void
  /** Does the same for all keys of an account. */
  forgetAccount(accountId: string): void
}

interface WebhookContext {
  readonly rules: TargetRules
  readonly upgradeLink: string
  /** Stops this node from sending to an endpoint that was removed. */
  forget(accountId: string, endpointId: number): void
  wake(): void
}

export type KeyKind = (typeof SCOPES)[Scope]['allows'][number]

export function keysFor({ scope }: Endpoint): readonly KeyKind[] {
  return SCOPES[scope].allows
}

/** A test key can do what an API key can, if that needs a live subscription. */
export function takesTestKey(endpoint: Endpoint): boolean {
  return SCOPES[endpoint.scope].subscription === 'live' && keysFor(endpoint).includes('api')
}

/** What a definition says; the rest follows from its path and its scope. */
interface Definition<Params extends TProperties, Options extends TProperties>
  extends Partial<Omit<Endpoint<TObject<Params>, TObject<Options>>, 'params' | 'options'>> {
  readonly summary: string
  readonly params?: Params
  readonly options?: Options
  readonly answers: Endpoint['answers']
  handle: Endpoint<TObject<Params>, TObject<Options>>['handle']
}

/** `call` is `GET|POST /nearest/{latitude}`. Without a scope: the admin key or, below `/operator`, an operator key. */
export function endpoint<
  Params extends TProperties = TProperties,
  Options extends TProperties = TProperties,
>(call: string, definition: Definition<Params, Options>): Endpoint {
  const [methods = '', path = ''] = call.split(' ')
  const { params = {}, options = {}, notes = '', problems = [], metered = false } = definition
  const { scope = path.startsWith('/operator/') ? 'operator' : 'account' } = definition
  const made = {
    ...definition,
    path,
    methods: methods.split('|'),
    scope,
    notes: `${keyNote(scope)} ${notes}`.trim(),
    params: Type.Object(params),
    options: Type.Object(options),
    metered,
    problems: [
      ...(NAMES_ONE.test(path) ? ['not-found'] : []),
      ...(metered === false ? [] : ['daily-limit', 'monthly-buffer']),
      ...(definition.takesFile === true ? ['request-timeout'] : []),
      ...problems,
    ],
  }
  // The pipeline reads the input by these very schemas before it calls these very functions.
  return made as unknown as Endpoint
}

/** Paths that name one thing, which may not exist. */
const NAMES_ONE = /\{(id|name|number|account|host|kind|release|territory)\}/

const KEY_NAMES: Readonly<Record<KeyKind, string>> = {
  api: 'API key',
  admin: 'admin key',
  operator: 'operator key',
  token: 'domain token',
}

/** Which keys it takes; empty for look-ups. */
function keyNote(scope: Scope): string {
  if (scope === 'address' || scope === 'lookup') return ''
  const names = SCOPES[scope].allows.map((kind) => KEY_NAMES[kind]).join(' or ')
  return `${names.charAt(0).toUpperCase()}${names.slice(1)}.`
}

export function canCost({ metered }: Endpoint, input: Input): boolean {
  return typeof metered === 'boolean' ? metered : metered(input)
}

/** The answers of an endpoint that only answers 200, apart from errors: a schema, or the members of an object. */
export function ok(description: string, shape: TSchema | TProperties): Endpoint['answers'] {
  return {
    200: { description, schema: '~kind' in shape ? shape : Type.Object(shape as TProperties) },
  }
}

export function free(body: unknown): Outcome {
  return { status: 200, body, lookups: 0 }
}

export function oneLookup(body: unknown): Outcome {
  return { status: 200, body, lookups: 1 }
}
