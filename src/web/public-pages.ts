// Everything that is served without a key.

import type { Product } from '../address/product.ts'
import type { InvoiceLinks } from '../billing/invoices/signing.ts'
import { invoicePdfPage } from '../endpoints/account/invoice-pdf.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { healthPages } from '../endpoints/pages/health.ts'
import { metricsPage } from '../endpoints/pages/metrics.ts'
import type { Page } from '../endpoints/pages/page.ts'
import type { Clock } from '../lib/clock.ts'
import { openApiPages } from '../reference/openapi.ts'
import type { Data } from '../releases/served-data.ts'
import type { Store } from '../store/store.ts'
import { webPages } from './pages.ts'
import type { TryFacts } from './start/try-page.ts'

/** What the pages show of a service. */
interface PageParts {
  readonly endpoints: readonly Endpoint[]
  readonly baseUrl: string
  readonly docsUrl: string
  readonly data: Data
  readonly store: Store
  readonly clock: Clock
  readonly links: InvoiceLinks
  readonly status: PageStatus
  /** The text of `/metrics`. */
  report(): Promise<string>
}

interface PageStatus {
  /** The service was asked to stop, and is not ready for more requests. */
  readonly isStopping: boolean
  /** With which the pages look up, where there are demo accounts. */
  readonly demoTokens: Partial<Record<Product, string>>
}

export function publicPages(parts: PageParts): Page[] {
  const { endpoints, baseUrl, docsUrl, data, store, status } = parts
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
    ...openApiPages(endpoints, () => ({ baseUrl, attributions: attributions() })),
    ...webPages(endpoints, { baseUrl, docsUrl, searches: data, tryFacts: () => tryFacts(parts) }),
  ]
}

function tryFacts({ baseUrl, data, status }: PageParts): TryFacts {
  return {
    host: new URL(baseUrl).hostname,
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
