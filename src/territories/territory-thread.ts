// Asks the thread that reads territories; files of several accounts wait for each other.

import type { Area } from '../address/area.ts'
import type { Polygons } from '../areas/polygons/polygons.ts'
import type { Area as GeoBox } from '../index/geography/boxes.ts'
import { AskedThread } from '../lib/thread/asked-thread.ts'
import type { TerritorySource } from './territories.ts'

export interface TerritoryQuestion extends TerritorySource {
  readonly name: string
  /** Where the addresses are: shows which coordinate comes first. */
  readonly country?: GeoBox | undefined
}

export type TerritoryAnswer =
  | { readonly kind: 'read'; readonly polygons: Polygons; readonly areas: readonly Area[] }
  | { readonly kind: 'refused'; readonly message: string }

/** The cost of each character that is read. */
export const STEPS_PER_CHARACTER = 20

export class TerritoryThread extends AskedThread<TerritoryQuestion, TerritoryAnswer> {
  constructor() {
    super({ module: new URL('./territory-worker.ts', import.meta.url), name: 'territories' })
  }
}
