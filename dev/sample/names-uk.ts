// Words that sample streets, houses and organisations of product `uk` are named with.

import type { SeededRandom } from '../seeded-random.ts'

export function randomStreet(random: SeededRandom): string {
  if (random.chance(0.45)) return random.pickEarly(EVERYWHERE)
  return `${random.pickEarly(STEMS)} ${random.pickEarly(STREET_TYPES)}`
}

export function randomMews(random: SeededRandom): string {
  return `${random.pick(STEMS)} ${random.pick(MEWS_TYPES)}`
}

export function randomHouseName(random: SeededRandom): string {
  return random.chance(0.15)
    ? random.pick(HOUSE_NAMES)
    : `${random.pick(HOUSE_WORDS)} ${random.pick(HOUSE_KINDS)}`
}

export function randomBlockName(random: SeededRandom): string {
  return `${random.pick(STEMS)} ${random.pick(BLOCK_KINDS)}`
}

export function randomEstate(random: SeededRandom): string {
  return `${random.pick(STEMS)} ${random.pick(ESTATE_KINDS)}`
}

/** Made of words that name nobody. */
export function randomShop(random: SeededRandom): string {
  return `${random.pick(TRADE_WORDS)} ${random.pick(SHOP_KINDS)}`
}

export function randomFirm(random: SeededRandom): string {
  return `${random.pick(TRADE_WORDS)} ${random.pick(FIRM_KINDS)}`
}

export function randomDepartment(random: SeededRandom): string {
  return random.pick(DEPARTMENTS)
}

/** Streets that most towns have, the most frequent first. */
const EVERYWHERE = list(`
High Street,Station Road,Church Street,Church Road,London Road,Park Road,Victoria Road,Main Street,
Church Lane,Green Lane,Manor Road,Kings Road,Queens Road,New Road,King Street,Queen Street,
The Avenue,Park Avenue,Mill Lane,School Lane,The Crescent,Grange Road,Victoria Street,Albert Road,
West Street,North Street,South Street,New Street,Windsor Road,The Green,Kingsway,Broadway,
St John's Road,Springfield Road,George Street,York Road,The Grove,Richmond Road,Highfield Road,
Market Place,Chapel Lane,St Mary's Road,Mill Road,Alexandra Road,Bridge Street,The Drive,
Stanley Road,Kingston Road,St Peter's Street,Homestead Road`)

const STEMS = list(`
Albion,Ashfield,Beech,Birch,Bramble,Cedar,Chestnut,Clifton,Cobden,Elm,Fairfield,Gladstone,
Hawthorn,Hazel,Holly,Ivy,Jubilee,Larch,Laurel,Lime,Linden,Maple,Marlborough,Meadow,Nelson,Oak,
Orchard,Osborne,Poplar,Priory,Regent,Rowan,Rutland,Sandringham,Somerset,Sycamore,Tennyson,Thornhill,
Trinity,Tudor,Vicarage,Waterloo,Wellington,Westbourne,Willow,Woodland,Wordsworth,Yew Tree,
McKenzie,O'Connell,Upper Mill,Old Mill,Long Acre,Saxon,Norman,Castle,Abbey,Glebe,Rectory,Kestrel`)

const STREET_TYPES = list(
  'Road,Street,Avenue,Close,Lane,Drive,Way,Court,Crescent,Gardens,Grove,Place,Terrace,Hill,Walk',
)

const MEWS_TYPES = list('Mews,Yard,Cottages,Court,Terrace,Row')

const HOUSE_NAMES = list(
  'The Old Post Office,The Old Rectory,The Coach House,The Old Bakery,The Lodge,Dunroamin,Fairways',
)

const HOUSE_WORDS = list(
  'Rose,Ivy,Orchard,Mill,Hill,Meadow,Bank,Holly,Lane End,Church,Spring,Brook',
)

const HOUSE_KINDS = list('Cottage,House,Lodge,Farm,Barn,View,Villa')

const BLOCK_KINDS = list('Court,House,Mansions,Heights,Point,Lodge')

const ESTATE_KINDS = list('Industrial Estate,Business Park,Trading Estate,Retail Park')

const TRADE_WORDS = list(`
Copper Kettle,Blue Door,Corner,Riverside,Northgate,Larkfield,Red Kite,Silver Birch,Two Bridges,
Old Bank,Lantern,Harbour,Greenway,Kingfisher,White Hart,Bluebell,Weaver,Ridgeway,Foxglove,Anchor`)

const SHOP_KINDS = list(`
Bakery,Books,Cafe,Cycles,Dental Practice,Dry Cleaners,Estate Agents,Fish Bar,Florist,Furnishings,
Hairdressing,Hardware,Inn,Opticians,Pharmacy,Surgery,Veterinary Centre,Wines`)

const FIRM_KINDS = list(`
Accountancy Ltd,Architects LLP,Building Supplies Ltd,Engineering Ltd,Freight Ltd,Homes PLC,
Joinery Ltd,Packaging Ltd,Plumbing Ltd,Print Ltd,Software Ltd,Solicitors LLP,Tools Ltd`)

const DEPARTMENTS = list(
  'Accounts Department,Customer Services,Housing Services,Human Resources,Returns Department',
)

function list(text: string): readonly string[] {
  return text.replaceAll('\n', '').split(',')
}
