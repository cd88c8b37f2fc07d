// A list in Parquet: its columns and row groups, the cells of those that are read, and the rest as it lies in the file.

import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import {
  type AsyncBuffer,
  asyncBufferFromFile,
  type ColumnChunk,
  type FileMetaData,
  parquetMetadataAsync,
  parquetScan,
  parquetSchema,
} from 'hyparquet'
import { errorCode, ImportRefused, systemReason } from '../../lib/operator-error.ts'

/** One column of one row group, unpacked: that much is in memory at once. */
const COLUMN_BYTES_MAX = 512 * 1024 * 1024
const COMPRESSORS = {
  GZIP: (bytes: Uint8Array) => gunzipSync(bytes),
  BROTLI: (bytes: Uint8Array) => brotliDecompressSync(bytes),
  ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes),
}

interface Stretch {
  readonly start: number
  readonly bytes: number
}

export class ParquetFile {
  readonly name: string
  readonly metadata: FileMetaData
  readonly names: readonly string[]
  readonly #path: string
  readonly #file: AsyncBuffer

  private constructor(path: string, file: AsyncBuffer, metadata: FileMetaData) {
    this.name = basename(path)
    this.metadata = metadata
    this.names = parquetSchema(metadata).children.map(({ element }) => element.name)
    this.#path = path
    this.#file = file
  }

  static async open(path: string): Promise<ParquetFile> {
    return readable(path, async () => {
      const file = await asyncBufferFromFile(path)
      const opened = new ParquetFile(
        path,
        file,
        // What GeoParquet says of a column would become part of its type.
        await parquetMetadataAsync(file, { geoparquet: false }),
      )
      for (const group of opened.metadata.row_groups) {
        for (const chunk of group.columns) opened.stretchOf(chunk)
      }
      return opened
    })
  }

  get sizeBytes(): number {
    return this.#file.byteLength
  }

  get rows(): number {
    return Number(this.metadata.num_rows)
  }

  /** The rows from `skip` on: of these columns the texts and numbers; '' for all else. */
  async *cells(columns: readonly number[], skip: number, slice: number) {
    const names = columns.map((column) => this.names[column] ?? '')
    const { metadata } = this
    const scan = await readable(this.#path, () =>
      parquetScan({ file: this.#file, metadata, columns: names, compressors: COMPRESSORS }),
    )
    let groupStart = 0
    for (const group of metadata.row_groups) {
      const groupEnd = groupStart + Number(group.num_rows)
      for (let rowStart = Math.max(groupStart, skip); rowStart < groupEnd; rowStart += slice) {
        const rowEnd = Math.min(rowStart + slice, groupEnd)
        const read = (column: string) => scan.readColumn({ column, rowStart, rowEnd })
        const values = await readable(this.#path, () => Promise.all(names.map(read)))
        const at = (row: number) => {
          const cells = this.names.map(() => '')
          for (const [index, column] of columns.entries())
            cells[column] = cell(values[index]?.[row])
          return cells
        }
        yield { rowStart, rowEnd, at }
      }
      groupStart = groupEnd
    }
  }

  /** Why a column cannot be read; undefined where it can. */
  faultOf(column: number): string | undefined {
    const { children, element } = parquetSchema(this.metadata).children[column] ?? {}
    const name = this.names[column]
    if (children?.length !== 0 || element?.repetition_type === 'REPEATED') {
      return `column ${name} is nested; choose columns of texts or numbers with --columns.`
    }
    const isLarge = ({ meta_data: facts }: ColumnChunk) =>
      facts !== undefined &&
      facts.path_in_schema[0] === name &&
      facts.total_uncompressed_size > COLUMN_BYTES_MAX
    if (!this.metadata.row_groups.some(({ columns }) => columns.some(isLarge))) return undefined
    const megabytes = COLUMN_BYTES_MAX / 1024 ** 2
    return `column ${name} has more than ${megabytes} MB in a row group; write smaller row groups.`
  }

  /** Where a column of a row group lies, whatever is in it. */
  stretchOf({ meta_data, file_path, crypto_metadata }: ColumnChunk): Stretch {
    if (meta_data === undefined || crypto_metadata !== undefined || file_path !== undefined) {
      throw new ImportRefused(`${this.name} is encrypted or divided over several files.`)
    }
    const { dictionary_page_offset, data_page_offset, total_compressed_size } = meta_data
    const first = dictionary_page_offset || data_page_offset
    const start = Number(first < data_page_offset ? first : data_page_offset)
    const bytes = Number(total_compressed_size)
    if (start >= 0 && bytes >= 0 && start + bytes <= this.sizeBytes) return { start, bytes }
    throw new ImportRefused(`${this.name} is damaged: a column ends after the end of the file.`)
  }

  /** The bytes of a stretch, a part at a time. */
  async *bytesOf({ start, bytes }: Stretch): AsyncGenerator<Buffer> {
    if (bytes > 0) yield* createReadStream(this.#path, { start, end: start + bytes - 1 })
  }
}

function cell(value: unknown): string {
  const isRead = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
  return isRead ? String(value) : ''
}

/** The library throws plain errors for anything damaged or unknown to it. */
async function readable<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ImportRefused || !(error instanceof Error)) throw error
    const why =
      errorCode(error) === ''
        ? `it is not Parquet, it is damaged or it uses a feature that is not supported (${error.message})`
        : systemReason(error)
    throw new ImportRefused(`${path} cannot be read: ${why}.`, { cause: error })
  }
}
