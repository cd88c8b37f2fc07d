// Where the builders put the sections of an index: a file, or memory.

import type { SectionArray } from './index-file.ts'

export interface SectionWriter {
  /** The values are taken when this resolves; their memory may be given back. */
  add(name: string, values: SectionArray): Promise<void>
  addJson(name: string, value: unknown): Promise<void>
}
