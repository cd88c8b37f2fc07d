// Every path of the service. One line per endpoint; a path that both variants serve is found once and told apart later.

import type { Scope } from './access/authorize.ts'
import type { Product } from './address/product.ts'
import type { Endpoint, Method } from './endpoints/endpoint.ts'
import type { Page } from './endpoints/page.ts'
import { autocomplete as nationalAutocomplete } from './endpoints/variant-a/autocomplete.ts'
import { get as nationalGet } from './endpoints/variant-a/get.ts'
import { autocomplete as postalAutocomplete } from './endpoints/variant-b/autocomplete.ts'
import { get as postalGet } from './endpoints/variant-b/get.ts'
import { Problem } from './http/problem.ts'
import { Router } from './http/router.ts'

export const ENDPOINTS: readonly Endpoint[] = [
  nationalAutocomplete,
  postalAutocomplete,
  nationalGet,
  postalGet,
]

/** All that a path can do. */
export interface Route {
  readonly path: string
  readonly methods: readonly Method[]
  readonly scope: Scope
  /** Empty where the path is a page. */
  readonly endpoints: readonly Endpoint[]
  readonly page: Page | undefined
}

export function makeRouter(endpoints: readonly Endpoint[], pages: readonly Page[]): Router<Route> {
  const routes = [...routesOf(endpoints), ...pages.map(pageRoute)]
  return new Router(routes.map((route) => ({ path: route.path, target: route })))
}

export function routesOf(endpoints: readonly Endpoint[]): Route[] {
  const byPath = Map.groupBy(endpoints, (endpoint) => endpoint.path)
  return [...byPath].map(([path, group]) => ({
    path,
    methods: [...new Set(group.flatMap((endpoint) => endpoint.methods))],
    scope: sharedScope(path, group),
    endpoints: group,
    page: undefined,
  }))
}

// The scope is judged before the variant is known, so one path cannot have two.
function sharedScope(path: string, group: readonly Endpoint[]): Scope {
  const [first, ...rest] = group
  if (rest.every((endpoint) => endpoint.scope === first.scope)) return first.scope
  throw new Error(`The endpoints of ${path} disagree about their scope.`)
}

function pageRoute(page: Page): Route {
  return { path: page.path, methods: ['GET'], scope: 'public', endpoints: [], page }
}

/** The endpoint of this path that answers for the caller's product. */
export function endpointFor(route: Route, method: string, product: Product | undefined): Endpoint {
  const found = route.endpoints.find(
    (endpoint) =>
      (endpoint.methods as readonly string[]).includes(method) &&
      (endpoint.product === undefined || endpoint.product === product),
  )
  if (found !== undefined) return found
  throw new Problem('not-found', `Keys of the product "${product ?? ''}" have no such path.`)
}
