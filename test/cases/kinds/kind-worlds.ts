// Two small worlds with addresses of every kind side by side, read from `au-rows.txt` and `uk-rows.txt`.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NationalRow } from '../../../src/address/national.ts'
import type { PostalRow } from '../../../src/address/postal.ts'
import type {
  NationalKnowledge,
  NationalSource,
  PostalSource,
} from '../../../src/index/rows/row-source.ts'
import { national, nationalSource, postal, postalSource } from '../../search/small-world.ts'

const KNOWLEDGE: NationalKnowledge = {
  localityAliases: [
    { state: 'NSW', localityName: 'NEWTOWN', alias: 'NEW TOWN CENTRE' },
    { state: 'VIC', localityName: 'RICHMOND', alias: 'BURNLEY' },
    { state: 'NSW', localityName: 'RICHMOND', alias: 'HAWKESBURY VILLAGE' },
  ],
  localityNeighbours: [
    { state: 'NSW', localityName: 'NEWTOWN', neighbour: 'GLEBE' },
    { state: 'NSW', localityName: 'GLEBE', neighbour: 'SYDNEY' },
    { state: 'QLD', localityName: 'WARWICK', neighbour: 'TAMWORTH', neighbourState: 'NSW' },
    { state: 'VIC', localityName: 'MELBOURNE', neighbour: 'NORTH MELBOURNE' },
  ],
  streetAliases: [
    {
      ...{ state: 'NSW', localityName: 'GLEBE', streetName: 'LA TROBE', streetType: 'ST' },
      ...{ streetSuffix: '', aliasName: 'OLD QUAY', aliasType: 'PDE', aliasSuffix: '' },
    },
    {
      ...{ state: 'VIC', localityName: 'RICHMOND', streetName: 'CHURCH', streetType: 'ST' },
      ...{ streetSuffix: 'N', aliasName: 'CHAPEL', aliasType: 'WALK', aliasSuffix: 'E' },
    },
  ],
}

export function nationalKinds(): NationalSource {
  const rows = linesOf('au-rows.txt').map((line, at): NationalRow => {
    const [label = '', ...fields] = line.split(' | ')
    const { latitude, longitude, cleaningProvenance, ...texts } = fieldsOf(fields)
    return national(label, {
      addressDetailPid: `GAKIND${at}`,
      latitude: Number(latitude ?? -33.8 - at / 100),
      longitude: Number(longitude ?? 151.2 - (at % 10) / 50),
      ...(cleaningProvenance && { cleaningProvenance: { [cleaningProvenance]: 'trimmed' } }),
      ...texts,
    })
  })
  return nationalSource(rows, KNOWLEDGE)
}

export function postalKinds(): PostalSource {
  let shared: Record<string, string> = {}
  const rows = linesOf('uk-rows.txt').flatMap((line, at): PostalRow[] => {
    const fields = fieldsOf(line.replace(/^@ /, '').split(' | '))
    if (line.startsWith('@')) shared = fields
    if (line.startsWith('@')) return []
    const { latitude, longitude, residential, otherStreets, otherPlaces, ...texts } = {
      ...shared,
      ...fields,
    }
    const [streets, places] = [otherStreets, otherPlaces].map((name) => (name ? [name] : []))
    return [
      postal({
        latitude: Number(latitude) + at / 10_000,
        longitude: Number(longitude) - at / 20_000,
        residential: residential !== 'no',
        ...(streets && places && { otherNames: { streets, places } }),
        ...texts,
      }),
    ]
  })
  return postalSource(rows)
}

function linesOf(name: string): string[] {
  const text = readFileSync(join(import.meta.dirname, name), 'utf8')
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

function fieldsOf(parts: readonly string[]): Record<string, string> {
  return Object.fromEntries(parts.map((part) => part.split('=', 2)))
}
