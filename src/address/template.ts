// Suggestion templates of both variants: parsed once per request, then printed for each suggestion.

import type { Form, NationalShape } from '../countries/declaration.ts'
import { words } from '../countries/tables.ts'
import type { Point } from './geo.ts'
import type { AnyNationalAddress } from './national.ts'
import type { NationalPlace, PostalPlace, TownPlace } from './place.ts'
import type { PostalAddress } from './postal.ts'
import { formattedAddressText } from './postal-lines.ts'
import { outcodeOf } from './postcode.ts'

export const TEMPLATE_CHARACTERS_MAX = 1_000

export interface Template {
  readonly kind: 'template'
  readonly parts: readonly TemplatePart[]
}

type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  /** Prints the field, wrapped, or nothing when it is empty. */
  | {
      readonly kind: 'field'
      readonly name: string
      readonly before: string
      readonly after: string
    }
  /** Prints the text, and not the field, unless the field is empty. */
  | { readonly kind: 'if-field'; readonly name: string; readonly text: string }

interface TemplateFault {
  readonly kind: 'fault'
  /** The name in braces that is not a field. */
  readonly field: string
  readonly detail: string
}

/** Which fields the template of an endpoint may name, and what it is when the caller sends none. */
export interface TemplateRule {
  /** Decides what follows the comma. */
  readonly form: Form
  readonly fields: readonly string[]
  readonly defaultText: string
}

/**
 * `{name}` prints a field. Variant A wraps, `{name,before,after}`; Variant B has `{name,TEXT}`, and
 * that prints TEXT when the field is not empty. A brace that is never closed is text: the contract
 * names one fault only, a field that does not exist, and everything else passes untouched.
 */
export function parseTemplate(text: string, rule: TemplateRule): Template | TemplateFault {
  const parts: TemplatePart[] = []
  let at = 0
  while (at < text.length) {
    const open = text.indexOf('{', at)
    const close = open < 0 ? -1 : text.indexOf('}', open)
    if (close < 0) break
    if (open > at) parts.push({ kind: 'text', text: text.slice(at, open) })
    const part = parsePart(text.slice(open + 1, close), rule.form)
    if (!rule.fields.includes(part.name)) return unknownField(part.name, rule.fields)
    parts.push(part)
    at = close + 1
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) })
  return { kind: 'template', parts }
}

/** `fieldValue` gives the value of a field that the rule of this template names. */
export function renderTemplate(template: Template, fieldValue: (name: string) => string): string {
  let printed = ''
  for (const part of template.parts) {
    if (part.kind === 'text') {
      printed += part.text
      continue
    }
    const value = fieldValue(part.name)
    if (value === '') continue
    printed += part.kind === 'field' ? part.before + value + part.after : part.text
  }
  return printed
}

/** For `show-postcode`: a template that does not print the postcode gets it at the end. */
export function withPostcode(template: Template): Template {
  const prints = template.parts.some((part) => part.kind === 'field' && part.name === 'postcode')
  if (prints) return template
  const postcode: TemplatePart = { kind: 'field', name: 'postcode', before: ', ', after: '' }
  return { kind: 'template', parts: [...template.parts, postcode] }
}

const POSTAL_LINE_FIELDS = words(`
  formatted_address formatted_address_0 formatted_address_1 formatted_address_2 formatted_address_3
  formatted_address_4 line_1 line_2 line_3 line_4 town_or_city locality county country outcode`)
const POSTAL_PLACE_FIELDS = words('town_or_city area county country')
const POSTAL_LOCATION_FIELDS = [...POSTAL_PLACE_FIELDS, 'postcode', 'outcode']
const POSTAL_PLACE_TEXT = '{area}{area,, }{town_or_city}{county,, }{county}'

interface NationalTemplates {
  /** Autocomplete and nearest of Variant A. */
  readonly address: TemplateRule
  /** Location and nearest-location of Variant A. */
  readonly place: TemplateRule
}

/** By what follows the locality. */
export const NATIONAL_TEMPLATES: Readonly<Record<NationalShape['outer'], NationalTemplates>> = {
  state: nationalTemplates('state', '{locality_name}{state, ,}{postcode, ,}'),
  town_city: nationalTemplates('town_city', '{formatted_place}'),
}

function nationalTemplates(outer: NationalShape['outer'], placeText: string): NationalTemplates {
  const fields = ['locality_name', 'locality', 'suburb', outer, 'postcode']
  const ofPlace = outer === 'state' ? fields : ['formatted_place', ...fields]
  return {
    address: rule('national', ['formatted_address', ...fields], '{formatted_address}'),
    place: rule('national', ofPlace, placeText),
  }
}

export const POSTAL_AUTOCOMPLETE_TEMPLATE = rule(
  'postal',
  [...POSTAL_LINE_FIELDS, 'postcode'],
  '{formatted_address}',
)

/** The default of Variant B's autocomplete with `show-postcode`. */
export const POSTAL_SHOW_POSTCODE_TEXT = '{formatted_address}{postcode,, }{postcode}'

/** The contract leaves the postcode out here: nearest is free, and a postcode is not. */
export const POSTAL_NEAREST_TEMPLATE = rule('postal', POSTAL_LINE_FIELDS, '{formatted_address}')

export const POSTAL_NEAREST_LOCATION_TEMPLATE = rule(
  'postal',
  POSTAL_PLACE_FIELDS,
  POSTAL_PLACE_TEXT,
)

/** `template` of Variant B's location: an area or a town. */
export const POSTAL_LOCATION_TEMPLATE = rule(
  'postal',
  POSTAL_LOCATION_FIELDS,
  `{postcode}{postcode,, }{outcode}{outcode,, }${POSTAL_PLACE_TEXT}`,
)

export const POSTAL_LOCATION_OUTCODE_TEMPLATE = rule(
  'postal',
  POSTAL_LOCATION_FIELDS,
  `{outcode}{outcode,, }${POSTAL_PLACE_TEXT}`,
)

/** `template_postcode` of Variant B's location. A postcode has its outcode in it. */
export const POSTAL_LOCATION_POSTCODE_TEMPLATE = rule(
  'postal',
  POSTAL_LOCATION_FIELDS,
  `{postcode}{postcode,, }${POSTAL_PLACE_TEXT}`,
)

function rule(form: Form, fields: readonly string[], defaultText: string): TemplateRule {
  return { form, fields, defaultText }
}

/** The value of a field of Variant A's address templates; '' for any other name. */
export function nationalAddressField(address: AnyNationalAddress, name: string): string {
  return name === 'formatted_address' ? address.address_label : nationalPlaceField(address, name)
}

/** The value of a field of Variant A's place templates; '' for any other name. */
export function nationalPlaceField(place: PlaceTexts, name: string): string {
  if (name === 'locality' || name === 'suburb') return place.locality_name
  if ('state' in place) return textIn(place, name, NATIONAL_TEMPLATES.state.place.fields)
  if (name === 'formatted_place') return formattedPlace(place)
  return textIn(place, name, NATIONAL_TEMPLATES.town_city.place.fields)
}

type PlaceTexts =
  | Pick<NationalPlace, 'locality_name' | 'state' | 'postcode'>
  | Pick<TownPlace, 'locality_name' | 'town_city' | 'postcode'>

/** `PONSONBY, AUCKLAND 1011`, and `KAIWAKA 0573` for the main part of a town. */
function formattedPlace({ locality_name, town_city, postcode }: Omit<TownPlace, keyof Point>) {
  const names = [...new Set([locality_name, town_city])].filter((name) => name !== '').join(', ')
  return postcode === '' ? names : `${names} ${postcode}`
}

/** The value of a field of Variant B's address templates; '' for any other name. */
export function postalAddressField(address: PostalAddress, name: string): string {
  if (name === 'formatted_address') return formattedAddressText(address)
  if (name === 'outcode') return outcodeOf(address.postcode)
  const line = FORMATTED_LINE.exec(name)?.[1]
  if (line !== undefined) return address.formatted_address[Number(line)] ?? ''
  return textIn(address, name, POSTAL_AUTOCOMPLETE_TEMPLATE.fields)
}

const FORMATTED_LINE = /^formatted_address_(\d)$/

/** The value of a field of Variant B's location templates; '' for any other name. */
export function postalPlaceField(place: PostalPlace, name: string): string {
  return textIn(place, name, POSTAL_LOCATION_FIELDS)
}

function textIn(item: object, name: string, fields: readonly string[]): string {
  return fields.includes(name) ? String(Reflect.get(item, name)) : ''
}

function parsePart(inside: string, form: Form): Exclude<TemplatePart, { kind: 'text' }> {
  const comma = inside.indexOf(',')
  if (comma < 0) return { kind: 'field', name: inside, before: '', after: '' }
  const name = inside.slice(0, comma)
  const rest = inside.slice(comma + 1)
  if (form === 'postal') return { kind: 'if-field', name, text: rest }
  // Without a second comma there is only something before; further commas belong to what is after.
  const second = rest.indexOf(',')
  if (second < 0) return { kind: 'field', name, before: rest, after: '' }
  return { kind: 'field', name, before: rest.slice(0, second), after: rest.slice(second + 1) }
}

function unknownField(field: string, fields: readonly string[]): TemplateFault {
  // The name comes from the caller: enough of it is shown to be recognised, and no more.
  const shown = field.length > FIELD_SHOWN_MAX ? `${field.slice(0, FIELD_SHOWN_MAX)}…` : field
  const detail = `There is no field {${shown}}. The fields are ${fields.join(', ')}.`
  return { kind: 'fault', field, detail }
}

const FIELD_SHOWN_MAX = 40
