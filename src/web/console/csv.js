// Reads a CSV file as people save it from a spreadsheet: quotes, commas or semicolons, any line ends.

/** So many rows an account may have. */
export const ROWS_MAX = 10_000

/**
 * @param {string} text
 * @returns {{ header: string[], rows: string[][] }}
 */
export function readCsv(text) {
  const clean = text.replace(/^\uFEFF/, '')
  const [firstLine = ''] = clean.split(/\r?\n/, 1)
  const mark = [';', '\t', ','].find((each) => firstLine.includes(each)) ?? ','
  const [header = [], ...rows] = records(clean, mark)
  return {
    header: header.map((name) =>
      name
        .trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/g, '_'),
    ),
    rows: rows.map((row) => row.map(shown)).filter((row) => row.some((cell) => cell.trim() !== '')),
  }
}

/**
 * An export has an apostrophe before what a spreadsheet would take for a formula; it is no part of the text.
 * @param {string} cell
 */
function shown(cell) {
  return /^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell
}

/**
 * @param {string} text
 * @param {string} mark between fields
 */
function records(text, mark) {
  /** @type {string[][]} */
  const all = []
  let row = /** @type {string[]} */ ([])
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') cell += text[++at]
      else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === mark) {
      row.push(cell)
      cell = ''
    } else if (character === '\n') {
      all.push([...row, cell.replace(/\r$/, '')])
      row = []
      cell = ''
    } else cell += character
  }
  if (cell !== '' || row.length > 0) all.push([...row, cell])
  return all
}
