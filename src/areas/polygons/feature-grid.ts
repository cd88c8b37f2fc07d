// A grid over the polygons of a layer: which of them may hold a point.
// Unchecked: cells are computed within the grid.

import type { Box } from './polygons.ts'

const SIDE_MAX = 2048
/** More cells than this per feature, on average, and the grid is coarser: features that lie on each other. */
const CELLS_PER_FEATURE_MAX = 256

/** Which features have a box that touches each cell, in the order of the file. */
export class FeatureGrid {
  readonly offset: Uint32Array
  readonly features: Uint32Array
  readonly #all: Box
  #side: number
  #width = 0
  #height = 0

  constructor(boxes: readonly Box[]) {
    const bound = (pick: (box: Box) => number, most: typeof Math.min) =>
      boxes.reduce((sum, box) => most(sum, pick(box)), most())
    this.#all = {
      west: bound((box) => box.west, Math.min),
      south: bound((box) => box.south, Math.min),
      east: bound((box) => box.east, Math.max),
      north: bound((box) => box.north, Math.max),
    }
    this.#side = 2 * Math.min(SIDE_MAX, Math.ceil(8 * Math.sqrt(boxes.length)))
    let cells = 0
    do {
      this.#side = Math.ceil(this.#side / 2)
      this.#width = (this.#all.east - this.#all.west + 1) / this.#side
      this.#height = (this.#all.north - this.#all.south + 1) / this.#side
      cells = boxes.reduce((sum, box) => sum + this.#cellsIn(box), 0)
    } while (this.#side > 1 && cells > CELLS_PER_FEATURE_MAX * boxes.length)
    this.offset = new Uint32Array(this.#side ** 2 + 1)
    this.#eachCell(boxes, (cell) => this.offset[cell + 1]++)
    for (let cell = 0; cell < this.#side ** 2; cell++) this.offset[cell + 1] += this.offset[cell]
    this.features = new Uint32Array(this.offset[this.#side ** 2])
    const next = this.offset.slice()
    this.#eachCell(boxes, (cell, feature) => {
      this.features[next[cell]++] = feature
    })
  }

  /** -1 for a point outside. */
  cellAt(x: number, y: number): number {
    const { west, south, east, north } = this.#all
    if (!(x >= west && x <= east && y >= south && y <= north)) return -1
    return this.#row(y) * this.#side + this.#column(x)
  }

  #eachCell(boxes: readonly Box[], visit: (cell: number, feature: number) => void): void {
    for (const [feature, { west, south, east, north }] of boxes.entries()) {
      for (let row = this.#row(south); row <= this.#row(north); row++) {
        for (let column = this.#column(west); column <= this.#column(east); column++) {
          visit(row * this.#side + column, feature)
        }
      }
    }
  }

  #cellsIn({ west, south, east, north }: Box): number {
    return (1 + this.#row(north) - this.#row(south)) * (1 + this.#column(east) - this.#column(west))
  }

  #column(x: number): number {
    return Math.min(this.#side - 1, Math.floor((x - this.#all.west) / this.#width))
  }

  #row(y: number): number {
    return Math.min(this.#side - 1, Math.floor((y - this.#all.south) / this.#height))
  }
}
