// What a layer of areas is: before it is joined with a release, joined, and in memory.

import type { Area, LayerInfo } from '../address/area.ts'
import type { SectionsMemory } from '../index/file/index-file.ts'
import type { SectionWriter } from '../index/file/index-writer.ts'
import type { KeyAreas, KeyKind } from './keys.ts'
import type { Polygons } from './polygons/polygons.ts'

type JoinInfo = Pick<LayerInfo, 'release' | 'addresses' | 'joined'>

/** A layer before it is joined. Area number 1 is the first of `areas`. */
export type LayerSource = Omit<LayerInfo, 'areas' | 'by' | keyof JoinInfo> & {
  readonly areas: readonly Area[]
} & (
    | { readonly by: KeyKind; readonly keys: KeyAreas; readonly polygons?: undefined }
    | { readonly by: 'polygon'; readonly polygons: Polygons; readonly keys?: undefined }
  )

/** Its join with a release. */
export interface Joined extends JoinInfo {
  write(writer: SectionWriter): Promise<void>
}

/** What look-ups read of it. */
export type LayerMemory = SectionsMemory<SharedArrayBuffer>

/** `ward`, or `ward@2025-05-01` for one that says from when it holds. */
export function fullName({ layer, from }: Pick<LayerInfo, 'layer' | 'from'>): string {
  return from === '' ? layer : `${layer}@${from}`
}

/** Codes are compared in any case. */
export function foldedCode(code: string): string {
  return code.trim().toUpperCase()
}
