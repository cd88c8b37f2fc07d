// Lines with one thing that is not as the address has it, as people write: a wrong postcode, a name before the number.

import type { SeededRandom } from '../../../dev/seeded-random.ts'
import type { Facts } from '../facts.ts'
import { isBestFit, isHouse } from '../judging/best-fit.ts'
import type { Line, LineClass, Place, ReleaseContents, ReleaseNames } from '../lines/line.ts'
import { withTypingError } from '../lines/typing-errors.ts'
import { askedOf, numberOf, streetOf, titleCase, withSpaces } from '../lines/written.ts'

/** The parts of a line, each of which a disturbance may change. */
interface Parts {
  readonly before: string
  readonly number: string
  readonly street: string
  readonly place: string
  readonly region: string
  readonly postcode: string
}

type Disturb = (
  parts: Parts,
  facts: Facts,
  random: SeededRandom,
  contents: ReleaseContents,
) => Partial<Parts> | undefined

/** An address with a number that is disturbed; the answer is right when it is the very address. */
function disturbed(
  name: string,
  disturb: Disturb,
  isTarget: (facts: Facts, names: ReleaseNames) => boolean = () => true,
): LineClass {
  return {
    name,
    isTarget: (facts, names) => isHouse(facts) && isTarget(facts, names),
    write(target, random, contents): Line | undefined {
      const { facts } = target
      const asked = askedOf(facts)
      if (!isBestFit(target, asked)) return undefined
      const { place, region, postcode } = facts
      const street = streetOf(facts)
      const parts = { before: '', number: numberOf(facts), street, place, region, postcode }
      const changed = disturb(parts, facts, random, contents)
      if (changed === undefined) return undefined
      const { before, number, ...rest } = { ...parts, ...changed }
      const premises = withSpaces(before, number)
      const where = withSpaces(rest.place, rest.region, rest.postcode)
      const text = titleCase(`${joined(premises, rest.street)} ${where}`)
      return { text, meant: facts, asked, verdict: undefined, isFindable: true }
    },
    isWalked: false,
  }
}

/** A street that begins with a hyphen is written without a space before it. */
function joined(premises: string, street: string): string {
  return street.startsWith('\u0000') ? premises + street.slice(1) : `${premises} ${street}`
}

const PEOPLE = ['Mr J Smith', 'Jane Citizen', 'Dr. Wong', 'attn: Accounts', 'c/o Mary Jones']
const COMPANIES = [
  'Acme Pty Ltd',
  'Smith & Sons Pty Ltd',
  'ABC Plumbing',
  'Westside Medical Centre',
]

const CENTRES = ['Station Mews', 'Westside Plaza', 'The Old Arcade', 'Acme Tower']

export const disturbedClasses: readonly LineClass[] = [
  disturbed('neighbouring suburb, right postcode', (_, facts, random, contents) =>
    neighbour(facts, random, contents, ({ name }) => ({ place: name })),
  ),
  disturbed('neighbouring suburb, its postcode', (_, facts, random, contents) =>
    neighbour(facts, random, contents, ({ name, postcode }) => ({ place: name, postcode })),
  ),
  disturbed("right suburb, the neighbour's postcode", (_, facts, random, contents) =>
    neighbour(facts, random, contents, ({ postcode }) => ({ postcode })),
  ),
  disturbed('wrong digit in the postcode', ({ postcode }, _facts, random) => ({
    postcode: otherDigit(postcode, random),
  })),
  disturbed('suburb and city', ({ place }, { region, place: own }) => {
    const city = CITIES[region]
    return city === undefined || city === own ? undefined : { place: `${place} ${city}` }
  }),
  disturbed(
    'city for the suburb, right postcode',
    (_, { region, name, type, place }, _r, contents) => {
      const city = CITIES[region]
      if (city === undefined || place === city) return undefined
      return contents.hasStreet(name, type, city, region) ? undefined : { place: city }
    },
  ),
  disturbed('a person before the number', (_, _facts, random) => ({
    before: `${random.pick(PEOPLE)}${random.pick([',', ''])}`,
  })),
  disturbed('a company before the number', (_, _facts, random) => ({
    before: `${random.pick(COMPANIES)}${random.pick([',', ''])}`,
  })),
  disturbed('a word before the number', (_, _facts, random) => ({
    before: random.pick(['no.', 'number', 'house', 'rear', 'front', 'upstairs']),
  })),
  disturbed('a centre between shop and number', (_, _facts, random) => ({
    before: `${random.pick(['Shop 903', 'Suite 812'])}, ${random.pick(CENTRES)},`,
  })),
  disturbed('wrong state', ({ region }, _facts, random) => ({
    region: random.pick(Object.keys(CITIES).filter((state) => state !== region)),
  })),
  disturbed('ground floor', (_, _facts, random) => ({
    before: random.pick(['ground floor', 'Ground Flr,', 'ground level']),
  })),
  disturbed('country behind the line', ({ postcode }) => ({ postcode: `${postcode} Australia` })),
  disturbed('no space after the number', ({ street }, { name }) =>
    /^[A-Z]{4,} /.test(street) && !/^(ST|ND|RD|TH)/.test(name)
      ? { street: `\u0000${street}` }
      : undefined,
  ),
  disturbed('no space before the type', ({ street }, { name, type, suffix }) =>
    type === '' || /\d/.test(street) ? undefined : { street: withSpaces(`${name}${type}`, suffix) },
  ),
  disturbed('one-word suburb split in two', (_, { place }, random) => {
    if (!/^[A-Z]{6,}$/.test(place)) return undefined
    const at = 3 + random.below(place.length - 5)
    return { place: `${place.slice(0, at)} ${place.slice(at)}` }
  }),
  disturbed('suburb written as one word', (_, { place }) =>
    /^[A-Z]+ [A-Z]+$/.test(place) ? { place: place.replace(' ', '') } : undefined,
  ),
  disturbed('two slips in the street', (_, facts, random, contents) => {
    const { type, suffix, place, region } = facts
    const name = twoSlips(facts.name, random)
    if (name === undefined || contents.hasStreet(name, '', place, region)) return undefined
    return { street: withSpaces(name, type, suffix) }
  }),
  disturbed('two slips in the suburb', (_, facts, random, contents) => {
    const place = twoSlips(facts.place, random)
    return place === undefined || contents.hasPlace(place) ? undefined : { place }
  }),
]

export const CITIES: Readonly<Record<string, string>> = {
  NSW: 'SYDNEY',
  VIC: 'MELBOURNE',
  QLD: 'BRISBANE',
  SA: 'ADELAIDE',
  WA: 'PERTH',
  TAS: 'HOBART',
  NT: 'DARWIN',
  ACT: 'CANBERRA',
}

/** A place next door that has no street of the same name: then the line still names one address. */
function neighbour(
  facts: Facts,
  random: SeededRandom,
  contents: ReleaseContents,
  change: (other: Place) => Partial<Parts>,
): Partial<Parts> | undefined {
  const { name, region, postcode, place } = facts
  const near = contents
    .placesAround(facts)
    .filter((other) => other.name !== place && !contents.hasStreet(name, '', other.name, region))
  if (near.length === 0) return undefined
  const changed = change(random.pick(near))
  return changed.postcode === postcode ? undefined : changed
}

function otherDigit(postcode: string, random: SeededRandom): string {
  const at = 1 + random.below(postcode.length - 1)
  const digit = (Number(postcode[at]) + 1 + random.below(8)) % 10
  return `${postcode.slice(0, at)}${digit}${postcode.slice(at + 1)}`
}

const LONG_WORD_MIN = 7

/** Two slips in one long word. */
function twoSlips(text: string, random: SeededRandom): string | undefined {
  const words = text.split(' ')
  const at = words.findIndex((word) => word.length >= LONG_WORD_MIN && /^[A-Z]+$/.test(word))
  const word = words[at]
  const once = word === undefined ? undefined : withTypingError(word, random)
  const twice = once === undefined ? undefined : withTypingError(once, random)
  if (twice === undefined || twice === word) return undefined
  return words.with(at, twice).join(' ')
}
