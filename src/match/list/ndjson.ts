// Lists that have one JSON object on each line: their columns are the keys of the first objects.

import { type ListShape, NO_DELIMITER } from '../../importers/lists/list-shape.ts'
import { type ArchiveLimits, type Input, Reading } from '../../importers/reading/archive.ts'
import { Splitter } from '../../lib/delimited/splitter.ts'

/** Divides nothing, and knows no quotes: each line is one field. */
export const LINES = { delimiter: NO_DELIMITER, quoted: false }

const SAMPLE_ROWS = 200
const SAMPLE_BYTES = 256 * 1024
/** Of one object; keys beyond are kept in what is written, and never read. */
const KEYS_MAX = 256

type JsonObject = Readonly<Record<string, unknown>>

/** Undefined where the line is no JSON object. */
export function jsonObject(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The texts of the columns; what is no text and no number is none. */
export function jsonCells(object: JsonObject, names: readonly string[]): string[] {
  return names.map((name) => {
    const value = Object.hasOwn(object, name) ? object[name] : undefined
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  })
}

/** Its keys are the header, so that columns are guessed as in any other list. */
export async function jsonShape(
  input: Input,
  limits: ArchiveLimits | undefined,
): Promise<ListShape> {
  const objects: { line: number; object: JsonObject }[] = []
  const splitter = new Splitter(LINES)
  const take = () => {
    while (objects.length < SAMPLE_ROWS && splitter.next()) {
      const object = splitter.fault === undefined ? jsonObject(splitter.uniqueText(0)) : undefined
      if (object !== undefined) objects.push({ line: splitter.line, object })
    }
  }
  let bytes = 0
  for await (const chunk of input.open(new Reading(limits))) {
    splitter.feed(chunk)
    take()
    bytes += chunk.length
    if (objects.length === SAMPLE_ROWS || bytes >= SAMPLE_BYTES) break
  }
  splitter.end()
  take()
  const keys = new Set(objects.flatMap(({ object }) => Object.keys(object)))
  const names = [...keys].slice(0, KEYS_MAX)
  const rows = objects.map(({ line, object }) => ({ line, fields: jsonCells(object, names) }))
  return {
    delimiter: NO_DELIMITER,
    records: [{ line: 0, fields: names }, ...rows],
    hasHeader: true,
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
