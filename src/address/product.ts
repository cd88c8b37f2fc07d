// The products, one for each country: `au` answers as Variant A (national addresses), `uk` as Variant B (postal ones).

import { COUNTRIES, type Country, listed } from '../countries/country.ts'

export type Product = Country['product']

export const PRODUCTS: readonly Product[] = COUNTRIES.map(({ product }) => product)

export function isProduct(value: unknown): value is Product {
  return PRODUCTS.some((product) => product === value)
}

/** For a sentence: `au or uk`. */
export const PRODUCT_CHOICE = listed(PRODUCTS, 'or')

/** For a usage line: `au|uk`. */
export const PRODUCT_CODES = PRODUCTS.join('|')
