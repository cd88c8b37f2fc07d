// In what the two variants differ, for the look-ups that are otherwise the same.

import type { TSchema, TString } from 'typebox'
import type { Product } from '../../address/product.ts'
import type { TemplateRule } from '../../address/template.ts'
import type { AddressSearch } from '../../search/address-search.ts'
import type { Context } from '../endpoint.ts'
import type { OneOrMany } from '../schemas.ts'

export interface Variant<Address, Place> {
  readonly product: Product
  /** The release in use; throws the 503 of a product that has none. */
  search(context: Context): AddressSearch<Address, Place>
  readonly addressSchema: TSchema
  /** An address for trying things out, which costs nothing. */
  exampleById?(id: string): Address | undefined
  addressField(address: Address, name: string): string
  readonly nearestTemplate: TemplateRule
  readonly placeSchema: TSchema
  placeField(place: Place, name: string): string
  readonly nearestLocationTemplate: TemplateRule
  /** The fields that typeahead can complete. */
  readonly fields: readonly string[]
  /** The fields that its filter can name. */
  readonly filterFields: readonly string[]
  readonly filterValue: TString | typeof OneOrMany
}
