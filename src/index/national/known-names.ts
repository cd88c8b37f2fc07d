// Other names of streets and localities, and which localities are neighbours, by the names that rows have.

import type { NationalRow } from '../../address/national.ts'
import type { NationalKnowledge } from '../rows/row-source.ts'
import type { NationalName } from '../terms/name-terms.ts'
import { foldedValue } from '../words/fold.ts'
import { streetTypeForms, suffixForms } from '../words/written-forms.ts'

type Locality = Pick<NationalRow, 'localityName' | 'state'>

export class KnownNames {
  readonly #localityAliases = new Map<string, string[]>()
  readonly #neighbours = new Map<string, string[]>()
  readonly #streetAliases = new Map<string, NationalName[]>()

  constructor(knowledge: NationalKnowledge | undefined) {
    for (const locality of knowledge?.localityAliases ?? []) {
      append(this.#localityAliases, localityKey(locality), locality.alias)
    }
    for (const locality of knowledge?.localityNeighbours ?? []) {
      append(this.#neighbours, localityKey(locality), locality.neighbour)
    }
    for (const street of knowledge?.streetAliases ?? []) {
      append(this.#streetAliases, streetKey(street, street), {
        streetName: street.aliasName,
        streetType: street.aliasType,
        streetSuffix: street.aliasSuffix,
      })
    }
  }

  /** The name of the locality, then its other names. */
  localityNames(locality: Locality): readonly string[] {
    return [locality.localityName, ...(this.#localityAliases.get(localityKey(locality)) ?? [])]
  }

  neighbours(locality: Locality): readonly string[] {
    return this.#neighbours.get(localityKey(locality)) ?? []
  }

  streetAliases(name: NationalName, locality: Locality): readonly NationalName[] {
    if (this.#streetAliases.size === 0) return []
    return this.#streetAliases.get(streetKey(name, locality)) ?? []
  }
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}

/** Files abbreviate types or write them out, so both are taken as the full word. */
function streetKey({ streetName, streetType, streetSuffix }: NationalName, place: Locality) {
  const [fullType = ''] = streetTypeForms(foldedValue(streetType))
  const [fullSuffix = ''] = suffixForms(foldedValue(streetSuffix))
  return [foldedValue(streetName), fullType, fullSuffix, localityKey(place)].join('|')
}

function localityKey({ localityName, state }: Locality): string {
  return `${foldedValue(localityName)}|${foldedValue(state)}`
}
