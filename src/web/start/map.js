// A small map of the density of addresses, with a pin at the chosen one.

import { svg } from '../dom.js'

// A cell is a digit from 0 to 5; they come row by row from the north-west.
/** @typedef {Record<'south' | 'west' | 'north' | 'east' | 'columns' | 'rows', number> & { cells: string }} Grid */
/** @typedef {{ latitude: number, longitude: number }} Point */

/** @param {string} product @param {Point} [around] @returns {Promise<Grid | undefined>} */
export async function loadGrid(product, around) {
  const at = around ? `&at=${around.latitude.toFixed(4)},${around.longitude.toFixed(4)}` : ''
  try {
    const response = await fetch(`/web/map.json?product=${product}${at}`)
    return response.ok ? ((await response.json()) ?? undefined) : undefined
  } catch {
    return undefined
  }
}

/**
 * A square map with the grid in its middle.
 * @param {Grid} grid
 * @param {Point} point
 * @param {string} label
 * @param {Element} [coast] lies below all
 */
export function drawMap(grid, point, label, coast) {
  const { columns, rows } = grid
  const side = Math.max(columns, rows)
  const view = `${(columns - side) / 2} ${(rows - side) / 2} ${side} ${side}`
  const x = ((point.longitude - grid.west) / (grid.east - grid.west)) * columns
  const y = ((grid.north - point.latitude) / (grid.north - grid.south)) * rows
  const unit = side / 100
  return svg(
    'svg',
    { class: 'map', viewBox: view, role: 'img', 'aria-label': label },
    coast,
    dots(grid),
    svg('circle', { class: 'ring', cx: x, cy: y, r: 5 * unit, 'stroke-width': unit }),
    svg('circle', { class: 'pin', cx: x, cy: y, r: 2.2 * unit, 'stroke-width': 0.7 * unit }),
    scaleBar(grid, side, unit),
  )
}

/** The land, in hundredths of a degree, laid under a grid. @param {string} product @param {Grid} grid */
export function coastOf(product, { north, south, west, east, columns, rows }) {
  const [wide, high] = [columns / (east - west) / 100, rows / (north - south) / 100]
  const transform = `matrix(${wide} 0 0 ${high} ${-west * 100 * wide} ${north * 100 * high})`
  return svg('use', { class: 'land', href: `/web/start/coast/${product}.svg#land`, transform })
}

/** One path for all cells of a level. @param {Grid} grid @param {number} [sizeMax] of a dot, in cells */
export function dots({ columns, cells }, sizeMax = 3) {
  const paths = ['', '', '', '', '', '']
  const filled = cells.length - cells.replaceAll(/[1-5]/g, '').length
  // Few dots are drawn larger.
  const size = Math.min(sizeMax, filled < 400 ? 2.2 : filled < 1500 ? 1.4 : 1)
  const inset = Math.max(0, (1 - size) / 2)
  for (let at = 0; at < cells.length; at += 1) {
    const level = Number(cells[at])
    if (level > 0)
      paths[level] +=
        `M${(at % columns) + inset} ${Math.floor(at / columns) + inset}h${size}v${size}h-${size}z`
  }
  const shades = paths.map((d, level) => svg('path', { d, 'fill-opacity': 0.25 + level * 0.15 }))
  return svg('g', { class: 'dots' }, ...shades.slice(1))
}

/** @param {Grid} grid @param {number} side @param {number} unit */
function scaleBar({ north, south, rows, columns }, side, unit) {
  const kmPerCell = ((north - south) * 111.2) / rows
  const [km] = [500, 200, 100, 50, 20, 10, 5, 2, 1].filter((each) => each / kmPerCell < side * 0.4)
  const left = (columns - side) / 2 + 4 * unit
  const bottom = (rows + side) / 2 - 4 * unit
  const wide = (km ?? 1) / kmPerCell
  return svg(
    'g',
    { class: 'scale', 'stroke-width': 0.6 * unit },
    svg('path', { d: `M${left} ${bottom}h${wide}`, fill: 'none' }),
    svg('text', { x: left, y: bottom - 2 * unit, 'font-size': 5 * unit }, `${km ?? 1} km`),
  )
}
