// The countries whose addresses are served, each with its declaration.

import { AU } from './au.ts'
import type { Declaration, Form } from './declaration.ts'
import { UK } from './uk.ts'

export const COUNTRIES = [AU, UK] as const

type Declared = (typeof COUNTRIES)[number]
type Product = Declared['product']

export interface Country extends Declaration {
  readonly product: Product
}

/** The products whose addresses have this form. */
export type ProductOf<F extends Form> = Extract<Declared, { readonly form: F }>['product']

/** What there is of each country. */
export function ofEach<T>(make: (country: Country) => T): Record<Product, T> {
  const entries = COUNTRIES.map((country) => [country.product, make(country)])
  return Object.fromEntries(entries) as Record<Product, T>
}

const countries: Readonly<Record<Product, Country>> = ofEach((country) => country)

export function countryOf(product: Product): Country {
  return countries[product]
}

/** Whether its addresses have the fields of a national file, and not those of the post. */
export function isNational(product: Product): product is ProductOf<'national'> {
  return countries[product].form === 'national'
}
