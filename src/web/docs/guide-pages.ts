// The guides of the folder `docs` as pages, in the operator's name.

import type { Marked, Tokens } from 'marked'
import { documentWith } from '../../endpoints/pages/document.ts'
import type { Page } from '../../endpoints/pages/page.ts'
import type { Brand } from '../../lib/brand/brand.ts'
import type { Sliced, Turns } from '../../lib/turns/turns.ts'
import { block, text } from '../html.ts'
import { type Audience, DOCS_PATHS, docsFrame } from './docs-frame.ts'
import { GUIDES, guideSource } from './guide-files.ts'

export interface GuideFacts {
  readonly brand: Brand
  readonly baseUrl: string
}

interface Section {
  /** '' for what comes before the first section. */
  readonly id: string
  readonly title: string
  readonly html: string
}

export function guidePages(turns: Turns, facts: GuideFacts): Page[] {
  return (['customers', 'operators'] as const).flatMap((audience) =>
    GUIDES[audience].map(({ name, title }) => {
      const path = `${DOCS_PATHS[audience]}/${name}`
      const page = documentWith(turns, path, `Guide: ${title}`, loadMarked, function* (Markdown) {
        const sections = yield* guideSections(Markdown, name, audience, facts)
        const links = sections
          .filter(({ id }) => id !== '')
          .map((each) => `<li><a class="text" href="#${each.id}">${text(each.title)}</a></li>`)
        return docsFrame(facts.brand, {
          title,
          path,
          audience,
          contents: `<details open><summary>On this page</summary><ul>${links.join('')}</ul></details>`,
          body: `<article class="guide">${sections.map((each) => each.html).join('')}</article>`,
        })
      })
      return { ...page, isForOperators: audience === 'operators' }
    }),
  )
}

/** It takes longer to load than any other library that a service starts with, and few ask for a guide. */
export async function loadMarked(): Promise<typeof Marked> {
  return (await import('marked')).Marked
}

/** One for each heading of the second level. */
export function* guideSections(
  Markdown: typeof Marked,
  name: string,
  audience: Audience,
  facts: GuideFacts,
): Sliced<Section[]> {
  const source = guideSource(name, audience === 'operators')
  const guide = new Markdown({ renderer: renderer(audience, facts) })
  const sections: Section[] = []
  for (const part of source.split(/^(?=## )/m)) {
    const html = guide.parse(part, { async: false })
    const [, title = ''] = /^## (.*)/.exec(part) ?? []
    sections.push({ id: title === '' ? '' : slug(title), title, html })
    yield
  }
  return sections
}

/** The address of the service as the guides write it. */
const EXAMPLE_URL = /https:\/\/addresses\.example\.com/g

function renderer(audience: Audience, { brand, baseUrl }: GuideFacts) {
  const served = new Set(GUIDES[audience].map(({ name }) => name))
  return {
    heading(this: Parser, { depth, text: title, tokens }: Tokens.Heading) {
      const inner = this.parser.parseInline(tokens)
      return `<h${depth} id="${slug(title)}">${inner}</h${depth}>\n`
    },
    text(this: Parser, token: Tokens.Text | Tokens.Escape) {
      if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens)
      return text(token.text.replaceAll(/\bDoorplate\b(?!-)/g, brand.name))
    },
    code({ text: code, lang = '' }: Tokens.Code) {
      return block(text(code.replaceAll(EXAMPLE_URL, baseUrl)), `Example ${lang}`.trim())
    },
    codespan({ text: code }: Tokens.Codespan) {
      return `<code>${text(code.replaceAll(EXAMPLE_URL, baseUrl))}</code>`
    },
    link(this: Parser, { href, tokens }: Tokens.Link) {
      const inner = this.parser.parseInline(tokens)
      const to = servedPath(href, audience, served)
      if (to === undefined) return inner
      // A reader of the pages knows guides by their titles, not by their files.
      const guide = GUIDES[audience].find(({ name }) => inner === `${name}.md`)
      return `<a href="${text(to)}">${guide === undefined ? inner : text(guide.title)}</a>`
    },
    // Pictures are of the pages that the reader is on.
    image: () => '',
    html: ({ text: raw }: Tokens.HTML | Tokens.Tag) => text(raw),
    table(this: Parser, { header, rows }: Tokens.Table) {
      const inner = (cell: Tokens.TableCell) => this.parser.parseInline(cell.tokens)
      const heads = header.map((cell) => `<th scope="col">${inner(cell)}</th>`).join('')
      // On a phone each row becomes a block, in which more than two cells need their heads.
      const label = header.map((cell) =>
        header.length > 2 ? ` data-label="${text(cell.text.replaceAll('`', ''))}"` : '',
      )
      const body = rows.map((row) => row.map((cell, at) => `<td${label[at]}>${inner(cell)}</td>`))
      return `<div class="scroll" tabindex="0" role="region" aria-label="Table">
<table><thead><tr>${heads}</tr></thead><tbody>${body.map((row) => `<tr>${row.join('')}</tr>`).join('')}</tbody></table></div>\n`
    },
  }
}

interface Parser {
  readonly parser: { parseInline(tokens: Tokens.Generic[]): string }
}

/** Where a link of the repository leads on these pages; undefined for a file that this audience is not served. */
function servedPath(href: string, audience: Audience, served: ReadonlySet<string>) {
  if (/^(https?:|#|\/)/.test(href)) return href
  const [, name = '', anchor = ''] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  return served.has(name) ? `${DOCS_PATHS[audience]}/${name}${anchor}` : undefined
}

/** As GitHub makes it, so that a link works in both places. */
function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}
