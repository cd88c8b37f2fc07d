// What the search of the documentation knows: every call, section of a guide and error, made once for each audience.

import { DEFAULT_COUNTRY } from '../../countries/country.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'
import { documentWith } from '../../endpoints/pages/document.ts'
import { PROBLEMS, type ProblemCode } from '../../http/problem.ts'
import { type Sliced, slicedJson, type Turns } from '../../lib/turns/turns.ts'
import { openApiDocument } from '../../reference/openapi.ts'
import { type Audience, DOCS_PATHS } from './docs-frame.ts'
import { ERROR_HELP } from './errors-page.ts'
import { GUIDES } from './guide-files.ts'
import { type GuideFacts, guideSections, loadMarked } from './guide-pages.ts'
import { operationCard, pathOperations } from './operation-card.ts'

interface Entry {
  readonly href: string
  readonly title: string
  /** What stands below the title: a path, a code, or the guide. */
  readonly path: string
  /** Each word once, in lower case. */
  readonly text: string
}

export function searchPages(endpoints: readonly Endpoint[], turns: Turns, facts: GuideFacts) {
  const audiences: readonly Audience[] = ['customers', 'operators']
  return audiences.map((audience) => {
    const path = `${DOCS_PATHS[audience]}/search.json`
    const isForOperators = audience === 'operators'
    const shown = endpoints.filter(({ scope }) => (scope === 'operator') === isForOperators)
    const page = documentWith(
      turns,
      path,
      'What the search of the documentation finds',
      loadMarked,
      function* (Markdown) {
        const calls = yield* callEntries(shown, audience, facts)
        const guides = yield* guideEntries(Markdown, audience, facts)
        const body = yield* slicedJson([...calls, ...guides, ...errorEntries()])
        return { status: 200, contentType: 'application/json; charset=utf-8', body }
      },
    )
    return { ...page, isForOperators }
  })
}

function* callEntries(
  endpoints: readonly Endpoint[],
  audience: Audience,
  { baseUrl }: GuideFacts,
): Sliced<Entry[]> {
  const { product } = DEFAULT_COUNTRY
  const { paths } = yield* openApiDocument(endpoints, { baseUrl, attributions: [] }, product)
  const entries: Entry[] = []
  const facts = { baseUrl, product, key: '' }
  for (const [path, byMethod] of Object.entries(paths)) {
    for (const call of pathOperations(path, byMethod)) {
      const [[, { operationId, summary }]] = call.operations
      const href = `${DOCS_PATHS[audience]}#${operationId}`
      const text = wordsOf(operationCard(call, facts, new Set()))
      entries.push({ href, title: summary, path, text })
      yield
    }
  }
  return entries
}

function* guideEntries(
  Markdown: Awaited<ReturnType<typeof loadMarked>>,
  audience: Audience,
  facts: GuideFacts,
): Sliced<Entry[]> {
  const entries: Entry[] = []
  for (const { name, title: path } of GUIDES[audience]) {
    for (const { id, title, html } of yield* guideSections(Markdown, name, audience, facts)) {
      const href = `${DOCS_PATHS[audience]}/${name}${id === '' ? '' : `#${id}`}`
      entries.push({ href, title: title || path, path: `Guide: ${path}`, text: wordsOf(html) })
    }
  }
  return entries
}

function errorEntries(): Entry[] {
  return Object.entries(ERROR_HELP).map(([code, { happened, why, todo }]) => ({
    href: `/docs/errors#${code}`,
    title: PROBLEMS[code as ProblemCode].title,
    path: code,
    text: wordsOf(`error ${happened} ${why} ${todo}`),
  }))
}

function wordsOf(html: string): string {
  const words = html
    .split('<')
    .map((part) => part.slice(part.indexOf('>') + 1).replaceAll(/&\w+;/g, ' '))
    .join(' ')
    .toLowerCase()
    .match(/[\p{L}\p{N}_-]{2,}/gu)
  return [...new Set(words)].join(' ')
}
