// Text for the fonts that every PDF reader has: what they lack is written as near to it as they can.

// The letters of Windows-1252 above Latin-1, in which those fonts are encoded.
const WINDOWS_1252 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'

const NEAREST: ReadonlyMap<string, string> = new Map([
  ['Ł', 'L'],
  ['ł', 'l'],
  ['Đ', 'D'],
  ['đ', 'd'],
  ['Ħ', 'H'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ŋ', 'ng'],
  ['Ŋ', 'NG'],
  ['ẞ', 'SS'],
  ['−', '-'],
  ['‐', '-'],
  ['‑', '-'],
  ['\u2028', ' '],
  ['\u2029', ' '],
])

/** Accents that the fonts lack are left off; a letter of another script is a question mark. Control characters go. */
export function toWinAnsi(text: string): string {
  return [...text.normalize('NFC')].map(nearest).join('')
}

function nearest(letter: string): string {
  if (isPrintable(letter)) return letter
  const code = letter.codePointAt(0) ?? 0
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return ' '
  const known = NEAREST.get(letter)
  if (known !== undefined) return known
  const bare = [...letter.normalize('NFKD')].filter((part) => !/\p{Mark}/u.test(part))
  if (bare.length === 0) return ''
  return bare.map((part) => (isPrintable(part) ? part : (NEAREST.get(part) ?? '?'))).join('')
}

function isPrintable(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0
  return (
    (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff) || WINDOWS_1252.includes(letter)
  )
}
