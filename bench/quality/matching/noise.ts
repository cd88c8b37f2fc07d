// The kinds of noise that people put into lists, and how often each is put into a line here.

import type { SeededRandom } from '../../../dev/seeded-random.ts'
import type { Facts } from '../facts.ts'
import type { Place, ReleaseContents } from '../lines/line.ts'
import { nameWords, otherForms, regions, streetTypes } from '../lines/typed-forms.ts'
import { withTypingError } from '../lines/typing-errors.ts'
import type { Draft } from './draft.ts'

/** What a kind of noise is made with. */
interface NoiseContext {
  readonly facts: Facts
  /** All addresses of its street. */
  readonly street: readonly Facts[]
  readonly contents: ReleaseContents
  readonly random: SeededRandom
}

export interface Noise {
  readonly name: string
  /** The share of lines that get it, where they can. */
  readonly rate: number
  /** Of how and where something is written, not of where it is: also for addresses that do not exist. */
  readonly isForm: boolean
  /** Undefined where the line cannot have it, or would name another address with it. */
  apply(draft: Draft, context: NoiseContext): Partial<Draft> | undefined
}

const COMPANIES = ['ACME PTY LTD', 'SMITH AND SONS', 'WESTSIDE MEDICAL CENTRE', 'THE CORNER BAKERY']
const PEOPLE = ['MR J SMITH', 'JANE CITIZEN', 'C/O MARY JONES', 'ATTN: ACCOUNTS']
const COUNTRY = {
  au: ['AUSTRALIA', 'AUS'],
  nz: ['NEW ZEALAND', 'NZ'],
  uk: ['UK', 'ENGLAND', 'UNITED KINGDOM'],
} as const

export const NOISE: readonly Noise[] = [
  form('case', 0.6, (_, { random }) => ({ letters: random.pick(['lower', 'title', 'upper']) })),
  form('no commas', 0.4, () => ({ hasCommas: false })),
  form('abbreviations', 0.4, abbreviated),
  form('unit forms', 0.6, unitForm),
  form('one end of a range', 0.3, oneEnd),
  form('no state', 0.25, ({ region }) => (region === '' ? undefined : { region: '' })),
  form('no postcode', 0.12, ({ postcode }) => (postcode === '' ? undefined : { postcode: '' })),
  form('typing error in the street', 0.08, misspeltStreet),
  form('typing error in the place', 0.06, misspeltPlace),
  form('somebody before it', 0.06, ({ before }, { random }) =>
    before === '' ? { before: random.pick([...COMPANIES, ...PEOPLE]) } : undefined,
  ),
  form('country behind it', 0.05, ({ product }, { random }) => ({
    after: random.pick(COUNTRY[product]),
  })),
  form('parts swapped', 0.02, ({ before, building }, { random }) =>
    before + building === ''
      ? { order: random.pick(['place first', 'street before number'] as const) }
      : undefined,
  ),
  form('spaces lost', 0.01, spacesLost),
  place('no place', 0.03, withoutPlace),
  place('neighbouring place', 0.04, neighbouringPlace),
  place('wrong postcode', 0.04, wrongPostcode),
]

type Apply = Noise['apply']

function form(name: string, rate: number, apply: Apply): Noise {
  return { name, rate, isForm: true, apply }
}

function place(name: string, rate: number, apply: Apply): Noise {
  return { name, rate, isForm: false, apply }
}

function abbreviated(
  { type, name, region }: Draft,
  { random }: NoiseContext,
): Partial<Draft> | undefined {
  const types = otherForms(streetTypes, type)
  const words = name.split(' ')
  const at = words.findIndex((word) => otherForms(nameWords, word).length > 0)
  const states = otherForms(regions, region)
  if (types.length === 0 && at < 0) return undefined
  return {
    ...(types.length > 0 && { type: random.pick(types) }),
    ...(at >= 0 &&
      words.length > 1 && {
        name: words.with(at, random.pick(otherForms(nameWords, words[at] ?? ''))).join(' '),
      }),
    ...(states.length > 0 && random.chance(0.2) && { region: random.pick(states) }),
  }
}

/** `3/12`, `U3 12`, `FLAT 3, 12`. */
function unitForm({ level, number, building }: Draft, { random, facts }: NoiseContext) {
  if (!/^\d/.test(facts.unit) || number === '' || building !== '') return undefined
  const isGeneral = ['UNIT', 'FLAT', 'APARTMENT', ''].includes(facts.unitType)
  if (level === '' && random.chance(0.5)) return { unit: facts.unit, unitJoin: '/' as const }
  if (!isGeneral) return { unitJoin: ', ' as const }
  const kind = random.pick(['UNIT ', 'U', 'FLAT ', 'APT '])
  return { unit: `${kind}${facts.unit}`, unitJoin: random.pick([' ', ', '] as const) }
}

/** Where no other address of the street has that number. */
function oneEnd(_: Draft, { facts, street, random }: NoiseContext) {
  if (facts.last === '') return undefined
  const number = random.pick([facts.first, facts.last])
  const isOther = ({ id, first, last }: Facts) =>
    id !== facts.id && (first === number || last === number)
  return street.some(isOther) ? undefined : { number }
}

/** Never so that another name of the place results. */
function misspeltStreet({ name }: Draft, { facts, contents, random }: NoiseContext) {
  const slipped = withTypingError(name, random)
  if (slipped === undefined) return undefined
  const isOther = facts.places.some((each) => contents.hasStreet(slipped, '', each, facts.region))
  return isOther ? undefined : { name: slipped }
}

function misspeltPlace({ place: name }: Draft, { contents, random }: NoiseContext) {
  const slipped = withTypingError(name, random)
  return slipped === undefined || contents.hasPlace(slipped) ? undefined : { place: slipped }
}

function spacesLost({ place: name, number, name: street }: Draft, { random }: NoiseContext) {
  if (/^[A-Z]+ [A-Z]+$/.test(name) && random.chance(0.5)) return { place: name.replace(' ', '') }
  const isPlain =
    /^\d+$/.test(number) && /^[A-Z]{4,}$/.test(street) && !/^(?:ST|ND|RD|TH)/.test(street)
  return isPlain ? { number: '', name: `${number}${street}` } : undefined
}

/** With its postcode, and only where no other place of that has such a street. */
function withoutPlace({ postcode }: Draft, { facts, contents }: NoiseContext) {
  if (postcode === '') return undefined
  const others = contents.places.filter((each) => each.postcode === facts.postcode)
  return others.some((other) => isElsewhere(facts, other, contents)) ? undefined : { place: '' }
}

function isElsewhere(
  { name, place: own, region }: Facts,
  other: Place,
  contents: ReleaseContents,
): boolean {
  return other.name !== own && contents.hasStreet(name, '', other.name, region)
}

/** One of the nearest places, which has no street of that name. */
function neighbouringPlace({ product }: Draft, { facts, contents, random }: NoiseContext) {
  const near = contents
    .placesAround(facts)
    .filter((other) => !facts.places.includes(other.name) && !isElsewhere(facts, other, contents))
  return near.length === 0 || product === 'uk' ? undefined : { place: random.pick(near).name }
}

/** One digit or letter of it, in a postcode that has no such street. */
function wrongPostcode({ postcode }: Draft, { facts, contents, random }: NoiseContext) {
  if (postcode === '') return undefined
  const at = postcode.length - 1 - random.below(3)
  const old = postcode.charAt(at)
  const others = (/\d/.test(old) ? '0123456789' : 'ABDEFGHJLNPQRSTUWXYZ').replace(old, '')
  if (old === ' ') return undefined
  const wrong = postcode.slice(0, at) + random.pick([...others]) + postcode.slice(at + 1)
  const there = contents.places.filter((each) => each.postcode === wrong)
  return there.some((other) => isElsewhere(facts, other, contents))
    ? undefined
    : { postcode: wrong }
}
