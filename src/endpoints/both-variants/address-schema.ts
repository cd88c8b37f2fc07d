// The schema of an Address, made of the table of its fields.

import Type, { type TSchema } from 'typebox'
import type { AddressField } from '../../countries/fields.ts'

/** `order` has the names of the fields as an Address has them. */
export function addressSchema(
  fields: Readonly<Record<string, AddressField>>,
  order = Object.keys(fields),
) {
  const members = order.map((name) => [name, memberSchema(fields[name] ?? {})])
  return Type.Object(Object.fromEntries(members) as Record<string, TSchema>)
}

function memberSchema({ kind, about }: AddressField): TSchema {
  const described = about === undefined ? {} : { description: about }
  switch (kind) {
    case 'optional':
      return Type.Optional(Type.String(described))
    case 'number':
      return Type.Number(described)
    case 'flag':
      return Type.Boolean(described)
    case 'lines':
      return Type.Array(Type.String(), { minItems: 5, maxItems: 5, ...described })
    case 'notes':
      return Type.Record(Type.String(), Type.String(), described)
    case 'point':
      return Type.Object({ latitude: Type.Number(), longitude: Type.Number() })
    default:
      return Type.String(described)
  }
}
