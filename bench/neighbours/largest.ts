// The largest value that a schema allows: what an attack sends where its row says nothing else.

import Type, { type TObject, type TSchema } from 'typebox'

const STRING_CHARACTERS_MAX = 1000
const ARRAY_ITEMS_MAX = 100

interface Bounds {
  readonly maxLength?: number
  readonly maximum?: number
  readonly maxItems?: number
  readonly enum?: readonly string[]
  readonly default?: unknown
}

/** Each field at its largest. Optional objects and lists are left out: most are filters, which make less work. */
export function largestOf(object: TObject): Readonly<Record<string, unknown>> {
  const fields = Object.entries<TSchema>(object.properties)
  // Of areas all are the most; a long name would be that of no layer.
  return Object.fromEntries(
    fields.map(([name, schema]) => [name, name === 'areas' ? 'all' : largest(schema)]),
  )
}

function largest(schema: TSchema): unknown {
  const bounds = schema as Bounds
  const isOptional = Type.IsOptional(schema)
  if (Type.IsInteger(schema) || Type.IsNumber(schema)) return bounds.maximum ?? bounds.default ?? 1
  if (Type.IsBoolean(schema)) return isOptional ? undefined : bounds.default !== true
  if (bounds.enum !== undefined) return bounds.enum[0]
  if (Type.IsString(schema)) return 'x'.repeat(bounds.maxLength ?? STRING_CHARACTERS_MAX)
  if (isOptional) return undefined
  if (Type.IsArray(schema)) {
    return Array.from({ length: bounds.maxItems ?? ARRAY_ITEMS_MAX }, () => largest(schema.items))
  }
  return Type.IsObject(schema) ? largestOf(schema) : undefined
}
