// Every operation that a caller can reach: a method of a path for a product, calls of agents, and pages without a key.

import type { Scope } from '../../src/access/authorize.ts'
import { PRODUCTS, type Product } from '../../src/address/product.ts'
import type { Endpoint, Method } from '../../src/endpoints/endpoint.ts'
import { ENDPOINTS } from '../../src/routes.ts'

/** What an operation may cost at most is stated for each kind in the suite. */
export type Kind = 'look-up' | 'match' | 'agent' | 'administration' | 'upload' | 'operator' | 'page'

export interface Operation {
  /** `GET /get/{id} au`; without a product where both share the endpoint. */
  readonly name: string
  readonly kind: Kind
  readonly method: Method
  readonly path: string
  readonly scope: Scope
  /** The product of the account that calls it. */
  readonly product: Product
  /** Undefined for `/mcp` and for pages. */
  readonly endpoint: Endpoint | undefined
}

/** What is asked of no operation. */
export const NO_PATH = 'GET /{nothing}'
/** A page's scripts, styles and pictures differ only in their length, so one row attacks all of them. */
export const FILES = 'GET /web/{file}'
/** Guides too: each is rendered once. */
export const GUIDE_PAGES = 'GET /docs/{guide}'

export function operations(): Operation[] {
  return [...ENDPOINTS.flatMap(ofEndpoint), ...PRODUCTS.map(ofAgents)]
}

function ofEndpoint(endpoint: Endpoint): Operation[] {
  const { path, scope, product } = endpoint
  return endpoint.methods.map((method) => ({
    name: product === undefined ? `${method} ${path}` : `${method} ${path} ${product}`,
    kind: kindOf(endpoint),
    method,
    path,
    scope,
    product: product ?? 'uk',
    endpoint,
  }))
}

function kindOf({ scope, isLong, takesFile }: Endpoint): Kind {
  if (scope === 'operator') return 'operator'
  if (takesFile === true) return 'upload'
  if (scope !== 'address' && scope !== 'lookup') return 'administration'
  return isLong === true ? 'match' : 'look-up'
}

function ofAgents(product: Product): Operation {
  const name = `POST /mcp ${product}`
  const plain = { method: 'POST', path: '/mcp', scope: 'address', endpoint: undefined } as const
  return { ...plain, name, kind: 'agent', product }
}

/** The operation of a page, by a name such as `GET /docs`. */
export function pageOperation(name: string): Operation {
  const [method, path = ''] = name.split(' ')
  const plain = { scope: 'public', product: 'uk', endpoint: undefined } as const
  return { ...plain, name, kind: 'page', method: method as Method, path }
}
