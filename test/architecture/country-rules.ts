// Rules about countries: each is one declaration, and the rest of the source names none.

import { isFile, sources, text } from './source-files.ts'

/** What is of one country alone (declarations, importers), and what `npm run generate` writes. */
const OF_ONE_COUNTRY = /^src\/(countries|importers\/(au|nz|uk)|client\/client-types\.d\.ts)/

/** How often files name countries that should ask for a declaration. The list may only become shorter. */
const STILL_NAMED: Readonly<Record<string, number>> = {
  // A change of the tables that was made stays as it was made.
  'src/store/migrations/0001-accounts-and-tokens.ts': 2,
}

/** A code as a text, as a key, or as a member: `'au'`, `au:`, `searches.au`. */
const CODE =
  /'(?:au|nz|uk)'|"(?:au|nz|uk)"|(?<![\w.'-])(?:au|nz|uk)\??:|(?<=\w)\.(?:au|nz|uk)\b(?!['/])/g

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
