// Searches with a planted fault, each around a sound one: what the scorecard must be able to see.

import type { NationalAddress } from '../../../src/address/national.ts'
import type { FoundAddress, NationalSearch } from '../../../src/search/address-search.ts'

type Answers = readonly FoundAddress<NationalAddress>[]

/** Every whole word that is typed must stand in the label as it is. */
export function withoutAbbreviations(search: NationalSearch): NationalSearch {
  const hasWords = (label: string, term: string) => {
    const own = label.split(/[^A-Z0-9]+/)
    const typed = term.toUpperCase().split(/[^A-Z0-9]+/)
    return typed.slice(0, -1).every((word) => word === '' || own.includes(word))
  }
  return {
    ...search,
    autocomplete: (query) =>
      search
        .autocomplete(query)
        .filter(({ item }) => hasWords(`${item.address_label} U${item.flat_number}`, query.term)),
  }
}

/** Where a number is not found, one that differs in its last digit is taken for it. */
export function withDigitsGuessed(search: NationalSearch): NationalSearch {
  const guess = (term: string) => term.replace(/\d+/, (digits) => String(Number(digits) >> 2))
  return {
    ...search,
    autocomplete: (query): Answers => {
      const found = search.autocomplete(query)
      return found.length > 0 ? found : search.autocomplete({ ...query, term: guess(query.term) })
    },
    validate: (query) => {
      const found = search.validate(query)
      return found.kind === 'none' ? search.validate({ ...query, line: guess(query.line) }) : found
    },
  }
}

export function withUnitsFirst(search: NationalSearch): NationalSearch {
  const isUnit = ({ item }: FoundAddress<NationalAddress>) =>
    item.flat_number + item.level_number !== ''
  return {
    ...search,
    autocomplete: (query): Answers => {
      const found = search.autocomplete(query)
      return [...found.filter(isUnit), ...found.filter((answer) => !isUnit(answer))]
    },
  }
}

/** The list goes blank while the last word is three letters long. */
export function withBlanks(search: NationalSearch): NationalSearch {
  return {
    ...search,
    autocomplete: (query) =>
      /(^|\W)[a-z]{3}$/i.test(query.term) ? [] : search.autocomplete(query),
  }
}
