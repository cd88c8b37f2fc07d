// Writes a value as source text.

/** In the style of the formatter: single quotes, and no quotes around names. */
export function sourceText(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map(sourceText).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(([key, item]) => `${key}: ${sourceText(item)}`)
  return `{ ${members.join(', ')} }`
}
