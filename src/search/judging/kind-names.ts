// The kinds of units and levels that an index has, by the names that typed words have for them.

import { fold } from '../../index/words/fold.ts'
import { levelTypeNamed, unitTypeNamed } from '../../index/words/written-forms.ts'

/** For each kind of unit or level in the index, the type of either that typed words name it by. */
export interface KindNames {
  readonly unit: readonly string[]
  readonly level: readonly string[]
}

export function kindNames(texts: readonly string[]): KindNames {
  return {
    unit: texts.map((text) => unitTypeNamed(fold(text)) ?? ''),
    level: texts.map((text) => levelTypeNamed(fold(text)) ?? ''),
  }
}
