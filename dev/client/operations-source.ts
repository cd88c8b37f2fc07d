// Writes the table of operations that doorplate/client calls by, from the definitions of the endpoints.

import type { TSchema } from 'typebox'
import type { Endpoint } from '../../src/endpoints/endpoint.ts'
import { fitsQuery } from '../../src/endpoints/schemas.ts'
import { elementAt } from '../../src/lib/element-at.ts'
import { isLookUp, type NamedEndpoint, namedEndpoints } from './operation-names.ts'
import { sourceText } from './source-text.ts'

/** What stands behind the hand-written head of `operations.js`. */
export function operationsSource(endpoints: readonly Endpoint[]): string {
  const byName = Map.groupBy(namedEndpoints(endpoints), ({ name }) => name)
  const rows = [...byName.values()].map((variants) => row(variants))
  return `/** @type {Readonly<Record<string, Operation>>} */
export const OPERATIONS = {
${rows.join('')}}
`
}

/** The variants of an operation differ in what they answer and in their options. */
function row(variants: readonly NamedEndpoint[]): string {
  const { name, endpoint } = elementAt(variants, 0)
  const operation = {
    path: endpoint.path,
    methods: endpoint.methods,
    params: Object.keys(endpoint.params.properties),
    inBody: [...new Set(variants.flatMap((variant) => optionsInBody(variant.endpoint)))],
    isLookUp: isLookUp(endpoint),
  }
  return `  ${name}: ${sourceText(operation)},\n`
}

function optionsInBody({ options }: Endpoint): string[] {
  return Object.entries<TSchema>(options.properties)
    .filter(([, schema]) => !fitsQuery(schema))
    .map(([name]) => name)
}
