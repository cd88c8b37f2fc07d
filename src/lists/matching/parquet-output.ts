// Writes a Parquet list back: its own columns byte for byte, and after them in each row group those of the results.

import type { ColumnChunk, ConvertedType, SchemaElement } from 'hyparquet'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { VERSION } from '../../lib/program.ts'
import type { ListLayout } from './match-list.ts'
import type { ParquetFile } from './parquet-file.ts'
import { CONFIDENCE_COLUMN, resultNames } from './result-columns.ts'

export const PARQUET_MAGIC = Buffer.from('PAR1')
/** It describes the columns of the list alone: some readers refuse a file with other columns. */
const ARROW_SCHEMA = 'ARROW:schema'
const CREATED_BY = `doorplate ${VERSION}`

/** The sizes of one result column: in the file, and unpacked. */
type Sizes = readonly [number, number]

/** The results of one block: the pages of each column, one after the other; of text no sizes. */
export interface ResultPages {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly sizes: readonly Sizes[]
}

/** `rows` are the result cells of each row. */
export function resultPages(rows: readonly (readonly string[])[], layout: ListLayout): ResultPages {
  const writer = new ByteWriter()
  const schema = resultSchema(layout)
  const root = { name: 'schema', num_children: schema.length }
  const parquet = new ParquetWriter({ writer, schema: [root, ...schema], statistics: false })
  const columnData = schema.map(({ name }, at) => ({
    name,
    data: rows.map((cells) => (at === CONFIDENCE_COLUMN ? Number(cells[at]) : cells[at])),
    // Without a dictionary, so that the pages of any number of blocks are one column.
    encoding: 'PLAIN' as const,
    offsetIndex: false,
  }))
  // In memory it is done at once.
  void parquet.write({ columnData, rowGroupSize: rows.length })
  const chunks = parquet.row_groups[0]?.columns ?? []
  return {
    bytes: writer.getBytes().slice(PARQUET_MAGIC.length) as Uint8Array<ArrayBuffer>,
    sizes: chunks.map(({ meta_data: facts }) => [
      Number(facts?.total_compressed_size),
      Number(facts?.total_uncompressed_size),
    ]),
  }
}

function resultSchema(layout: ListLayout): SchemaElement[] {
  return resultNames(layout).map((name, at) => ({
    name,
    repetition_type: 'REQUIRED',
    ...(at === CONFIDENCE_COLUMN
      ? { type: 'DOUBLE' }
      : { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } }),
  }))
}

export class ParquetOutput {
  /** One entry for each row group that is written: after a kill, a match continues after the last one. */
  readonly groups: (readonly Sizes[])[]
  readonly #list: ParquetFile
  readonly #schema: readonly SchemaElement[]
  readonly #append: (bytes: Uint8Array) => Promise<void>
  #pending: ResultPages[] = []
  #rows = 0

  constructor(
    list: ParquetFile,
    layout: ListLayout,
    groups: readonly (readonly Sizes[])[],
    append: (bytes: Uint8Array) => Promise<void>,
  ) {
    this.groups = [...groups]
    this.#list = list
    this.#schema = resultSchema(layout)
    this.#append = append
  }

  get isBetweenGroups(): boolean {
    return this.#rows === 0
  }

  async add(pages: ResultPages, rows: number): Promise<void> {
    this.#pending.push(pages)
    this.#rows += rows
    await this.#endGroups()
  }

  async end(): Promise<void> {
    await this.#endGroups()
    await this.#append(this.#footer())
  }

  /** One, and those after it that have no rows. */
  async #endGroups(): Promise<void> {
    for (;;) {
      const group = this.#list.metadata.row_groups[this.groups.length]
      if (group === undefined || Number(group.num_rows) !== this.#rows) return
      for (const chunk of group.columns) {
        for await (const bytes of this.#list.bytesOf(this.#list.stretchOf(chunk))) {
          await this.#append(bytes)
        }
      }
      this.groups.push(await this.#appendResults())
      this.#pending = []
      this.#rows = 0
    }
  }

  async #appendResults(): Promise<Sizes[]> {
    const starts = this.#pending.map(() => 0)
    const all: Sizes[] = []
    for (const column of this.#schema.keys()) {
      let [bytes, unpacked] = [0, 0]
      for (const [at, { bytes: pages, sizes }] of this.#pending.entries()) {
        const [size, sizeUnpacked] = sizes[column] ?? [0, 0]
        const start = starts[at] ?? 0
        await this.#append(pages.subarray(start, start + size))
        starts[at] = start + size
        bytes += size
        unpacked += sizeUnpacked
      }
      all.push([bytes, unpacked])
    }
    return all
  }

  #footer(): Uint8Array {
    const { schema, key_value_metadata, num_rows, row_groups } = this.#list.metadata
    const [root = { name: 'schema' }, ...columns] = schema
    const wider = { ...root, num_children: (root.num_children ?? 0) + this.#schema.length }
    const writer = new ByteWriter()
    const footer = new ParquetWriter({
      writer,
      schema: [wider, ...columns.map(writable), ...this.#schema],
      createdBy: CREATED_BY,
      kvMetadata: (key_value_metadata ?? []).filter(({ key }) => key !== ARROW_SCHEMA),
    })
    let at = PARQUET_MAGIC.length
    const placed = (chunk: ColumnChunk, start: number, bytes: number) => {
      const moved = movedChunk(chunk, BigInt(at - start))
      at += bytes
      return moved
    }
    footer.num_rows = num_rows
    footer.row_groups = row_groups.map((group, index) => {
      const chunks = [
        ...group.columns.map((chunk) => {
          const { start, bytes } = this.#list.stretchOf(chunk)
          return placed(chunk, start, bytes)
        }),
        ...(this.groups[index] ?? []).map(([bytes, unpacked], column) => {
          const element = this.#schema[column] ?? { name: '' }
          return placed(resultChunk(element, bytes, unpacked, group.num_rows), 0, bytes)
        }),
      ]
      const sum = (of: 'total_uncompressed_size' | 'total_compressed_size') =>
        chunks.reduce((total, { meta_data }) => total + (meta_data?.[of] ?? 0n), 0n)
      return {
        columns: chunks,
        total_byte_size: sum('total_uncompressed_size'),
        num_rows: group.num_rows,
        ...(group.sorting_columns && { sorting_columns: group.sorting_columns }),
        total_compressed_size: sum('total_compressed_size'),
      }
    })
    void footer.finish()
    return writer.getBytes().subarray(PARQUET_MAGIC.length)
  }
}

/** hyparquet-writer 0.17.0 writes a logical type of integers that no reader takes; the older name says the same. */
function writable({ logical_type: logical, ...element }: SchemaElement): SchemaElement {
  if (logical?.type !== 'INTEGER') return logical ? { ...element, logical_type: logical } : element
  const { isSigned, bitWidth } = logical
  return {
    ...element,
    converted_type: `${isSigned ? '' : 'U'}INT_${bitWidth}` as ConvertedType,
  }
}

/** Without indexes, filters and bounds of values: they lie elsewhere, or cannot be carried over for all types. */
function movedChunk({ meta_data: facts }: ColumnChunk, by: bigint): ColumnChunk {
  if (facts === undefined) throw new Error('Every column was looked at when the list was opened.')
  const { index_page_offset, bloom_filter_offset, bloom_filter_length, ...kept } = facts
  const { size_statistics, geospatial_statistics, statistics, ...rest } = kept
  const { dictionary_page_offset: dictionary, data_page_offset: data } = rest
  return {
    file_offset: 0n,
    meta_data: {
      ...rest,
      data_page_offset: data + by,
      ...(dictionary && { dictionary_page_offset: dictionary + by }),
      ...(statistics?.null_count !== undefined && {
        statistics: { null_count: statistics.null_count },
      }),
    },
  }
}

function resultChunk(
  { name, type = 'BYTE_ARRAY' }: SchemaElement,
  bytes: number,
  unpacked: number,
  rows: bigint,
): ColumnChunk {
  return {
    file_offset: 0n,
    meta_data: {
      type,
      encodings: ['PLAIN'],
      path_in_schema: [name],
      codec: 'SNAPPY',
      num_values: rows,
      total_uncompressed_size: BigInt(unpacked),
      total_compressed_size: BigInt(bytes),
      data_page_offset: 0n,
    },
  }
}
