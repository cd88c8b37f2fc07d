// Every path of the service. Where both variants serve a path, its route has two endpoints.

import type { Scope } from './access/authorize.ts'
import type { Product } from './address/product.ts'
import { isNational } from './countries/country.ts'
import { accountDataEndpoints } from './endpoints/account/account-data.ts'
import { emailEndpoints } from './endpoints/account/email.ts'
import { invoiceEndpoints } from './endpoints/account/invoices.ts'
import { requestEndpoints } from './endpoints/account/requests.ts'
import { subscriptionEndpoints } from './endpoints/account/subscription.ts'
import { territoryEndpoints } from './endpoints/account/territories.ts'
import { usageEndpoints } from './endpoints/account/usage.ts'
import { batchEndpoints } from './endpoints/batch/batch.ts'
import { reviewEndpoints } from './endpoints/batch/review.ts'
import type { Endpoint, Method } from './endpoints/endpoint.ts'
import { autocompleteEndpoints } from './endpoints/look-ups/autocomplete.ts'
import { distanceEndpoints } from './endpoints/look-ups/distance.ts'
import { getEndpoints, getLocationEndpoints } from './endpoints/look-ups/get.ts'
import { locationEndpoints } from './endpoints/look-ups/location.ts'
import { matchEndpoints } from './endpoints/look-ups/match.ts'
import { nearestEndpoints } from './endpoints/look-ups/nearest.ts'
import { typeaheadEndpoints } from './endpoints/look-ups/typeahead.ts'
import { validateEndpoints } from './endpoints/look-ups/validate.ts'
import { operatorAccountEndpoints } from './endpoints/operator/accounts.ts'
import { operatorInvoiceEndpoints } from './endpoints/operator/invoices.ts'
import { operatorOverviewEndpoints } from './endpoints/operator/overview.ts'
import { operatorServiceEndpoints } from './endpoints/operator/service.ts'
import type { Page } from './endpoints/pages/page.ts'
import { newerPrivateAddresses } from './endpoints/private-address/private-address.ts'
import { domainTokenEndpoints } from './endpoints/security/domain-token.ts'
import { keyEndpoints } from './endpoints/security/keys.ts'
import { changesEndpoints } from './endpoints/watch/changes.ts'
import { watchEndpoints } from './endpoints/watch/watch.ts'
import { webhookEndpoints } from './endpoints/webhook/webhook.ts'
import type { Importance } from './http/overload.ts'
import { Problem } from './http/problem.ts'
import { Router } from './http/router.ts'
import { LEGACY } from './legacy/legacy.ts'

/** In the order of the reference. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...autocompleteEndpoints,
  ...getEndpoints,
  ...LEGACY.find,
  ...validateEndpoints,
  ...matchEndpoints,
  ...typeaheadEndpoints,
  ...locationEndpoints,
  ...getLocationEndpoints,
  ...nearestEndpoints,
  ...distanceEndpoints,
  ...usageEndpoints,
  ...requestEndpoints,
  ...invoiceEndpoints,
  ...subscriptionEndpoints,
  ...emailEndpoints,
  ...accountDataEndpoints,
  ...reviewEndpoints,
  ...batchEndpoints,
  ...newerPrivateAddresses,
  ...LEGACY.privateAddresses,
  ...keyEndpoints,
  ...domainTokenEndpoints,
  ...changesEndpoints,
  ...territoryEndpoints,
  ...watchEndpoints,
  ...webhookEndpoints,
  ...operatorOverviewEndpoints,
  ...operatorAccountEndpoints,
  ...operatorInvoiceEndpoints,
  ...operatorServiceEndpoints,
  ...LEGACY.paths,
]

export interface Route {
  readonly id: number
  readonly path: string
  readonly methods: readonly Method[]
  readonly scope: Scope
  /** Where methods differ: those of other scopes than the first. */
  readonly scopes?: Readonly<Record<string, Scope>>
  /** Empty where the path is a page. */
  readonly endpoints: readonly Endpoint[]
  readonly page: Page | undefined
  readonly isForAgents?: boolean
  readonly importance: Importance
  /** Whether a key of product `uk` looks up addresses here. */
  readonly isPostalLookUp: boolean
}

export function makeRoutes(endpoints: readonly Endpoint[], pages: readonly Page[]): Route[] {
  const routes = [...routesOf(endpoints), AGENTS, ...pages.map(pageRoute)]
  return routes.map((route, id) => ({ ...route, id }))
}

export function makeRouter(endpoints: readonly Endpoint[], pages: readonly Page[]): Router<Route> {
  return new Router(makeRoutes(endpoints, pages))
}

/** Where agents ask by MCP; each of their questions is a look-up like any other. */
const AGENTS: Omit<Route, 'id'> = {
  path: '/mcp',
  methods: ['POST'],
  scope: 'address',
  endpoints: [],
  page: undefined,
  importance: 'free',
  isPostalLookUp: false,
  isForAgents: true,
}

function routesOf(endpoints: readonly Endpoint[]): Omit<Route, 'id'>[] {
  const byPath = Map.groupBy(endpoints, (endpoint) => endpoint.path)
  return [...byPath].map(([path, group]) => {
    const scopes = scopesOf(path, group)
    const [scope = 'public'] = Object.values(scopes)
    return {
      path,
      methods: [...new Set(group.flatMap((endpoint) => endpoint.methods))],
      scope,
      ...(new Set(Object.values(scopes)).size > 1 && { scopes }),
      endpoints: group,
      page: undefined,
      importance: importanceOf(scope, group),
      isPostalLookUp:
        isLookUp(scope) &&
        group.some(({ product }) => product === undefined || !isNational(product)),
    }
  })
}

// The route is judged before its input is read: what costs only with certain options counts as free.
function importanceOf(scope: Scope, group: readonly Endpoint[]): Importance {
  if (!isLookUp(scope)) return 'administration'
  return group.some(({ metered }) => metered === true) ? 'metered' : 'free'
}

function isLookUp(scope: Scope): boolean {
  return scope === 'address' || scope === 'lookup'
}

// The scope is judged before the variant is known, so one method of a path cannot have two.
function scopesOf(path: string, group: readonly Endpoint[]): Readonly<Record<string, Scope>> {
  const scopes: Record<string, Scope> = {}
  for (const { methods, scope } of group) {
    for (const method of methods) {
      if ((scopes[method] ?? scope) !== scope) {
        throw new Error(`The endpoints of ${method} ${path} disagree about their scope.`)
      }
      scopes[method] = scope
    }
  }
  return scopes
}

export function scopeOf({ scope, scopes }: Route, method: string): Scope {
  return scopes?.[method] ?? scope
}

function pageRoute(page: Page): Omit<Route, 'id'> {
  const importance = page.isVital === true ? 'never' : 'administration'
  const { path, methods = ['GET'] } = page
  const isPage = { scope: 'public', endpoints: [], isPostalLookUp: false } as const
  return { path, methods, page, importance, ...isPage }
}

export function endpointFor(route: Route, method: string, product: Product | undefined): Endpoint {
  for (const endpoint of route.endpoints) {
    const isForCaller = endpoint.product === undefined || endpoint.product === product
    if (isForCaller && (endpoint.methods as readonly string[]).includes(method)) return endpoint
  }
  throw new Problem(
    'not-found',
    `This path is not available for keys of the product "${product ?? ''}".`,
  )
}
