// What each operation is called in doorplate/client.

import { RANGE_PATH } from '../../src/endpoints/account/dates.ts'
import type { Endpoint } from '../../src/endpoints/endpoint.ts'

/** A look-up that is not listed here is named by the beginning of its path; everything else must be listed. */
const NAMES: Readonly<Record<string, string>> = {
  'PUT /subscription': 'changeSubscription',
  'PUT /subscription/label': 'labelSubscription',
  'PUT /subscription/auto-upgrade': 'switchAutoUpgrade',
  'PUT /subscription/change-plan': 'changePlan',
  'PUT /subscription/unsubscribe': 'unsubscribe',
  'GET /plans': 'listPlans',
  'GET /security/api-key': 'getApiKey',
  'PUT /security/api-key': 'rotateApiKey',
  'GET /security/api-keys': 'listApiKeys',
  'POST /security/api-keys': 'createApiKey',
  'PUT /security/api-keys/{name}': 'rotateNamedApiKey',
  'DELETE /security/api-keys/{name}': 'deleteApiKey',
  'GET /security/admin-key': 'getAdminKey',
  'PUT /security/admin-key': 'rotateAdminKey',
  'GET /security/domain-token': 'listDomainTokens',
  'GET /security/domain-token/{host}': 'getDomainToken',
  'POST /security/domain-token': 'createDomainToken',
  'DELETE /security/domain-token/{host}': 'deleteDomainToken',
  'GET /v2/subscription': 'getSubscription',
  'GET /find/{postcode}/{house+}': 'findHouse',
  'GET /requests': 'listRequests',
  'GET /invoices': 'listInvoices',
  'GET /invoices/{number}': 'getInvoice',
  'GET /batch': 'listBatches',
  'GET /batch/{id}': 'getBatch',
  'DELETE /batch/{id}': 'deleteBatch',
  'GET /batch/{id}/rows': 'listBatchRows',
  'PUT /batch/{id}/rows/{row}': 'chooseBatchRow',
  'GET /batch/{id}/suggestions': 'suggestForBatch',
  'GET /v2/private-address': 'listPrivateAddresses',
  'POST /v2/private-address': 'createPrivateAddress',
  'POST /v2/private-address/import': 'importPrivateAddresses',
  'GET /v2/private-address/{id}': 'getPrivateAddress',
  'DELETE /v2/private-address/{id}': 'deletePrivateAddress',
  'GET /private-address/{postcode}': 'listPrivateAddressesOfPostcode',
  'GET /private-address/{postcode}/{id}': 'getPrivateAddressOfPostcode',
  'POST /private-address/{postcode}': 'createPrivateAddressOfPostcode',
  'DELETE /private-address/{postcode}/{id}': 'deletePrivateAddressOfPostcode',
  'GET /email-address': 'getEmailAddress',
  'PUT /email-address': 'changeEmailAddress',
  'GET /cc/expired': 'listExpiredCopies',
  'GET /cc/expired/{id}': 'getExpiredCopy',
  'POST /cc/expired': 'createExpiredCopy',
  'DELETE /cc/expired/{id}': 'deleteExpiredCopy',
  'GET /cc/invoices': 'listInvoiceCopies',
  'GET /cc/invoices/{id}': 'getInvoiceCopy',
  'POST /cc/invoices': 'createInvoiceCopy',
  'DELETE /cc/invoices/{id}': 'deleteInvoiceCopy',
  'GET /webhook': 'listWebhookUrls',
  'PUT /webhook': 'setWebhookUrl',
  'GET /webhook/{kind}': 'listWebhooks',
  'POST /webhook/{kind}': 'createWebhook',
  'DELETE /webhook/{kind}': 'deleteOnlyWebhook',
  'POST /webhook/{kind}/test': 'testWebhooks',
  'GET /webhook/{kind}/{id}': 'getWebhook',
  'DELETE /webhook/{kind}/{id}': 'deleteWebhook',
  'POST /webhook/{kind}/{id}/secret/rotate': 'rotateWebhookSecret',
  'GET /webhook/{kind}/{id}/deliveries': 'listDeliveries',
  'POST /webhook/{kind}/{id}/deliveries/{event}/replay': 'replayDelivery',
  'GET /events': 'listEvents',
  'GET /changes': 'listChanges',
  'GET /territory': 'listTerritories',
  'GET /territory/{territory}': 'getTerritory',
  'PUT /territory/{territory}': 'putTerritory',
  'DELETE /territory/{territory}': 'deleteTerritory',
  'GET /watch': 'listWatched',
  'POST /watch': 'changeWatched',
  'POST /watch/import': 'importWatched',
  'DELETE /watch': 'emptyWatched',
  'GET /v2/usage': 'getUsageV2',
  ...Object.fromEntries(
    ['v3', 'v4'].flatMap((version) => [
      [`GET /${version}/usage`, `getUsage${version.toUpperCase()}`],
      [`GET /${version}/usage/{day}/{month}/{year}`, `getUsageOfDay${version.toUpperCase()}`],
      [`GET /${version}/usage/${RANGE_PATH}`, `getUsageOfDays${version.toUpperCase()}`],
    ]),
  ),
  [`GET /invoices/${RANGE_PATH}`]: 'listInvoicesOfDays',
  'GET /distance/{from_latitude}/{from_longitude}/to/{to_latitude}/{to_longitude}':
    'distanceBetweenPoints',
}

export interface NamedEndpoint {
  readonly name: string
  readonly endpoint: Endpoint
}

export function namedEndpoints(endpoints: readonly Endpoint[]): NamedEndpoint[] {
  // The client is for account holders: what operators do is no part of it. Files are sent and got by plain fetch.
  const newer = endpoints.filter(
    (endpoint) =>
      endpoint.isDeprecated !== true && endpoint.scope !== 'operator' && !isOfFiles(endpoint),
  )
  const named = newer.map((endpoint) => ({ name: nameOf(endpoint), endpoint }))
  const taken = new Map<string, string>()
  for (const { name, endpoint } of named) {
    const key = `${endpoint.methods.join()} ${endpoint.path}`
    if ((taken.get(name) ?? key) !== key) throw new Error(`Two operations are named ${name}.`)
    taken.set(name, key)
  }
  return named
}

function isOfFiles({ takesFile, answers }: Endpoint): boolean {
  return takesFile === true || Object.values(answers).some(({ contentType }) => contentType)
}

function nameOf(endpoint: Endpoint): string {
  const [method] = endpoint.methods
  const known = NAMES[`${method} ${endpoint.path}`]
  if (known !== undefined) return known
  if (!isLookUp(endpoint)) throw new Error(`${method} ${endpoint.path} needs a name.`)
  const [, first = ''] = endpoint.path.split('/')
  return camelCase(first)
}

export function isLookUp({ scope }: Endpoint): boolean {
  return scope === 'address' || scope === 'lookup'
}

function camelCase(text: string): string {
  return text.replace(/-+(\w)/g, (_match, letter: string) => letter.toUpperCase())
}
