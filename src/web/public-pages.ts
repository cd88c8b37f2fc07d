// Everything that is served without a key.

import type { Product } from '../address/product.ts'
import type { InvoiceLinks } from '../billing/signing.ts'
import type { Config } from '../config.ts'
import { invoicePdfPage } from '../endpoints/account/invoice-pdf.ts'
import { healthPages } from '../endpoints/pages/health.ts'
import { metricsPage } from '../endpoints/pages/metrics.ts'
import type { Page } from '../endpoints/pages/page.ts'
import type { Clock } from '../lib/clock.ts'
import { openApiPages } from '../reference/openapi.ts'
import type { Data } from '../releases/served-data.ts'
import { ENDPOINTS } from '../routes.ts'
import type { Store } from '../store/store.ts'
import { webPages } from './pages.ts'

/** What the pages show of a service. */
interface Shown {
  readonly data: Data
  readonly store: Store
  readonly clock: Clock
  readonly links: InvoiceLinks
  readonly demoTokens: Partial<Record<Product, string>>
  readonly stopping: boolean
  figures(): Promise<string>
}

/** The service is asked for when a page is shown: its routes are made before the service is. */
export function pagesOf({ baseUrl, docsUrl }: Config, service: () => Shown): Page[] {
  const releases = () => service().data.releases()
  const attributions = () => releases().map(({ attribution }) => attribution)
  return [
    ...healthPages({
      store: () => answers(service().store),
      releases: () =>
        Object.fromEntries(releases().map(({ product, release }) => [product, release])),
      stopping: () => service().stopping,
    }),
    metricsPage(() => service().figures()),
    invoicePdfPage(service),
    ...openApiPages(ENDPOINTS, () => ({ baseUrl, attributions: attributions() })),
    ...webPages(ENDPOINTS, {
      baseUrl,
      docsUrl,
      searches: () => service().data,
      tryFacts: () => ({
        host: new URL(baseUrl).hostname,
        products: releases().map((release) => ({
          release,
          token: service().demoTokens[release.product],
          examples: service().data.typedExamples(release.product),
        })),
      }),
    }),
  ]
}

async function answers(store: Store): Promise<boolean> {
  try {
    await store.ping()
    return true
  } catch {
    return false
  }
}
