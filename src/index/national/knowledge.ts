// Other names of streets and localities, and which localities are neighbours, by the names that rows have.

import type { NationalKnowledge } from '../build/row-source.ts'
import { foldedValue } from '../words/fold.ts'
import type { NationalName } from '../words/name-terms.ts'
import { streetTypeForms, suffixForms } from '../words/written-forms.ts'

export class KnownNames {
  readonly #localityAliases = new Map<string, string[]>()
  readonly #neighbours = new Map<string, string[]>()
  readonly #streetAliases = new Map<string, NationalName[]>()

  constructor(knowledge: NationalKnowledge | undefined) {
    for (const { localityName, state, alias } of knowledge?.localityAliases ?? []) {
      append(this.#localityAliases, keyOf([localityName, state]), alias)
    }
    for (const { localityName, state, neighbour } of knowledge?.localityNeighbours ?? []) {
      append(this.#neighbours, keyOf([localityName, state]), neighbour)
    }
    for (const street of knowledge?.streetAliases ?? []) {
      const { streetName, streetType, streetSuffix, localityName, state } = street
      const key = streetKey([streetName, streetType, streetSuffix], [localityName, state])
      append(this.#streetAliases, key, {
        name: street.aliasName,
        type: street.aliasType,
        suffix: street.aliasSuffix,
      })
    }
  }

  localityAliases(locality: string, state: string): readonly string[] {
    return this.#localityAliases.get(keyOf([locality, state])) ?? []
  }

  neighbours(locality: string, state: string): readonly string[] {
    return this.#neighbours.get(keyOf([locality, state])) ?? []
  }

  streetAliases(
    [name, type, suffix]: readonly [string, string, string],
    [locality, state]: readonly [string, string, string],
  ): readonly NationalName[] {
    if (this.#streetAliases.size === 0) return []
    return this.#streetAliases.get(streetKey([name, type, suffix], [locality, state])) ?? []
  }
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}

/** Files abbreviate types or write them out, so both are taken as the full word. */
function streetKey(
  [name, type, suffix]: readonly [string, string, string],
  place: readonly [string, string],
): string {
  const fullType = streetTypeForms(foldedValue(type))[0]
  return keyOf([name, fullType, suffixForms(foldedValue(suffix))[0], ...place])
}

function keyOf(parts: readonly string[]): string {
  return parts.map(foldedValue).join('|')
}
