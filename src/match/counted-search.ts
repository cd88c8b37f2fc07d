// A search whose work is counted: matching one row asks it several times, each with the full budget of a search.

import type { AnySearch } from '../search/address-search.ts'
import { Work } from '../search/work.ts'

/** About what reading a row and comparing it with what was found takes. */
const ROW_STEPS = 10_000

/** Adds what is spent to `total`. */
export function countedSearch<S extends AnySearch>(search: S, total: Work): S {
  const counted = <Query extends object, Found>(ask: (query: Query & { work: Work }) => Found) => {
    return (query: Query): Found => {
      const work = new Work()
      const found = ask({ ...query, work })
      total.spent += work.spent
      return found
    }
  }
  return {
    ...search,
    autocomplete: counted(search.autocomplete),
    validate: counted(search.validate),
    ...(search.onStreet && { onStreet: counted(search.onStreet) }),
  }
}

export function countRow(total: Work): void {
  total.spent += ROW_STEPS
}
