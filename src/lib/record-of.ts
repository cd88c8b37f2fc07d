// Objects as records: made with a value for each of some names, told from other values, and read from JSON.

export function recordOf<Name extends string, T>(
  names: readonly Name[],
  make: (name: Name, at: number) => T,
): Record<Name, T> {
  return Object.fromEntries(names.map((name, at) => [name, make(name, at)])) as Record<Name, T>
}

/** Neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Undefined where the text is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
