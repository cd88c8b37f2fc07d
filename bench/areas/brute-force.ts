// The polygon that holds a point, by the border rule as it is written: every edge, in whole numbers of any size.
// Unchecked: goes over every polygon for every address.

import type { Polygons } from '../../src/areas/polygons/polygons.ts'

/** The area, or 0 for none. It knows nothing of grids and slabs; only polygons whose box is elsewhere are left out. */
export function bruteForce({ points, rings, feature, area }: Polygons) {
  const boxes = new Float64Array(area.length * 4)
  const ringsFrom = new Uint32Array(area.length + 1)
  for (let own = 0; own < area.length; own++) {
    boxes.set([Infinity, Infinity, -Infinity, -Infinity], own * 4)
  }
  for (let ring = 0; ring < feature.length; ring++) {
    const own = feature[ring]
    ringsFrom[own + 1] = ring + 1
    for (let at = rings[ring]; at < rings[ring + 1]; at++) {
      const [x, y, box] = [points[2 * at], points[2 * at + 1], own * 4]
      boxes[box] = Math.min(boxes[box], x)
      boxes[box + 1] = Math.min(boxes[box + 1], y)
      boxes[box + 2] = Math.max(boxes[box + 2], x)
      boxes[box + 3] = Math.max(boxes[box + 3], y)
    }
  }
  const isIn = (own: number, x: number, y: number) => {
    let crossed = 0
    for (let ring = ringsFrom[own]; ring < ringsFrom[own + 1]; ring++) {
      for (let at = rings[ring]; at + 1 < rings[ring + 1]; at++) {
        const corner = 2 * at
        const isUp = points[corner + 1] < points[corner + 3]
        const [south, north] = isUp ? [corner, corner + 2] : [corner + 2, corner]
        if (y < points[south + 1] || y >= points[north + 1]) continue
        const across = BigInt(points[north] - points[south]) * BigInt(y - points[south + 1])
        const along = BigInt(x - points[south]) * BigInt(points[north + 1] - points[south + 1])
        if (along < across) crossed += 1
      }
    }
    return crossed % 2 === 1
  }
  return (x: number, y: number): number => {
    for (let own = 0, box = 0; own < area.length; own++, box += 4) {
      if (x < boxes[box] || y < boxes[box + 1] || x > boxes[box + 2] || y > boxes[box + 3]) continue
      if (isIn(own, x, y)) return area[own]
    }
    return 0
  }
}
