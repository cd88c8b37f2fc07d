// Everything that is served without a key.

import type { CredentialFacts } from '../access/authenticate.ts'
import type { Caller } from '../access/caller.ts'
import type { ConsoleKind, Sessions } from '../access/sessions.ts'
import type { TrustedProxies } from '../access/visitor.ts'
import type { Plans } from '../account/plans/plans.ts'
import type { Product } from '../address/product.ts'
import type { InvoicePrinter } from '../billing/invoices/invoice-printer.ts'
import type { InvoiceLinks } from '../billing/invoices/signing.ts'
import { invoicePdfPage } from '../endpoints/account/invoice-pdf.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { healthPages } from '../endpoints/pages/health.ts'
import { metricsPage } from '../endpoints/pages/metrics.ts'
import type { Page } from '../endpoints/pages/page.ts'
import { operatorSessionPage } from '../endpoints/session/operator-pages.ts'
import { type SessionPageParts, sessionPages } from '../endpoints/session/session-pages.ts'
import { SignInLimits } from '../endpoints/session/sign-in-limits.ts'
import { header, type Request } from '../http/message.ts'
import type { Brand } from '../lib/brand/brand.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Turns } from '../lib/turns/turns.ts'
import { openApiPages } from '../reference/openapi.ts'
import type { Data } from '../releases/served-data.ts'
import type { Store } from '../store/store.ts'
import { webPages } from './pages.ts'
import type { TryFacts } from './start/try-page.ts'

/** What the pages need of a service. */
interface PageParts {
  readonly endpoints: readonly Endpoint[]
  readonly turns: Turns
  readonly config: PageSettings
  readonly data: Data
  readonly store: Store
  readonly plans: Plans
  readonly clock: Clock
  readonly log: Log
  readonly sessions: Readonly<Record<ConsoleKind, Sessions>>
  readonly counters: ConstructorParameters<typeof SignInLimits>[0]
  readonly proxies: TrustedProxies
  authenticate(facts: CredentialFacts): Caller | Promise<Caller>
  readonly links: InvoiceLinks
  readonly printer: InvoicePrinter
  readonly status: PageStatus
  /** The text of `/metrics`. */
  report(): Promise<string>
}

interface PageSettings {
  readonly baseUrl: string
  readonly docsUrl: string
  readonly signUp: 'off' | 'open'
  readonly brand: Brand
  readonly billing: { readonly currency: Readonly<Record<Product, string>> }
}

interface PageStatus {
  /** The service is stopping and takes no more requests. */
  readonly isStopping: boolean
  /** The domain tokens of the demo accounts. */
  readonly demoTokens: Partial<Record<Product, string>>
}

export function publicPages(parts: PageParts): Page[] {
  const { endpoints, turns, config, data, store, status } = parts
  const { baseUrl, docsUrl, brand } = config
  const attributions = () => data.releases().map(({ attribution }) => attribution)
  return [
    ...healthPages({
      store: () => answers(store),
      releases: () =>
        Object.fromEntries(data.releases().map(({ product, release }) => [product, release])),
      stopping: () => status.isStopping,
    }),
    metricsPage(parts.report),
    invoicePdfPage(parts),
    ...sessionPages(sessionParts(parts)),
    operatorSessionPage({ ...sessionParts(parts), sessions: parts.sessions.operator }),
    ...openApiPages(endpoints, turns, () => ({ baseUrl, attributions: attributions() })),
    ...webPages(endpoints, {
      turns,
      baseUrl,
      docsUrl,
      searches: data.searches,
      brand,
      currency: config.billing.currency,
      isSignUpOpen: config.signUp === 'open',
      tryFacts: () => tryFacts(parts),
    }),
  ]
}

function sessionParts(parts: PageParts): SessionPageParts {
  const { config, proxies, counters } = parts
  const visitorOf = (request: Request) =>
    proxies.visitorOf(request.remoteAddress, header(request, 'x-forwarded-for'))
  return {
    ...parts,
    sessions: parts.sessions.console,
    baseUrl: config.baseUrl,
    limits: new SignInLimits(counters, visitorOf),
    isSignUpOpen: config.signUp === 'open',
  }
}

function tryFacts({ config, data, status }: PageParts): TryFacts {
  return {
    host: new URL(config.baseUrl).hostname,
    products: data.releases().map((release) => ({
      release,
      token: status.demoTokens[release.product],
      examples: data.typedExamples(release.product),
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
