// Every page that people see, and what the pages are made of.

import type { Product } from '../address/product.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import type { Page } from '../endpoints/pages/page.ts'
import type { Brand } from '../lib/brand/brand.ts'
import { consolePage } from './console/console-page.ts'
import { DocsPages } from './docs/docs-page.ts'
import { errorsPage } from './docs/errors-page.ts'
import { guidePages } from './docs/guides.ts'
import { filePages } from './files.ts'
import { olderScriptPages } from './older-pages/scripts.ts'
import { operatorPage } from './operator/operator-page.ts'
import { signUpPage } from './sign-up/sign-up-page.ts'
import { type MapSearches, mapPage } from './start/density-map.ts'
import { type TryFacts, tryPage } from './start/try-page.ts'

interface WebFacts {
  readonly baseUrl: string
  readonly docsUrl: string
  readonly searches: MapSearches
  readonly brand: Brand
  readonly currency: Readonly<Record<Product, string>>
  readonly isSignUpOpen: boolean
  /** What the try page can do at this moment. */
  tryFacts(): TryFacts
}

export function webPages(endpoints: readonly Endpoint[], facts: WebFacts): Page[] {
  const { baseUrl, docsUrl, searches } = facts
  const docs = new DocsPages(endpoints, baseUrl, facts.brand)
  return [
    { path: '/', summary: 'Try a look-up', render: () => tryPage(facts.tryFacts(), baseUrl) },
    {
      path: '/console',
      summary: "The account holder's pages",
      render: () => consolePage(facts.currency),
    },
    {
      path: '/operator',
      summary: 'The console of operators',
      isForOperators: true,
      render: operatorPage,
    },
    {
      path: '/docs',
      summary: 'API reference',
      render: (request) => docs.render(request, facts.tryFacts()),
    },
    { path: '/docs/errors', summary: 'Error reference', render: () => errorsPage(docsUrl) },
    ...guidePages(),
    ...(facts.isSignUpOpen
      ? [{ path: '/sign-up', summary: 'Make a trial account', render: signUpPage }]
      : []),
    mapPage(searches),
    ...olderScriptPages(),
    ...filePages(),
  ]
}
