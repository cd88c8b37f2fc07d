// The parts of a suggestion that match the typed text, shown in bold.

/**
 * The suggestion in pieces, in order; the marked ones are what the typed words found.
 * @param {string} text
 * @param {string} typed
 * @returns {{ text: string, marked: boolean }[]}
 */
export function markedParts(text, typed) {
  const words = [...text.matchAll(/[\p{L}\p{N}']+/gu)].map((match) => ({
    word: match[0].toLowerCase(),
    at: match.index,
    length: 0,
  }))
  const wanted = typed.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []
  for (const part of wanted) {
    const free = words.filter(({ length }) => length === 0)
    const same =
      free.find(({ word }) => word === part) ?? free.find(({ word }) => word.startsWith(part))
    if (same !== undefined) same.length = part.length
    else markShort(free, part)
  }
  return pieces(text, words)
}

/** `rd` is Road, `cres` is Crescent. @param {{ word: string, length: number }[]} free @param {string} part */
function markShort(free, part) {
  if (part.length < 2 || /\d/.test(part)) return
  const found = free.find(({ word }) => word.length > part.length && isShortFor(part, word))
  if (found !== undefined) found.length = found.word.length
}

/** The same first letter, and the others in their order. @param {string} part @param {string} word */
function isShortFor(part, word) {
  if (word[0] !== part[0]) return false
  let from = 0
  // A pattern would try every way to place the letters, which takes minutes for a long word.
  for (const letter of part) {
    const at = word.indexOf(letter, from)
    if (at < 0) return false
    from = at + letter.length
  }
  return true
}

/** @param {string} text @param {{ at: number, length: number }[]} words */
function pieces(text, words) {
  const parts = []
  let done = 0
  for (const { at, length } of words) {
    if (length === 0) continue
    if (at > done) parts.push({ text: text.slice(done, at), marked: false })
    parts.push({ text: text.slice(at, at + length), marked: true })
    done = at + length
  }
  if (done < text.length) parts.push({ text: text.slice(done), marked: false })
  return parts
}
