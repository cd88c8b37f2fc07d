// The countries whose addresses are served, each with its declaration.

import { AU } from './au.ts'
import type { Declaration } from './declaration.ts'
import { UK } from './uk.ts'

export const COUNTRIES = [AU, UK] as const

type Product = (typeof COUNTRIES)[number]['product']

export interface Country extends Declaration {
  readonly product: Product
}

const countries: ReadonlyMap<string, Country> = new Map(
  COUNTRIES.map((country) => [country.product, country]),
)

export function countryOf(product: Product): Country {
  const country = countries.get(product)
  if (country === undefined) throw new Error(`there is no country ${product}`)
  return country
}
