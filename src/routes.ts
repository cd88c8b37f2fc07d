// Every path of the service, a line for each endpoint. Where both variants serve a path, its route has two endpoints.

import type { Scope } from './access/authorize.ts'
import type { Product } from './address/product.ts'
import { isNational } from './countries/country.ts'
import { ccEndpoints } from './endpoints/account/cc.ts'
import { getEmailAddress, putEmailAddress } from './endpoints/account/email-address.ts'
import { getInvoice, invoices, invoicesOfRange } from './endpoints/account/invoices.ts'
import { plans } from './endpoints/account/plans.ts'
import {
  autoUpgrade,
  changePlan,
  getSubscription,
  label,
  putSubscription,
  unsubscribe,
} from './endpoints/account/subscription.ts'
import { usageEndpoints } from './endpoints/account/usage.ts'
import { batchEndpoints } from './endpoints/batch/batch.ts'
import { reviewEndpoints } from './endpoints/batch/review.ts'
import { distanceBetweenPoints } from './endpoints/both-variants/distance-points.ts'
import { get } from './endpoints/both-variants/get.ts'
import { getLocation } from './endpoints/both-variants/get-location.ts'
import { matchEndpoints } from './endpoints/both-variants/match.ts'
import { nearest } from './endpoints/both-variants/nearest.ts'
import { nearestLocation } from './endpoints/both-variants/nearest-location.ts'
import { typeahead } from './endpoints/both-variants/typeahead.ts'
import type { Endpoint, Method } from './endpoints/endpoint.ts'
import { operatorAccountEndpoints } from './endpoints/operator/accounts.ts'
import { operatorMailAndInvoiceEndpoints } from './endpoints/operator/mails-and-invoices.ts'
import { operatorServiceEndpoints } from './endpoints/operator/service.ts'
import type { Page } from './endpoints/pages/page.ts'
import { importPrivateAddresses } from './endpoints/private-address/import.ts'
import { newerPrivateAddresses } from './endpoints/private-address/newer.ts'
import {
  getAdminKey,
  getApiKey,
  putAdminKey,
  putApiKey,
} from './endpoints/security/account-keys.ts'
import { apiKeyEndpoints } from './endpoints/security/api-keys.ts'
import { deleteToken, getToken, listTokens, postToken } from './endpoints/security/domain-token.ts'
import {
  autocomplete as autocompleteA,
  suggest as suggestA,
} from './endpoints/variant-a/autocomplete.ts'
import { distance as distanceA } from './endpoints/variant-a/distance.ts'
import { nationalLocation } from './endpoints/variant-a/location.ts'
import { validate as validateA } from './endpoints/variant-a/validate.ts'
import { variantA } from './endpoints/variant-a/variant.ts'
import {
  autocomplete as autocompleteB,
  suggest as suggestB,
} from './endpoints/variant-b/autocomplete.ts'
import { distance as distanceB } from './endpoints/variant-b/distance.ts'
import { postalLocation } from './endpoints/variant-b/location.ts'
import { validate as validateB } from './endpoints/variant-b/validate.ts'
import { variantB } from './endpoints/variant-b/variant.ts'
import {
  events,
  listDeliveries,
  replayDelivery,
  testWebhooks,
} from './endpoints/webhook/deliveries.ts'
import {
  deleteWebhook,
  deleteWebhookByQuery,
  getWebhook,
  listWebhooks,
  postWebhook,
  rotateWebhookSecret,
} from './endpoints/webhook/registration.ts'
import type { Importance } from './http/overload.ts'
import { Problem } from './http/problem.ts'
import { Router } from './http/router.ts'
import { LEGACY } from './legacy/legacy.ts'

export const ENDPOINTS: readonly Endpoint[] = [
  autocompleteA,
  autocompleteB,
  suggestA,
  suggestB,
  get(variantA),
  get(variantB),
  ...LEGACY.find,
  validateA,
  validateB,
  ...matchEndpoints,
  typeahead(variantA),
  typeahead(variantB),
  nationalLocation,
  postalLocation,
  getLocation(variantA),
  getLocation(variantB),
  nearest(variantA),
  nearest(variantB),
  nearestLocation(variantA),
  nearestLocation(variantB),
  distanceA,
  distanceB,
  distanceBetweenPoints,
  ...usageEndpoints,
  invoices,
  getInvoice,
  invoicesOfRange,
  getSubscription,
  putSubscription,
  label,
  autoUpgrade,
  changePlan,
  unsubscribe,
  plans,
  getEmailAddress,
  putEmailAddress,
  ...ccEndpoints('expired'),
  ...ccEndpoints('invoices'),
  ...reviewEndpoints,
  ...batchEndpoints,
  importPrivateAddresses,
  ...newerPrivateAddresses,
  ...LEGACY.privateAddresses,
  getApiKey,
  putApiKey,
  getAdminKey,
  putAdminKey,
  ...apiKeyEndpoints,
  listTokens,
  postToken,
  getToken,
  deleteToken,
  listWebhooks,
  postWebhook,
  deleteWebhookByQuery,
  testWebhooks,
  getWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  listDeliveries,
  replayDelivery,
  events,
  ...operatorAccountEndpoints,
  ...operatorMailAndInvoiceEndpoints,
  ...operatorServiceEndpoints,
  ...LEGACY.paths,
]

/** Everything that one path serves. */
export interface Route {
  /** Its place in the list of all routes. */
  readonly id: number
  readonly path: string
  readonly methods: readonly Method[]
  readonly scope: Scope
  /** Where methods differ: those of other scopes than the first. */
  readonly scopes?: Readonly<Record<string, Scope>>
  /** Empty where the path is a page. */
  readonly endpoints: readonly Endpoint[]
  readonly page: Page | undefined
  /** Its messages are those of MCP. */
  readonly isForAgents?: boolean
  /** Decides when it is refused under overload. */
  readonly importance: Importance
  /** Whether a key of product `uk` looks up addresses here. */
  readonly isPostalLookUp: boolean
}

export function makeRoutes(endpoints: readonly Endpoint[], pages: readonly Page[]): Route[] {
  const routes = [...routesOf(endpoints), AGENTS, ...pages.map(pageRoute)]
  return routes.map((route, id) => ({ ...route, id }))
}

export function makeRouter(endpoints: readonly Endpoint[], pages: readonly Page[]): Router<Route> {
  const routes = makeRoutes(endpoints, pages)
  return new Router(routes.map((route) => ({ path: route.path, target: route })))
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

/** Who may call a path by this method. */
export function scopeOf({ scope, scopes }: Route, method: string): Scope {
  return scopes?.[method] ?? scope
}

function pageRoute(page: Page): Omit<Route, 'id'> {
  const importance = page.isVital === true ? 'never' : 'administration'
  const { path, methods = ['GET'] } = page
  const isPage = { scope: 'public', endpoints: [], isPostalLookUp: false } as const
  return { path, methods, page, importance, ...isPage }
}

/** The endpoint of this path that answers for the caller's product. */
export function endpointFor(route: Route, method: string, product: Product | undefined): Endpoint {
  for (const endpoint of route.endpoints) {
    const isForCaller = endpoint.product === undefined || endpoint.product === product
    if (isForCaller && (endpoint.methods as readonly string[]).includes(method)) return endpoint
  }
  throw new Problem('not-found', `Keys of the product "${product ?? ''}" have no such path.`)
}
