// Patterns made from the words of a table.

import type { Country } from '../countries/country.ts'

/** The longest first, so that the whole of `REAR OF` is found. */
export function anyOf(words: Iterable<string>): string {
  return [...words].sort((a, b) => b.length - a.length).join('|')
}

/** Made once for each country. */
export function perCountry<Made>(make: (country: Country) => Made): (country: Country) => Made {
  const made = new Map<Country, Made>()
  return (country) => {
    const known = made.get(country)
    if (known !== undefined) return known
    const first = make(country)
    made.set(country, first)
    return first
  }
}
