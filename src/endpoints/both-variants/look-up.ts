// What the look-up endpoints of both variants do alike.

import type { Product } from '../../address/product.ts'
import { parseTemplate, type Template, type TemplateRule } from '../../address/template.ts'
import { countryOf } from '../../countries/country.ts'
import { badRequest, Problem } from '../../http/problem.ts'
import type { FieldFilter, Radius, Searches } from '../../search/address-search.ts'
import type { Context } from '../endpoint.ts'
import { asList } from '../schemas.ts'

const RETRY_SECONDS = 5

/** Never an empty list in place of 503: a form would tell its visitor that the address does not exist. */
export function searchOf<P extends Product>(
  { searches }: Context,
  product: P,
): NonNullable<Searches[P]> {
  const search = searches[product]
  if (search !== undefined) return search
  const detail = `The ${countryOf(product).adjective} address data is temporarily unavailable.`
  throw new Problem('service-unavailable', detail, { retryAfterSeconds: RETRY_SECONDS })
}

/** Parsed default templates. */
const defaultTemplates = new WeakMap<TemplateRule, Template>()

/** `option` names the one that held the text. */
export function readTemplate(
  text: string | undefined,
  rule: TemplateRule,
  option = 'template',
): Template {
  const known = text === undefined ? defaultTemplates.get(rule) : undefined
  if (known !== undefined) return known
  const template = parseTemplate(text ?? rule.defaultText, rule)
  if (template.kind === 'fault') {
    throw badRequest(option, template.detail)
  }
  if (text === undefined) defaultTemplates.set(rule, template)
  return template
}

/** A term must hold something that could be searched for. */
export function readTerm(term: string, field = 'term'): string {
  if (/[\p{L}\p{N}]/u.test(term)) return term
  throw badRequest(field, 'Send at least one letter or digit.')
}

/** Each field that was given, as the list of its values. */
export function fieldFilter(
  given: Readonly<Record<string, string | readonly string[] | undefined>>,
): FieldFilter {
  const named = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, asList(value)]],
  )
  return Object.fromEntries(named)
}

/** A radius of zero kilometres is how clients say "none". */
export function radiusFilter(radius: Radius | undefined): { radius?: Radius } {
  return radius === undefined || radius.km === 0 ? {} : { radius }
}

export function suggestion(id: string, address: string) {
  return { address, url: `/get/${NEEDS_NO_ESCAPE.test(id) ? id : encodeURIComponent(id)}`, id }
}

/** True for nearly every ID, and five times faster than escaping. */
const NEEDS_NO_ESCAPE = /^[\w-]*$/

export function noAddress(): Problem {
  return new Problem('not-found', 'No address has this ID.')
}

export function noPlace(): Problem {
  return new Problem('not-found', 'No place has this ID.')
}

export function locationSuggestion(id: string, location: string) {
  return { location, url: `/get-location/${encodeURIComponent(id)}`, id }
}

/** Rounded to the metre. */
export function kilometres(metres: number): number {
  return Math.round(metres) / 1000
}

/** Rounded to two decimals. */
export function centimetres(metres: number): number {
  return Math.round(metres * 100) / 100
}
