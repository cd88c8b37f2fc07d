// Areas in look-ups: answered for each address where `areas` asks for them, and chosen by `filter.areas`.

import Type, { type TObject } from 'typebox'
import type { AreaLayers, AreaSelection, Areas } from '../../address/area.ts'
import type { Point } from '../../address/geo.ts'
import { badRequest } from '../../http/problem.ts'
import { text, texts } from '../schemas.ts'
import { OneOrMany } from './schemas.ts'

export const AreasOption = Type.Optional(
  text('Include the areas of the address, by layer: `council,ward`, or `all`.'),
)

export const AreasShown = Type.Optional(
  Type.Record(Type.String(), Type.Object(texts('code', 'name')), {
    description: 'With `areas`: the area of each layer, empty where the address is in none.',
  }),
)

export const AreaFilterOption = Type.Optional(
  Type.Union(OneOrMany.anyOf, {
    description: 'Only addresses in these areas, by code or name: `council:E08000035`.',
  }),
)

export function withAreas<Schema extends TObject>(schema: Schema) {
  return Type.Object({ ...schema.properties, areas: AreasShown })
}

/** The area of one layer, read and printed. */
const STEPS_PER_AREA = 100

interface Searched {
  readonly areas?: AreaLayers
  row(id: string): number | undefined
  locate(id: string): Point | undefined
}

/** The areas of an id, for an answer; nothing unless they were asked for. */
export function areasReader(
  search: Searched,
  asked: string | undefined,
  work?: { spent: number },
): (id: string) => { readonly areas?: Areas } {
  if (asked === undefined) return () => ({})
  const { areas } = search
  const names = knownLayers(areas, areas?.named(asked) ?? asked.split(','), 'areas')
  return (id) => {
    if (work !== undefined) work.spent += names.length * STEPS_PER_AREA
    const place = { point: () => search.locate(id), work }
    return { areas: areas?.of(search.row(id), names, place) ?? {} }
  }
}

/** Refuses an unknown layer, and names the known ones. */
export function knownLayers(
  areas: AreaLayers | undefined,
  names: readonly string[],
  field: string,
): readonly string[] {
  const known = areas?.names ?? []
  const unknown = names.find((name) => !known.includes(name) && name !== 'all')
  if (unknown === undefined) return names
  throw badRequest(
    field,
    `Unknown area layer "${unknown.slice(0, 40)}". Choose from: ${known.join(', ') || 'none'}.`,
  )
}

/** Areas of one layer are alternatives; an address must be in one of each layer. */
export function areaFilter(
  { areas }: Pick<Searched, 'areas'>,
  wanted: readonly string[] | string | undefined,
  work?: { spent: number },
): { readonly areas?: AreaSelection } {
  if (wanted === undefined) return {}
  const byLayer: Record<string, string[]> = {}
  for (const each of typeof wanted === 'string' ? [wanted] : wanted) {
    const [, layer = '', value = ''] = /^([^:]*):(.*)$/s.exec(each) ?? []
    if (value.trim() === '') {
      throw badRequest('filter.areas', 'Send a layer and a code or name: `council:E08000035`.')
    }
    byLayer[layer] = [...(byLayer[layer] ?? []), value]
  }
  knownLayers(areas, Object.keys(byLayer), 'filter.areas')
  return { areas: areas?.select(byLayer, work) ?? NOWHERE }
}

/** Allows no address: it is of no release. */
const NOWHERE: AreaSelection = {
  release: '',
  streets: undefined,
  allowsStreet: () => false,
  allowsRecord: () => false,
}
