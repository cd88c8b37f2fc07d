// What people write for the parts of a building: `GF` is the ground floor, `FFF` the first floor flat.

/** One name a line, then what it is shortened to. A name that holds it is found by each of these as well. */
const PART_NAMES = `
GROUND FLOOR: GF GRDF
GROUND FLOOR FLAT: GFF
LOWER GROUND: LG
LOWER GROUND FLOOR: LGF
LOWER GROUND FLOOR FLAT: LGFF
UPPER GROUND FLOOR: UGF
FIRST FLOOR: FF 1F
FIRST FLOOR FLAT: FFF 1FF
SECOND FLOOR: SF 2F
SECOND FLOOR FLAT: SFF 2FF
THIRD FLOOR: 3F
FOURTH FLOOR: 4F
TOP FLOOR: TF
TOP FLOOR FLAT: TFF
BASEMENT FLAT: BF
GROUND: GRD GRND GND
FLOOR: FLR FL
BASEMENT: BSMT BMT
MAISONETTE: MAIS MSNT
ANNEXE: ANNEX ANX
PENTHOUSE: PH PENTHSE
FLAT: FLT APARTMENT
APARTMENT: APT
PO BOX: POB POBOX P O
`

/** Words that say no more than that it is a part of a building. */
const GENERAL = new Set(['FLAT', 'APARTMENT', 'FLOOR', 'THE', 'OF', 'AT', 'PART'])

interface PartName {
  readonly words: readonly string[]
  readonly short: readonly string[]
}

const partNames: readonly PartName[] = PART_NAMES.trim()
  .split('\n')
  .map((line) => {
    const [words = '', short = ''] = line.split(': ')
    return { words: words.split(' '), short: short.split(' ') }
  })

const longForms: ReadonlyMap<string, readonly string[]> = new Map(
  partNames.flatMap(({ words, short }) => short.map((form) => [form, words] as const)),
)

/** Most names have none of these words, and are asked no further. */
const partWords: ReadonlySet<string> = new Set([
  ...partNames.flatMap(({ words }) => words),
  ...longForms.keys(),
])

/** What else a name is found by: the short forms of the parts that it names, and the long ones of its short forms. */
export function partNameForms(words: readonly string[]): readonly string[] {
  const inWords = words.map(withoutOrdinal)
  if (![...inWords, ...words].some((word) => partWords.has(word))) return []
  const found: string[] = []
  for (const name of partNames) if (holds(inWords, name.words)) found.push(...name.short)
  for (const word of words) found.push(...(longForms.get(word) ?? []))
  // A floor that somebody lives on is a flat, whether or not its name says so.
  if (inWords.includes('FLOOR') || inWords.includes('BASEMENT')) found.push('FLAT')
  return found
}

/** Whether typed words name a part of a building: all words of its name that say which part it is. */
export function namesPart(typed: readonly string[], part: readonly string[]): boolean {
  const said = new Set(typed.flatMap(inFull))
  const wanted = part.flatMap(inFull)
  const telling = wanted.filter((word) => !GENERAL.has(word))
  return (telling.length > 0 ? telling : wanted).every((word) => said.has(word))
}

function inFull(word: string): readonly string[] {
  return longForms.get(word) ?? [withoutOrdinal(word)]
}

/** `FIRST` for `1ST`. */
function withoutOrdinal(word: string): string {
  return ORDINAL_WORDS[ORDINALS.indexOf(word)] ?? word
}

const ORDINALS: readonly string[] = '1ST 2ND 3RD 4TH 5TH 6TH 7TH 8TH 9TH 10TH'.split(' ')
const ORDINAL_WORDS = 'FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH'.split(' ')

function holds(words: readonly string[], phrase: readonly string[]): boolean {
  const first = phrase[0] ?? ''
  for (let at = words.indexOf(first); at >= 0; at = words.indexOf(first, at + 1)) {
    if (phrase.every((word, i) => words[at + i] === word)) return true
  }
  return false
}
