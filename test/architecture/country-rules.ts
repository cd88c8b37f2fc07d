// Rules about countries: each is one declaration, and the rest of the source names none.

import { isFile, sources, text } from './source-files.ts'

/** What is of one country alone (declarations, importers), and what `npm run generate` writes. */
const OF_ONE_COUNTRY = /^src\/(countries|importers\/(au|nz|uk)|client\/client-types\.d\.ts)/

/** How often files name countries that should ask for a declaration. The list may only become shorter. */
const STILL_NAMED: Readonly<Record<string, number>> = {
  // A change of the tables that was made stays as it was made.
  'src/store/migrations/0001-accounts-and-tokens.ts': 2,
  // Only the UK has these calls, or has them in this form.
  'src/endpoints/look-ups/autocomplete.ts': 1,
  'src/endpoints/look-ups/distance.ts': 1,
  'src/endpoints/look-ups/validate.ts': 1,
  'src/endpoints/look-ups/variant.ts': 1,
  'src/legacy/find.ts': 1,
  // And only its postcodes have two halves.
  'src/address/postcode.ts': 1,
  'src/index/postal/postal-writer.ts': 1,
  'src/lists/importing/postal-rows.ts': 1,
  // Each format of a source is of one country.
  'src/engine/formats.ts': 3,
}

/**
 * A code as a text, as a key, or as a member: `'au'`, `au:`, `searches.au`; the declaration of one country; and a test
 * that is really about the country, as whether streets have postcodes is.
 */
const CODE = new RegExp(
  [
    /'(?:au|nz|uk)'|"(?:au|nz|uk)"|(?<![\w.'-])(?:au|nz|uk)\??:|(?<=\w)\.(?:au|nz|uk)\b(?!['/])/,
    /countries\/(?:au|nz|uk)\.ts'/,
    /\bpostcode\.length (?:[!=]==|>) 0|\bknownPlaces [!=]== undefined \?/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

export function straysOfCountries(): string[] {
  const strays = sources
    .filter((path) => !OF_ONE_COUNTRY.test(path))
    .map((path) => ({ path, count: codesIn(text(path)), known: STILL_NAMED[path] ?? 0 }))
    .filter(({ count, known }) => count > known)
    .map(({ path, count, known }) => `${path} names countries ${count} times, not ${known}`)
  const done = Object.keys(STILL_NAMED)
    .filter((path) => !isFile(path) || codesIn(text(path)) === 0)
    .map((path) => `${path} names no country any more: take it off the list`)
  return [...strays, ...done]
}

export function codesIn(source: string): number {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(?<!:)\/\/.*/g, '')
  return code.match(CODE)?.length ?? 0
}
