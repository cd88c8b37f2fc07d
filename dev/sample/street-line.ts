// Where the addresses of a made-up street lie: along a straight line near the centre of its place.

import { METRES_PER_DEGREE, type Point } from '../../src/address/geo.ts'
import type { SeededRandom } from '../seeded-random.ts'

const STREET_SPACING_METRES = 90

export interface StreetLine {
  readonly centre: Point
  /** The direction of the street, in radians. */
  readonly bearing: number
  /** How far the street lies from the centre of its place, across its own direction. */
  readonly offsetMetres: number
  /** Where the first house stands, measured from the middle of the street. */
  readonly startMetres: number
}

/**
 * The streets of a place form a grid: every second one runs across the others, and no two of one
 * direction share a line. The grid is turned by `turn` radians, so that places do not look alike.
 */
export function streetLine(
  centre: Point,
  turn: number,
  index: number,
  lengthMetres: number,
): StreetLine {
  const across = index % 2
  const row = Math.floor(index / 2)
  const steps = row % 2 === 0 ? row / 2 : -(row + 1) / 2
  return {
    centre,
    bearing: turn + (across * Math.PI) / 2,
    offsetMetres: (steps + 0.25) * STREET_SPACING_METRES,
    startMetres: -lengthMetres / 2,
  }
}

/** A direction for the streets of one place. */
export function gridTurn(random: SeededRandom): number {
  return random.next() * (Math.PI / 2)
}

/** `side` is 1 for even numbers and -1 for odd ones. Degrees are rounded to about a centimetre. */
export function pointOnStreet(line: StreetLine, alongMetres: number, side: 1 | -1): Point {
  const along = line.startMetres + alongMetres
  const across = line.offsetMetres + side * SETBACK_METRES
  const east = along * Math.cos(line.bearing) - across * Math.sin(line.bearing)
  const north = along * Math.sin(line.bearing) + across * Math.cos(line.bearing)
  const latitude = line.centre.latitude + north / METRES_PER_DEGREE
  const shrink = Math.cos((line.centre.latitude * Math.PI) / 180)
  const longitude = line.centre.longitude + east / (METRES_PER_DEGREE * shrink)
  return { latitude: rounded(latitude), longitude: rounded(longitude) }
}

const SETBACK_METRES = 14

function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7
}
