// How an uploaded list would be read, and what its first rows give: shown before it is sent as a whole.

import type { Product } from '../../address/product.ts'
import { type ListPreview, previewOf } from '../../lists/matching/list-text.ts'
import { openMatchList } from '../../lists/matching/match-list.ts'
import { freeMatch } from '../../match/verdict.ts'
import type { ProductSearch } from '../../search/address-search.ts'
import type { TakeTurn } from '../account-turns.ts'
import type { Owner } from '../batch.ts'
import { type Refusal, refusalOf } from './intake.ts'

/** The first part of a list is enough. */
export const PREVIEW_BYTES_MAX = 1024 * 1024
const LIMITS = { entriesMax: 1, inflatedBytesMax: PREVIEW_BYTES_MAX }

export interface PreviewUpload extends Owner {
  readonly path: string
  readonly name: string
  /** Undefined to detect it. */
  readonly product: Product | undefined
  readonly columns: string | undefined
}

export type ShownPreview =
  | { readonly kind: 'shown'; readonly preview: ListPreview }
  | { readonly kind: 'no-data' }
  | Refusal

export async function previewUpload(
  { accountId, path, name, product, columns }: PreviewUpload,
  searchOf: (product: Product) => Promise<ProductSearch | undefined>,
  takeTurn: TakeTurn,
): Promise<ShownPreview> {
  try {
    const list = await openMatchList(path, { product, columns, mayReadNone: true, limits: LIMITS })
    const search = await searchOf(list.layout.product)
    if (search === undefined) return { kind: 'no-data' }
    const preview = await previewOf(list, search, () => takeTurn({ accountId }))
    return { kind: 'shown', preview: accountId === undefined ? preview : freePreview(preview) }
  } catch (error) {
    return refusalOf(error, { path, name })
  }
}

function freePreview({ layout, rows }: ListPreview): ListPreview {
  const free = rows.map((row) => ({ ...row, match: freeMatch(row.match, layout.product) }))
  return { layout, rows: free }
}
