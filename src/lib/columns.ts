// Text for people: columns, each as wide as its widest cell, large numbers, and how many of something.

export function columns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = []
  for (const row of rows) {
    row.forEach((cell, at) => {
      widths[at] = Math.max(widths[at] ?? 0, cell.length)
    })
  }
  const lines = rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '))
  return lines.map((line) => line.trimEnd()).join('\n')
}

/** A line for each item, below the names of the cells. */
export function table<Item>(
  items: readonly Item[],
  cells: Readonly<Record<string, (item: Item) => string>>,
): string {
  const rows = items.map((item) => Object.values(cells).map((cell) => cell(item)))
  return columns([Object.keys(cells), ...rows])
}

/** `12,345` of a whole number. Every process says some as it starts, and Intl takes 40 ms to load. */
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
