// Reads an element that is known to be there.

/** For cold code. An index out of range is a bug and throws, where plain access would give undefined. */
export function elementAt<T>(values: { readonly [index: number]: T }, index: number): T {
  const value = values[index]
  if (value === undefined) throw new RangeError(`There is no element ${index}.`)
  return value
}
