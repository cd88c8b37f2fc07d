// Words that sample streets and buildings of product `au` are named with. Frequent ones come first.

import type { SeededRandom } from '../seeded-random.ts'

export interface StreetTitle {
  readonly streetName: string
  /** As G-NAF Core abbreviates it: `AV`, `CR`. A name such as THE ESPLANADE has none. */
  readonly streetType: string
  readonly streetSuffix: string
}

/** Takes `BRUNSWICK ST N` apart. */
export function readStreetTitle(text: string): StreetTitle {
  const words = text.split(' ')
  const suffix = SUFFIXES.includes(words.at(-1) ?? '') ? (words.pop() ?? '') : ''
  const type = words.length > 1 && TYPES.includes(words.at(-1) ?? '') ? (words.pop() ?? '') : ''
  return { streetName: words.join(' '), streetType: type, streetSuffix: suffix }
}

export function randomStreetTitle(random: SeededRandom): StreetTitle {
  if (random.chance(0.012)) return readStreetTitle(random.pick(UNTYPED))
  if (random.chance(0.3)) return readStreetTitle(random.pickEarly(EVERYWHERE))
  const name = random.chance(0.06) ? random.pick(TWO_WORDS) : random.pickEarly(NAMES)
  const suffix = random.chance(0.008) ? random.pick(SUFFIXES) : ''
  return { streetName: name, streetType: random.pick(TYPES_WEIGHTED), streetSuffix: suffix }
}

export function randomBuildingName(random: SeededRandom): string {
  return `${random.pick(BUILDING_WORDS)} ${random.pick(BUILDING_KINDS)}`
}

export function randomSiteName(random: SeededRandom, localityName: string): string {
  return `${localityName} ${random.pick(SITE_KINDS)}`
}

const SUFFIXES = words('N S E W')

/** Streets that many suburbs have, so that a name alone is rarely enough to find an address. */
const EVERYWHERE = lines(`
HIGH ST,RAILWAY PDE,CHURCH ST,STATION ST,STATION RD,VICTORIA ST,PARK RD,GEORGE ST,MAIN ST,KING ST,
RAILWAY ST,WILLIAM ST,ELIZABETH ST,ALBERT ST,PARK AV,QUEEN ST,RIVER RD,JAMES ST,HILL ST,MAIN RD,
KINGSTON RD,VICTORIA RD,CHURCH RD,BEACH RD,SCHOOL LANE,1ST AV,2ND AV,3RD AV,4TH AV,5TH AV,
O'CONNELL ST,ST JOHNS RD,MT PLEASANT RD,PRINCES HWY,KINGSWAY RD,BOUNDARY RD,MARKET ST,BRIDGE ST`)

const UNTYPED = lines('THE ESPLANADE,THE AVENUE,THE CRESCENT,THE BOULEVARD,THE PARADE,BROADWAY')

const TWO_WORDS = lines(`
OLD COACH,GOLDEN WATTLE,SWAN VIEW,BLACK HILL,MOUNT VIEW,ST ANDREWS,ST LEONARDS,RED GUM,LAKE VIEW,
LONG POINT,CHERRY TREE,SANDY CREEK,GLEN IRIS,PORT HACKING,MT STUART`)

const NAMES = words(`
RAILWAY PARK GEORGE CHURCH VICTORIA WILLIAM KING JAMES ELIZABETH MITCHELL THOMAS BRUCE WATTLE
BOUNDARY ALBERT SHORT SMITH RIVER MURRAY CAMPBELL HILL CHARLES WILSON ACACIA BANKSIA SCOTT JOHN
JONES GORDON ROBERT HENRY EDWARD QUEEN STEWART TAYLOR GRANT BROWN FRASER MARGARET LAWSON FOREST
COOK ROSE LAKE CEDAR STUART MARTIN HAMILTON PHILLIP ANDERSON YOUNG MACQUARIE WATSON KENNEDY OXFORD
CLARKE KINGSTON JACKSON BURNS COLLINS MOORE DOUGLAS HUNTER CHAPEL MCDONALD CAMBRIDGE DARLING
WATERLOO BRIDGE MILLER LINCOLN NELSON CLARENCE WARATAH MAGNOLIA JACARANDA GREVILLEA MELALEUCA
BOTTLEBRUSH KURRAJONG LILLYPILLY IRONBARK COOLIBAH MAGPIE KOOKABURRA LYREBIRD ROSELLA PELICAN
HERON TANAMI KIMBERLEY SIMPSON NULLARBOR BEAUMONT ASHFORD WINDSOR RICHMOND STIRLING CLYDE ABERDEEN
ELGIN PERTH MCKENZIE MACKENZIE O'BRIEN O'NEILL FITZGERALD GIPPS BOURKE LONSDALE FLINDERS BASS STURT
LEICHHARDT KENDALL LAWRENCE HAWTHORN PRIMROSE LAVENDER ORCHARD VINEYARD QUARRY MILL FERRY HARBOUR
BAYVIEW SEAVIEW HILLCREST VALLEY MEADOW SUNRISE SUNSET`)

const TYPES_WEIGHTED = weighted(
  'ST:34 RD:20 AV:10 CT:8 DR:7 PL:7 CR:5 CL:4 WAY:3 LANE:3 PDE:2 TCE:2 CCT:2 GR:1 BVD:1 RISE:1',
)

const TYPES = words(
  'ST RD AV CT DR PL CR CL WAY LANE PDE TCE CCT GR BVD RISE LOOP HWY ESP GDNS MEWS WALK SQ',
)

const BUILDING_WORDS = words(`
BANKSIA WARATAH HARBOUR SEAVIEW REGENT CORONATION PARKSIDE RIVERSIDE GRANDVIEW WINDSOR ALBION
KINGFISHER MAGNOLIA SUMMIT LIGHTHOUSE CASCADE EMPRESS CHELTENHAM MERIDIAN HORIZON`)

const BUILDING_KINDS = words('COURT TOWERS APARTMENTS HOUSE GARDENS LODGE CENTRE')

const SITE_KINDS = lines(
  'PRIMARY SCHOOL,SHOPPING CENTRE,PUBLIC LIBRARY,COMMUNITY CENTRE,BOWLING CLUB,MEDICAL CENTRE',
)

function words(list: string): readonly string[] {
  return list.trim().split(/\s+/)
}

function lines(list: string): readonly string[] {
  return list.replaceAll('\n', '').split(',')
}

/** Each entry as often as its number says. */
function weighted(list: string): readonly string[] {
  return list.split(' ').flatMap((entry) => {
    const [word = '', times] = entry.split(':')
    return Array.from({ length: Number(times) }, () => word)
  })
}
