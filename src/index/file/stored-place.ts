// A place as the index file keeps it.

/** The fields are those of the product, in its own order. */
export type StoredPlace = readonly [
  id: string,
  addresses: number,
  latitude: number,
  longitude: number,
  ...fields: string[],
]

const FIELDS_FROM = 4
const UNITS_PER_DEGREE = 1e6

/** A centre is known to ten centimetres. */
export function storedDegrees(degrees: number): number {
  return Math.round(degrees * UNITS_PER_DEGREE) / UNITS_PER_DEGREE
}

/** A field by its position, or undefined where there is none. */
export function fieldAt(place: StoredPlace, at: number): string | undefined {
  const value = at < 0 ? undefined : place[FIELDS_FROM + at]
  return typeof value === 'string' ? value : undefined
}

export function fieldsOf(place: StoredPlace): readonly string[] {
  const [, , , , ...fields] = place
  return fields
}
