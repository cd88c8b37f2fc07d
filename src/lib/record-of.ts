// An object with a value for each of some names.

export function recordOf<Name extends string, T>(
  names: readonly Name[],
  make: (name: Name, at: number) => T,
): Record<Name, T> {
  return Object.fromEntries(names.map((name, at) => [name, make(name, at)])) as Record<Name, T>
}
