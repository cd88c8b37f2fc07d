// Patterns made from the words of a table.

import type { Country } from '../countries/country.ts'
import { oncePer } from '../lib/bounded-map.ts'

/** The longest first, so that the whole of `REAR OF` is found. */
export function anyOf(words: Iterable<string>): string {
  return [...words].sort((a, b) => b.length - a.length).join('|')
}

/** Made once for each country. */
export function perCountry<Made>(make: (country: Country) => Made): (country: Country) => Made {
  return oncePer((country) => country, make)
}
