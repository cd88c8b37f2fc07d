// A JSON Schema as readable text, with the meaning of each field.

import { isObject } from '../../lib/record-of.ts'
import type { Json } from '../../reference/openapi-operation.ts'
import { markdown, text } from '../html.ts'

const INDENT = '  '

/** HTML for within a `<pre>`. */
export function shapeOf(schema: Json, indent = ''): string {
  const choices = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isObject) : []
  if (choices.length > 0) return choices.map((choice) => shapeOf(choice, indent)).join('\nor ')
  if (Array.isArray(schema.enum)) {
    return schema.enum.map((value) => text(JSON.stringify(value))).join(' | ')
  }
  if (isObject(schema.items)) return `[${shapeOf(schema.items, indent)}]`
  if (isObject(schema.properties)) return objectShape(schema, schema.properties, indent)
  if (isObject(schema.patternProperties)) {
    const [values] = Object.values(schema.patternProperties)
    return `{ [name]: ${isObject(values) ? shapeOf(values, indent) : 'any'} }`
  }
  return text(String(schema.type ?? 'any'))
}

function objectShape(schema: Json, properties: Json, indent: string): string {
  const inner = indent + INDENT
  const required = Array.isArray(schema.required) ? schema.required : []
  const members = Object.entries(properties).map(([name, value]) => {
    const member = isObject(value) ? value : {}
    const mark = required.includes(name) ? '' : '?'
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name)
    return `${inner}${text(key)}${mark}: ${shapeOf(member, inner)}${comment(member)}`
  })
  return members.length === 0 ? '{}' : `{\n${members.join('\n')}\n${indent}}`
}

function comment(schema: Json): string {
  const words = meaningOf(schema.description, schema)
  return words === '' ? '' : `  <span class="comment">${words}</span>`
}

export function meaningOf(description: unknown, schema: Json): string {
  const limits = limitsOf(schema)
  const sentence = limits === '' ? '' : `${limits.charAt(0).toUpperCase()}${limits.slice(1)}.`
  return markdown([description ?? '', sentence].join(' ').trim())
}

/** "1 to 20, default 6". */
function limitsOf(schema: Json): string {
  const { minimum, maximum, maxLength } = schema
  const bounds: string[] = []
  if (minimum !== undefined && maximum !== undefined) bounds.push(`${minimum} to ${maximum}`)
  else if (minimum !== undefined) bounds.push(`at least ${minimum}`)
  else if (maximum !== undefined) bounds.push(`at most ${maximum}`)
  if (maxLength !== undefined) bounds.push(`at most ${maxLength} characters`)
  if (schema.default !== undefined) bounds.push(`default ${JSON.stringify(schema.default)}`)
  return bounds.join(', ')
}
