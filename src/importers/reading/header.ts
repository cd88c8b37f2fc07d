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
  const found = {} as Record<Name, number>
  for (const name of names) {
    const place = places.get(foldedName(name))
    if (place === undefined) return undefined
    found[name] = place
  }
  return found
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
