// Schemas that several endpoints share.

import Type, {
  type TArrayOptions,
  type TBoolean,
  type TInteger,
  type TNumberOptions,
  type TProperties,
  type TSchema,
  type TString,
  type TStringOptions,
} from 'typebox'
import { recordOf } from '../lib/record-of.ts'

export function members<const Name extends string, Schema>(names: readonly Name[], schema: Schema) {
  return recordOf(names, () => schema)
}

export function texts<Name extends string>(...names: readonly Name[]): Record<Name, TString> {
  return members(names, Type.String())
}

export function wholes<Name extends string>(...names: readonly Name[]): Record<Name, TInteger> {
  return members(names, Type.Integer())
}

export function text(description: string, options: TStringOptions = {}): TString {
  return Type.String({ ...options, description })
}

export function whole(description: string, options: TNumberOptions = {}): TInteger {
  return Type.Integer({ ...options, description })
}

export function oneOf(values: readonly string[], options: TStringOptions = {}): TString {
  return Type.String({ ...options, enum: [...values] })
}

export function listOf<Members extends TProperties>(members: Members, options: TArrayOptions = {}) {
  return Type.Array(Type.Object(members), options)
}

/** True or false; false unless it is given. */
export function flag(description: string): TBoolean {
  return Type.Boolean({ default: false, description })
}

export const Message = Type.Object(texts('message'))

export const Latitude = Type.Number({ minimum: -90, maximum: 90 })
export const Longitude = Type.Number({ minimum: -180, maximum: 180 })

/** Only scalars do; objects and lists are given in a body. */
export function fitsQuery(schema: TSchema): boolean {
  return !Type.IsObject(schema) && !Type.IsArray(schema) && !Type.IsUnion(schema)
}
