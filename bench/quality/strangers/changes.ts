// What strangers do to a part of an address, or to all of a line. Undefined where the part does not allow it.

import type { SeededRandom } from '../../../dev/seeded-random.ts'
import { otherForms, regions, streetTypes } from '../lines/typed-forms.ts'
import { withTypingError } from '../lines/typing-errors.ts'

type Change = (text: string, random: SeededRandom) => string | undefined

const ONES =
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen`.split(/\s/)
const TENS = '- ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

export const changes: Readonly<Record<string, Change>> = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  digits: (text) => (/^\d+$/.test(text) ? text : undefined),
  words: (text) => (/^\d{1,3}$/.test(text) ? inWords(Number(text)) : undefined),
  thousands: (text) => (/^\d{4}$/.test(text) ? `${text[0]},${text.slice(1)}` : undefined),
  spaced: (text) => [...text].join(' '),
  slip: withTypingError,
  slip2: (text, random) => inWordOf(7, text, random, twice(withTypingError)),
  shortslip: (text, random) =>
    /^[A-Z]{3,4}$/.test(text) ? other(text, oneLetter(text, random)) : undefined,
  alike: (text) => other(text, alike(text)),
  scanned: (text, random) => {
    const [from, to] = random.pick([
      ['M', 'RN'],
      ['L', 'I'],
      ['O', '0'],
    ] as const)
    return other(text, text.replace(from, to))
  },
  plural: (text) => (text.endsWith('S') ? text.slice(0, -1) : `${text}S`),
  split: (text, random) => {
    if (!/^[A-Z]{6,}$/.test(text)) return undefined
    const at = 3 + random.below(text.length - 5)
    return `${text.slice(0, at)} ${text.slice(at)}`
  },
  joined: (text) => (/^[A-Z]+ [A-Z]+$/.test(text) ? text.replace(' ', '') : undefined),
  initial: (text) => (/^[A-Z]{3,} [A-Z]+$/.test(text) ? text.replace(/^(.)\S*/, '$1') : undefined),
  apostrophe: (text) => (/^[A-Z]{4,}S$/.test(text) ? `${text.slice(0, -1)}'S` : undefined),
  cut: (text, random) =>
    /^[A-Z]{6,}$/.test(text) ? text.slice(0, text.length - 1 - random.below(2)) : undefined,
  slipped: (text, random) => {
    const long = longType(text)
    return long.length < 5 ? undefined : withTypingError(long, random)
  },
  short: (text) => otherForms(streetTypes, longType(text))[0],
  shortened: (text) =>
    other(
      text,
      text
        .replace(/\bCENTRE\b/, 'CTR')
        .replace(/\bDOCTOR\b/, 'DR')
        .replace(/\bSAINT\b/, 'ST')
        .replace(/\bGREAT\b/, 'GT')
        .replace(/\bLITTLE\b/, 'LT')
        .replace(/\b(NORTH|SOUTH)\b/, (word) => `${word[0]}TH`),
    ),
  company: (text) =>
    other(text, text.replace(/ (LIMITED|LTD|PLC|UK|PHARMACY|SURGERY|PRACTICE|CENTRE)$/, '')),
  letter: (text, random) =>
    text.slice(0, -1) + random.pick([...'ABDEFGHJLNPQRSTUWXYZ'].filter((l) => !text.endsWith(l))),
  zero: (text) => other(text, text.replace(/0/, 'O')),
  digit: (text, random) => {
    const at = 1 + random.below(text.length - 1)
    return `${text.slice(0, at)}${(Number(text[at]) + 1 + random.below(8)) % 10}${text.slice(at + 1)}`
  },
  dotted: (text) =>
    text.length > 3 ? undefined : [...text].map((letter) => `${letter}.`).join(''),
  long: (text) => otherForms(regions, text).find((form) => form.length > 3),
  spoken: (text) =>
    ({ WA: 'West Aust', SA: 'Sth Aust', TAS: 'Tassie', NSW: 'N S W', NT: 'N.T', ACT: 'a.c.t' })[
      text
    ],
  nickname: (text) =>
    ({
      FREMANTLE: 'freo',
      BRUNSWICK: 'brunny',
      'SURRY HILLS': 'surry',
      MANDURAH: 'mandy',
      'ALICE SPRINGS': 'alice',
      'MOUNT GAMBIER': 'the mount',
      BENDIGO: 'bendi',
      SHEPPARTON: 'shepp',
      WANGARATTA: 'wang',
      LAUNCESTON: 'launnie',
      'PORT ADELAIDE': 'the port',
      GLENELG: 'the bay',
    })[text],

  nospaces: (text) => text.replace(/[\s,]+/g, ''),
  camel: (text) => text.replace(/[\s,]+(\S)/g, (_, letter: string) => letter.toUpperCase()),
  nocommas: (text) => text.replaceAll(',', ''),
  commas: (text) => text.replace(/,? /g, ', '),
  dots: (text) => text.replaceAll(',', '').replaceAll(' ', '.'),
  underscores: (text) => text.replaceAll(',', '').replaceAll(' ', '_'),
  doublespaces: (text) => text.replaceAll(' ', '  '),
  html: (text) => text.replaceAll(', ', ',&nbsp;').replaceAll(' ', '&nbsp;'),
  url: (text, random) =>
    random.below(2) === 0 ? encodeURIComponent(text) : text.replace(/,? /g, '+'),
  quoted: (text) => `"${text}"`,
  twice: (text) => `${text}, ${text}`,
  dashes: (text) => text.replaceAll(', ', ' - '),
  breaks: (text) => text.replaceAll(', ', '\n'),
  semicolons: (text) => text.replaceAll(', ', '; '),
}

/** Names that are heard and spelt otherwise. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/PH/, 'F'],
  [/CK/, 'K'],
  [/([AEO])Y$/, '$1IE'],
  [/LL/, 'L'],
  [/EIGH/, 'EE'],
  [/LEY$/, 'LEIGH'],
  [/TT/, 'T'],
  [/IE/, 'EI'],
  [/C(?=[AOUR])/, 'K'],
  [/NN/, 'N'],
  [/Y$/, 'IE'],
]

function alike(text: string): string {
  const sound = SOUNDS.find(([pattern]) => pattern.test(text))
  return sound === undefined ? text : text.replace(sound[0], sound[1])
}

function other(text: string, changed: string): string | undefined {
  return text === changed ? undefined : changed
}

function inWords(number: number): string {
  const [hundreds, rest] = [Math.trunc(number / 100), number % 100]
  const tens = Math.trunc(rest / 10)
  const below =
    rest < 20
      ? ONES[rest]
      : [TENS[tens], rest % 10 === 0 ? '' : ONES[rest % 10]].filter(Boolean).join(' ')
  if (hundreds === 0) return below ?? ''
  return rest === 0 ? `${ONES[hundreds]} hundred` : `${ONES[hundreds]} hundred and ${below}`
}

function longType(type: string): string {
  return streetTypes.get(type)?.[0] ?? type
}

function twice(change: Change): Change {
  return (text, random) => {
    const once = change(text, random)
    return once === undefined ? undefined : change(once, random)
  }
}

function inWordOf(letters: number, text: string, random: SeededRandom, change: Change) {
  const words = text.split(' ')
  const at = words.findIndex((word) => word.length >= letters && /^[A-Z]+$/.test(word))
  const changed = at < 0 ? undefined : change(words[at] ?? '', random)
  return changed === undefined ? undefined : other(text, words.with(at, changed).join(' '))
}

/** A letter of a short word left out or hit beside. */
function oneLetter(text: string, random: SeededRandom): string {
  const at = random.below(text.length)
  const instead = random.below(2) === 0 && text.length > 3 ? '' : random.pick([...'AEIOURSTLN'])
  return text.slice(0, at) + instead + text.slice(at + 1)
}
