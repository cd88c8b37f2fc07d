// Decides which streets each sample suburb has, and how many addresses stand on each.

import { metresBetween } from '../../src/address/geo.ts'
import { MULBERRY32, SeededRandom } from '../seeded-random.ts'
import { longTailed } from './long-tailed.ts'
import { randomStreetTitle, readStreetTitle, type StreetTitle } from './names-au.ts'
import { SAMPLE_SUBURBS, type SampleSuburb } from './places-au.ts'

/** Buildings overrun what is planned for their street, so that 20,000 come of it. */
const ADDRESSES_WANTED = 18_400
const NEIGHBOUR_METRES_MAX = 4_000

export interface PlannedStreet extends StreetTitle {
  readonly addresses: number
}

export interface PlannedSuburb {
  readonly suburb: SampleSuburb
  /** How many addresses it has in all. */
  readonly addresses: number
  readonly streets: readonly PlannedStreet[]
  readonly neighbours: readonly SampleSuburb[]
}

/** All suburbs at once, because an alias may only use a street name that the neighbour lacks. */
export function planSuburbs(): readonly PlannedSuburb[] {
  const random = new SeededRandom(0xd00a, MULBERRY32)
  const sizes = SAMPLE_SUBURBS.reduce((sum, suburb) => sum + suburb.size, 0)
  return SAMPLE_SUBURBS.map((suburb) => {
    const addresses = Math.round((ADDRESSES_WANTED * suburb.size) / sizes)
    return {
      suburb,
      addresses,
      streets: planStreets(suburb, addresses, random),
      neighbours: neighboursOf(suburb),
    }
  })
}

export function titleKey(title: StreetTitle): string {
  return `${title.streetName} ${title.streetType} ${title.streetSuffix}`
}

/** Nearest first. */
export function neighboursOf(suburb: SampleSuburb): readonly SampleSuburb[] {
  const near = SAMPLE_SUBURBS.filter(
    (other) =>
      other !== suburb &&
      other.state === suburb.state &&
      metresBetween(suburb, other) <= NEIGHBOUR_METRES_MAX,
  )
  return near.toSorted((a, b) => metresBetween(suburb, a) - metresBetween(suburb, b))
}

function planStreets(suburb: SampleSuburb, wanted: number, random: SeededRandom): PlannedStreet[] {
  const streets: PlannedStreet[] = []
  const taken = new Set<string>()
  let planned = 0
  // The streets that people try first come first, and none of them may be crowded out.
  const known = suburb.streets.map(readStreetTitle)
  const share = Math.floor(wanted / Math.max(1, known.length))
  for (const title of known) {
    const addresses = Math.min(share, random.between(24, 90))
    streets.push({ ...title, addresses })
    taken.add(titleKey(title))
    planned += addresses
  }
  while (planned < wanted) {
    const title = randomStreetTitle(random)
    if (taken.has(titleKey(title))) continue
    taken.add(titleKey(title))
    const addresses = Math.min(wanted - planned, longTailed(random, 13, 1.1, 160))
    streets.push({ ...title, addresses })
    planned += addresses
  }
  return streets
}
