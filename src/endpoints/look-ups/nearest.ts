// GET and POST /nearest and /nearest-location: the addresses (free) or places (one look-up) around a point.

import Type from 'typebox'
import { renderTemplate } from '../../address/template.ts'
import type { NearestQuery } from '../../search/address-search.ts'
import { type Context, type Endpoint, endpoint, free, ok, oneLookup } from '../endpoint.ts'
import { listOf, texts } from '../schemas.ts'
import { AreaFilterOption, AreasOption, AreasShown, areaFilter, areasReader } from './areas.ts'
import { locationSuggestion, readTemplate, suggestion } from './look-up.ts'
import { LocationSuggestion, NearOptions, PointParams, topOption } from './schemas.ts'
import { VARIANTS, type Variant } from './variant.ts'

const Distance = { distance: Type.Number({ description: 'Kilometres.' }) }

// One published library always sends the text "false" by default.
const Residential = Type.Boolean({
  description: 'True: residential addresses only. False: companies only. The text "false": both.',
  'x-text-false': 'unset',
})

export const nearestEndpoints = [...VARIANTS.map(nearest), ...VARIANTS.map(nearestLocation)]

function nearest(variant: Variant): Endpoint {
  return endpoint('GET|POST /nearest/{latitude}/{longitude}', {
    scope: 'lookup',
    product: variant.product,
    summary: 'Find the nearest addresses to a point',
    notes: 'Free. Nearest first. No match is an empty list. Resolve a suggestion with `/get/{id}`.',
    params: PointParams,
    options: {
      ...nearOptions(0.2, 1),
      areas: AreasOption,
      filter: Type.Optional(
        Type.Object({ residential: Type.Optional(Residential), areas: AreaFilterOption }),
      ),
    },
    answers: answersOf({ ...texts('address', 'url', 'id'), areas: AreasShown }),
    handle({ params, options }, context) {
      const template = readTemplate(options.template, variant.nearestTemplate)
      const search = variant.search(context)
      const areasOf = areasReader(search, options.areas, context.work)
      const { residential, areas } = options.filter ?? {}
      const query = { ...nearQuery(params, options, context), residential }
      const filter = areaFilter(search, areas, context.work)
      const suggestions = search.nearest({ ...query, ...filter }).map((near) => {
        const text = renderTemplate(template, (name) => variant.addressField(near.item, name))
        const distance = kilometres(near.distanceMetres)
        return { distance, ...suggestion(near.id, text), ...areasOf(near.id) }
      })
      return free({ suggestions })
    },
  })
}

function nearestLocation(variant: Variant): Endpoint {
  return endpoint('GET|POST /nearest-location/{latitude}/{longitude}', {
    scope: 'lookup',
    product: variant.product,
    summary: 'Find the nearest places to a point',
    notes:
      'Costs one look-up, even if the list is empty. Resolve a suggestion with `/get-location/{id}`.',
    params: PointParams,
    options: nearOptions(5, 20),
    answers: answersOf(LocationSuggestion),
    metered: true,
    handle({ params, options }, context) {
      const template = readTemplate(options.template, variant.nearestLocationTemplate)
      const query = nearQuery(params, options, context)
      const suggestions = variant
        .search(context)
        .nearestPlace(query)
        .map((near) => {
          const text = renderTemplate(template, (name) => variant.placeField(near.item, name))
          return { distance: kilometres(near.distanceMetres), ...locationSuggestion(near.id, text) }
        })
      return oneLookup({ suggestions })
    },
  })
}

function nearOptions(radius: number, maximum: number) {
  const description = 'Kilometres.'
  return {
    top: topOption(1, 20),
    radius: Type.Number({ default: radius, maximum, description }),
    ...NearOptions,
  }
}

function answersOf(suggestion: object) {
  const suggestions = listOf({ ...Distance, ...suggestion })
  return ok('Suggestions, nearest first.', { suggestions })
}

function nearQuery(
  point: { readonly latitude: number; readonly longitude: number },
  { top, radius, term }: { readonly top: number; readonly radius: number; readonly term?: string },
  { work }: Context,
): NearestQuery {
  return { ...point, top, radiusKm: radius, work, term }
}

/** Rounded to the metre. */
function kilometres(metres: number): number {
  return Math.round(metres) / 1000
}
