// What a table of address fields says of each, and the names of the same field on the wire and in a row.

export interface AddressField {
  /** What the reference says of it. */
  readonly about?: string
  /** The names of its column in lists, folded. Empty: only a column map names it. Undefined: no list has it. */
  readonly columns?: string
  /** Where an index keeps it: with the place, or among the details that are shown and never searched. */
  readonly stored?: 'place' | 'detail'
  /** What a row has that says nothing of it, where that is not ''. */
  readonly empty?: string
  /** What it is, where it is not a text. */
  readonly kind?: 'number' | 'flag' | 'lines' | 'notes' | 'point' | 'optional'
}

type Fields = Readonly<Record<string, AddressField>>

/** Its name in a row: `flatNumber` of `flat_number`. */
export type RowName<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<RowName<Rest>>}`
  : Name

export function rowName<Name extends string>(name: Name): RowName<Name> {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as RowName<Name>
}

/** The names of the fields that are texts. */
export type TextName<T extends Fields> = {
  [Name in keyof T]: T[Name] extends { readonly kind: string } ? never : Name
}[keyof T]

/** The names in a row of the fields that an index keeps in the same way. */
type StoredName<T extends Fields, Where extends AddressField['stored']> = {
  [Name in keyof T]: T[Name] extends { readonly stored: Where } ? RowName<Name> : never
}[keyof T]

/** In the order of the table, which has one or more of them. */
export function storedNames<T extends Fields, Where extends AddressField['stored']>(
  fields: T,
  where: Where,
): readonly [StoredName<T, Where>, ...StoredName<T, Where>[]] {
  const names = Object.keys(fields).filter((name) => fields[name]?.stored === where)
  return names.map(rowName) as [StoredName<T, Where>, ...StoredName<T, Where>[]]
}

/** The row of an address that nothing is known of. */
export function emptyRow<Row>(fields: Fields): Row {
  const members = Object.entries(fields).flatMap(([name, { kind, empty = '' }]) => {
    if (kind === 'point') return Object.entries({ latitude: 0, longitude: 0 })
    return [[rowName(name), kind === 'flag' ? true : kind === 'notes' ? {} : empty]]
  })
  return Object.fromEntries(members) as Row
}

/** The fields that a list may have, with the names of their columns. */
export function columnsOf(fields: Fields): Readonly<Record<string, string>> {
  const named = Object.entries(fields).flatMap(([name, { columns }]) =>
    columns === undefined ? [] : [[name, columns]],
  )
  return Object.fromEntries(named)
}

export const COORDINATE_COLUMNS = {
  latitude: 'lat latitude ylat',
  longitude: 'lon long lng longitude xlong',
}
