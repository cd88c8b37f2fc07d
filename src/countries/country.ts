// The countries whose addresses are served, each with its declaration.

import { AU } from './au.ts'
import type { Declaration, Form, NationalShape } from './declaration.ts'
import { NZ } from './nz.ts'
import { UK } from './uk.ts'

export const COUNTRIES = [AU, NZ, UK] as const

type Declared = (typeof COUNTRIES)[number]
type Product = Declared['product']

export interface Country extends Declaration {
  readonly product: Product
}

/** The products whose addresses have this form. */
export type ProductOf<F extends Form> = Extract<Declared, { readonly form: F }>['product']

/** What follows the localities of a product whose addresses are national. */
export type OuterOf<P extends ProductOf<'national'>> = Extract<
  Declared,
  { readonly product: P }
>['national']['outer']

/** One after the other in a sentence: `a, b or c`. Every thread says so as it starts, and Intl takes 40 ms to load. */
export function listed(words: readonly string[], last: 'and' | 'or'): string {
  const before = words.slice(0, -1).join(', ')
  return before === '' ? words.join('') : `${before} ${last} ${words.at(-1)}`
}

/** What there is of each country. */
export function ofEach<T>(make: (country: Country) => T): Record<Product, T> {
  const entries = COUNTRIES.map((country) => [country.product, make(country)])
  return Object.fromEntries(entries) as Record<Product, T>
}

const countries: Readonly<Record<Product, Country>> = ofEach((country) => country)

export function countryOf(product: Product): Country {
  return countries[product]
}

/** The country that is meant where nobody says which: most callers of the first service were British. */
export const DEFAULT_COUNTRY: Country = UK

/** How its national addresses are put together. */
export function nationalShape({ national, name }: Country): NationalShape {
  if (national === undefined) throw new Error(`${name} has no addresses of the national form.`)
  return national
}

/** Whether its addresses have the fields of a national file, and not those of the post. */
export function isNational(product: Product): product is ProductOf<'national'> {
  return countries[product].form === 'national'
}
