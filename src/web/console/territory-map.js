// The map that territories are drawn on: land, addresses, polygons; a corner by a click, or in the middle by a button.

import { button, el, svg } from '../dom.js'
import { buttons } from '../shared/parts.js'
import { coastOf, dots, loadGrid } from '../start/map.js'

/** @typedef {[longitude: number, latitude: number]} Position */
/** @typedef {import('../start/map.js').Grid} Grid */

/** The size of the drawing, in its own units. */
const WIDE = 400
const HIGH = 400
const ZOOM = 2
/** From the world's size to a street's, in degrees from top to bottom. */
const DEGREES_MIN = 0.002
const DEGREES_MAX = 120
/** Below this the addresses around are drawn, which are known for 10 km. */
const NEAR_DEGREES = 0.2
/** Seen from near, a cell of the country is as large as the map: its dot must not cover what is drawn. */
const DOT_MAX = 8
const MAP_LABEL =
  'Map. Click to add corners, or move the map with the buttons and add them in the middle.'

export class TerritoryMap {
  /** @type {Position[]} */
  corners = []
  element
  #product
  #drawing = svg('svg', { class: 'map drawn', viewBox: `0 0 ${WIDE} ${HIGH}`, role: 'img' })
  #status = el('p', { class: 'quiet', role: 'status' })
  /** @type {Position[][]} */
  #polygons = []
  /** The middle of the map, and how many degrees it is high. */
  #view = { longitude: 0, latitude: 0, degrees: DEGREES_MAX }
  /** @type {Grid | undefined} */
  #country
  /** @type {Grid | undefined} */
  #near

  /** @param {string} product @param {() => unknown} finish takes the corners */
  constructor(product, finish) {
    this.#product = product
    this.#drawing.setAttribute('aria-label', MAP_LABEL)
    this.#drawing.addEventListener('click', (event) =>
      this.#clicked(/** @type {MouseEvent} */ (event)),
    )
    const move = (
      /** @type {string} */ label,
      /** @type {number} */ right,
      /** @type {number} */ up,
    ) => button(label, () => this.#move(right, up), { class: 'small' })
    const zoom = (/** @type {string} */ label, /** @type {number} */ by) =>
      button(label, () => this.#zoom(by), { class: 'small' })
    this.element = el(
      'div',
      { class: 'flow' },
      this.#drawing,
      buttons(
        zoom('Zoom in', 1 / ZOOM),
        zoom('Zoom out', ZOOM),
        move('Move left', -1, 0),
        move('Move right', 1, 0),
        move('Move up', 0, 1),
        move('Move down', 0, -1),
      ),
      buttons(
        button('Add corner in the middle', () =>
          this.#add([this.#view.longitude, this.#view.latitude]),
        ),
        button('Remove last corner', () => this.#removeLast()),
        button('Close polygon', finish),
      ),
      this.#status,
    )
  }

  /** Shows the country, once that is known. */
  async open() {
    this.#country = await loadGrid(this.#product)
    const { north, south, west, east } = this.#country ?? {
      north: 60,
      south: -60,
      west: -180,
      east: 180,
    }
    this.#show([west, south], [east, north])
  }

  /** @param {Position[][]} polygons outlines */
  show(polygons) {
    this.#polygons = polygons
    const all = polygons.flat()
    if (all.length > 0) {
      const [x, y] = [all.map(([longitude]) => longitude), all.map(([, latitude]) => latitude)]
      this.#show([Math.min(...x), Math.min(...y)], [Math.max(...x), Math.max(...y)])
    } else this.#draw()
  }

  clear() {
    this.corners = []
    this.#draw()
  }

  /** @param {Position} from @param {Position} to */
  #show([west, south], [east, north]) {
    const [longitude, latitude] = [(west + east) / 2, (south + north) / 2]
    const high = Math.max(north - south, ((east - west) * stretchAt(latitude) * HIGH) / WIDE)
    this.#look({ longitude, latitude, degrees: high * 1.2 })
  }

  /** @param {number} right @param {number} up */
  #move(right, up) {
    const { longitude, latitude, degrees } = this.#view
    const step = degrees / 8
    this.#look({
      longitude: longitude + (right * step) / stretchAt(latitude),
      latitude: Math.max(-80, Math.min(80, latitude + up * step)),
      degrees,
    })
  }

  /** @param {number} by */
  #zoom(by) {
    this.#look({ ...this.#view, degrees: this.#view.degrees * by })
  }

  /** @param {{ longitude: number, latitude: number, degrees: number }} view */
  #look(view) {
    const degrees = Math.max(DEGREES_MIN, Math.min(DEGREES_MAX, view.degrees))
    this.#view = { ...view, degrees }
    this.#draw()
    if (degrees < NEAR_DEGREES) void this.#loadNear(view)
  }

  /** @param {import('../start/map.js').Point} point */
  async #loadNear(point) {
    const near = await loadGrid(this.#product, point)
    if (near === undefined || near.cells === this.#near?.cells) return
    this.#near = near
    this.#draw()
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const { left, top, width, height } = this.#drawing.getBoundingClientRect()
    const { west, north, wide, degrees } = this.#frame()
    const right = (event.clientX - left) / width
    this.#add([west + right * wide, north - ((event.clientY - top) / height) * degrees])
  }

  /** @param {Position} corner */
  #add([longitude, latitude]) {
    const rounded = (/** @type {number} */ degrees) => Math.round(degrees * 1e6) / 1e6
    this.corners.push([rounded(longitude), rounded(latitude)])
    this.#draw()
  }

  #removeLast() {
    this.corners.pop()
    this.#draw()
  }

  #frame() {
    const { longitude, latitude, degrees } = this.#view
    const wide = (degrees * WIDE) / HIGH / stretchAt(latitude)
    return { west: longitude - wide / 2, north: latitude + degrees / 2, wide, degrees }
  }

  #draw() {
    const { west, north, wide, degrees } = this.#frame()
    const [x, y] = [WIDE / wide, HIGH / degrees]
    const pathOf = (/** @type {Position[]} */ ring) =>
      ring.map(([longitude, latitude]) => `${(longitude - west) * x} ${(north - latitude) * y}`)
    const grid = degrees < NEAR_DEGREES ? this.#near : this.#country
    const last = this.corners.at(-1)
    const [lastX, lastY] = last === undefined ? [] : (pathOf([last])[0]?.split(' ') ?? [])
    this.#drawing.replaceChildren(
      ...(grid === undefined
        ? []
        : [gridLayer(this.#product, grid, degrees, { west, north, x, y })]),
      ...this.#polygons.map((ring) =>
        svg('path', { class: 'area', d: `M${pathOf(ring).join('L')}z` }),
      ),
      svg('path', {
        class: 'drawn-line',
        d: last === undefined ? '' : `M${pathOf(this.corners).join('L')}`,
      }),
      ...(last === undefined ? [] : [svg('circle', { class: 'pin', cx: lastX, cy: lastY, r: 4 })]),
      svg('path', { class: 'middle', d: `M${WIDE / 2 - 6} ${HIGH / 2}h12m-6 -6v12` }),
    )
    const count = this.corners.length
    const { longitude, latitude } = this.#view
    const corners = count === 1 ? '1 corner' : `${count} corners`
    this.#status.textContent = `${corners} drawn. Middle of the map: ${latitude.toFixed(5)}, ${longitude.toFixed(5)}.`
  }
}

/** @param {number} latitude */
function stretchAt(latitude) {
  return Math.cos((latitude * Math.PI) / 180)
}

/**
 * Land and addresses, moved to where the map looks.
 * @param {string} product
 * @param {Grid} grid
 * @param {number} degrees
 * @param {{ west: number, north: number, x: number, y: number }} frame
 */
function gridLayer(product, grid, degrees, { west, north, x, y }) {
  const [wide, high] = [
    (grid.east - grid.west) / grid.columns,
    (grid.north - grid.south) / grid.rows,
  ]
  const transform = `matrix(${wide * x} 0 0 ${high * y} ${(grid.west - west) * x} ${(north - grid.north) * y})`
  const land = degrees < NEAR_DEGREES ? [] : [coastOf(product, grid)]
  return svg('g', { transform }, ...land, dots(grid, DOT_MAX / (high * y)))
}
