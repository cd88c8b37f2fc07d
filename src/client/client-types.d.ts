// The types of doorplate/client. Written by src/client-source.ts.
// biome-ignore-all format: long types stay on one line.

export interface ClientOptions {
  /** Where the service is, such as `https://address.example`. */
  readonly baseUrl: string
  /** An API key, an admin key or a domain token. */
  readonly key: string
  /** How often a refusal that passes by itself is asked again; 2. */
  readonly retries?: number
  /** A longer `Retry-After` is not waited for; 10. */
  readonly retryWaitMaxSeconds?: number
  /** Of one attempt; 15,000. */
  readonly timeoutMs?: number
  readonly fetch?: typeof globalThis.fetch
}

export interface CallOptions {
  readonly signal?: AbortSignal
}

/** A refusal of the service, or no answer at all: then `status` is 0 and `code` is `no-answer`. */
export class DoorplateError extends Error {
  readonly status: number
  /** The member to branch on. */
  readonly code: string
  /** Of a `bad-request`, the name of the field. */
  readonly title: string
  readonly detail: string
  /** Opens the error reference. */
  readonly type: string
  readonly retryAfterSeconds: number
  readonly requestId: string
}

/** The key decides what is answered; name its product for exact types. */
export function createClient(options: ClientOptions & { readonly product: 'au' }): AuClient
export function createClient(options: ClientOptions & { readonly product: 'uk' }): UkClient
export function createClient(options: ClientOptions): AuClient | UkClient

/** What an account of the product `au` can do. */
export interface AuClient {
  /** Suggest addresses for what has been typed so far. */
  autocomplete(input: { readonly term: string; readonly top?: number; readonly template?: string; readonly filter?: { readonly state?: string | readonly (string)[]; readonly locality?: string | readonly (string)[]; readonly postcode?: string | readonly (string)[]; readonly radius?: { readonly km: number; readonly latitude: number; readonly longitude: number } }; readonly location?: { readonly latitude: number; readonly longitude: number } }, call?: CallOptions): Promise<AuAutocompleteAnswer>
  /** Suggest addresses for what has been typed so far. */
  suggest(input: { readonly term: string; readonly top?: number; readonly template?: string; readonly filter?: { readonly state?: string | readonly (string)[]; readonly locality?: string | readonly (string)[]; readonly postcode?: string | readonly (string)[]; readonly radius?: { readonly km: number; readonly latitude: number; readonly longitude: number } }; readonly location?: { readonly latitude: number; readonly longitude: number } }, call?: CallOptions): Promise<AuSuggestAnswer>
  /** Get the full address of a suggestion. */
  get(input: { readonly id: string }, call?: CallOptions): Promise<AuGetAnswer>
  /** Confirm or correct a one-line address. */
  validate(input: { readonly address: string }, call?: CallOptions): Promise<AuValidateAnswer>
  /** Complete a partial word. */
  typeahead(input: { readonly term: string; readonly top?: number; readonly search?: readonly (string)[]; readonly filter?: { readonly locality_name?: string | readonly (string)[]; readonly locality?: string | readonly (string)[]; readonly state?: string | readonly (string)[]; readonly postcode?: string | readonly (string)[]; readonly street_name?: string | readonly (string)[] } }, call?: CallOptions): Promise<AuTypeaheadAnswer>
  /** Suggest places for what has been typed so far. */
  location(input: { readonly term: string; readonly top?: number; readonly template?: string; readonly filter?: { readonly locality_name?: string | readonly (string)[]; readonly locality?: string | readonly (string)[]; readonly suburb?: string | readonly (string)[]; readonly state?: string | readonly (string)[]; readonly postcode?: string | readonly (string)[]; readonly radius?: { readonly km: number; readonly latitude: number; readonly longitude: number } }; readonly location?: { readonly latitude: number; readonly longitude: number } }, call?: CallOptions): Promise<AuLocationAnswer>
  /** Get the full place of a location suggestion. */
  getLocation(input: { readonly id: string }, call?: CallOptions): Promise<AuGetLocationAnswer>
  /** Find the addresses nearest to a point. */
  nearest(input: { readonly latitude: number; readonly longitude: number; readonly top?: number; readonly radius?: number; readonly template?: string; readonly term?: string; readonly filter?: { readonly residential?: boolean } }, call?: CallOptions): Promise<AuNearestAnswer>
  /** Find the places nearest to a point. */
  nearestLocation(input: { readonly latitude: number; readonly longitude: number; readonly top?: number; readonly radius?: number; readonly template?: string; readonly term?: string }, call?: CallOptions): Promise<AuNearestLocationAnswer>
  /** Measure the straight line between two addresses or places. */
  distance(input: { readonly from: string; readonly to: string }, call?: CallOptions): Promise<AuDistanceAnswer>
  /** Measure the straight line between two points. */
  distanceBetweenPoints(input: { readonly from_latitude: number; readonly from_longitude: number; readonly to_latitude: number; readonly to_longitude: number }, call?: CallOptions): Promise<AuDistanceBetweenPointsAnswer>
  /** See the usage of today. */
  getUsageV3(input?: Record<string, never>, call?: CallOptions): Promise<AuGetUsageV3Answer>
  /** See the usage of a day. */
  getUsageOfDayV3(input: { readonly day: number; readonly month: number; readonly year: number }, call?: CallOptions): Promise<AuGetUsageOfDayV3Answer>
  /** See the usage of every day of a range. */
  getUsageOfDaysV3(input: { readonly from_day: number; readonly from_month: number; readonly from_year: number; readonly to_day: number; readonly to_month: number; readonly to_year: number }, call?: CallOptions): Promise<AuGetUsageOfDaysV3Answer>
  /** See the usage of today. */
  getUsageV4(input?: Record<string, never>, call?: CallOptions): Promise<AuGetUsageV4Answer>
  /** See the usage of a day. */
  getUsageOfDayV4(input: { readonly day: number; readonly month: number; readonly year: number }, call?: CallOptions): Promise<AuGetUsageOfDayV4Answer>
  /** See the usage of every day of a range. */
  getUsageOfDaysV4(input: { readonly from_day: number; readonly from_month: number; readonly from_year: number; readonly to_day: number; readonly to_month: number; readonly to_year: number }, call?: CallOptions): Promise<AuGetUsageOfDaysV4Answer>
  /** See the usage of today. */
  getUsageV2(input?: Record<string, never>, call?: CallOptions): Promise<AuGetUsageV2Answer>
  /** List all invoices. */
  listInvoices(input?: Record<string, never>, call?: CallOptions): Promise<AuListInvoicesAnswer>
  /** See an invoice. */
  getInvoice(input: { readonly number: string }, call?: CallOptions): Promise<AuGetInvoiceAnswer>
  /** List the invoices of a range of days. */
  listInvoicesOfDays(input: { readonly from_day: number; readonly from_month: number; readonly from_year: number; readonly to_day: number; readonly to_month: number; readonly to_year: number }, call?: CallOptions): Promise<AuListInvoicesOfDaysAnswer>
  /** See the subscription. */
  getSubscription(input?: Record<string, never>, call?: CallOptions): Promise<AuGetSubscriptionAnswer>
  /** Name the subscription and switch auto-upgrade. */
  changeSubscription(input?: { readonly name?: string; readonly autoUpgrade?: boolean }, call?: CallOptions): Promise<AuChangeSubscriptionAnswer>
  /** Name the subscription. */
  labelSubscription(input: { readonly label: string }, call?: CallOptions): Promise<AuLabelSubscriptionAnswer>
  /** Switch auto-upgrade: the next plan is taken when the last limit of a day is reached. */
  switchAutoUpgrade(input: { readonly 'auto-upgrade': boolean }, call?: CallOptions): Promise<AuSwitchAutoUpgradeAnswer>
  /** Choose a plan. */
  changePlan(input: { readonly plan_name: string }, call?: CallOptions): Promise<AuChangePlanAnswer>
  /** End the subscription. */
  unsubscribe(input?: Record<string, never>, call?: CallOptions): Promise<AuUnsubscribeAnswer>
  /** List the plans of the account's product. */
  listPlans(input?: Record<string, never>, call?: CallOptions): Promise<AuListPlansAnswer>
  /** See the account's e-mail address. */
  getEmailAddress(input?: Record<string, never>, call?: CallOptions): Promise<AuGetEmailAddressAnswer>
  /** Change the account's e-mail address. */
  changeEmailAddress(input: { readonly 'new-email-address': string }, call?: CallOptions): Promise<AuChangeEmailAddressAnswer>
  /** List who else gets the expired-account mails. */
  listExpiredCopies(input?: Record<string, never>, call?: CallOptions): Promise<AuListExpiredCopiesAnswer>
  /** Send the expired-account mails to one more address. */
  createExpiredCopy(input: { readonly 'email-address': string }, call?: CallOptions): Promise<AuCreateExpiredCopyAnswer>
  /** See one CC recipient of the expired-account mails. */
  getExpiredCopy(input: { readonly id: number }, call?: CallOptions): Promise<AuGetExpiredCopyAnswer>
  /** Send no more expired-account mails to one CC recipient. */
  deleteExpiredCopy(input: { readonly id: number }, call?: CallOptions): Promise<AuDeleteExpiredCopyAnswer>
  /** List who else gets the invoice mails. */
  listInvoiceCopies(input?: Record<string, never>, call?: CallOptions): Promise<AuListInvoiceCopiesAnswer>
  /** Send the invoice mails to one more address. */
  createInvoiceCopy(input: { readonly 'email-address': string }, call?: CallOptions): Promise<AuCreateInvoiceCopyAnswer>
  /** See one CC recipient of the invoice mails. */
  getInvoiceCopy(input: { readonly id: number }, call?: CallOptions): Promise<AuGetInvoiceCopyAnswer>
  /** Send no more invoice mails to one CC recipient. */
  deleteInvoiceCopy(input: { readonly id: number }, call?: CallOptions): Promise<AuDeleteInvoiceCopyAnswer>
  /** List the private addresses. */
  listPrivateAddresses(input?: Record<string, never>, call?: CallOptions): Promise<AuListPrivateAddressesAnswer>
  /** Add a private address. */
  createPrivateAddress(input: { readonly postcode: string; readonly line_1: string; readonly line_2?: string; readonly line_3?: string; readonly line_4?: string; readonly locality?: string; readonly town_or_city?: string; readonly county?: string; readonly residential: boolean; readonly latitude?: number; readonly longitude?: number }, call?: CallOptions): Promise<AuCreatePrivateAddressAnswer>
  /** See one private address. */
  getPrivateAddress(input: { readonly id: string }, call?: CallOptions): Promise<AuGetPrivateAddressAnswer>
  /** Remove a private address. */
  deletePrivateAddress(input: { readonly id: string }, call?: CallOptions): Promise<AuDeletePrivateAddressAnswer>
  /** List the private addresses of a postcode, older form. */
  listPrivateAddressesOfPostcode(input: { readonly postcode: string }, call?: CallOptions): Promise<AuListPrivateAddressesOfPostcodeAnswer>
  /** Add a private address, older form. */
  createPrivateAddressOfPostcode(input: { readonly postcode: string; readonly line1: string; readonly line2?: string; readonly line3?: string; readonly line4?: string; readonly locality?: string; readonly townOrCity?: string; readonly county?: string; readonly latitude?: number; readonly longitude?: number }, call?: CallOptions): Promise<AuCreatePrivateAddressOfPostcodeAnswer>
  /** See one private address, older form. */
  getPrivateAddressOfPostcode(input: { readonly postcode: string; readonly id: string }, call?: CallOptions): Promise<AuGetPrivateAddressOfPostcodeAnswer>
  /** Remove a private address, older form. */
  deletePrivateAddressOfPostcode(input: { readonly postcode: string; readonly id: string }, call?: CallOptions): Promise<AuDeletePrivateAddressOfPostcodeAnswer>
  /** See the API key, masked. */
  getApiKey(input?: Record<string, never>, call?: CallOptions): Promise<AuGetApiKeyAnswer>
  /** Replace the API key. */
  rotateApiKey(input?: { readonly grace?: number }, call?: CallOptions): Promise<AuRotateApiKeyAnswer>
  /** List the domain tokens. */
  listDomainTokens(input?: Record<string, never>, call?: CallOptions): Promise<AuListDomainTokensAnswer>
  /** Make a domain token. */
  createDomainToken(input: { readonly url: string; readonly limit?: number; readonly limit_minutes?: number }, call?: CallOptions): Promise<AuCreateDomainTokenAnswer>
  /** See one domain token. */
  getDomainToken(input: { readonly host: string }, call?: CallOptions): Promise<AuGetDomainTokenAnswer>
  /** Take a domain token back. */
  deleteDomainToken(input: { readonly host: string }, call?: CallOptions): Promise<AuDeleteDomainTokenAnswer>
}

export type AuAutocompleteAnswer = { readonly suggestions: readonly ({ readonly address: string; readonly url: string; readonly id: string })[] }
export type AuSuggestAnswer = { readonly suggestions: readonly ({ readonly address: string; readonly url: string; readonly id: string })[] }
export type AuGetAnswer = { readonly address_label: string; readonly address_detail_pid: string; readonly address_site_name: string; readonly address_status: string; readonly alias_principal: string; readonly building_name: string; readonly cleaning_provenance: Readonly<Record<string, string>>; readonly date_created: string; readonly flat_number: string; readonly flat_type: string; readonly geocode_type: string; readonly legal_parcel_id: string; readonly level_number: string; readonly level_type: string; readonly locality_name: string; readonly lot_number: string; readonly mb_code: string; readonly number_first: string; readonly number_last: string; readonly postcode: string; readonly primary_pid: string; readonly primary_secondary: string; readonly principal_pid: string; readonly state: string; readonly street_name: string; readonly street_suffix: string; readonly street_type: string; readonly coordinates: { readonly latitude: number; readonly longitude: number } }
export type AuValidateAnswer = { readonly address_label: string; readonly address_detail_pid: string; readonly address_site_name: string; readonly address_status: string; readonly alias_principal: string; readonly building_name: string; readonly cleaning_provenance: Readonly<Record<string, string>>; readonly date_created: string; readonly flat_number: string; readonly flat_type: string; readonly geocode_type: string; readonly legal_parcel_id: string; readonly level_number: string; readonly level_type: string; readonly locality_name: string; readonly lot_number: string; readonly mb_code: string; readonly number_first: string; readonly number_last: string; readonly postcode: string; readonly primary_pid: string; readonly primary_secondary: string; readonly principal_pid: string; readonly state: string; readonly street_name: string; readonly street_suffix: string; readonly street_type: string; readonly coordinates: { readonly latitude: number; readonly longitude: number } } | { readonly candidates: readonly (string)[] }
export type AuTypeaheadAnswer = readonly (string)[]
export type AuLocationAnswer = { readonly suggestions: readonly ({ readonly location: string; readonly url: string; readonly id: string })[] }
export type AuGetLocationAnswer = { readonly latitude: number; readonly longitude: number; readonly locality_name: string; readonly state: string; readonly postcode: string }
export type AuNearestAnswer = { readonly suggestions: readonly ({ readonly distance: number; readonly address: string; readonly url: string; readonly id: string })[] }
export type AuNearestLocationAnswer = { readonly suggestions: readonly ({ readonly distance: number; readonly location: string; readonly url: string; readonly id: string })[] }
export type AuDistanceAnswer = { readonly metres: number }
export type AuDistanceBetweenPointsAnswer = { readonly metres: number }
export type AuGetUsageV3Answer = { readonly usage_today: number; readonly daily_limit: number; readonly monthly_buffer: number; readonly monthly_buffer_used: number }
export type AuGetUsageOfDayV3Answer = { readonly usage_today: number; readonly daily_limit: number; readonly monthly_buffer: number; readonly monthly_buffer_used: number }
export type AuGetUsageOfDaysV3Answer = readonly ({ readonly date: string; readonly count: number; readonly limit: number })[]
export type AuGetUsageV4Answer = { readonly date: string; readonly usage_today: number; readonly daily_limit: number; readonly monthly_buffer: number; readonly monthly_buffer_used: number }
export type AuGetUsageOfDayV4Answer = { readonly date: string; readonly usage_today: number; readonly daily_limit: number; readonly monthly_buffer: number; readonly monthly_buffer_used: number }
export type AuGetUsageOfDaysV4Answer = readonly ({ readonly date: string; readonly usage_today: number; readonly daily_limit: number; readonly monthly_buffer: number; readonly monthly_buffer_used: number })[]
export type AuGetUsageV2Answer = { readonly count: number; readonly limit1: number; readonly limit2: number }
export type AuListInvoicesAnswer = readonly ({ readonly date: string; readonly number: string; readonly address_1: string; readonly address_2: string; readonly address_3: string; readonly address_4: string; readonly address_5: string; readonly address_6: string; readonly total: number; readonly tax: number; readonly invoice_lines: readonly ({ readonly quantity: number; readonly details: string; readonly unit_price: number; readonly subtotal: number })[]; readonly pdf_url: string })[]
export type AuGetInvoiceAnswer = { readonly date: string; readonly number: string; readonly address_1: string; readonly address_2: string; readonly address_3: string; readonly address_4: string; readonly address_5: string; readonly address_6: string; readonly total: number; readonly tax: number; readonly invoice_lines: readonly ({ readonly quantity: number; readonly details: string; readonly unit_price: number; readonly subtotal: number })[]; readonly pdf_url: string }
export type AuListInvoicesOfDaysAnswer = readonly ({ readonly date: string; readonly number: string; readonly address_1: string; readonly address_2: string; readonly address_3: string; readonly address_4: string; readonly address_5: string; readonly address_6: string; readonly total: number; readonly tax: number; readonly invoice_lines: readonly ({ readonly quantity: number; readonly details: string; readonly unit_price: number; readonly subtotal: number })[]; readonly pdf_url: string })[]
export type AuGetSubscriptionAnswer = { readonly next_billing_date: string; readonly plan: { readonly term: string; readonly daily_lookup_limit_1: number; readonly daily_lookup_limit_2: number; readonly amount: number; readonly multi_application: boolean }; readonly status: 'trial' | 'trial-ended' | 'active' | 'ended'; readonly name: string; readonly payment_method: string; readonly start_date: string; readonly auto_upgrade: boolean }
export type AuChangeSubscriptionAnswer = { readonly next_billing_date: string; readonly plan: { readonly term: string; readonly daily_lookup_limit_1: number; readonly daily_lookup_limit_2: number; readonly amount: number; readonly multi_application: boolean }; readonly status: 'trial' | 'trial-ended' | 'active' | 'ended'; readonly name: string; readonly payment_method: string; readonly start_date: string; readonly auto_upgrade: boolean }
export type AuLabelSubscriptionAnswer = { readonly next_billing_date: string; readonly plan: { readonly term: string; readonly daily_lookup_limit_1: number; readonly daily_lookup_limit_2: number; readonly amount: number; readonly multi_application: boolean }; readonly status: 'trial' | 'trial-ended' | 'active' | 'ended'; readonly name: string; readonly payment_method: string; readonly start_date: string; readonly auto_upgrade: boolean }
export type AuSwitchAutoUpgradeAnswer = { readonly next_billing_date: string; readonly plan: { readonly term: string; readonly daily_lookup_limit_1: number; readonly daily_lookup_limit_2: number; readonly amount: number; readonly multi_application: boolean }; readonly status: 'trial' | 'trial-ended' | 'active' | 'ended'; readonly name: string; readonly payment_method: string; readonly start_date: string; readonly auto_upgrade: boolean }
export type AuChangePlanAnswer = { readonly next_billing_date: string; readonly plan: { readonly term: string; readonly daily_lookup_limit_1: number; readonly daily_lookup_limit_2: number; readonly amount: number; readonly multi_application: boolean }; readonly status: 'trial' | 'trial-ended' | 'active' | 'ended'; readonly name: string; readonly payment_method: string; readonly start_date: string; readonly auto_upgrade: boolean }
export type AuUnsubscribeAnswer = { readonly next_billing_date: string; readonly plan: { readonly term: string; readonly daily_lookup_limit_1: number; readonly daily_lookup_limit_2: number; readonly amount: number; readonly multi_application: boolean }; readonly status: 'trial' | 'trial-ended' | 'active' | 'ended'; readonly name: string; readonly payment_method: string; readonly start_date: string; readonly auto_upgrade: boolean }
export type AuListPlansAnswer = { readonly plans: readonly ({ readonly name: string; readonly amount: number; readonly description: string; readonly period: string; readonly daily_limit: number })[] }
export type AuGetEmailAddressAnswer = { readonly 'email-address': string }
export type AuChangeEmailAddressAnswer = Readonly<Record<string, unknown>>
export type AuListExpiredCopiesAnswer = readonly ({ readonly id: number; readonly 'email-address': string })[]
export type AuCreateExpiredCopyAnswer = { readonly message: string; readonly id: number }
export type AuGetExpiredCopyAnswer = { readonly id: number; readonly 'email-address': string }
export type AuDeleteExpiredCopyAnswer = { readonly message: string }
export type AuListInvoiceCopiesAnswer = readonly ({ readonly id: number; readonly 'email-address': string })[]
export type AuCreateInvoiceCopyAnswer = { readonly message: string; readonly id: number }
export type AuGetInvoiceCopyAnswer = { readonly id: number; readonly 'email-address': string }
export type AuDeleteInvoiceCopyAnswer = { readonly message: string }
export type AuListPrivateAddressesAnswer = readonly ({ readonly id: string; readonly postcode: string; readonly latitude: number; readonly longitude: number; readonly thoroughfare: string; readonly building_name: string; readonly sub_building_name: string; readonly sub_building_number: string; readonly building_number: string; readonly line_1: string; readonly line_2: string; readonly line_3: string; readonly line_4: string; readonly locality: string; readonly town_or_city: string; readonly county: string; readonly district: string; readonly country: string; readonly residential: boolean })[]
export type AuCreatePrivateAddressAnswer = { readonly message: string; readonly id: string }
export type AuGetPrivateAddressAnswer = { readonly id: string; readonly postcode: string; readonly latitude: number; readonly longitude: number; readonly thoroughfare: string; readonly building_name: string; readonly sub_building_name: string; readonly sub_building_number: string; readonly building_number: string; readonly line_1: string; readonly line_2: string; readonly line_3: string; readonly line_4: string; readonly locality: string; readonly town_or_city: string; readonly county: string; readonly district: string; readonly country: string; readonly residential: boolean }
export type AuDeletePrivateAddressAnswer = { readonly message: string }
export type AuListPrivateAddressesOfPostcodeAnswer = readonly ({ readonly id: string; readonly line1: string; readonly line2: string; readonly line3: string; readonly line4: string; readonly locality: string; readonly townOrCity: string; readonly county: string })[]
export type AuCreatePrivateAddressOfPostcodeAnswer = { readonly message: string; readonly id: string }
export type AuGetPrivateAddressOfPostcodeAnswer = { readonly id: string; readonly line1: string; readonly line2: string; readonly line3: string; readonly line4: string; readonly locality: string; readonly townOrCity: string; readonly county: string }
export type AuDeletePrivateAddressOfPostcodeAnswer = { readonly message: string }
export type AuGetApiKeyAnswer = { readonly 'api-key': string }
export type AuRotateApiKeyAnswer = { readonly 'api-key': string }
export type AuListDomainTokensAnswer = readonly ({ readonly value: string; readonly host: string; readonly limit: number; readonly limit_minutes: number })[]
export type AuCreateDomainTokenAnswer = { readonly message: string; readonly id: string; readonly token: string }
export type AuGetDomainTokenAnswer = { readonly value: string; readonly host: string; readonly limit: number; readonly limit_minutes: number }
export type AuDeleteDomainTokenAnswer = { readonly message: string }

/** What an account of the product `uk` can do. */
export interface UkClient {
  /** Suggest addresses for what has been typed so far. */
  autocomplete(input: { readonly term: string; readonly top?: number; readonly all?: boolean; readonly template?: string; readonly 'show-postcode'?: boolean; readonly filter?: { readonly county?: string; readonly country?: string; readonly locality?: string; readonly district?: string; readonly town_or_city?: string; readonly thoroughfare?: string; readonly postcode?: string; readonly residential?: boolean; readonly radius?: { readonly km: number; readonly latitude: number; readonly longitude: number } }; readonly location?: { readonly latitude: number; readonly longitude: number } }, call?: CallOptions): Promise<UkAutocompleteAnswer>
  /** Suggest addresses for what has been typed so far. */
  suggest(input: { readonly term: string; readonly top?: number; readonly all?: boolean; readonly template?: string; readonly 'show-postcode'?: boolean; readonly filter?: { readonly county?: string; readonly country?: string; readonly locality?: string; readonly district?: string; readonly town_or_city?: string; readonly thoroughfare?: string; readonly postcode?: string; readonly residential?: boolean; readonly radius?: { readonly km: number; readonly latitude: number; readonly longitude: number } }; readonly location?: { readonly latitude: number; readonly longitude: number } }, call?: CallOptions): Promise<UkSuggestAnswer>
  /** Get the full address of a suggestion. */
  get(input: { readonly id: string }, call?: CallOptions): Promise<UkGetAnswer>
  /** List every address of a postcode. */
  find(input: { readonly postcode: string; readonly expand?: boolean }, call?: CallOptions): Promise<UkFindAnswer>
  /** List the addresses of a postcode that have a house number or name. */
  findHouse(input: { readonly postcode: string; readonly house: string; readonly expand?: boolean }, call?: CallOptions): Promise<UkFindHouseAnswer>
  /** Confirm or correct a one-line address. */
  validate(input: { readonly address: string; readonly strict?: boolean; readonly residential?: boolean }, call?: CallOptions): Promise<UkValidateAnswer>
  /** Complete a partial word. */
  typeahead(input: { readonly term: string; readonly top?: number; readonly search?: readonly (string)[]; readonly filter?: { readonly postcode?: string; readonly locality?: string; readonly town_or_city?: string; readonly district?: string; readonly county?: string; readonly country?: string } }, call?: CallOptions): Promise<UkTypeaheadAnswer>
  /** Suggest places for what has been typed so far. */
  location(input: { readonly term: string; readonly top?: number; readonly template?: string; readonly template_outcode?: string; readonly template_postcode?: string; readonly filter?: { readonly area?: string; readonly town_or_city?: string; readonly county?: string; readonly country?: string; readonly postcode?: string; readonly outcode?: string; readonly radius?: { readonly km: number; readonly latitude: number; readonly longitude: number } }; readonly location?: { readonly latitude: number; readonly longitude: number } }, call?: CallOptions): Promise<UkLocationAnswer>
  /** Get the full place of a location suggestion. */
  getLocation(input: { readonly id: string }, call?: CallOptions): Promise<UkGetLocationAnswer>
  /** Find the addresses nearest to a point. */
  nearest(input: { readonly latitude: number; readonly longitude: number; readonly top?: number; readonly radius?: number; readonly template?: string; readonly term?: string; readonly filter?: { readonly residential?: boolean } }, call?: CallOptions): Promise<UkNearestAnswer>
  /** Find the places nearest to a point. */
  nearestLocation(input: { readonly latitude: number; readonly longitude: number; readonly top?: number; readonly radius?: number; readonly template?: string; readonly term?: string }, call?: CallOptions): Promise<UkNearestLocationAnswer>
  /** Measure the straight line between two postcodes. */
  distance(input: { readonly from: string; readonly to: string }, call?: CallOptions): Promise<UkDistanceAnswer>
  /** Measure the straight line between two points. */
  distanceBetweenPoints(input: { readonly from_latitude: number; readonly from_longitude: number; readonly to_latitude: number; readonly to_longitude: number }, call?: CallOptions): Promise<UkDistanceBetweenPointsAnswer>
  /** See the usage of today. */
  getUsageV3(input?: Record<string, never>, call?: CallOptions): Promise<UkGetUsageV3Answer>
  /** See the usage of a day. */
  getUsageOfDayV3(input: { readonly day: number; readonly month: number; readonly year: number }, call?: CallOptions): Promise<UkGetUsageOfDayV3Answer>
  /** See the usage of every day of a range. */
  getUsageOfDaysV3(input: { readonly from_day: number; readonly from_month: number; readonly from_year: number; readonly to_day: number; readonly to_month: number; readonly to_year: number }, call?: CallOptions): Promise<UkGetUsageOfDaysV3Answer>
  /** See the usage of today. */
  getUsageV4(input?: Record<string, never>, call?: CallOptions): Promise<UkGetUsageV4Answer>
  /** See the usage of a day. */
  getUsageOfDayV4(input: { readonly day: number; readonly month: number; readonly year: number }, call?: CallOptions): Promise<UkGetUsageOfDayV4Answer>
  /** See the usage of every day of a range. */
  getUsageOfDaysV4(input: { readonly from_day: number; readonly from_month: number; readonly from_year: number; readonly to_day: number; readonly to_month: number; readonly to_year: number }, call?: CallOptions): Promise<UkGetUsageOfDaysV4Answer>
  /** See the usage of today. */
  getUsageV2(input?: Record<string, never>, call?: CallOptions): Promise<UkGetUsageV2Answer>
  /** List all invoices. */
  listInvoices(input?: Record<string, never>, call?: CallOptions): Promise<UkListInvoicesAnswer>
  /** See an invoice. */
  getInvoice(input: { readonly number: string }, call?: CallOptions): Promise<UkGetInvoiceAnswer>
  /** List the invoices of a range of days. */
  listInvoicesOfDays(input: { readonly from_day: number; readonly from_month: number; readonly from_year: number; readonly to_day: number; readonly to_month: number; readonly to_year: number }, call?: CallOptions): Promise<UkListInvoicesOfDaysAnswer>
  /** See the subscription. */
  getSubscription(input?: Record<string, never>, call?: CallOptions): Promise<UkGetSubscriptionAnswer>
  /** Name the subscription and switch auto-upgrade. */
  changeSubscription(input?: { readonly name?: string; readonly autoUpgrade?: boolean }, call?: CallOptions): Promise<UkChangeSubscriptionAnswer>
  /** Name the subscription. */
  labelSubscription(input: { readonly label: string }, call?: CallOptions): Promise<UkLabelSubscriptionAnswer>
  /** Switch auto-upgrade: the next plan is taken when the last limit of a day is reached. */
  switchAutoUpgrade(input: { readonly 'auto-upgrade': boolean }, call?: CallOptions): Promise<UkSwitchAutoUpgradeAnswer>
  /** Choose a plan. */
  changePlan(input: { readonly plan_name: string }, call?: CallOptions): Promise<UkChangePlanAnswer>
  /** End the subscription. */
  unsubscribe(input?: Record<string, never>, call?: CallOptions): Promise<UkUnsubscribeAnswer>
  /** List the plans of the account's product. */
  listPlans(input?: Record<string, never>, call?: CallOptions): Promise<UkListPlansAnswer>
  /** See the account's e-mail address. */
  getEmailAddress(input?: Record<string, never>, call?: CallOptions): Promise<UkGetEmailAddressAnswer>
  /** Change the account's e-mail address. */
  changeEmailAddress(input: { readonly 'new-email-address': string }, call?: CallOptions): Promise<UkChangeEmailAddressAnswer>
  /** List who else gets the expired-account mails. */
  listExpiredCopies(input?: Record<string, never>, call?: CallOptions): Promise<UkListExpiredCopiesAnswer>
  /** Send the expired-account mails to one more address. */
  createExpiredCopy(input: { readonly 'email-address': string }, call?: CallOptions): Promise<UkCreateExpiredCopyAnswer>
  /** See one CC recipient of the expired-account mails. */
  getExpiredCopy(input: { readonly id: number }, call?: CallOptions): Promise<UkGetExpiredCopyAnswer>
  /** Send no more expired-account mails to one CC recipient. */
  deleteExpiredCopy(input: { readonly id: number }, call?: CallOptions): Promise<UkDeleteExpiredCopyAnswer>
  /** List who else gets the invoice mails. */
  listInvoiceCopies(input?: Record<string, never>, call?: CallOptions): Promise<UkListInvoiceCopiesAnswer>
  /** Send the invoice mails to one more address. */
  createInvoiceCopy(input: { readonly 'email-address': string }, call?: CallOptions): Promise<UkCreateInvoiceCopyAnswer>
  /** See one CC recipient of the invoice mails. */
  getInvoiceCopy(input: { readonly id: number }, call?: CallOptions): Promise<UkGetInvoiceCopyAnswer>
  /** Send no more invoice mails to one CC recipient. */
  deleteInvoiceCopy(input: { readonly id: number }, call?: CallOptions): Promise<UkDeleteInvoiceCopyAnswer>
  /** List the private addresses. */
  listPrivateAddresses(input?: Record<string, never>, call?: CallOptions): Promise<UkListPrivateAddressesAnswer>
  /** Add a private address. */
  createPrivateAddress(input: { readonly postcode: string; readonly line_1: string; readonly line_2?: string; readonly line_3?: string; readonly line_4?: string; readonly locality?: string; readonly town_or_city?: string; readonly county?: string; readonly residential: boolean; readonly latitude?: number; readonly longitude?: number }, call?: CallOptions): Promise<UkCreatePrivateAddressAnswer>
  /** See one private address. */
  getPrivateAddress(input: { readonly id: string }, call?: CallOptions): Promise<UkGetPrivateAddressAnswer>
  /** Remove a private address. */
  deletePrivateAddress(input: { readonly id: string }, call?: CallOptions): Promise<UkDeletePrivateAddressAnswer>
  /** List the private addresses of a postcode, older form. */
  listPrivateAddressesOfPostcode(input: { readonly postcode: string }, call?: CallOptions): Promise<UkListPrivateAddressesOfPostcodeAnswer>
  /** Add a private address, older form. */
  createPrivateAddressOfPostcode(input: { readonly postcode: string; readonly line1: string; readonly line2?: string; readonly line3?: string; readonly line4?: string; readonly locality?: string; readonly townOrCity?: string; readonly county?: string; readonly latitude?: number; readonly longitude?: number }, call?: CallOptions): Promise<UkCreatePrivateAddressOfPostcodeAnswer>
  /** See one private address, older form. */
  getPrivateAddressOfPostcode(input: { readonly postcode: string; readonly id: string }, call?: CallOptions): Promise<UkGetPrivateAddressOfPostcodeAnswer>
  /** Remove a private address, older form. */
  deletePrivateAddressOfPostcode(input: { readonly postcode: string; readonly id: string }, call?: CallOptions): Promise<UkDeletePrivateAddressOfPostcodeAnswer>
  /** See the API key, masked. */
  getApiKey(input?: Record<string, never>, call?: CallOptions): Promise<UkGetApiKeyAnswer>
  /** Replace the API key. */
  rotateApiKey(input?: { readonly grace?: number }, call?: CallOptions): Promise<UkRotateApiKeyAnswer>
  /** List the domain tokens. */
  listDomainTokens(input?: Record<string, never>, call?: CallOptions): Promise<UkListDomainTokensAnswer>
  /** Make a domain token. */
  createDomainToken(input: { readonly url: string; readonly limit?: number; readonly limit_minutes?: number }, call?: CallOptions): Promise<UkCreateDomainTokenAnswer>
  /** See one domain token. */
  getDomainToken(input: { readonly host: string }, call?: CallOptions): Promise<UkGetDomainTokenAnswer>
  /** Take a domain token back. */
  deleteDomainToken(input: { readonly host: string }, call?: CallOptions): Promise<UkDeleteDomainTokenAnswer>
}

export type UkAutocompleteAnswer = { readonly suggestions: readonly ({ readonly address: string; readonly url: string; readonly id: string })[] }
export type UkSuggestAnswer = { readonly suggestions: readonly ({ readonly address: string; readonly url: string; readonly id: string })[] }
export type UkGetAnswer = { readonly postcode: string; readonly latitude: number; readonly longitude: number; readonly formatted_address: readonly (string)[]; readonly thoroughfare: string; readonly building_name: string; readonly sub_building_name: string; readonly sub_building_number: string; readonly building_number: string; readonly line_1: string; readonly line_2: string; readonly line_3: string; readonly line_4: string; readonly locality: string; readonly town_or_city: string; readonly county: string; readonly district: string; readonly country: string; readonly residential: boolean }
export type UkFindAnswer = { readonly postcode: string; readonly latitude: number; readonly longitude: number; readonly addresses: readonly (string | { readonly formatted_address: readonly (string)[]; readonly thoroughfare: string; readonly building_name: string; readonly sub_building_name: string; readonly sub_building_number: string; readonly building_number: string; readonly line_1: string; readonly line_2: string; readonly line_3: string; readonly line_4: string; readonly locality: string; readonly town_or_city: string; readonly county: string; readonly district: string; readonly country: string })[] }
export type UkFindHouseAnswer = { readonly postcode: string; readonly latitude: number; readonly longitude: number; readonly addresses: readonly (string | { readonly formatted_address: readonly (string)[]; readonly thoroughfare: string; readonly building_name: string; readonly sub_building_name: string; readonly sub_building_number: string; readonly building_number: string; readonly line_1: string; readonly line_2: string; readonly line_3: string; readonly line_4: string; readonly locality: string; readonly town_or_city: string; readonly county: string; readonly district: string; readonly country: string })[] }
export type UkValidateAnswer = { readonly status: 200 | 300 | 404; readonly address: { readonly postcode: string; readonly latitude: number; readonly longitude: number; readonly formatted_address: readonly (string)[]; readonly thoroughfare: string; readonly building_name: string; readonly sub_building_name: string; readonly sub_building_number: string; readonly building_number: string; readonly line_1: string; readonly line_2: string; readonly line_3: string; readonly line_4: string; readonly locality: string; readonly town_or_city: string; readonly county: string; readonly district: string; readonly country: string; readonly residential: boolean } }
export type UkTypeaheadAnswer = readonly (string)[]
export type UkLocationAnswer = { readonly suggestions: readonly ({ readonly location: string; readonly url: string; readonly id: string })[] }
export type UkGetLocationAnswer = { readonly latitude: number; readonly longitude: number; readonly area: string; readonly town_or_city: string; readonly county: string; readonly country: string; readonly postcode: string; readonly outcode: string }
export type UkNearestAnswer = { readonly suggestions: readonly ({ readonly distance: number; readonly address: string; readonly url: string; readonly id: string })[] }
export type UkNearestLocationAnswer = { readonly suggestions: readonly ({ readonly distance: number; readonly location: string; readonly url: string; readonly id: string })[] }
export type UkDistanceAnswer = { readonly from: { readonly latitude: number; readonly longitude: number; readonly postcode: string }; readonly to: { readonly latitude: number; readonly longitude: number; readonly postcode: string }; readonly metres: number }
export type UkDistanceBetweenPointsAnswer = { readonly metres: number }
export type UkGetUsageV3Answer = { readonly usage_today: number; readonly daily_limit: number; readonly monthly_buffer: number; readonly monthly_buffer_used: number }
export type UkGetUsageOfDayV3Answer = { readonly usage_today: number; readonly daily_limit: number; readonly monthly_buffer: number; readonly monthly_buffer_used: number }
export type UkGetUsageOfDaysV3Answer = readonly ({ readonly date: string; readonly count: number; readonly limit: number })[]
export type UkGetUsageV4Answer = { readonly date: string; readonly usage_today: number; readonly daily_limit: number; readonly monthly_buffer: number; readonly monthly_buffer_used: number }
export type UkGetUsageOfDayV4Answer = { readonly date: string; readonly usage_today: number; readonly daily_limit: number; readonly monthly_buffer: number; readonly monthly_buffer_used: number }
export type UkGetUsageOfDaysV4Answer = readonly ({ readonly date: string; readonly usage_today: number; readonly daily_limit: number; readonly monthly_buffer: number; readonly monthly_buffer_used: number })[]
export type UkGetUsageV2Answer = { readonly count: number; readonly limit1: number; readonly limit2: number }
export type UkListInvoicesAnswer = readonly ({ readonly date: string; readonly number: string; readonly address_1: string; readonly address_2: string; readonly address_3: string; readonly address_4: string; readonly address_5: string; readonly address_6: string; readonly total: number; readonly tax: number; readonly invoice_lines: readonly ({ readonly quantity: number; readonly details: string; readonly unit_price: number; readonly subtotal: number })[]; readonly pdf_url: string })[]
export type UkGetInvoiceAnswer = { readonly date: string; readonly number: string; readonly address_1: string; readonly address_2: string; readonly address_3: string; readonly address_4: string; readonly address_5: string; readonly address_6: string; readonly total: number; readonly tax: number; readonly invoice_lines: readonly ({ readonly quantity: number; readonly details: string; readonly unit_price: number; readonly subtotal: number })[]; readonly pdf_url: string }
export type UkListInvoicesOfDaysAnswer = readonly ({ readonly date: string; readonly number: string; readonly address_1: string; readonly address_2: string; readonly address_3: string; readonly address_4: string; readonly address_5: string; readonly address_6: string; readonly total: number; readonly tax: number; readonly invoice_lines: readonly ({ readonly quantity: number; readonly details: string; readonly unit_price: number; readonly subtotal: number })[]; readonly pdf_url: string })[]
export type UkGetSubscriptionAnswer = { readonly next_billing_date: string; readonly plan: { readonly term: string; readonly daily_lookup_limit_1: number; readonly daily_lookup_limit_2: number; readonly amount: number; readonly multi_application: boolean }; readonly status: 'trial' | 'trial-ended' | 'active' | 'ended'; readonly name: string; readonly payment_method: string; readonly start_date: string; readonly auto_upgrade: boolean }
export type UkChangeSubscriptionAnswer = { readonly next_billing_date: string; readonly plan: { readonly term: string; readonly daily_lookup_limit_1: number; readonly daily_lookup_limit_2: number; readonly amount: number; readonly multi_application: boolean }; readonly status: 'trial' | 'trial-ended' | 'active' | 'ended'; readonly name: string; readonly payment_method: string; readonly start_date: string; readonly auto_upgrade: boolean }
export type UkLabelSubscriptionAnswer = { readonly next_billing_date: string; readonly plan: { readonly term: string; readonly daily_lookup_limit_1: number; readonly daily_lookup_limit_2: number; readonly amount: number; readonly multi_application: boolean }; readonly status: 'trial' | 'trial-ended' | 'active' | 'ended'; readonly name: string; readonly payment_method: string; readonly start_date: string; readonly auto_upgrade: boolean }
export type UkSwitchAutoUpgradeAnswer = { readonly next_billing_date: string; readonly plan: { readonly term: string; readonly daily_lookup_limit_1: number; readonly daily_lookup_limit_2: number; readonly amount: number; readonly multi_application: boolean }; readonly status: 'trial' | 'trial-ended' | 'active' | 'ended'; readonly name: string; readonly payment_method: string; readonly start_date: string; readonly auto_upgrade: boolean }
export type UkChangePlanAnswer = { readonly next_billing_date: string; readonly plan: { readonly term: string; readonly daily_lookup_limit_1: number; readonly daily_lookup_limit_2: number; readonly amount: number; readonly multi_application: boolean }; readonly status: 'trial' | 'trial-ended' | 'active' | 'ended'; readonly name: string; readonly payment_method: string; readonly start_date: string; readonly auto_upgrade: boolean }
export type UkUnsubscribeAnswer = { readonly next_billing_date: string; readonly plan: { readonly term: string; readonly daily_lookup_limit_1: number; readonly daily_lookup_limit_2: number; readonly amount: number; readonly multi_application: boolean }; readonly status: 'trial' | 'trial-ended' | 'active' | 'ended'; readonly name: string; readonly payment_method: string; readonly start_date: string; readonly auto_upgrade: boolean }
export type UkListPlansAnswer = { readonly plans: readonly ({ readonly name: string; readonly amount: number; readonly description: string; readonly period: string; readonly daily_limit: number })[] }
export type UkGetEmailAddressAnswer = { readonly 'email-address': string }
export type UkChangeEmailAddressAnswer = Readonly<Record<string, unknown>>
export type UkListExpiredCopiesAnswer = readonly ({ readonly id: number; readonly 'email-address': string })[]
export type UkCreateExpiredCopyAnswer = { readonly message: string; readonly id: number }
export type UkGetExpiredCopyAnswer = { readonly id: number; readonly 'email-address': string }
export type UkDeleteExpiredCopyAnswer = { readonly message: string }
export type UkListInvoiceCopiesAnswer = readonly ({ readonly id: number; readonly 'email-address': string })[]
export type UkCreateInvoiceCopyAnswer = { readonly message: string; readonly id: number }
export type UkGetInvoiceCopyAnswer = { readonly id: number; readonly 'email-address': string }
export type UkDeleteInvoiceCopyAnswer = { readonly message: string }
export type UkListPrivateAddressesAnswer = readonly ({ readonly id: string; readonly postcode: string; readonly latitude: number; readonly longitude: number; readonly thoroughfare: string; readonly building_name: string; readonly sub_building_name: string; readonly sub_building_number: string; readonly building_number: string; readonly line_1: string; readonly line_2: string; readonly line_3: string; readonly line_4: string; readonly locality: string; readonly town_or_city: string; readonly county: string; readonly district: string; readonly country: string; readonly residential: boolean })[]
export type UkCreatePrivateAddressAnswer = { readonly message: string; readonly id: string }
export type UkGetPrivateAddressAnswer = { readonly id: string; readonly postcode: string; readonly latitude: number; readonly longitude: number; readonly thoroughfare: string; readonly building_name: string; readonly sub_building_name: string; readonly sub_building_number: string; readonly building_number: string; readonly line_1: string; readonly line_2: string; readonly line_3: string; readonly line_4: string; readonly locality: string; readonly town_or_city: string; readonly county: string; readonly district: string; readonly country: string; readonly residential: boolean }
export type UkDeletePrivateAddressAnswer = { readonly message: string }
export type UkListPrivateAddressesOfPostcodeAnswer = readonly ({ readonly id: string; readonly line1: string; readonly line2: string; readonly line3: string; readonly line4: string; readonly locality: string; readonly townOrCity: string; readonly county: string })[]
export type UkCreatePrivateAddressOfPostcodeAnswer = { readonly message: string; readonly id: string }
export type UkGetPrivateAddressOfPostcodeAnswer = { readonly id: string; readonly line1: string; readonly line2: string; readonly line3: string; readonly line4: string; readonly locality: string; readonly townOrCity: string; readonly county: string }
export type UkDeletePrivateAddressOfPostcodeAnswer = { readonly message: string }
export type UkGetApiKeyAnswer = { readonly 'api-key': string }
export type UkRotateApiKeyAnswer = { readonly 'api-key': string }
export type UkListDomainTokensAnswer = readonly ({ readonly value: string; readonly host: string; readonly limit: number; readonly limit_minutes: number })[]
export type UkCreateDomainTokenAnswer = { readonly message: string; readonly id: string; readonly token: string }
export type UkGetDomainTokenAnswer = { readonly value: string; readonly host: string; readonly limit: number; readonly limit_minutes: number }
export type UkDeleteDomainTokenAnswer = { readonly message: string }
