// Every page that people see, and the files that pages load.

import type { Product } from '../address/product.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { Document, documentPage } from '../endpoints/pages/document.ts'
import type { Page, PageReply } from '../endpoints/pages/page.ts'
import { LEGACY } from '../legacy/legacy.ts'
import type { Brand } from '../lib/brand/brand.ts'
import type { Turns } from '../lib/turns/turns.ts'
import { brandedReply, logoPage } from './brand.ts'
import { consolePage } from './console/console-page.ts'
import { docsPage } from './docs/docs-page.ts'
import { errorsPage } from './docs/errors-page.ts'
import { guidePages } from './docs/guides.ts'
import { filePages } from './files.ts'
import { operatorPage } from './operator/operator-page.ts'
import { signUpPage } from './sign-up/sign-up-page.ts'
import { type MapSearches, mapPage } from './start/density-map.ts'
import { type TryFacts, tryPage } from './start/try-page.ts'

interface WebFacts {
  readonly turns: Turns
  readonly baseUrl: string
  readonly docsUrl: string
  readonly searches: MapSearches
  readonly brand: Brand
  readonly currency: Readonly<Record<Product, string>>
  readonly isSignUpOpen: boolean
  /** What the start page offers at this moment. */
  tryFacts(): TryFacts
}

export function webPages(endpoints: readonly Endpoint[], facts: WebFacts): Page[] {
  const { turns, baseUrl, docsUrl, searches, brand, tryFacts } = facts
  const fixed = (path: string, summary: string, write: () => PageReply) =>
    documentPage(turns, path, summary, () => brandedReply(write(), brand))
  const start = new Document(
    turns,
    (now: TryFacts) => brandedReply(tryPage(now, baseUrl), brand),
    tryFacts,
  )
  return [
    { path: '/', summary: 'Try a look-up', render: (request) => start.reply(request) },
    fixed('/console', 'The console of account holders', () => consolePage(facts.currency)),
    {
      ...fixed('/operator', 'The console of operators', () => operatorPage(facts.currency)),
      isForOperators: true,
    },
    docsPage(endpoints, facts),
    fixed('/docs/errors', 'Error reference', () => errorsPage(docsUrl)),
    ...guidePages(turns),
    ...(facts.isSignUpOpen ? [fixed('/sign-up', 'Create a trial account', signUpPage)] : []),
    mapPage(searches, turns),
    ...LEGACY.pages(turns),
    ...filePages(turns),
    ...(brand.logo === undefined ? [] : [logoPage(brand.logo, turns)]),
  ]
}
