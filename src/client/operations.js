// Every operation of the service, as doorplate/client calls it.
// biome-ignore-all format: one operation a line is easier to compare.

/**
 * @typedef {object} Operation
 * @property {string} path
 * @property {readonly string[]} methods
 * @property {readonly string[]} params what stands in the path
 * @property {readonly string[]} inBody what only fits a body
 * @property {boolean} isLookUp
 */

// Everything below is written by `npm run generate`.

/** @type {Readonly<Record<string, Operation>>} */
export const OPERATIONS = {
  autocomplete: { path: '/autocomplete/{term+}', methods: ['GET', 'POST'], params: ['term'], inBody: ['filter', 'location'], isLookUp: true },
  suggest: { path: '/suggest/{term+}', methods: ['GET', 'POST'], params: ['term'], inBody: ['filter', 'location'], isLookUp: true },
  get: { path: '/get/{id}', methods: ['GET'], params: ['id'], inBody: [], isLookUp: true },
  find: { path: '/find/{postcode}', methods: ['GET'], params: ['postcode'], inBody: [], isLookUp: true },
  findHouse: { path: '/find/{postcode}/{house+}', methods: ['GET'], params: ['postcode', 'house'], inBody: [], isLookUp: true },
  validate: { path: '/validate/{address+}', methods: ['GET', 'POST'], params: ['address'], inBody: [], isLookUp: true },
  match: { path: '/match', methods: ['POST'], params: [], inBody: ['addresses', 'rows'], isLookUp: true },
  typeahead: { path: '/typeahead/{term+}', methods: ['GET', 'POST'], params: ['term'], inBody: ['search', 'filter'], isLookUp: true },
  location: { path: '/location/{term+}', methods: ['GET', 'POST'], params: ['term'], inBody: ['filter', 'location'], isLookUp: true },
  getLocation: { path: '/get-location/{id}', methods: ['GET'], params: ['id'], inBody: [], isLookUp: true },
  nearest: { path: '/nearest/{latitude}/{longitude}', methods: ['GET', 'POST'], params: ['latitude', 'longitude'], inBody: ['filter'], isLookUp: true },
  nearestLocation: { path: '/nearest-location/{latitude}/{longitude}', methods: ['GET', 'POST'], params: ['latitude', 'longitude'], inBody: [], isLookUp: true },
  distance: { path: '/distance/{from}/{to}', methods: ['GET'], params: ['from', 'to'], inBody: [], isLookUp: true },
  distanceBetweenPoints: { path: '/distance/{from_latitude}/{from_longitude}/to/{to_latitude}/{to_longitude}', methods: ['GET'], params: ['from_latitude', 'from_longitude', 'to_latitude', 'to_longitude'], inBody: [], isLookUp: true },
  getUsageV3: { path: '/v3/usage', methods: ['GET'], params: [], inBody: [], isLookUp: false },
  getUsageOfDayV3: { path: '/v3/usage/{day}/{month}/{year}', methods: ['GET'], params: ['day', 'month', 'year'], inBody: [], isLookUp: false },
  getUsageOfDaysV3: { path: '/v3/usage/from/{from_day}/{from_month}/{from_year}/To/{to_day}/{to_month}/{to_year}', methods: ['GET'], params: ['from_day', 'from_month', 'from_year', 'to_day', 'to_month', 'to_year'], inBody: [], isLookUp: false },
  getUsageV4: { path: '/v4/usage', methods: ['GET'], params: [], inBody: [], isLookUp: false },
  getUsageOfDayV4: { path: '/v4/usage/{day}/{month}/{year}', methods: ['GET'], params: ['day', 'month', 'year'], inBody: [], isLookUp: false },
  getUsageOfDaysV4: { path: '/v4/usage/from/{from_day}/{from_month}/{from_year}/To/{to_day}/{to_month}/{to_year}', methods: ['GET'], params: ['from_day', 'from_month', 'from_year', 'to_day', 'to_month', 'to_year'], inBody: [], isLookUp: false },
  getUsageV2: { path: '/v2/usage', methods: ['GET'], params: [], inBody: [], isLookUp: false },
  listInvoices: { path: '/invoices', methods: ['GET'], params: [], inBody: [], isLookUp: false },
  getInvoice: { path: '/invoices/{number}', methods: ['GET'], params: ['number'], inBody: [], isLookUp: false },
  listInvoicesOfDays: { path: '/invoices/from/{from_day}/{from_month}/{from_year}/To/{to_day}/{to_month}/{to_year}', methods: ['GET'], params: ['from_day', 'from_month', 'from_year', 'to_day', 'to_month', 'to_year'], inBody: [], isLookUp: false },
  getSubscription: { path: '/v2/subscription', methods: ['GET'], params: [], inBody: [], isLookUp: false },
  changeSubscription: { path: '/subscription', methods: ['PUT'], params: [], inBody: [], isLookUp: false },
  labelSubscription: { path: '/subscription/label', methods: ['PUT'], params: [], inBody: [], isLookUp: false },
  switchAutoUpgrade: { path: '/subscription/auto-upgrade', methods: ['PUT'], params: [], inBody: [], isLookUp: false },
  changePlan: { path: '/subscription/change-plan', methods: ['PUT'], params: [], inBody: [], isLookUp: false },
  unsubscribe: { path: '/subscription/unsubscribe', methods: ['PUT'], params: [], inBody: [], isLookUp: false },
  listPlans: { path: '/plans', methods: ['GET'], params: [], inBody: [], isLookUp: false },
  getEmailAddress: { path: '/email-address', methods: ['GET'], params: [], inBody: [], isLookUp: false },
  changeEmailAddress: { path: '/email-address', methods: ['PUT'], params: [], inBody: [], isLookUp: false },
  listExpiredCopies: { path: '/cc/expired', methods: ['GET'], params: [], inBody: [], isLookUp: false },
  createExpiredCopy: { path: '/cc/expired', methods: ['POST'], params: [], inBody: [], isLookUp: false },
  getExpiredCopy: { path: '/cc/expired/{id}', methods: ['GET'], params: ['id'], inBody: [], isLookUp: false },
  deleteExpiredCopy: { path: '/cc/expired/{id}', methods: ['DELETE'], params: ['id'], inBody: [], isLookUp: false },
  listInvoiceCopies: { path: '/cc/invoices', methods: ['GET'], params: [], inBody: [], isLookUp: false },
  createInvoiceCopy: { path: '/cc/invoices', methods: ['POST'], params: [], inBody: [], isLookUp: false },
  getInvoiceCopy: { path: '/cc/invoices/{id}', methods: ['GET'], params: ['id'], inBody: [], isLookUp: false },
  deleteInvoiceCopy: { path: '/cc/invoices/{id}', methods: ['DELETE'], params: ['id'], inBody: [], isLookUp: false },
  importPrivateAddresses: { path: '/v2/private-address/import', methods: ['POST'], params: [], inBody: [], isLookUp: false },
  listPrivateAddresses: { path: '/v2/private-address', methods: ['GET'], params: [], inBody: [], isLookUp: false },
  createPrivateAddress: { path: '/v2/private-address', methods: ['POST'], params: [], inBody: [], isLookUp: false },
  getPrivateAddress: { path: '/v2/private-address/{id}', methods: ['GET'], params: ['id'], inBody: [], isLookUp: false },
  deletePrivateAddress: { path: '/v2/private-address/{id}', methods: ['DELETE'], params: ['id'], inBody: [], isLookUp: false },
  listPrivateAddressesOfPostcode: { path: '/private-address/{postcode}', methods: ['GET'], params: ['postcode'], inBody: [], isLookUp: false },
  createPrivateAddressOfPostcode: { path: '/private-address/{postcode}', methods: ['POST'], params: ['postcode'], inBody: [], isLookUp: false },
  getPrivateAddressOfPostcode: { path: '/private-address/{postcode}/{id}', methods: ['GET'], params: ['postcode', 'id'], inBody: [], isLookUp: false },
  deletePrivateAddressOfPostcode: { path: '/private-address/{postcode}/{id}', methods: ['DELETE'], params: ['postcode', 'id'], inBody: [], isLookUp: false },
  getApiKey: { path: '/security/api-key', methods: ['GET'], params: [], inBody: [], isLookUp: false },
  rotateApiKey: { path: '/security/api-key', methods: ['PUT'], params: [], inBody: [], isLookUp: false },
  getAdminKey: { path: '/security/admin-key', methods: ['GET'], params: [], inBody: [], isLookUp: false },
  rotateAdminKey: { path: '/security/admin-key', methods: ['PUT'], params: [], inBody: [], isLookUp: false },
  listApiKeys: { path: '/security/api-keys', methods: ['GET'], params: [], inBody: [], isLookUp: false },
  createApiKey: { path: '/security/api-keys', methods: ['POST'], params: [], inBody: [], isLookUp: false },
  rotateNamedApiKey: { path: '/security/api-keys/{name}', methods: ['PUT'], params: ['name'], inBody: [], isLookUp: false },
  deleteApiKey: { path: '/security/api-keys/{name}', methods: ['DELETE'], params: ['name'], inBody: [], isLookUp: false },
  listDomainTokens: { path: '/security/domain-token', methods: ['GET'], params: [], inBody: [], isLookUp: false },
  createDomainToken: { path: '/security/domain-token', methods: ['POST'], params: [], inBody: [], isLookUp: false },
  getDomainToken: { path: '/security/domain-token/{host}', methods: ['GET'], params: ['host'], inBody: [], isLookUp: false },
  deleteDomainToken: { path: '/security/domain-token/{host}', methods: ['DELETE'], params: ['host'], inBody: [], isLookUp: false },
  listWebhooks: { path: '/webhook/{kind}', methods: ['GET'], params: ['kind'], inBody: [], isLookUp: false },
  createWebhook: { path: '/webhook/{kind}', methods: ['POST'], params: ['kind'], inBody: [], isLookUp: false },
  deleteOnlyWebhook: { path: '/webhook/{kind}', methods: ['DELETE'], params: ['kind'], inBody: [], isLookUp: false },
  testWebhooks: { path: '/webhook/{kind}/test', methods: ['POST'], params: ['kind'], inBody: [], isLookUp: false },
  getWebhook: { path: '/webhook/{kind}/{id}', methods: ['GET'], params: ['kind', 'id'], inBody: [], isLookUp: false },
  deleteWebhook: { path: '/webhook/{kind}/{id}', methods: ['DELETE'], params: ['kind', 'id'], inBody: [], isLookUp: false },
  rotateWebhookSecret: { path: '/webhook/{kind}/{id}/secret/rotate', methods: ['POST'], params: ['kind', 'id'], inBody: [], isLookUp: false },
  listDeliveries: { path: '/webhook/{kind}/{id}/deliveries', methods: ['GET'], params: ['kind', 'id'], inBody: [], isLookUp: false },
  replayDelivery: { path: '/webhook/{kind}/{id}/deliveries/{event}/replay', methods: ['POST'], params: ['kind', 'id', 'event'], inBody: [], isLookUp: false },
  listEvents: { path: '/events', methods: ['GET'], params: [], inBody: [], isLookUp: false },
}
