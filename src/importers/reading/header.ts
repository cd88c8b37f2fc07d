// Finds columns by their names in a header.

/** Names are compared without case and punctuation: `Street name` is `STREET_NAME`. */
export function foldedName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** Where each named column is, or undefined unless all of them are there. */
export function columnsOf<Name extends string>(
  header: readonly string[],
  names: readonly Name[],
): Readonly<Record<Name, number>> | undefined {
  const places = placesIn(header)
  const found = names.map((name) => [name, places.get(foldedName(name))] as const)
  if (found.some(([, place]) => place === undefined)) return undefined
  return fromEntries(found)
}

/** The column of the first of these folded names that a header has, or -1. */
export function firstPlace(places: ReadonlyMap<string, number>, names: readonly string[]): number {
  for (const name of names) {
    const place = places.get(name)
    if (place !== undefined) return place
  }
  return -1
}

/** The place of each name in a list of names. */
export function indexesOf<Name extends string>(
  names: readonly Name[],
): Readonly<Record<Name, number>> {
  return fromEntries(names.map((name, index) => [name, index]))
}

/** Not one property after the other: so many would make an object that is slow to read. */
function fromEntries<Name extends string>(
  entries: readonly (readonly [Name, number | undefined])[],
): Readonly<Record<Name, number>> {
  return Object.fromEntries(entries) as Record<Name, number>
}

/** Each folded name of a header and its column; of two equal names the first counts. */
export function placesIn(header: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  header.forEach((name, column) => {
    const folded = foldedName(name)
    if (!places.has(folded)) places.set(folded, column)
  })
  return places
}
