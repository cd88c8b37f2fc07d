// A value as it stands in the source of a program.

/** As the formatter writes it: single quotes, and names without any where they may stand so. */
export function sourceText(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map(sourceText).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(([key, item]) => `${key}: ${sourceText(item)}`)
  return `{ ${members.join(', ')} }`
}
