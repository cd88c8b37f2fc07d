// The two products: `au` answers as Variant A (national addresses), `uk` as Variant B (postal addresses).

export const PRODUCTS = ['au', 'uk'] as const

export type Product = (typeof PRODUCTS)[number]

export function isProduct(value: unknown): value is Product {
  return value === 'au' || value === 'uk'
}
