// /territory: the layers of polygons that an account draws for its own look-ups. Free.

import Type from 'typebox'
import { findPlan } from '../../account/plans/plans.ts'
import { badRequest, Problem } from '../../http/problem.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import {
  putTerritory,
  removeTerritory,
  type TerritoryLimits,
  territoriesOf,
  territorySource,
} from '../../territories/territories.ts'
import { STEPS_PER_CHARACTER } from '../../territories/territory-thread.ts'
import { type Context, endpoint, free, ok } from '../endpoint.ts'
import { listOf, Message, text, texts, wholes } from '../schemas.ts'

const GEOJSON_CHARACTERS_MAX = 1_000_000
/** Some characters are several bytes, and quotes are two in JSON. */
const BODY_BYTES_MAX = 2 * 1024 * 1024
const PROPERTY_CHARACTERS_MAX = 100
/** A change takes a transaction of several statements. */
const CHANGE_STEPS = 80_000
const TERRITORY_NAME = /^[a-z][a-z0-9-]{0,39}$/
const NAME_RULE =
  'A name can have up to 40 lowercase letters, digits and hyphens, begins with a letter, and is not "all".'

const TerritoryParams = { territory: text('Its name, for `areas`.', { maxLength: 40 }) }
const Counts = wholes('polygons', 'points', 'bytes')

export const territoryEndpoints = [
  endpoint('GET /territory', {
    summary: 'List the territories',
    notes: 'Free. By name, and what the plan allows all of them together.',
    answers: ok('The territories.', {
      product: Type.String(),
      limits: Type.Object({ ...wholes('layers'), ...Counts }),
      territories: listOf({ ...texts('name'), ...Counts, ...texts('changed') }),
    }),
    async handle(_input, context) {
      const { store, caller } = context
      const all = await territoriesOf(store.db, caller.accountId)
      const territories = all.map(({ name, polygons, points, bytes, changedAt }) => {
        return { name, polygons, points, bytes, changed: usTimestamp(changedAt) }
      })
      const product = caller.subscription?.product ?? ''
      return free({ product, limits: limitsOf(context), territories })
    },
  }),
  endpoint('GET /territory/{territory}', {
    summary: 'Get a territory',
    notes: 'Free. The GeoJSON as it was sent.',
    params: TerritoryParams,
    answers: ok('The territory.', texts('name', 'geojson', 'code_property', 'name_property')),
    async handle({ params: { territory } }, { store, caller, work }) {
      const source = await territorySource(store.db, caller.accountId, territory)
      if (source === undefined) throw noTerritory(territory)
      const { geojson, codeProperty: code_property, nameProperty: name_property } = source
      work.add(geojson.length)
      return free({ name: territory, geojson, code_property, name_property })
    },
  }),
  endpoint('PUT /territory/{territory}', {
    summary: 'Add or replace a territory',
    notes:
      'Free. `areas={territory}` then answers which of its polygons an address is in, in look-ups of this account only. ' +
      'An error names each bad polygon by its number. The body can have at most 2 MiB.',
    params: TerritoryParams,
    options: {
      geojson: text('The text of a GeoJSON file: polygons in longitude and latitude (WGS 84).', {
        maxLength: GEOJSON_CHARACTERS_MAX,
      }),
      code_property: property('codes'),
      name_property: property('names'),
    },
    bodyBytesMax: BODY_BYTES_MAX,
    steps: CHANGE_STEPS,
    answers: ok('In use within a second.', { ...texts('message', 'name'), ...Counts }),
    handle: ({ params: { territory }, options }, context) =>
      context.oneAtATime.run(context.caller.accountId, () => put(territory, options, context)),
  }),
  endpoint('DELETE /territory/{territory}', {
    summary: 'Delete a territory',
    params: TerritoryParams,
    steps: CHANGE_STEPS,
    answers: ok('Deleted.', Message),
    async handle({ params: { territory } }, { store, caller, forgetAccount }) {
      const isRemoved = await removeTerritory(store, caller.accountId, territory)
      if (!isRemoved) throw noTerritory(territory)
      forgetAccount(caller.accountId)
      return free({ message: `The territory ${territory} was deleted.` })
    },
  }),
]

function property(what: string) {
  const description = `The property with the ${what} of polygons; found by its name if absent.`
  return Type.Optional(text(description, { maxLength: PROPERTY_CHARACTERS_MAX }))
}

interface Sent {
  readonly geojson: string
  readonly code_property?: string
  readonly name_property?: string
}

async function put(name: string, sent: Sent, context: Context) {
  const { store, caller, clock, work, turns, territories, forgetAccount } = context
  const { accountId, subscription } = caller
  if (!TERRITORY_NAME.test(name) || name === 'all') throw badRequest('territory', NAME_RULE)
  const { geojson, code_property: codeProperty = '', name_property: nameProperty = '' } = sent
  work.add(geojson.length * STEPS_PER_CHARACTER)
  const source = { name, geojson, codeProperty, nameProperty }
  const density = subscription && context.searches[subscription.product]?.density
  const country = density && (await turns.run(accountId, density.country()))
  const read = await territories.ask({ ...source, country })
  if (read.kind === 'refused') throw badRequest('geojson', read.message)
  const { area, points } = read.polygons
  const bytes = Buffer.byteLength(geojson)
  const counts = { polygons: area.length, points: points.length / 2, bytes }
  const limits = limitsOf(context)
  const made = await putTerritory(store, accountId, { ...source, ...counts }, limits, clock.now())
  if (made.kind === 'too-many') {
    const most = made.most.toLocaleString('en-GB')
    const detail = `The plan allows ${most} ${made.what} in all territories together. Nothing was changed.`
    throw badRequest('geojson', detail)
  }
  // This node uses it at once, the others within a second.
  forgetAccount(accountId)
  const count = counts.polygons === 1 ? '1 polygon' : `${counts.polygons} polygons`
  return free({ message: `The territory ${name} was saved with ${count}.`, name, ...counts })
}

function limitsOf({ plans, caller: { subscription } }: Context): TerritoryLimits {
  const plan = subscription && findPlan(plans, subscription.product, subscription.planName)
  return plan?.territories ?? { layers: 0, polygons: 0, points: 0, bytes: 0 }
}

function noTerritory(name: string): Problem {
  return new Problem('not-found', `There is no territory "${name.slice(0, 40)}".`)
}
