// Text for people: aligned columns, large numbers, and counts of things.

export function columns(rows: readonly (readonly string[])[]): string {
  return aligned(rows, [])
}

/** Counts, money, shares, sizes and times, as in the consoles: a column of them is aligned right, unlike ids. */
const FIGURE = /^(?:-?[A-Z]*[\p{Sc}\s])?[\d,.]+(?:%|\s(?:ms|MB|days?))?$/u

/** A line for each item, below the names of the cells. */
export function table<Item>(
  items: readonly Item[],
  cells: Readonly<Record<string, (item: Item) => string>>,
): string {
  if (items.length === 0) return 'None.'
  const rows = items.map((item) => Object.values(cells).map((cell) => cell(item)))
  const names = Object.keys(cells)
  const isOfFigures = names.map(
    (name, at) =>
      at > 0 && !/(?:\bID|CODE)$/.test(name) && rows.every((row) => FIGURE.test(row[at] ?? '')),
  )
  return aligned([names, ...rows], isOfFigures)
}

function aligned(rows: readonly (readonly string[])[], isRight: readonly boolean[]): string {
  const widths: number[] = []
  for (const row of rows) {
    row.forEach((cell, at) => {
      widths[at] = Math.max(widths[at] ?? 0, cell.length)
    })
  }
  const padded = (cell: string, at: number) =>
    isRight[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)
  return rows.map((row) => row.map(padded).join('  ').trimEnd()).join('\n')
}

/** Writes a whole number as `12,345`. Every process prints some as it starts, and Intl takes 40 ms to load. */
export function count(number: number): string {
  let digits = String(Math.abs(number))
  let groups = ''
  for (; digits.length > 3; digits = digits.slice(0, -3)) groups = `,${digits.slice(-3)}${groups}`
  return `${number < 0 ? '-' : ''}${digits}${groups}`
}

/** `1 row`, `12,345 addresses`. */
export function counted(number: number, one: string): string {
  return `${count(number)} ${one}${number === 1 ? '' : one.endsWith('s') ? 'es' : 's'}`
}
