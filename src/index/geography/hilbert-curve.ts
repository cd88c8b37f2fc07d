// Hilbert's curve over the world: places that are near each other on it are near each other on the map.

const CELLS = 65_536

/** Where a point lies on the curve, in 32 bits. */
export function placeOnCurve(latitude: number, longitude: number): number {
  let x = Math.floor(((longitude + 180) / 360) * (CELLS - 1))
  let y = Math.floor(((latitude + 90) / 180) * (CELLS - 1))
  let place = 0
  for (let side = CELLS / 2; side > 0; side = side >>> 1) {
    const right = (x & side) > 0 ? 1 : 0
    const upper = (y & side) > 0 ? 1 : 0
    place = place * 4 + ((3 * right) ^ upper)
    if (upper === 0) {
      if (right === 1) {
        x = CELLS - 1 - x
        y = CELLS - 1 - y
      }
      const swap = x
      x = y
      y = swap
    }
  }
  return place >>> 0
}
