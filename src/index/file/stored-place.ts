// A place as the index file keeps it.

/** The fields are those of the product, in its own order. */
export type StoredPlace = readonly [
  id: string,
  addresses: number,
  latitude: number,
  longitude: number,
  ...fields: string[],
]

const UNITS_PER_DEGREE = 1e6

/** A centre is known to ten centimetres. */
export function storedDegrees(degrees: number): number {
  return Math.round(degrees * UNITS_PER_DEGREE) / UNITS_PER_DEGREE
}

export function fieldsOf(place: StoredPlace): readonly string[] {
  const [, , , , ...fields] = place
  return fields
}
