// What the look-up endpoints of both variants do alike.

import { parseTemplate, type Template, type TemplateRule } from '../address/template.ts'
import { Problem } from '../http/problem.ts'
import type { NationalSearch, PostalSearch, Radius } from '../search/address-search.ts'
import type { Context } from './endpoint.ts'

const RETRY_SECONDS = 5

/** Never an empty list in place of 503: a form would tell its visitor that the address does not exist. */
export function nationalSearch(context: Context): NationalSearch {
  return context.searches.au ?? unavailable('Australian')
}

export function postalSearch(context: Context): PostalSearch {
  return context.searches.uk ?? unavailable('UK')
}

function unavailable(which: string): never {
  throw new Problem('service-unavailable', `The ${which} address data is not available now.`, {
    retryAfterSeconds: RETRY_SECONDS,
  })
}

export function readTemplate(text: string | undefined, rule: TemplateRule): Template {
  const template = parseTemplate(text ?? rule.defaultText, rule)
  if (template.kind === 'fault') {
    throw new Problem('bad-request', template.detail, { title: 'template' })
  }
  return template
}

/** A term must hold something that could be searched for. */
export function readTerm(term: string): string {
  if (/[\p{L}\p{N}]/u.test(term)) return term
  throw new Problem('bad-request', 'Give at least one letter or digit.', { title: 'term' })
}

/** A radius of zero kilometres is how clients say "none". */
export function radiusFilter(radius: Radius | undefined): { radius?: Radius } {
  return radius === undefined || radius.km === 0 ? {} : { radius }
}

export function suggestion(id: string, address: string) {
  return { address, url: `/get/${encodeURIComponent(id)}`, id }
}

export function noAddress(): Problem {
  return new Problem('not-found', 'No address has that id.')
}
