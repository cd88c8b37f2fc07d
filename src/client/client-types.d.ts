// The types of doorplate/client.
// biome-ignore-all format: long types stay on one line.

export interface ClientOptions {
  /** Where the service is, such as `https://address.example`. */
  readonly baseUrl: string
  /** An API key, an admin key or a domain token. */
  readonly key: string
  /** How often a temporary refusal is retried; 2 by default. */
  readonly retries?: number
  /** A longer `Retry-After` is not waited for; 10 by default. */
  readonly retryWaitMaxSeconds?: number
  /** The time limit of one attempt; 15,000 by default. */
  readonly timeoutMs?: number
  readonly fetch?: typeof globalThis.fetch
}

export interface CallOptions {
  readonly signal?: AbortSignal
}

/** An error of the service. Without an answer, `status` is 0 and `code` is `no-answer`. */
export class DoorplateError extends Error {
  readonly status: number
  /** Branch on this. */
  readonly code: string
  /** The name of the field, for a `bad-request`. */
  readonly title: string
  readonly detail: string
  /** A link to the error reference. */
  readonly type: string
  /** Whether the ID was in earlier data, and what it continues as. */
  readonly retired: boolean
  readonly successors: readonly { readonly id: string; readonly inferred: boolean }[]
  readonly retryAfterSeconds: number
  readonly requestId: string
}

/** The key decides what is answered; name its product for exact types. */
export function createClient(options: ClientOptions & { readonly product: 'au' }): AuClient
export function createClient(options: ClientOptions & { readonly product: 'nz' }): NzClient
export function createClient(options: ClientOptions & { readonly product: 'uk' }): UkClient
export function createClient(options: ClientOptions): AuClient | NzClient | UkClient

// Everything below is written by `npm run generate`.

/** What an account of any product can do. */
export interface AccountClient {
  /** Match messy addresses. */
  match(input?: { readonly addresses?: readonly (string)[]; readonly rows?: readonly ({ readonly line?: string; readonly organisation?: string; readonly building?: string; readonly unit?: string; readonly level?: string; readonly number?: string; readonly street?: string; readonly type?: string; readonly place?: string; readonly state?: string; readonly postcode?: string })[]; readonly areas?: string }, call?: CallOptions): Promise<AccountMatchAnswer>
  /** Find the nearest addresses to a point. */
  nearest(input: { readonly latitude: number; readonly longitude: number; readonly top?: number; readonly radius?: number; readonly template?: string; readonly term?: string; readonly areas?: string; readonly filter?: { readonly residential?: boolean; readonly areas?: string | readonly (string)[] } }, call?: CallOptions): Promise<AccountNearestAnswer>
  /** Find the nearest places to a point. */
  nearestLocation(input: { readonly latitude: number; readonly longitude: number; readonly top?: number; readonly radius?: number; readonly template?: string; readonly term?: string }, call?: CallOptions): Promise<AccountNearestLocationAnswer>
  /** Measure the distance between two points. */
  distanceBetweenPoints(input: { readonly from_latitude: number; readonly from_longitude: number; readonly to_latitude: number; readonly to_longitude: number }, call?: CallOptions): Promise<DistanceBetweenPointsAnswer>
  /** Get usage of today. */
  getUsageV3(input?: Record<string, never>, call?: CallOptions): Promise<AccountGetUsageV3Answer>
  /** Get usage of a day. */
  getUsageOfDayV3(input: { readonly day: number; readonly month: number; readonly year: number }, call?: CallOptions): Promise<AccountGetUsageV3Answer>
  /** Get usage of each day of a range. */
  getUsageOfDaysV3(input: { readonly from_day: number; readonly from_month: number; readonly from_year: number; readonly to_day: number; readonly to_month: number; readonly to_year: number }, call?: CallOptions): Promise<AccountGetUsageOfDaysV3Answer>
  /** Get usage of today. */
  getUsageV4(input?: Record<string, never>, call?: CallOptions): Promise<AccountGetUsageV4Answer>
  /** Get usage of a day. */
  getUsageOfDayV4(input: { readonly day: number; readonly month: number; readonly year: number }, call?: CallOptions): Promise<AccountGetUsageV4Answer>
  /** Get usage of each day of a range. */
  getUsageOfDaysV4(input: { readonly from_day: number; readonly from_month: number; readonly from_year: number; readonly to_day: number; readonly to_month: number; readonly to_year: number }, call?: CallOptions): Promise<AccountGetUsageOfDaysV4Answer>
  /** Get usage of today. */
  getUsageV2(input?: Record<string, never>, call?: CallOptions): Promise<AccountGetUsageV2Answer>
  /** List the last 1,000 requests. */
  listRequests(input?: { readonly errors?: boolean; readonly top?: number }, call?: CallOptions): Promise<AccountListRequestsAnswer>
  /** List all invoices. */
  listInvoices(input?: Record<string, never>, call?: CallOptions): Promise<AccountListInvoicesAnswer>
  /** Get an invoice. */
  getInvoice(input: { readonly number: string }, call?: CallOptions): Promise<AccountGetInvoiceAnswer>
  /** List invoices of a date range. */
  listInvoicesOfDays(input: { readonly from_day: number; readonly from_month: number; readonly from_year: number; readonly to_day: number; readonly to_month: number; readonly to_year: number }, call?: CallOptions): Promise<AccountListInvoicesAnswer>
  /** Get the subscription. */
  getSubscription(input?: Record<string, never>, call?: CallOptions): Promise<AccountGetSubscriptionAnswer>
  /** Change the name and auto-upgrade of the subscription. */
  changeSubscription(input?: { readonly name?: string; readonly autoUpgrade?: boolean }, call?: CallOptions): Promise<AccountGetSubscriptionAnswer>
  /** Change the name of the subscription. */
  labelSubscription(input: { readonly label: string }, call?: CallOptions): Promise<AccountGetSubscriptionAnswer>
  /** Turn auto-upgrade to the next larger plan on or off. */
  switchAutoUpgrade(input: { readonly 'auto-upgrade': boolean }, call?: CallOptions): Promise<AccountGetSubscriptionAnswer>
  /** Choose a plan. */
  changePlan(input: { readonly plan_name: string }, call?: CallOptions): Promise<AccountGetSubscriptionAnswer>
  /** End the subscription. */
  unsubscribe(input?: Record<string, never>, call?: CallOptions): Promise<AccountGetSubscriptionAnswer>
  /** List plans. */
  listPlans(input?: Record<string, never>, call?: CallOptions): Promise<AccountListPlansAnswer>
  /** Get the account's e-mail address. */
  getEmailAddress(input?: Record<string, never>, call?: CallOptions): Promise<AccountGetEmailAddressAnswer>
  /** Change the account's e-mail address. */
  changeEmailAddress(input: { readonly 'new-email-address': string }, call?: CallOptions): Promise<AccountChangeEmailAddressAnswer>
  /** List CC recipients of expired-account mails. */
  listExpiredCopies(input?: Record<string, never>, call?: CallOptions): Promise<AccountListExpiredCopiesAnswer>
  /** Add a CC recipient of expired-account mails. */
  createExpiredCopy(input: { readonly 'email-address': string }, call?: CallOptions): Promise<AccountCreateExpiredCopyAnswer>
  /** Get a CC recipient of expired-account mails. */
  getExpiredCopy(input: { readonly id: number }, call?: CallOptions): Promise<AccountGetExpiredCopyAnswer>
  /** Remove a CC recipient of expired-account mails. */
  deleteExpiredCopy(input: { readonly id: number }, call?: CallOptions): Promise<AccountDeleteExpiredCopyAnswer>
  /** List CC recipients of invoice mails. */
  listInvoiceCopies(input?: Record<string, never>, call?: CallOptions): Promise<AccountListExpiredCopiesAnswer>
  /** Add a CC recipient of invoice mails. */
  createInvoiceCopy(input: { readonly 'email-address': string }, call?: CallOptions): Promise<AccountCreateExpiredCopyAnswer>
  /** Get a CC recipient of invoice mails. */
  getInvoiceCopy(input: { readonly id: number }, call?: CallOptions): Promise<AccountGetExpiredCopyAnswer>
  /** Remove a CC recipient of invoice mails. */
  deleteInvoiceCopy(input: { readonly id: number }, call?: CallOptions): Promise<AccountDeleteExpiredCopyAnswer>
  /** List the doubtful rows of a batch. */
  listBatchRows(input: { readonly id: string; readonly show?: 'doubtful' | 'ambiguous' | 'corrected' | 'not-found' | 'chosen'; readonly after?: number; readonly top?: number }, call?: CallOptions): Promise<AccountListBatchRowsAnswer>
  /** Choose the address of a row. */
  chooseBatchRow(input: { readonly id: string; readonly row: number; readonly choice: 'address' | 'none' | 'undo'; readonly address_id?: string }, call?: CallOptions): Promise<AccountChooseBatchRowAnswer>
  /** Suggest addresses for a row of a batch. */
  suggestForBatch(input: { readonly id: string; readonly term?: string }, call?: CallOptions): Promise<AccountSuggestForBatchAnswer>
  /** List batches. */
  listBatches(input?: Record<string, never>, call?: CallOptions): Promise<AccountListBatchesAnswer>
  /** Get a batch and its progress. */
  getBatch(input: { readonly id: string }, call?: CallOptions): Promise<AccountGetBatchAnswer>
  /** Delete a batch. */
  deleteBatch(input: { readonly id: string }, call?: CallOptions): Promise<AccountDeleteExpiredCopyAnswer>
  /** Import private addresses from CSV. */
  importPrivateAddresses(input: { readonly csv: string; readonly replace?: boolean }, call?: CallOptions): Promise<AccountImportPrivateAddressesAnswer>
  /** List the private addresses. */
  listPrivateAddresses(input?: Record<string, never>, call?: CallOptions): Promise<AccountListPrivateAddressesAnswer>
  /** Add a private address. */
  createPrivateAddress(input: { readonly postcode: string; readonly line_1: string; readonly line_2?: string; readonly line_3?: string; readonly line_4?: string; readonly locality?: string; readonly town_or_city?: string; readonly county?: string; readonly residential: boolean; readonly latitude?: number; readonly longitude?: number }, call?: CallOptions): Promise<AccountCreatePrivateAddressAnswer>
  /** Get a private address. */
  getPrivateAddress(input: { readonly id: string }, call?: CallOptions): Promise<AccountGetPrivateAddressAnswer>
  /** Delete a private address. */
  deletePrivateAddress(input: { readonly id: string }, call?: CallOptions): Promise<AccountDeleteExpiredCopyAnswer>
  /** List the private addresses of a postcode, older form. */
  listPrivateAddressesOfPostcode(input: { readonly postcode: string }, call?: CallOptions): Promise<AccountListPrivateAddressesOfPostcodeAnswer>
  /** Add a private address, older form. */
  createPrivateAddressOfPostcode(input: { readonly postcode: string; readonly line1: string; readonly line2?: string; readonly line3?: string; readonly line4?: string; readonly locality?: string; readonly townOrCity?: string; readonly county?: string; readonly latitude?: number; readonly longitude?: number }, call?: CallOptions): Promise<AccountCreatePrivateAddressAnswer>
  /** Get a private address, older form. */
  getPrivateAddressOfPostcode(input: { readonly postcode: string; readonly id: string }, call?: CallOptions): Promise<AccountGetPrivateAddressOfPostcodeAnswer>
  /** Delete a private address, older form. */
  deletePrivateAddressOfPostcode(input: { readonly postcode: string; readonly id: string }, call?: CallOptions): Promise<AccountDeleteExpiredCopyAnswer>
  /** Get the masked API key. */
  getApiKey(input?: Record<string, never>, call?: CallOptions): Promise<AccountGetApiKeyAnswer>
  /** Replace the API key. */
  rotateApiKey(input?: { readonly grace?: number }, call?: CallOptions): Promise<AccountGetApiKeyAnswer>
  /** Get the masked admin key. */
  getAdminKey(input?: Record<string, never>, call?: CallOptions): Promise<AccountGetAdminKeyAnswer>
  /** Replace the admin key. */
  rotateAdminKey(input?: { readonly grace?: number }, call?: CallOptions): Promise<AccountGetAdminKeyAnswer>
  /** List API keys. */
  listApiKeys(input?: Record<string, never>, call?: CallOptions): Promise<AccountListApiKeysAnswer>
  /** Create an API key or a test key. */
  createApiKey(input: { readonly name: string; readonly test?: boolean }, call?: CallOptions): Promise<AccountCreateApiKeyAnswer>
  /** Replace an API key. */
  rotateNamedApiKey(input: { readonly name: string; readonly grace?: number }, call?: CallOptions): Promise<AccountCreateApiKeyAnswer>
  /** Delete an API key. */
  deleteApiKey(input: { readonly name: string }, call?: CallOptions): Promise<AccountDeleteExpiredCopyAnswer>
  /** List domain tokens. */
  listDomainTokens(input?: Record<string, never>, call?: CallOptions): Promise<AccountListDomainTokensAnswer>
  /** Create a domain token. */
  createDomainToken(input: { readonly url: string; readonly limit?: number; readonly limit_minutes?: number }, call?: CallOptions): Promise<AccountCreateDomainTokenAnswer>
  /** Get a domain token. */
  getDomainToken(input: { readonly host: string }, call?: CallOptions): Promise<AccountGetDomainTokenAnswer>
  /** Delete a domain token. */
  deleteDomainToken(input: { readonly host: string }, call?: CallOptions): Promise<AccountDeleteExpiredCopyAnswer>
  /** List changes to address IDs, from release to release. */
  listChanges(input?: { readonly since?: string; readonly product?: string; readonly limit?: number }, call?: CallOptions): Promise<AccountListChangesAnswer>
  /** List the territories. */
  listTerritories(input?: Record<string, never>, call?: CallOptions): Promise<AccountListTerritoriesAnswer>
  /** Get a territory. */
  getTerritory(input: { readonly territory: string }, call?: CallOptions): Promise<AccountGetTerritoryAnswer>
  /** Add or replace a territory. */
  putTerritory(input: { readonly territory: string; readonly geojson: string; readonly code_property?: string; readonly name_property?: string }, call?: CallOptions): Promise<AccountPutTerritoryAnswer>
  /** Delete a territory. */
  deleteTerritory(input: { readonly territory: string }, call?: CallOptions): Promise<AccountDeleteExpiredCopyAnswer>
  /** List the watched IDs and what became of each. */
  listWatched(input?: { readonly after?: string; readonly limit?: number; readonly changed?: boolean }, call?: CallOptions): Promise<AccountListWatchedAnswer>
  /** Add IDs to the watch list, or remove them. */
  changeWatched(input?: { readonly add?: readonly (string)[]; readonly remove?: readonly (string)[] }, call?: CallOptions): Promise<AccountChangeWatchedAnswer>
  /** Add the IDs of a CSV file to the watch list. */
  importWatched(input: { readonly file: string }, call?: CallOptions): Promise<AccountImportWatchedAnswer>
  /** Empty the watch list. */
  emptyWatched(input?: Record<string, never>, call?: CallOptions): Promise<AccountDeleteExpiredCopyAnswer>
  /** List the URLs of all webhook endpoints. */
  listWebhookUrls(input?: Record<string, never>, call?: CallOptions): Promise<AccountListWebhookUrlsAnswer>
  /** Set the kinds of events that a URL receives. */
  setWebhookUrl(input: { readonly url: string; readonly kinds: readonly (string)[]; readonly replace_secret?: boolean }, call?: CallOptions): Promise<AccountSetWebhookUrlAnswer>
  /** List webhook endpoints of a kind. */
  listWebhooks(input: { readonly kind: string }, call?: CallOptions): Promise<AccountListWebhooksAnswer>
  /** Register a webhook endpoint. */
  createWebhook(input: { readonly kind: string; readonly url: string }, call?: CallOptions): Promise<AccountCreateWebhookAnswer>
  /** Delete a webhook endpoint by ID or URL. */
  deleteOnlyWebhook(input: { readonly kind: string; readonly id?: string; readonly url?: string }, call?: CallOptions): Promise<AccountDeleteExpiredCopyAnswer>
  /** Send a sample event to each endpoint of a kind. */
  testWebhooks(input: { readonly kind: string }, call?: CallOptions): Promise<AccountDeleteExpiredCopyAnswer>
  /** Get a webhook endpoint. */
  getWebhook(input: { readonly kind: string; readonly id: string }, call?: CallOptions): Promise<AccountGetWebhookAnswer>
  /** Delete a webhook endpoint. */
  deleteWebhook(input: { readonly kind: string; readonly id: string }, call?: CallOptions): Promise<AccountDeleteExpiredCopyAnswer>
  /** Replace the secret of a webhook endpoint. */
  rotateWebhookSecret(input: { readonly kind: string; readonly id: string }, call?: CallOptions): Promise<AccountRotateWebhookSecretAnswer>
  /** List the last 100 deliveries to an endpoint. */
  listDeliveries(input: { readonly kind: string; readonly id: string }, call?: CallOptions): Promise<AccountListDeliveriesAnswer>
  /** Resend an event to an endpoint. */
  replayDelivery(input: { readonly kind: string; readonly id: string; readonly event: string }, call?: CallOptions): Promise<AccountDeleteExpiredCopyAnswer>
  /** List the account's events in order. */
  listEvents(input?: { readonly after?: number }, call?: CallOptions): Promise<AccountListEventsAnswer>
}

/** What an account of the product `au` can do. */
export interface AuClient extends AccountClient {
  /** Suggest addresses for a partial term. */
  autocomplete(input: { readonly term: string; readonly top?: number; readonly template?: string; readonly filter?: { readonly state?: string | readonly (string)[]; readonly locality?: string | readonly (string)[]; readonly postcode?: string | readonly (string)[]; readonly radius?: { readonly km: number; readonly latitude: number; readonly longitude: number }; readonly areas?: string | readonly (string)[] }; readonly location?: { readonly latitude: number; readonly longitude: number }; readonly explain?: boolean }, call?: CallOptions): Promise<AutocompleteAnswer>
  /** Suggest addresses for a partial term. */
  suggest(input: { readonly term: string; readonly top?: number; readonly template?: string; readonly filter?: { readonly state?: string | readonly (string)[]; readonly locality?: string | readonly (string)[]; readonly postcode?: string | readonly (string)[]; readonly radius?: { readonly km: number; readonly latitude: number; readonly longitude: number }; readonly areas?: string | readonly (string)[] }; readonly location?: { readonly latitude: number; readonly longitude: number }; readonly explain?: boolean }, call?: CallOptions): Promise<AutocompleteAnswer>
  /** Get the full address of a suggestion. */
  get(input: { readonly id: string; readonly follow?: boolean; readonly areas?: string }, call?: CallOptions): Promise<AuGetAnswer>
  /** Confirm or correct a one-line address. */
  validate(input: { readonly address: string; readonly areas?: string }, call?: CallOptions): Promise<AuValidateAnswer>
  /** Complete a partial word. */
  typeahead(input: { readonly term: string; readonly top?: number; readonly search?: readonly (string)[]; readonly filter?: { readonly locality_name?: string | readonly (string)[]; readonly locality?: string | readonly (string)[]; readonly state?: string | readonly (string)[]; readonly postcode?: string | readonly (string)[]; readonly street_name?: string | readonly (string)[] }; readonly areas?: string }, call?: CallOptions): Promise<TypeaheadAnswer>
  /** Suggest places for a partial term. */
  location(input: { readonly term: string; readonly top?: number; readonly template?: string; readonly filter?: { readonly locality_name?: string | readonly (string)[]; readonly locality?: string | readonly (string)[]; readonly suburb?: string | readonly (string)[]; readonly state?: string | readonly (string)[]; readonly postcode?: string | readonly (string)[]; readonly radius?: { readonly km: number; readonly latitude: number; readonly longitude: number } }; readonly location?: { readonly latitude: number; readonly longitude: number } }, call?: CallOptions): Promise<LocationAnswer>
  /** Get the place of a location suggestion. */
  getLocation(input: { readonly id: string }, call?: CallOptions): Promise<AuGetLocationAnswer>
  /** Measure the distance between two addresses or places. */
  distance(input: { readonly from: string; readonly to: string }, call?: CallOptions): Promise<DistanceBetweenPointsAnswer>
}

/** What an account of the product `nz` can do. */
export interface NzClient extends AccountClient {
  /** Suggest addresses for a partial term. */
  autocomplete(input: { readonly term: string; readonly top?: number; readonly template?: string; readonly filter?: { readonly town_city?: string | readonly (string)[]; readonly locality?: string | readonly (string)[]; readonly postcode?: string | readonly (string)[]; readonly radius?: { readonly km: number; readonly latitude: number; readonly longitude: number }; readonly areas?: string | readonly (string)[] }; readonly location?: { readonly latitude: number; readonly longitude: number }; readonly explain?: boolean }, call?: CallOptions): Promise<AutocompleteAnswer>
  /** Suggest addresses for a partial term. */
  suggest(input: { readonly term: string; readonly top?: number; readonly template?: string; readonly filter?: { readonly town_city?: string | readonly (string)[]; readonly locality?: string | readonly (string)[]; readonly postcode?: string | readonly (string)[]; readonly radius?: { readonly km: number; readonly latitude: number; readonly longitude: number }; readonly areas?: string | readonly (string)[] }; readonly location?: { readonly latitude: number; readonly longitude: number }; readonly explain?: boolean }, call?: CallOptions): Promise<AutocompleteAnswer>
  /** Get the full address of a suggestion. */
  get(input: { readonly id: string; readonly follow?: boolean; readonly areas?: string }, call?: CallOptions): Promise<NzGetAnswer>
  /** Confirm or correct a one-line address. */
  validate(input: { readonly address: string; readonly areas?: string }, call?: CallOptions): Promise<NzValidateAnswer>
  /** Complete a partial word. */
  typeahead(input: { readonly term: string; readonly top?: number; readonly search?: readonly (string)[]; readonly filter?: { readonly locality_name?: string | readonly (string)[]; readonly locality?: string | readonly (string)[]; readonly town_city?: string | readonly (string)[]; readonly postcode?: string | readonly (string)[]; readonly street_name?: string | readonly (string)[] }; readonly areas?: string }, call?: CallOptions): Promise<TypeaheadAnswer>
  /** Suggest places for a partial term. */
  location(input: { readonly term: string; readonly top?: number; readonly template?: string; readonly filter?: { readonly locality_name?: string | readonly (string)[]; readonly locality?: string | readonly (string)[]; readonly suburb?: string | readonly (string)[]; readonly town_city?: string | readonly (string)[]; readonly postcode?: string | readonly (string)[]; readonly radius?: { readonly km: number; readonly latitude: number; readonly longitude: number } }; readonly location?: { readonly latitude: number; readonly longitude: number } }, call?: CallOptions): Promise<LocationAnswer>
  /** Get the place of a location suggestion. */
  getLocation(input: { readonly id: string }, call?: CallOptions): Promise<NzGetLocationAnswer>
  /** Measure the distance between two addresses or places. */
  distance(input: { readonly from: string; readonly to: string }, call?: CallOptions): Promise<DistanceBetweenPointsAnswer>
}

/** What an account of the product `uk` can do. */
export interface UkClient extends AccountClient {
  /** Suggest addresses for a partial term. */
  autocomplete(input: { readonly term: string; readonly top?: number; readonly all?: boolean; readonly template?: string; readonly 'show-postcode'?: boolean; readonly filter?: { readonly county?: string; readonly country?: string; readonly locality?: string; readonly district?: string; readonly town_or_city?: string; readonly thoroughfare?: string; readonly postcode?: string; readonly residential?: boolean; readonly radius?: { readonly km: number; readonly latitude: number; readonly longitude: number }; readonly areas?: string | readonly (string)[] }; readonly location?: { readonly latitude: number; readonly longitude: number }; readonly explain?: boolean }, call?: CallOptions): Promise<AutocompleteAnswer>
  /** Suggest addresses for a partial term. */
  suggest(input: { readonly term: string; readonly top?: number; readonly all?: boolean; readonly template?: string; readonly 'show-postcode'?: boolean; readonly filter?: { readonly county?: string; readonly country?: string; readonly locality?: string; readonly district?: string; readonly town_or_city?: string; readonly thoroughfare?: string; readonly postcode?: string; readonly residential?: boolean; readonly radius?: { readonly km: number; readonly latitude: number; readonly longitude: number }; readonly areas?: string | readonly (string)[] }; readonly location?: { readonly latitude: number; readonly longitude: number }; readonly explain?: boolean }, call?: CallOptions): Promise<AutocompleteAnswer>
  /** Get the full address of a suggestion. */
  get(input: { readonly id: string; readonly follow?: boolean; readonly areas?: string }, call?: CallOptions): Promise<UkGetAnswer>
  /** List every address of a postcode. */
  find(input: { readonly postcode: string; readonly expand?: boolean; readonly format?: boolean }, call?: CallOptions): Promise<UkFindAnswer>
  /** List the addresses of a postcode that have a house number or name. */
  findHouse(input: { readonly postcode: string; readonly house: string; readonly expand?: boolean; readonly format?: boolean }, call?: CallOptions): Promise<UkFindAnswer>
  /** Confirm or correct a one-line address. */
  validate(input: { readonly address: string; readonly strict?: boolean; readonly residential?: boolean; readonly areas?: string }, call?: CallOptions): Promise<UkValidateAnswer>
  /** Complete a partial word. */
  typeahead(input: { readonly term: string; readonly top?: number; readonly search?: readonly (string)[]; readonly filter?: { readonly postcode?: string; readonly locality?: string; readonly town_or_city?: string; readonly district?: string; readonly county?: string; readonly country?: string }; readonly areas?: string }, call?: CallOptions): Promise<TypeaheadAnswer>
  /** Suggest places for a partial term. */
  location(input: { readonly term: string; readonly top?: number; readonly template?: string; readonly template_outcode?: string; readonly template_postcode?: string; readonly filter?: { readonly area?: string; readonly town_or_city?: string; readonly county?: string; readonly country?: string; readonly postcode?: string; readonly outcode?: string; readonly radius?: { readonly km: number; readonly latitude: number; readonly longitude: number } }; readonly location?: { readonly latitude: number; readonly longitude: number } }, call?: CallOptions): Promise<LocationAnswer>
  /** Get the place of a location suggestion. */
  getLocation(input: { readonly id: string }, call?: CallOptions): Promise<UkGetLocationAnswer>
  /** Measure the distance between two postcodes. */
  distance(input: { readonly from: string; readonly to: string }, call?: CallOptions): Promise<UkDistanceAnswer>
}

export type AccountMatchAnswer = { readonly matches: readonly ({ readonly verdict: 'exact' | 'corrected' | 'ambiguous' | 'not-found' | 'refused'; readonly confidence: number; readonly id: string; readonly address: string; readonly areas?: Readonly<Record<string, { readonly code: string; readonly name: string }>>; readonly parts: readonly ({ readonly name: string; readonly state: 'confirmed' | 'corrected' | 'inferred' | 'missing' | 'contradicted' | 'ignored'; readonly typed: string; readonly held: string })[]; readonly candidates: readonly ({ readonly id: string; readonly address: string; readonly confidence: number })[]; readonly reason: string; readonly code?: string })[] }
export type AccountNearestAnswer = { readonly suggestions: readonly ({ readonly distance: number; readonly address: string; readonly url: string; readonly id: string; readonly areas?: Readonly<Record<string, { readonly code: string; readonly name: string }>> })[] }
export type AccountNearestLocationAnswer = { readonly suggestions: readonly ({ readonly distance: number; readonly location: string; readonly url: string; readonly id: string })[] }
export type DistanceBetweenPointsAnswer = { readonly metres: number }
export type AccountGetUsageV3Answer = { readonly usage_today: number; readonly daily_limit: number; readonly monthly_buffer: number; readonly monthly_buffer_used: number }
export type AccountGetUsageOfDaysV3Answer = readonly ({ readonly date: string; readonly count: number; readonly limit: number })[]
export type AccountGetUsageV4Answer = { readonly date: string; readonly usage_today: number; readonly daily_limit: number; readonly monthly_buffer: number; readonly monthly_buffer_used: number; readonly usage_by_key: readonly ({ readonly kind: 'api-key' | 'domain-token'; readonly name: string; readonly count: number })[] }
export type AccountGetUsageOfDaysV4Answer = readonly ({ readonly date: string; readonly usage_today: number; readonly daily_limit: number; readonly monthly_buffer: number; readonly monthly_buffer_used: number; readonly usage_by_key: readonly ({ readonly kind: 'api-key' | 'domain-token'; readonly name: string; readonly count: number })[] })[]
export type AccountGetUsageV2Answer = { readonly count: number; readonly limit1: number; readonly limit2: number }
export type AccountListRequestsAnswer = readonly ({ readonly id: string; readonly at: string; readonly key: string; readonly call: string; readonly status: number; readonly ms: number; readonly error: string })[]
export type AccountListInvoicesAnswer = readonly ({ readonly date: string; readonly number: string; readonly address_1: string; readonly address_2: string; readonly address_3: string; readonly address_4: string; readonly address_5: string; readonly address_6: string; readonly total: number; readonly tax: number; readonly currency: string; readonly invoice_lines: readonly ({ readonly quantity: number; readonly details: string; readonly unit_price: number; readonly subtotal: number })[]; readonly pdf_url: string; readonly due_date: string; readonly state: 'open' | 'paid' | 'void'; readonly payment_url?: string })[]
export type AccountGetInvoiceAnswer = { readonly date: string; readonly number: string; readonly address_1: string; readonly address_2: string; readonly address_3: string; readonly address_4: string; readonly address_5: string; readonly address_6: string; readonly total: number; readonly tax: number; readonly currency: string; readonly invoice_lines: readonly ({ readonly quantity: number; readonly details: string; readonly unit_price: number; readonly subtotal: number })[]; readonly pdf_url: string; readonly due_date: string; readonly state: 'open' | 'paid' | 'void'; readonly payment_url?: string }
export type AccountGetSubscriptionAnswer = { readonly next_billing_date: string; readonly plan: { readonly term: string; readonly daily_lookup_limit_1: number; readonly daily_lookup_limit_2: number; readonly amount: number; readonly multi_application: boolean }; readonly status: 'trial' | 'trial-ended' | 'active' | 'ended'; readonly name: string; readonly payment_method: string; readonly start_date: string; readonly auto_upgrade: boolean; readonly suspended?: string }
export type AccountListPlansAnswer = { readonly plans: readonly ({ readonly name: string; readonly amount: number; readonly description: string; readonly period: string; readonly daily_limit: number })[] }
export type AccountGetEmailAddressAnswer = { readonly 'email-address': string }
export type AccountChangeEmailAddressAnswer = Readonly<Record<string, unknown>>
export type AccountListExpiredCopiesAnswer = readonly ({ readonly id: number; readonly 'email-address': string })[]
export type AccountCreateExpiredCopyAnswer = { readonly message: string; readonly id: number }
export type AccountGetExpiredCopyAnswer = { readonly id: number; readonly 'email-address': string }
export type AccountDeleteExpiredCopyAnswer = { readonly message: string }
export type AccountListBatchRowsAnswer = { readonly rows: readonly ({ readonly row: number; readonly typed: string; readonly verdict: 'exact' | 'corrected' | 'ambiguous' | 'not-found'; readonly confidence: number; readonly id: string; readonly address: string; readonly reason: string; readonly chosen: boolean; readonly differences: readonly (string)[]; readonly candidates: readonly ({ readonly id: string; readonly address: string; readonly confidence: number })[] })[]; readonly next: string }
export type AccountChooseBatchRowAnswer = { readonly row: number; readonly typed: string; readonly verdict: 'exact' | 'corrected' | 'ambiguous' | 'not-found'; readonly confidence: number; readonly id: string; readonly address: string; readonly reason: string; readonly chosen: boolean; readonly differences: readonly (string)[]; readonly candidates: readonly ({ readonly id: string; readonly address: string; readonly confidence: number })[] }
export type AccountSuggestForBatchAnswer = { readonly suggestions: readonly ({ readonly id: string; readonly address: string })[] }
export type AccountListBatchesAnswer = readonly ({ readonly id: string; readonly name: string; readonly product: 'au' | 'nz' | 'uk'; readonly test: boolean; readonly state: 'waiting' | 'running' | 'paused' | 'finished'; readonly rows: number; readonly done: number; readonly progress: number; readonly counts: { readonly exact: number; readonly corrected: number; readonly ambiguous: number; readonly not_found: number }; readonly lookups: number; readonly columns: readonly ({ readonly column: number; readonly name: string; readonly read_as: string })[]; readonly created_at: string; readonly paused_by: string; readonly paused_until: string; readonly finished_at: string; readonly ended_by: string; readonly deleted_at: string; readonly summary?: { readonly unreadable: number; readonly confidences: readonly (number)[]; readonly reasons: readonly ({ readonly reason: string; readonly rows: number })[] } })[]
export type AccountGetBatchAnswer = { readonly id: string; readonly name: string; readonly product: 'au' | 'nz' | 'uk'; readonly test: boolean; readonly state: 'waiting' | 'running' | 'paused' | 'finished'; readonly rows: number; readonly done: number; readonly progress: number; readonly counts: { readonly exact: number; readonly corrected: number; readonly ambiguous: number; readonly not_found: number }; readonly lookups: number; readonly columns: readonly ({ readonly column: number; readonly name: string; readonly read_as: string })[]; readonly created_at: string; readonly paused_by: string; readonly paused_until: string; readonly finished_at: string; readonly ended_by: string; readonly deleted_at: string; readonly summary?: { readonly unreadable: number; readonly confidences: readonly (number)[]; readonly reasons: readonly ({ readonly reason: string; readonly rows: number })[] } }
export type AccountImportPrivateAddressesAnswer = { readonly message: string; readonly added: number }
export type AccountListPrivateAddressesAnswer = readonly ({ readonly id: string; readonly postcode: string; readonly latitude: number; readonly longitude: number; readonly thoroughfare: string; readonly building_name: string; readonly sub_building_name: string; readonly sub_building_number: string; readonly building_number: string; readonly line_1: string; readonly line_2: string; readonly line_3: string; readonly line_4: string; readonly locality: string; readonly town_or_city: string; readonly county: string; readonly district: string; readonly country: string; readonly residential: boolean; readonly uprn?: string })[]
export type AccountCreatePrivateAddressAnswer = { readonly message: string; readonly id: string }
export type AccountGetPrivateAddressAnswer = { readonly id: string; readonly postcode: string; readonly latitude: number; readonly longitude: number; readonly thoroughfare: string; readonly building_name: string; readonly sub_building_name: string; readonly sub_building_number: string; readonly building_number: string; readonly line_1: string; readonly line_2: string; readonly line_3: string; readonly line_4: string; readonly locality: string; readonly town_or_city: string; readonly county: string; readonly district: string; readonly country: string; readonly residential: boolean; readonly uprn?: string }
export type AccountListPrivateAddressesOfPostcodeAnswer = readonly ({ readonly id: string; readonly line1: string; readonly line2: string; readonly line3: string; readonly line4: string; readonly locality: string; readonly townOrCity: string; readonly county: string })[]
export type AccountGetPrivateAddressOfPostcodeAnswer = { readonly id: string; readonly line1: string; readonly line2: string; readonly line3: string; readonly line4: string; readonly locality: string; readonly townOrCity: string; readonly county: string }
export type AccountGetApiKeyAnswer = { readonly 'api-key': string }
export type AccountGetAdminKeyAnswer = { readonly 'admin-key': string }
export type AccountListApiKeysAnswer = readonly ({ readonly name: string; readonly key: string; readonly test: boolean; readonly created: string; readonly usage_today: number })[]
export type AccountCreateApiKeyAnswer = { readonly name: string; readonly test: boolean; readonly key: string }
export type AccountListDomainTokensAnswer = readonly ({ readonly value: string; readonly host: string; readonly limit: number; readonly limit_minutes: number })[]
export type AccountCreateDomainTokenAnswer = { readonly message: string; readonly id: string; readonly token: string }
export type AccountGetDomainTokenAnswer = { readonly value: string; readonly host: string; readonly limit: number; readonly limit_minutes: number }
export type AccountListChangesAnswer = { readonly changes: readonly ({ readonly number: number; readonly id: string; readonly kind: 'added' | 'retired' | 'changed' | 'moved'; readonly successors?: readonly ({ readonly id: string; readonly inferred: boolean })[]; readonly release: string; readonly created_at: string })[]; readonly next: number; readonly latest: number }
export type AccountListTerritoriesAnswer = { readonly product: string; readonly limits: { readonly layers: number; readonly polygons: number; readonly points: number; readonly bytes: number }; readonly territories: readonly ({ readonly name: string; readonly polygons: number; readonly points: number; readonly bytes: number; readonly changed: string })[] }
export type AccountGetTerritoryAnswer = { readonly name: string; readonly geojson: string; readonly code_property: string; readonly name_property: string }
export type AccountPutTerritoryAnswer = { readonly message: string; readonly name: string; readonly polygons: number; readonly points: number; readonly bytes: number }
export type AccountListWatchedAnswer = { readonly ids: number; readonly ids_max: number; readonly watched: readonly ({ readonly id: string; readonly state: 'unchanged' | 'added' | 'retired' | 'changed' | 'moved' | 'unknown'; readonly changed_at?: string; readonly successors?: readonly ({ readonly id: string; readonly inferred: boolean })[] })[]; readonly next?: string }
export type AccountChangeWatchedAnswer = { readonly message: string; readonly added: number; readonly removed: number; readonly ids: number }
export type AccountImportWatchedAnswer = { readonly message: string; readonly added: number; readonly ids: number }
export type AccountListWebhookUrlsAnswer = readonly ({ readonly url: string; readonly kinds: readonly ({ readonly kind: 'first-limit-reached' | 'second-limit-reached' | 'track' | 'expired' | 'batch-finished' | 'address-changed' | 'address-retired'; readonly id: string; readonly failing_since?: string; readonly switched_off_at?: string })[] })[]
export type AccountSetWebhookUrlAnswer = { readonly message: string; readonly secret?: string }
export type AccountListWebhooksAnswer = readonly ({ readonly id: string; readonly url: string; readonly switched_off_at?: string })[]
export type AccountCreateWebhookAnswer = { readonly message: string; readonly id: string; readonly secret: string }
export type AccountGetWebhookAnswer = { readonly id: string; readonly url: string; readonly switched_off_at?: string }
export type AccountRotateWebhookSecretAnswer = { readonly message: string; readonly secret: string }
export type AccountListDeliveriesAnswer = readonly ({ readonly event: string; readonly created_at: string; readonly state: 'pending' | 'delivered' | 'failed'; readonly attempts: readonly ({ readonly at: string; readonly status: number; readonly ms: number; readonly error?: string })[]; readonly next_attempt_at: string; readonly body: { readonly version: string; readonly action: string; readonly created_at: string; readonly details: Readonly<Record<string, unknown>>; readonly type: 'usage' | 'billing' | 'batch' | 'data' } })[]
export type AccountListEventsAnswer = readonly ({ readonly number: number; readonly event: string; readonly kind: 'first-limit-reached' | 'second-limit-reached' | 'track' | 'expired' | 'batch-finished' | 'address-changed' | 'address-retired'; readonly body: { readonly version: string; readonly action: string; readonly created_at: string; readonly details: Readonly<Record<string, unknown>>; readonly type: 'usage' | 'billing' | 'batch' | 'data' } })[]
export type AutocompleteAnswer = { readonly suggestions: readonly ({ readonly address: string; readonly url: string; readonly id: string; readonly without?: readonly (string)[] })[] }
export type AuGetAnswer = { readonly address_label: string; readonly address_detail_pid: string; readonly address_site_name: string; readonly address_status: string; readonly alias_principal: string; readonly building_name: string; readonly cleaning_provenance: Readonly<Record<string, string>>; readonly date_created: string; readonly flat_number: string; readonly flat_type: string; readonly geocode_type: string; readonly legal_parcel_id: string; readonly level_number: string; readonly level_type: string; readonly locality_name: string; readonly lot_number: string; readonly mb_code: string; readonly number_first: string; readonly number_last: string; readonly postcode: string; readonly primary_pid: string; readonly primary_secondary: string; readonly principal_pid: string; readonly state: string; readonly street_name: string; readonly street_suffix: string; readonly street_type: string; readonly coordinates: { readonly latitude: number; readonly longitude: number }; readonly areas?: Readonly<Record<string, { readonly code: string; readonly name: string }>> }
export type AuValidateAnswer = { readonly address_label: string; readonly address_detail_pid: string; readonly address_site_name: string; readonly address_status: string; readonly alias_principal: string; readonly building_name: string; readonly cleaning_provenance: Readonly<Record<string, string>>; readonly date_created: string; readonly flat_number: string; readonly flat_type: string; readonly geocode_type: string; readonly legal_parcel_id: string; readonly level_number: string; readonly level_type: string; readonly locality_name: string; readonly lot_number: string; readonly mb_code: string; readonly number_first: string; readonly number_last: string; readonly postcode: string; readonly primary_pid: string; readonly primary_secondary: string; readonly principal_pid: string; readonly state: string; readonly street_name: string; readonly street_suffix: string; readonly street_type: string; readonly coordinates: { readonly latitude: number; readonly longitude: number }; readonly areas?: Readonly<Record<string, { readonly code: string; readonly name: string }>> } | { readonly candidates: readonly (string)[] }
export type TypeaheadAnswer = readonly (string)[]
export type LocationAnswer = { readonly suggestions: readonly ({ readonly location: string; readonly url: string; readonly id: string })[] }
export type AuGetLocationAnswer = { readonly latitude: number; readonly longitude: number; readonly locality_name: string; readonly state: string; readonly postcode: string }
export type NzGetAnswer = { readonly address_label: string; readonly address_detail_pid: string; readonly address_site_name: string; readonly address_status: string; readonly building_name: string; readonly cleaning_provenance: Readonly<Record<string, string>>; readonly flat_number: string; readonly flat_type: string; readonly level_number: string; readonly level_type: string; readonly locality_name: string; readonly lot_number: string; readonly number_first: string; readonly number_last: string; readonly postcode: string; readonly street_name: string; readonly street_suffix: string; readonly street_type: string; readonly territorial_authority: string; readonly town_city: string; readonly coordinates: { readonly latitude: number; readonly longitude: number }; readonly areas?: Readonly<Record<string, { readonly code: string; readonly name: string }>> }
export type NzValidateAnswer = { readonly address_label: string; readonly address_detail_pid: string; readonly address_site_name: string; readonly address_status: string; readonly building_name: string; readonly cleaning_provenance: Readonly<Record<string, string>>; readonly flat_number: string; readonly flat_type: string; readonly level_number: string; readonly level_type: string; readonly locality_name: string; readonly lot_number: string; readonly number_first: string; readonly number_last: string; readonly postcode: string; readonly street_name: string; readonly street_suffix: string; readonly street_type: string; readonly territorial_authority: string; readonly town_city: string; readonly coordinates: { readonly latitude: number; readonly longitude: number }; readonly areas?: Readonly<Record<string, { readonly code: string; readonly name: string }>> } | { readonly candidates: readonly (string)[] }
export type NzGetLocationAnswer = { readonly latitude: number; readonly longitude: number; readonly locality_name: string; readonly town_city: string; readonly postcode: string }
export type UkGetAnswer = { readonly postcode: string; readonly latitude: number; readonly longitude: number; readonly formatted_address: readonly (string)[]; readonly thoroughfare: string; readonly building_name: string; readonly sub_building_name: string; readonly sub_building_number: string; readonly building_number: string; readonly line_1: string; readonly line_2: string; readonly line_3: string; readonly line_4: string; readonly locality: string; readonly town_or_city: string; readonly county: string; readonly district: string; readonly country: string; readonly residential: boolean; readonly uprn?: string; readonly areas?: Readonly<Record<string, { readonly code: string; readonly name: string }>> }
export type UkFindAnswer = { readonly postcode: string; readonly latitude: number; readonly longitude: number; readonly addresses: readonly (string | { readonly formatted_address: readonly (string)[]; readonly thoroughfare: string; readonly building_name: string; readonly sub_building_name: string; readonly sub_building_number: string; readonly building_number: string; readonly line_1: string; readonly line_2: string; readonly line_3: string; readonly line_4: string; readonly locality: string; readonly town_or_city: string; readonly county: string; readonly district: string; readonly country: string; readonly uprn?: string } | readonly (string)[])[] }
export type UkValidateAnswer = { readonly status: 200 | 300 | 404; readonly address: { readonly postcode: string; readonly latitude: number; readonly longitude: number; readonly formatted_address: readonly (string)[]; readonly thoroughfare: string; readonly building_name: string; readonly sub_building_name: string; readonly sub_building_number: string; readonly building_number: string; readonly line_1: string; readonly line_2: string; readonly line_3: string; readonly line_4: string; readonly locality: string; readonly town_or_city: string; readonly county: string; readonly district: string; readonly country: string; readonly residential: boolean; readonly uprn?: string; readonly areas?: Readonly<Record<string, { readonly code: string; readonly name: string }>> }; readonly nearest?: readonly ({ readonly id: string; readonly address: string; readonly differs: readonly (string)[]; readonly passed_over: readonly (string)[] })[] }
export type UkGetLocationAnswer = { readonly latitude: number; readonly longitude: number; readonly area: string; readonly town_or_city: string; readonly county: string; readonly country: string; readonly postcode: string; readonly outcode: string }
export type UkDistanceAnswer = { readonly from: { readonly latitude: number; readonly longitude: number; readonly postcode: string }; readonly to: { readonly latitude: number; readonly longitude: number; readonly postcode: string }; readonly metres: number }
