// Cells of a CSV file that no spreadsheet takes for a formula, and what they stand for.

/**
 * A spreadsheet takes a cell that begins like this for a formula, unless an apostrophe comes first. One that is set up
 * for Japanese takes the wide forms too.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

export function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** What `harmless` was given: one apostrophe fewer. */
export function shown(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text
}

export function quoted(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
