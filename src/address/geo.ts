// Distance on the sphere that every distance of the service is measured on.

export interface Point {
  readonly latitude: number
  readonly longitude: number
}

export const EARTH_RADIUS_METRES = 6_371_008.8
/** In a degree of latitude, or of longitude at the equator. */
export const METRES_PER_DEGREE = 111_195
export const RADIANS = Math.PI / 180

/** Great-circle distance (haversine), in metres. */
export function metresBetween(a: Point, b: Point): number {
  const dLat = (b.latitude - a.latitude) * RADIANS
  const dLon = (b.longitude - a.longitude) * RADIANS
  const sinLat = Math.sin(dLat / 2)
  const sinLon = Math.sin(dLon / 2)
  const h =
    sinLat * sinLat +
    Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS) * sinLon * sinLon
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(h)))
}
