// Reads a small CSV text into records, each with the line on which it begins.

export interface CsvRecord {
  /** Where it begins, counted from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** The file ended inside a quotation. */
  readonly isOpen: boolean
}

/** The records of a text whose cells are divided by commas, or by semicolons or tabs where its first line is. */
export function recordsOf(text: string): CsvRecord[] {
  const first = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  const divider = first.includes(',') ? ',' : first.includes(';') ? ';' : '\t'
  const records: CsvRecord[] = []
  let [line, begins, cells, cell, isQuoted] = [1, 1, [] as string[], '', false]
  const endRecord = (isOpen: boolean) => {
    cells.push(cell)
    if (isOpen || cells.length > 1 || cell.trim() !== '')
      records.push({ line: begins, cells, isOpen })
    cells = []
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '\n') line += 1
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === divider) {
      cells.push(cell)
      cell = ''
    } else if (character === '\n') {
      endRecord(false)
      begins = line
    } else if (character !== '\r' || text[at + 1] !== '\n') cell += character
  }
  if (cell !== '' || cells.length > 0 || isQuoted) endRecord(isQuoted)
  return records
}
