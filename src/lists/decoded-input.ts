// The bytes of a list in UTF-8, whatever its encoding is: spreadsheets write UTF-16 and Windows-1252 too.

import { type ArchiveLimits, type Input, Reading } from '../importers/reading/archive.ts'
import { NEWLINE_BYTE, RETURN_BYTE } from '../lib/delimited/field-scanner.ts'
import { ImportRefused } from '../lib/operator-error.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** What is looked at to tell the encoding; a list of a million addresses is smaller. */
const LOOKED_AT_BYTES_MAX = 128 * 1024 * 1024

interface DecodedInput {
  readonly input: Input
  readonly encoding: Encoding
}

export async function decodedInput(input: Input, limits?: ArchiveLimits): Promise<DecodedInput> {
  const { encoding, hasReturns } = await textOf(input, limits)
  const decoded = encoding === 'utf-8' ? input : inUtf8(input, encoding)
  return { encoding, input: hasReturns ? withLineEnds(decoded) : decoded }
}

interface TextKind {
  readonly encoding: Encoding
  /** Whether its lines end with a carriage return alone, as those of old Macs do. */
  readonly hasReturns: boolean
}

async function textOf(input: Input, limits?: ArchiveLimits): Promise<TextKind> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let bytes = 0
  let hasReturns = false
  for await (const chunk of opened(input, new Reading(limits))) {
    const marked = bytes === 0 ? markedEncoding(chunk) : undefined
    if (marked !== undefined) return { encoding: marked, hasReturns: false }
    if (bytes === 0) hasReturns = chunk.includes(RETURN_BYTE) && !chunk.includes(NEWLINE_BYTE)
    if (chunk.includes(0)) {
      throw new ImportRefused(`${input.name} is no text file: it has bytes that no text has.`)
    }
    bytes += chunk.length
    if (!decodes(utf8, chunk)) return { encoding: 'windows-1252', hasReturns }
    if (bytes > LOOKED_AT_BYTES_MAX) break
  }
  return { encoding: 'utf-8', hasReturns }
}

/** By the mark at the beginning of a text in UTF-16, or by the zeros beside its first letters. */
function markedEncoding(chunk: Buffer): Encoding | undefined {
  const [first, second, third, fourth] = chunk
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le'
  return first === 0 && second !== 0 && third === 0 && fourth !== 0 ? 'utf-16be' : undefined
}

function decodes(decoder: TextDecoder, chunk: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: true })
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

function inUtf8(input: Input, encoding: Encoding): Input {
  const decoded = async function* (reading: Reading) {
    const decoder = new TextDecoder(encoding)
    for await (const chunk of opened(input, reading)) {
      yield Buffer.from(decoder.decode(chunk, { stream: true }))
    }
    const rest = decoder.decode()
    if (rest !== '') yield Buffer.from(rest)
  }
  return { ...input, open: decoded }
}

function withLineEnds(input: Input): Input {
  const ended = async function* (reading: Reading) {
    for await (const chunk of input.open(reading)) {
      yield Buffer.from(chunk.map((byte) => (byte === RETURN_BYTE ? NEWLINE_BYTE : byte)))
    }
  }
  return { ...input, open: ended }
}

function opened(input: Input, reading: Reading): AsyncIterable<Buffer> {
  reading.takesUtf16 = true
  return input.open(reading)
}
