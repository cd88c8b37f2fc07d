// A place as the index file keeps it.

/** The fields are those of the product, in its own order. */
export type StoredPlace = readonly [
  id: string,
  addresses: number,
  latitude: number,
  longitude: number,
  ...fields: string[],
]
