// Types made of the table of sections: reading or writing an unknown or wrongly typed section does not compile.

import { type ElementType, STRUCTURES, type StructureType } from './section-kinds.ts'
import { SECTIONS } from './sections.ts'

type Table = typeof SECTIONS
type Parts = typeof STRUCTURES

/** The names in the table that have one of the types. */
type NamesOf<Type> = {
  [Name in keyof Table]: Table[Name]['type'] extends Type ? Name : never
}[keyof Table]

export type ListsName = NamesOf<'lists'>
export type SparseName = NamesOf<'sparse'>
export type TrieName = NamesOf<'trie'>
export type JsonName = NamesOf<'json'>

/** A sparse column of the records by its own name: `last` is `record.last`. */
export type RecordColumn = ColumnOf<SparseName>
type ColumnOf<Name> = Name extends `record.${infer Column}` ? Column : never

/** The type of each section of a structure, by its name: `record.last.bits` is `u32`. */
type PartTypes<Type extends StructureType> = {
  [Part in keyof Parts[Type] & string as `${NamesOf<Type>}.${Part}`]: TypeOf<Parts[Type][Part]>
}
type TypeOf<Section> = Section extends { readonly type: infer Type } ? Type : never

type SectionTypes = { [Name in NamesOf<ElementType>]: Table[Name]['type'] } & PartTypes<'lists'> &
  PartTypes<'sparse'> &
  PartTypes<'trie'>

/** Every section that a file may have. */
export type SectionName = keyof SectionTypes

export type NarrowArray = Uint8Array | Uint16Array | Uint32Array

interface ValueOf {
  u8: Uint8Array
  u16: Uint16Array
  u32: Uint32Array
  i32: Int32Array
  narrow: NarrowArray
  number: number
}

/** What reading a section gives. */
export type SectionValue<Name extends SectionName> = Name extends JsonName
  ? NonNullable<Table[Name]['json']>
  : ValueOf[Exclude<SectionTypes[Name], 'json'>]

/** What writing a section takes: as what is read, but for narrow values, which the writer makes narrow. */
export type SectionInput<Name extends SectionName> = SectionTypes[Name] extends 'narrow'
  ? Uint32Array
  : SectionValue<Name>

/** Every section of a table by its whole name, those of structures too. */
export function sectionTypes(
  table: Readonly<Record<string, { readonly type: ElementType | StructureType }>>,
): Map<string, ElementType> {
  const types = new Map<string, ElementType>()
  for (const [name, { type }] of Object.entries(table)) {
    if (!isStructure(type)) types.set(name, type)
    else {
      for (const [part, { type: own }] of Object.entries(STRUCTURES[type])) {
        types.set(`${name}.${part}`, own)
      }
    }
  }
  return types
}

function isStructure(type: ElementType | StructureType): type is StructureType {
  return type in STRUCTURES
}

const TYPES: ReadonlyMap<string, ElementType> = sectionTypes(SECTIONS)

export function typeOfSection(name: SectionName): ElementType {
  const type = TYPES.get(name)
  if (type === undefined) throw new Error(`No section is called ${name}.`)
  return type
}
