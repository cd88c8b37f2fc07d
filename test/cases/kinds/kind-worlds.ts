// Small worlds: addresses of every kind side by side, from `au-rows.txt` and `uk-rows.txt`, and hundreds that collide.

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
import { nationalWorld, postalWorld, rowsOf } from '../../search/synthetic.ts'

const KNOWLEDGE: NationalKnowledge = {
  localityAliases: [
    { state: 'NSW', localityName: 'NEWTOWN', alias: 'NEW TOWN CENTRE' },
    { state: 'VIC', localityName: 'RICHMOND', alias: 'BURNLEY' },
    { state: 'NSW', localityName: 'RICHMOND', alias: 'HAWKESBURY VILLAGE' },
  ],
  localityNeighbours: [
    { state: 'NSW', localityName: 'NEWTOWN', neighbour: 'GLEBE' },
    { state: 'NSW', localityName: 'GLEBE', neighbour: 'SYDNEY' },
    { state: 'QLD', localityName: 'WARWICK', neighbour: 'TAMWORTH' },
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

/** Names that are also places, states, types and units; and what only many addresses, or very wide ranges, have. */
export function nationalCrowd(): NationalSource {
  const world = nationalWorld(41, 700)
  const places =
    'QLD 4871|QLD 4872|NSW 2470|NSW 2471|VIC 3470|VIC 3471|TAS 7470|SA 5470|WA 6470|NT 0870'
  const edges = [
    ...['12-13 THIN ST', '20 THIN ST', '0 THIN ST', '7 THICK ST', '8-10 THICK ST'],
    ...Array.from({ length: 40 }, (_, at) => `${at + 1} MANY ST`),
    ...Array.from({ length: 36 }, (_, at) => `${at + 1}/50 MANY ST`),
  ].map((street) => `${street}, EDGE HILL QLD 4870`)
  const namesakes = places.split('|').flatMap((place, at) => {
    return [`3 ELM ST, NEWTON ${place}`, `${at}5 MANY ST, NEWTON ${place}`]
  })
  const rows = [...edges, ...namesakes].map((label, at) =>
    national(label, {
      addressDetailPid: `GACROWD${at}`,
      latitude: -12 - (at * 7) / 40,
      longitude: 130 + (at % 23) / 2,
    }),
  )
  const others = [
    national('1 LONG RD, EDGE HILL QLD 4870', { numberLast: '70001' }),
    national('15 BARE ST, EDGE HILL QLD 4870', { levelNumber: '4' }),
    national('5/17 BARE ST, EDGE HILL QLD 4870', { flatType: '' }),
    national('3/19A BARE ST, EDGE HILL QLD 4870', { flatType: 'SHOP' }),
    national('19A BARE ST, EDGE HILL QLD 4870'),
    // A place whose streets have only units, only ranges, or a house.
    national('1/2 ASH ST, TINY TOWN SA 5999'),
    national('2/2 ASH ST, TINY TOWN SA 5999'),
    national('3/2 ASH ST, TINY TOWN SA 5999'),
    national('4-6 OAK ST, TINY TOWN SA 5999'),
    national('8-10 OAK ST, TINY TOWN SA 5999'),
    national('7 YEW ST, TINY TOWN SA 5999'),
    // Three kilometres from one of the two Newtons of its state.
    national('6 FERN ST, NEARBY NSW 2472', { latitude: -26.9, longitude: 138.5 }),
    // Even numbers only, and the same name with others two kilometres away.
    ...['2 PINE ST, GAPTOWN', '8 PINE ST, GAPTOWN', '5 PINE ST, GAPSIDE', '6 PINE ST, GAPSIDE'],
    ...['6 PINE RD, GAPSIDE', '7 OLD PINE ST, GAPSIDE', '9 PINE ST, GAPSIDE'],
  ].map((row, at) => {
    const addressDetailPid = `GACROWDOTHER${at}`
    if (typeof row !== 'string') return { ...row, addressDetailPid }
    const latitude = row.includes('GAPTOWN') ? -30 : -30.02
    return national(`${row} SA 5800`, { addressDetailPid, latitude, longitude: 135 })
  })
  return nationalSource([...rowsOf(world), ...rows, ...others], world.knowledge)
}

/** The same of the UK. */
export function postalCrowd(): PostalSource {
  const tiny = { townOrCity: 'Tinyford', postcode: 'TQ1 1AA', thoroughfare: 'Elm Row' }
  const rows = [
    { ...tiny, buildingNumber: '1', subBuilding: 'Flat 1' },
    { ...tiny, buildingNumber: '1', subBuilding: 'Flat 2' },
    { ...tiny, buildingNumber: '1', subBuilding: 'Flat 3' },
    { ...tiny, buildingNumber: '9', postcode: 'TQ1 1AB' },
    { ...tiny, buildingNumber: '3-5', thoroughfare: 'Oak Row' },
    { ...tiny, buildingNumber: '7-9', thoroughfare: 'Oak Row' },
    { ...tiny, buildingNumber: '2', thoroughfare: 'Oak Row', postcode: 'TQ1 1AB' },
    { ...tiny, buildingNumber: '7', subBuilding: 'Flat 2', thoroughfare: 'Ash Row' },
    { ...tiny, buildingNumber: '7', subBuilding: 'Flat 4', thoroughfare: 'Ash Row' },
    { ...tiny, buildingNumber: '11-15', thoroughfare: 'Yew Row' },
    // A place alone, and a name of its own with a place.
    { ...tiny, buildingName: 'Upper', postcode: 'TQ1 1AB' },
    { ...tiny, buildingNumber: '3', townOrCity: 'Upper Tinyford', postcode: 'TQ2 1AA' },
    { ...tiny, organisation: 'Fern Books', buildingName: 'Gate Lodge', buildingNumber: '21' },
    // A street of one word, and a place of the same name with a better known street.
    { ...tiny, buildingNumber: '7', thoroughfare: 'Strandgate' },
    ...['5', '7', '9'].map((buildingNumber) => ({
      ...{ ...tiny, buildingNumber, thoroughfare: 'Fir Row' },
      ...{ townOrCity: 'Strandgate', postcode: 'TQ3 1AA' },
    })),
  ].map((row, at) => postal({ ...row, sourceKey: `${900 + at}`, latitude: 50.4 + at / 100 }))
  return postalSource([...rowsOf(postalWorld(42, 600)), ...rows])
}

function linesOf(name: string): string[] {
  const text = readFileSync(join(import.meta.dirname, name), 'utf8')
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

function fieldsOf(parts: readonly string[]): Record<string, string> {
  return Object.fromEntries(parts.map((part) => part.split('=', 2)))
}
