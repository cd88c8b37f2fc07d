// What an attacker sends: requests made from the row of an operation, each as costly as it may be and none twice.

import { largestOf } from './largest.ts'
import type { Kind, Operation } from './operation.ts'
import type { Keys, Sender, World } from './setup/world.ts'

/** One HTTP request. */
export interface Sent {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Where a row takes what it sends from. */
export interface Turn {
  /** Which request it is: no two are alike, so no kept answer serves them. */
  readonly n: number
  readonly world: World
  /** What `first` was answered. */
  readonly made: Made
}

/** The members of a JSON answer. */
export type Made = Readonly<Record<string, unknown>>

export interface Row {
  /** Where an operation has several rows: what is special about this one. */
  readonly label?: string
  /** Unless it says otherwise, look-ups are sent by `plain` and everything else by `owner`. */
  readonly sender?: Sender
  /** Parameters and options in place of the largest that the schema allows; undefined leaves one out. */
  values?(turn: Turn): Readonly<Record<string, unknown>>
  /** The whole body: of an upload, a page or an agent. */
  body?(turn: Turn): string
  /** In place of the path, its parameters and options. */
  target?(turn: Turn): string
  headers?(turn: Turn): Readonly<Record<string, string>>
  /** Sent before each request, such as the creation of what it deletes. */
  first?(turn: Omit<Turn, 'made'>): Sent
  /** What an answer may be besides 200. */
  readonly statuses?: readonly number[]
}

/** The rows of operations by their names. */
export type Rows = Readonly<Record<string, Row | readonly Row[]>>

export interface Attack extends Pick<Row, 'first'> {
  readonly name: string
  readonly kind: Kind
  readonly operation: Operation
  readonly row: Row
  readonly statuses: readonly number[]
  request(turn: Turn): Sent
}

export function attacksOf(operation: Operation, rows: Row | readonly Row[]): Attack[] {
  return [rows].flat().map((row) => {
    const { label, first, statuses = [] } = row
    return {
      name: label === undefined ? operation.name : `${operation.name}, ${label}`,
      kind: operation.kind,
      operation,
      row,
      statuses: [200, ...statuses],
      request: (turn) => requestOf(operation, row, turn),
      ...(first && { first }),
    }
  })
}

function requestOf(operation: Operation, row: Row, turn: Turn): Sent {
  const { method, endpoint } = operation
  const headers = { ...authorization(operation, turn), ...row.headers?.(turn) }
  const target = row.target?.(turn)
  if (endpoint === undefined || target !== undefined) {
    return { method, target: target ?? operation.path, headers, body: row.body?.(turn) ?? '' }
  }
  const given = row.values?.(turn) ?? {}
  const params = { ...largestOf(endpoint.params), ...given }
  const options = pick({ ...largestOf(endpoint.options), ...given }, endpoint.options.properties)
  const path = operation.path.replace(/\{(\w+)\+?\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const isInBody = method !== 'GET' && method !== 'DELETE' && endpoint.takesFile !== true
  const query = new URLSearchParams({ 'api-key': keyOf(operation, row, turn), n: String(turn.n) })
  if (!isInBody) for (const [name, value] of Object.entries(options)) query.set(name, String(value))
  const body = row.body?.(turn) ?? (isInBody ? JSON.stringify(options) : '')
  return { method, target: `${path}?${query}`, headers, body }
}

function pick(values: Made, names: object): Made {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== undefined && name in names),
  )
}

function keyOf(operation: Operation, row: Row, { world }: Turn): string {
  const { scope } = operation
  if (scope === 'operator') return world.operatorKey
  const { apiKey, adminKey } = senderOf({ operation, row }, world)
  return isForHolder(scope) ? adminKey : apiKey
}

/** Whether it takes the admin key. */
export function isForHolder(scope: string | undefined): boolean {
  return scope === 'account' || scope === 'lists' || scope === 'review'
}

/** The account that sends an attack, unless an operator or somebody without a key does. */
export function senderOf(attack: Pick<Attack, 'operation' | 'row'>, world: World): Keys {
  return world.accounts[senderName(attack)][attack.operation.product]
}

function senderName({ operation: { scope }, row }: Pick<Attack, 'operation' | 'row'>): Sender {
  return row.sender ?? (scope === 'address' || scope === 'lookup' ? 'plain' : 'owner')
}

/** Whose share of work an attack uses: an operator's, the network's, or that of an account. */
export function payerOf(attack: Attack): string {
  const { kind, scope, product } = attack.operation
  if (kind === 'page') return 'network'
  return scope === 'operator' ? 'operator' : `${senderName(attack)} ${product}`
}

function authorization({ kind, product }: Operation, { world }: Turn): Sent['headers'] {
  if (kind !== 'agent') return {}
  return {
    authorization: `Bearer ${world.accounts.plain[product].apiKey}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
}

/** A call with the admin key of an account, to set up what a request then meets. */
export function adminCall({ adminKey }: Keys, method: string, path: string, body?: object): Sent {
  const target = `${path}?api-key=${adminKey}`
  return { method, target, headers: {}, body: body === undefined ? '' : JSON.stringify(body) }
}
