// The kinds of sections that the table of sections is made of.

/**
 * `narrow` is `u8`, `u16` or `u32`, the narrowest that holds all values; `number` is a single `u32`; `json` is text
 * in UTF-8.
 */
export type ElementType = 'u8' | 'u16' | 'u32' | 'i32' | 'narrow' | 'number' | 'json'

/** A section, or a structure of several sections: `name.aliases` is `name.aliases.offset` and `name.aliases.values`. */
export interface Section<Type extends ElementType | StructureType, Json = never> {
  readonly type: Type
  readonly meaning: string
  /** Never there: it only carries the type of a JSON section's value. */
  readonly json?: Json
}

export const u8 = kind('u8')
export const u16 = kind('u16')
export const u32 = kind('u32')
export const i32 = kind('i32')
export const narrow = kind('narrow')
export const number = kind('number')
export const lists = kind('lists')
export const sparse = kind('sparse')
export const trie = kind('trie')

export function json<Value>(meaning: string): Section<'json', Value> {
  return { type: 'json', meaning }
}

/** The sections that each kind of structure has. */
export const STRUCTURES = {
  lists: {
    offset: u32('Where the list of each item begins in the values, and where the last one ends.'),
    values: u32('All lists, one after the other.'),
  },
  sparse: {
    bits: u32('A bit for each record, 1 where it has a value.'),
    before: u32('How many records have a value before each 256 records.'),
    values: narrow('The values of the records that have one.'),
  },
  trie: {
    nodes: u32(
      'Four of each node, in breadth-first order, and one more: the letters that follow (a bit each from A, bit 26 for other characters, from bit 27 how many children come before those by letters); its first child; twice the first term at or below it, plus 1 where that ends there; its character.',
    ),
    count: number('How many terms there are.'),
  },
} as const satisfies Record<StructureType, object>

export type StructureType = 'lists' | 'sparse' | 'trie'

function kind<Type extends ElementType | StructureType>(type: Type) {
  return (meaning: string): Section<Type> => ({ type, meaning })
}
