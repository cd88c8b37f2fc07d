// Which columns of a list are read as what: guessed from their names and first rows, or given by a person.

import type { Product } from '../../address/product.ts'
import { countryOf } from '../../countries/country.ts'
import { printable } from '../../importers/reading/rejects.ts'
import { foldedName } from '../../importers/reading/table.ts'
import { fold } from '../../index/words/fold.ts'
import { isStreetTypeWord } from '../../index/words/written-forms.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import { guessedColumns } from '../column-guess.ts'
import { columnPairs, LINES_MAX } from '../column-names.ts'
import { COLUMN_ROLES, type ColumnRole, fieldGiven, ROLES_OF_FIELDS } from '../column-roles.ts'
import type { ListShape } from '../list-file.ts'

export interface ColumnRead {
  /** From 0. */
  readonly column: number
  readonly role: ColumnRole
}

/** What a whole address says already. */
const IN_ADDRESS: ReadonlySet<ColumnRole> = new Set(['number', 'number-last', 'street', 'type'])

export function guessedReads(shape: ListShape, product: Product, file: string): ColumnRead[] {
  const found = guess(shape, product, file)
  const reads: ColumnRead[] = []
  for (const [field, role] of Object.entries(ROLES_OF_FIELDS)) {
    const column = found.get(field)
    if (column !== undefined) reads.push({ column, role })
  }
  addStreetType(reads, shape)
  addNumberParts(reads, shape)
  addIncode(reads, shape, product)
  const hasAddress = reads.some(({ role }) => role === 'address')
  return hasAddress ? reads.filter(({ role }) => !IN_ADDRESS.has(role)) : reads
}

/** `Type` next to a street may be the type of anything: its values decide. */
function addStreetType(reads: ColumnRead[], { records, hasHeader }: ListShape): void {
  const has = (wanted: ColumnRole) => reads.some(({ role }) => role === wanted)
  const [names, ...rows] = records
  if (!hasHeader || names === undefined || has('type') || !has('street')) return
  const column = names.fields.findIndex((name, at) => {
    if (!/type$/i.test(name.trim()) || reads.some((read) => read.column === at)) return false
    const texts = rows.map(({ fields }) => fields[at] ?? '').filter((text) => text !== '')
    const types = texts.filter((text) => isStreetTypeWord(fold(text).split(' ')[0] ?? '', false))
    return types.length > texts.length / 2
  })
  if (column >= 0) reads.push({ column, role: 'type' })
}

/** `PAO_START_SUFFIX` and `PAO_END_NUMBER` next to the number: 12A, and 12-14. */
function addNumberParts(reads: ColumnRead[], { records, hasHeader }: ListShape): void {
  if (!hasHeader || !reads.some(({ role }) => role === 'number')) return
  records[0]?.fields.forEach((name, column) => {
    if (reads.some((read) => read.column === column)) return
    const role = NUMBER_PARTS.find(([pattern]) => pattern.test(foldedName(name)))?.[1]
    if (role !== undefined) reads.push({ column, role })
  })
}

const NUMBER_PARTS: readonly (readonly [RegExp, ColumnRole])[] = [
  [/^(?:pao(?:start)?|(?:house|street|address)?(?:number|no)(?:first)?)suffix$/, 'number'],
  [
    /^(?:paoendnumber|addressnumberhigh|(?:house|street)?(?:number|no)(?:to|end|last))$/,
    'number-last',
  ],
]

/** `W6` and `0AD` in columns of their own. */
function addIncode(reads: ColumnRead[], { records, hasHeader }: ListShape, product: Product): void {
  const { incode, outcode } = countryOf(product).postcode
  const isMostly = (column: number, test: RegExp | undefined) => {
    const texts = records
      .slice(hasHeader ? 1 : 0)
      .map(({ fields }) => (fields[column] ?? '').trim())
    return texts.filter((text) => test?.test(text.toUpperCase())).length > texts.length / 2
  }
  const of = reads.find(({ role }) => role === 'postcode')
  if (of === undefined || !isMostly(of.column, outcode)) return
  const column = of.column + 1
  if (isMostly(column, incode)) reads.push({ column, role: 'postcode' })
}

/** The columns by their names and values; of lines that commas divide, all of them. */
function guess(shape: ListShape, product: Product, file: string): ReadonlyMap<string, number> {
  const { records } = shape
  const names = records[0]?.fields ?? []
  try {
    return guessedColumns(shape, product, file)
  } catch (error) {
    const isLines = !shape.hasHeader && names.length <= LINES_MAX && records.every(isAddress)
    if (!(error instanceof ImportRefused && isLines)) throw error
    return new Map(names.map((_, column) => [`line_${column + 1}`, column]))
  }
}

function isAddress({ fields }: ListShape['records'][number]): boolean {
  const text = fields.join(' ')
  const digit = text.search(/\d/)
  return digit !== -1 && /\p{L}{2}/u.test(text.slice(digit))
}

/** Far more than any address has parts. */
const READS_MAX = 30

/** What a person has said of the columns is wrong. */
export class ColumnsRefused extends ImportRefused {}

/** Reads `address=2,address=Suburb,postcode=Postcode`: roles, and columns by name or by number from 1. */
export function readsGiven(text: string, names: readonly string[], product: Product, file: string) {
  const reads = columnPairs(text).map((pair) => readGiven(pair, names, product, file))
  if (reads.length > READS_MAX) {
    throw new ColumnsRefused(
      `At most ${READS_MAX} columns can be read, and ${reads.length} are given.`,
    )
  }
  if (reads.some(({ role }) => SAYS_WHERE.has(role))) return reads
  throw new ColumnsRefused(
    `The columns of ${file} cannot be used: one must be read as address, street or building.`,
  )
}

const SAYS_WHERE: ReadonlySet<ColumnRole> = new Set(['address', 'street', 'building'])

function readGiven(
  [given, column]: ReturnType<typeof columnPairs>[number],
  names: readonly string[],
  product: Product,
  file: string,
): ColumnRead {
  const role =
    COLUMN_ROLES.find((each) => each === given.toLowerCase()) ??
    ROLES_OF_FIELDS[fieldGiven(given, product) ?? '']
  if (column === undefined || role === undefined) {
    const said = column === undefined ? given : given.toLowerCase()
    throw new ColumnsRefused(
      `A column cannot be read as ${printable(said)}; say ROLE=COLUMN, where the role is one of ` +
        `${COLUMN_ROLES.join(', ')}.`,
    )
  }
  const named = names.indexOf(column)
  const folded = names.findIndex((name) => foldedName(name) === foldedName(column))
  const numbered = /^\d{1,3}$/.test(column) ? Number(column) - 1 : -1
  const found = [named, folded, numbered].find((place) => place >= 0 && place < names.length)
  if (found !== undefined && column !== '') return { column: found, role }
  throw new ColumnsRefused(
    `${file} has no column ${printable(column)} for ${role}; its columns are ${printable(names.join(', '))}.`,
  )
}
