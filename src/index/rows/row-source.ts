// What every importer hands to the build: a stream of rows of one product, and what the rows cannot say.

import type { NationalRow } from '../../address/national.ts'
import type { PostalRow } from '../../address/postal.ts'
import { isNational, type ProductOf } from '../../countries/country.ts'
import type { ReleaseChanges } from '../file/sections.ts'

export interface RowSource<Row> {
  /** The importer's name: `sample`, `gnaf-core`, `gnaf`, `csv`. */
  readonly format: string
  readonly attribution: string
  /** Where change sets can be merged into the release. */
  readonly changes?: ReleaseChanges | undefined
  /** Each call reads the source from its beginning. */
  rows(): Iterable<Row> | AsyncIterable<Row>
  /** The same rows, many at a time: with millions of rows an await for each takes long. */
  batches?(): AsyncIterable<readonly Row[]>
}

export interface NationalSource extends RowSource<NationalRow> {
  readonly product: ProductOf<'national'>
  readonly knowledge?: NationalKnowledge
}

export interface PostalSource extends RowSource<PostalRow> {
  readonly product: ProductOf<'postal'>
  /** Known once the rows are read. */
  readonly successors?: Successors | undefined
}

/** What the source says that ids continue as: of each the halves of its id and of its successor's, in order. */
interface Successors {
  sorted(): Uint32Array
}

export type ImportSource = NationalSource | PostalSource

export function isNationalSource(source: ImportSource): source is NationalSource {
  return isNational(source.product)
}

/** Other names by which people know streets and suburbs; G-NAF keeps them in tables of their own. */
export interface NationalKnowledge {
  readonly localityAliases: readonly LocalityAlias[]
  readonly localityNeighbours: readonly LocalityNeighbour[]
  readonly streetAliases: readonly StreetAlias[]
}

/** By its name and its state or town. */
export interface KnownLocality {
  readonly localityName: string
  readonly state?: string
  readonly townCity?: string
}

export interface LocalityAlias extends KnownLocality {
  readonly alias: string
}

export interface LocalityNeighbour extends KnownLocality {
  readonly neighbour: string
}

export interface StreetAlias extends KnownLocality {
  readonly streetName: string
  readonly streetType: string
  readonly streetSuffix: string
  readonly aliasName: string
  readonly aliasType: string
  readonly aliasSuffix: string
}
