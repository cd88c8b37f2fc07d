// Everything that is served without a key: pages that people see, the files that they load, health, and documents.

import type { Product } from '../address/product.ts'
import { invoicePdfPage } from '../endpoints/account/invoices.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { documentPage, makeDocument } from '../endpoints/pages/document.ts'
import { healthPages, metricsPage } from '../endpoints/pages/health.ts'
import type { Page, PageReply } from '../endpoints/pages/page.ts'
import { sessionPages } from '../endpoints/session/session-pages.ts'
import { signInLimits } from '../endpoints/session/sign-in-limits.ts'
import { LEGACY } from '../legacy/legacy.ts'
import type { Brand } from '../lib/brand/brand.ts'
import type { Turns } from '../lib/turns/turns.ts'
import { openApiPages } from '../reference/openapi.ts'
import type { Data } from '../releases/served-data.ts'
import type { Searches } from '../search/address-search.ts'
import type { Store } from '../store/store.ts'
import { type Currency, consolePage, operatorPage, signUpPage } from './console-pages.ts'
import { referencePages } from './docs/docs-page.ts'
import { errorsPage } from './docs/errors-page.ts'
import { guidePages } from './docs/guide-pages.ts'
import { searchPages } from './docs/search-pages.ts'
import { filePages, logoPage } from './files.ts'
import { mapPage } from './start/density-map.ts'
import { type TryFacts, tryPage } from './start/try-page.ts'

type AddedParts = 'baseUrl' | 'limits' | 'isSignUpOpen' | 'signInWays' | 'sessionHours'

type SessionParts = Parameters<typeof sessionPages>[0]

interface PageParts
  extends Omit<SessionParts, AddedParts>,
    Omit<Parameters<typeof invoicePdfPage>[0], 'clock' | 'store'> {
  readonly endpoints: readonly Endpoint[]
  readonly turns: Turns
  readonly config: PageSettings
  readonly data: Data
  readonly store: Store
  readonly counters: Parameters<typeof signInLimits>[0]
  readonly proxies: Parameters<typeof signInLimits>[1]
  readonly status: {
    readonly isStopping: boolean
    readonly demoKeys: Partial<Record<Product, DemoKeys>>
  }
  /** The text of `/metrics`. */
  report(): Promise<string>
}

/** What the pages show about a demo account. */
interface DemoKeys {
  readonly token: string | undefined
  readonly testKey: string
}

interface PageSettings {
  readonly baseUrl: string
  readonly docsUrl: string
  readonly signUp: 'off' | 'open'
  readonly signInWays: SessionParts['signInWays']
  readonly sessionHours: number
  readonly brand: Brand
  readonly billing: { readonly currency: Currency }
}

export function publicPages(parts: PageParts): Page[] {
  const { endpoints, turns, config, data, store, status } = parts
  const { baseUrl } = config
  const attributions = () => data.attributions()
  const releases = () => data.releases().map(({ product, release }) => [product, release])
  return [
    ...healthPages({
      store: () => answers(store),
      releases: () => Object.fromEntries(releases()),
      stopping: () => status.isStopping,
    }),
    metricsPage(parts.report),
    invoicePdfPage(parts),
    ...sessionPages({
      ...parts,
      baseUrl,
      limits: signInLimits(parts.counters, parts.proxies),
      isSignUpOpen: config.signUp === 'open',
      signInWays: config.signInWays,
      sessionHours: config.sessionHours,
    }),
    ...openApiPages(endpoints, turns, () => ({ baseUrl, attributions: attributions() })),
    ...webPages(endpoints, {
      ...config,
      turns,
      searches: data.searches,
      currency: config.billing.currency,
      isSignUpOpen: config.signUp === 'open',
      tryFacts: () => tryFacts(parts),
      testKey: (product) => status.demoKeys[product]?.testKey,
    }),
  ]
}

function tryFacts({ config, data, status }: PageParts): TryFacts {
  return {
    host: new URL(config.baseUrl).hostname,
    products: data.releases().map((release) => ({
      release,
      token: status.demoKeys[release.product]?.token,
      examples: data.typedExamples(release.product),
      hasAreas: (data.searches[release.product]?.areas?.names.length ?? 0) > 0,
    })),
  }
}

async function answers(store: Store): Promise<boolean> {
  try {
    await store.ping()
    return true
  } catch {
    return false
  }
}

interface WebFacts extends Pick<PageSettings, 'baseUrl' | 'docsUrl' | 'brand' | 'sessionHours'> {
  readonly turns: Turns
  readonly searches: Searches
  readonly currency: Currency
  readonly isSignUpOpen: boolean
  /** What the start page offers at this moment. */
  tryFacts(): TryFacts
  /** A test key that anybody may use. */
  testKey(product: Product): string | undefined
}

export function webPages(endpoints: readonly Endpoint[], facts: WebFacts): Page[] {
  const { turns, baseUrl, docsUrl, brand } = facts
  const fixed = (path: string, summary: string, write: () => PageReply) =>
    documentPage(turns, path, summary, write)
  const start = makeDocument(turns, (now) => tryPage(brand, now, baseUrl), facts.tryFacts)
  const operator = fixed('/operator', 'The console of operators', () => operatorPage(brand, facts))
  return [
    { path: '/', summary: 'Try a look-up', render: start },
    fixed('/console', 'The console of account holders', () => consolePage(brand, facts)),
    { ...operator, isForOperators: true },
    ...referencePages(endpoints, facts),
    fixed('/docs/errors', 'Error reference', () => errorsPage(brand, docsUrl)),
    ...guidePages(turns, facts),
    ...searchPages(endpoints, turns, facts),
    ...(facts.isSignUpOpen
      ? [fixed('/sign-up', 'Create a trial account', () => signUpPage(brand))]
      : []),
    mapPage(facts.searches, turns),
    ...LEGACY.pages(turns),
    ...filePages(turns),
    ...(brand.logo === undefined ? [] : [logoPage(brand.logo, turns)]),
  ]
}
