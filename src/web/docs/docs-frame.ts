// The frame of the documentation: search, guides and contents at the side, for customers or for operators.

import type { PageReply } from '../../endpoints/pages/page.ts'
import type { Brand } from '../../lib/brand/brand.ts'
import { html, text } from '../html.ts'
import { GUIDES } from './guide-files.ts'

export type Audience = 'customers' | 'operators'

interface Frame {
  readonly title: string
  readonly path: string
  readonly audience: Audience
  /** What this page adds to the table of contents. */
  readonly contents: string
  readonly body: string
  readonly scripts?: readonly string[]
}

/** Where an audience reads: operators below their own path, which only their networks may see. */
export const DOCS_PATHS: Readonly<Record<Audience, string>> = {
  customers: '/docs',
  operators: '/operator/docs',
}

export function docsFrame(brand: Brand, frame: Frame): PageReply {
  const { title, path, audience, contents, body, scripts = [] } = frame
  const docsPath = DOCS_PATHS[audience]
  const guides = GUIDES[audience].map(({ name, title: label }) =>
    contentsLink(`${docsPath}/${name}`, label, path),
  )
  const reference = contentsLink(docsPath, 'API reference', path)
  const errors = contentsLink('/docs/errors', 'Errors', path)
  const isGuide = path.startsWith(docsPath) && path !== docsPath
  return html(brand, {
    title,
    path: '/docs',
    styles: ['/web/docs/docs.css'],
    scripts: ['/web/docs/docs-search.js', ...scripts],
    body: `<div class="wide columns docs"><nav class="side" aria-label="Documentation">
<div id="search" data-docs="${docsPath}"></div>
<details class="contents"><summary>Contents</summary>
<details${isGuide ? ' open' : ''}><summary>Guides</summary><ul>${guides.join('')}</ul></details>
<ul>${reference}${errors}</ul>${contents}</details></nav>
<div class="flow">${body}</div></div>`,
  })
}

function contentsLink(href: string, label: string, current: string): string {
  const mark = href === current ? ' aria-current="page"' : ''
  return `<li><a class="text" href="${href}"${mark}>${text(label)}</a></li>`
}
