// Cells of a CSV file, written so that no spreadsheet takes them for formulas, and read back.

/** A spreadsheet takes a cell that begins like this for a formula; the wide forms are for Japanese ones. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

export function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

export function shown(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text
}

export function quoted(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
