// A layer of areas for the sample: made-up delivery zones, computed from its postcodes, so that newcomers see areas.

import type { Product } from '../address/product.ts'
import { AreaNumbers } from '../areas/area-files.ts'
import { KeyAreas, keyReader } from '../areas/keys.ts'
import type { LayerSource } from '../areas/layer.ts'
import { SAMPLE_SOURCE } from '../areas/layer-folder.ts'
import { sampleSource } from '../sample/sample.ts'

/** The rows of either form. */
interface Row {
  readonly postcode: string
  readonly localityName?: string
  readonly townOrCity?: string
}

/** A zone is what has the same first part of a postcode, named by the place with the most addresses in it. */
export async function sampleLayer(product: Product, addedAt: string): Promise<LayerSource> {
  const zones = new Map<string, { readonly postcodes: Set<string>; places: Map<string, number> }>()
  for await (const row of sampleSource(product).rows() as AsyncIterable<Row>) {
    const { postcode, localityName, townOrCity = localityName ?? '' } = row
    const code = `Z-${/^([A-Z]+|\d\d)/.exec(postcode)?.[0] ?? ''}`
    const zone = zones.get(code) ?? { postcodes: new Set(), places: new Map() }
    zones.set(code, zone)
    zone.postcodes.add(postcode)
    zone.places.set(townOrCity, (zone.places.get(townOrCity) ?? 0) + 1)
  }
  const [keys, numbers] = [new KeyAreas(), new AreaNumbers()]
  const keyOf = keyReader('postcode', product, keys)
  for (const [code, { postcodes, places }] of zones) {
    const [largest] = [...places].sort(([, a], [, b]) => b - a)
    const number = numbers.numberOf(code, `${titled(largest?.[0] ?? '')} zone`)
    for (const postcode of postcodes) {
      const key = keyOf(postcode)
      if (key !== undefined) keys.add(key, number)
    }
  }
  const about = {
    product,
    layer: 'delivery-zone',
    from: '',
    source: SAMPLE_SOURCE,
    attribution: '',
  }
  return { ...about, addedAt, by: 'postcode', keys, areas: numbers.areas }
}

function titled(place: string): string {
  return place.toLowerCase().replace(/(?<=^|[ -])\p{L}/gu, (letter) => letter.toUpperCase())
}
