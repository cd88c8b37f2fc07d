// Reads the tables of words: entries end at `|` or the end of a line.

/** The entries in their order. */
export function list(text: string): readonly string[] {
  return text
    .trim()
    .split(/[|\n]/)
    .filter((entry) => entry !== '')
}

/** Words, apart by spaces or the ends of lines. */
export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

export function wordSet(text: string): ReadonlySet<string> {
  return new Set(words(text))
}

/** The first half of each entry, and its second. */
export function pairs(text: string, between: string): ReadonlyMap<string, string> {
  return new Map(list(text).map((entry) => entry.split(between) as [string, string]))
}

/** All forms of an entry, the full one first, by each of them. A form that two entries share is the first one's. */
export function formsTable(text: string): ReadonlyMap<string, readonly string[]> {
  const table = new Map<string, readonly string[]>()
  for (const entry of list(text)) {
    const forms = entry.split(' ').map((form) => form.replace(/[_-]/g, ' '))
    for (const form of forms) if (!table.has(form)) table.set(form, forms)
  }
  return table
}
