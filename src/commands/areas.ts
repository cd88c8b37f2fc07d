// `areas add|list|remove`: layers of areas, such as councils and wards, that answers can include.

import { basename } from 'node:path'
import type { LayerInfo } from '../address/area.ts'
import { PRODUCT_CODES, PRODUCTS, type Product } from '../address/product.ts'
import { readAreaFiles } from '../areas/area-files.ts'
import { KEY_KINDS } from '../areas/keys.ts'
import { fullName, type LayerSource } from '../areas/layer.ts'
import { layersIn, requireLayerName, type StoredLayer } from '../areas/layer-folder.ts'
import { readGeoFile } from '../areas/polygons/geo-files.ts'
import { makeProgress } from '../importers/reading/progress.ts'
import { count, counted, table } from '../lib/columns.ts'
import { releasesIn } from '../releases/release-folder.ts'
import {
  type Command,
  type Given,
  PRODUCT_OPTION,
  type Printed,
  productOption,
  readTime,
  UsageError,
} from './shared/command.ts'
import { withAuditIfStored } from './shared/store-access.ts'

const FILES_MAX = 1000
const BY = [...KEY_KINDS, 'polygon'] as const

const add: Command = {
  name: 'areas add',
  usage: `LAYER FILE [--by ${BY.join('|')}] [--code COLUMN] [--name COLUMN] [--names FILE] [--from DATE]`,
  summary:
    'Add or replace a layer of areas and join it with the addresses in use, also in a running service.',
  example: 'council ONSPD.csv --names la-names.csv --from 2025-05-01 --product uk',
  options: {
    ...PRODUCT_OPTION,
    by: `how addresses are joined: ${BY.join(', ')}; default by the header of the file`,
    code: 'the column or property with the code of the area; default by the name of the layer',
    name: 'the column or property with the name of the area',
    names: 'a CSV of codes and names, for files that have codes only',
    from: 'the day from which these areas are valid; layers of other days are kept',
    attribution: 'the attribution to show with the layer',
  },
  flags: { 'skip-bad': 'skip bad polygons instead of refusing the file' },
  words: [2, FILES_MAX],
  run: addLayer,
}

async function addLayer(given: Given): Promise<Printed> {
  const { words, config, options } = given
  const [layer = '', ...paths] = words
  requireLayerName(layer)
  const from = options.from ?? ''
  if (from !== '' && readTime(from)?.isDay !== true) {
    throw new UsageError('--from must be a day such as 2025-05-01.')
  }
  const by = BY.find((each) => each === options.by)
  if (options.by !== undefined && by === undefined) {
    throw new UsageError(`--by must be one of ${BY.join(', ')}.`)
  }
  const product = await productOf(given)
  const releases = releasesIn(config.dataDir)
  const release = releases.pathOf(await releases.requireInUse(product))
  const source = {
    product,
    layer,
    from,
    source: paths
      .map((path) => basename(path))
      .join(', ')
      .slice(0, 200),
    attribution: options.attribution ?? '',
    addedAt: new Date(given.clock.now()).toISOString(),
    ...(await areasIn(given, paths, { product, layer, by })),
  }
  return withAuditIfStored(given, async () => {
    const info = await layersIn(config.dataDir).add(source, release)
    const { areas, joined, addresses } = info
    const text =
      `${fullName(info)} of ${product}: ${counted(areas, 'area')} by ${info.by}; ${count(joined)} of ${count(addresses)} ` +
      `addresses are in one, ${count(addresses - joined)} are not.`
    return { json: shownLayer(info), text }
  })
}

type Asked = Pick<LayerSource, 'product' | 'layer'> & {
  readonly by: (typeof BY)[number] | undefined
}

async function areasIn(given: Given, paths: readonly string[], asked: Asked) {
  const { code, name, names } = given.options
  const { by } = asked
  const [path = ''] = paths
  const isGeo = by === undefined && /\.(geojson|json|gpkg|shp|kml|gml|fgb)$/i.test(path)
  if (by !== 'polygon' && !isGeo) {
    const progress = makeProgress({ write: given.draw, isTerminal: given.isTerminal }, given.clock)
    const { notes, ...read } = await readAreaFiles(paths, {
      ...asked,
      by,
      code,
      name,
      names,
      progress,
    })
    for (const note of notes) given.tell(note)
    return read
  }
  if (paths.length > 1) throw new UsageError('Polygons are read from one file.')
  const skipsBad = given.flags.has('skip-bad')
  const { notes, ...read } = await readGeoFile(path, { ...asked, code, name, skipsBad })
  for (const note of notes) given.tell(`left out: ${note}`)
  return read
}

/** The product that has data, if only one has. */
async function productOf(given: Given): Promise<Product> {
  const asked = productOption(given)
  if (asked !== undefined) return asked
  const releases = releasesIn(given.config.dataDir)
  const used = await Promise.all(PRODUCTS.map((product) => releases.inUse(product)))
  const [only, ...others] = PRODUCTS.filter((_, at) => used[at] !== undefined)
  if (only !== undefined && others.length === 0) return only
  throw new UsageError(
    `--product ${PRODUCT_CODES} is required: there are addresses of several products.`,
  )
}

const list: Command = {
  name: 'areas list',
  summary: 'List the layers of areas, with the number of addresses outside them.',
  async run({ config }) {
    const layers = await layersIn(config.dataDir).list((error) => {
      throw error
    })
    return { json: { layers: layers.map(shownLayer) }, text: layerTable(layers) }
  },
}

export function shownLayer(layer: LayerInfo) {
  const { product, by, areas, source, attribution, release, addresses, joined } = layer
  const about = { layer: layer.layer, from: layer.from, by, areas, source, attribution }
  return { product, ...about, added_at: layer.addedAt, release, addresses, joined }
}

export function layerTable(layers: readonly StoredLayer[]): string {
  return table(layers, {
    LAYER: fullName,
    PRODUCT: ({ product }) => product,
    BY: ({ by }) => by,
    AREAS: ({ areas }) => count(areas),
    'NOT JOINED': ({ addresses, joined }) => `${count(addresses - joined)} of ${count(addresses)}`,
    RELEASE: ({ release }) => release,
    SOURCE: ({ source }) => source,
    SIZE: ({ bytes }) => `${Math.ceil(bytes / 1e6)} MB`,
    ADDED: ({ addedAt }) => addedAt.slice(0, 10),
    ATTRIBUTION: ({ attribution }) => attribution,
  })
}

const remove: Command = {
  name: 'areas remove',
  usage: 'LAYER',
  summary: 'Remove a layer of areas, also from a running service.',
  example: 'ward@2024-05-02 --product uk',
  options: PRODUCT_OPTION,
  async run(given) {
    const product = await productOf(given)
    return withAuditIfStored(given, async () => {
      await layersIn(given.config.dataDir).remove(product, given.word)
      return {
        json: { product, layer: given.word },
        text: `${given.word} of ${product} was removed.`,
      }
    })
  },
}

export const areasCommands: readonly Command[] = [add, list, remove]
