// Values of parameters and members that could be real, for examples.

import type { Product } from '../address/product.ts'

const OF_PRODUCT: Readonly<Record<Product, Readonly<Record<string, unknown>>>> = {
  uk: {
    addresses: ['10 queensway london W2 2AA', '10 quensway, londn'],
    term: '10 queens',
    address: '10 Queensway, London W2 2AA',
    postcode: 'W2 2AA',
    house: '10',
    latitude: '51.5034',
    longitude: '-0.1276',
    from: 'W2 2AA',
    from_latitude: '51.5034',
    from_longitude: '-0.1276',
    to: 'AB15 9HL',
    to_latitude: '53.4810',
    to_longitude: '-2.2370',
  },
  au: {
    addresses: ['8-10 taylor st melbourne 3000', '8-10 tailor st melborne'],
    term: '11 taylor',
    address: '8-10 Taylor St, Melbourne VIC 3000',
    postcode: '3000',
    latitude: '-37.8175',
    longitude: '144.9644',
    from_latitude: '-37.8175',
    from_longitude: '144.9644',
    to_latitude: '-33.8688',
    to_longitude: '151.2093',
  },
}

const VALUES: Readonly<Record<string, unknown>> = {
  host: 'shop.example.com',
  account: 'acc_1pW0vXq8ZrT5nYkC3sLd7G',
  mail: '019a8f2c4b7e3d1f6a5c',
  release: 'uk-2026-02-28-1a2b3c',
  email: 'owner@example.com',
  product: 'uk',
  state: 'paid',
  note: 'Pays by bank transfer.',
  lines: ['Example Ltd', '1 High Street', 'London SW1A 1AA'],
  kind: 'expired',
  number: '1',
  row: 12,
  choice: 'none',
  day: 1,
  month: 11,
  year: 2026,
  from_day: 1,
  from_month: 11,
  from_year: 2026,
  to_day: 30,
  to_month: 11,
  to_year: 2026,
  label: 'Shop',
  name: 'Shop',
  'auto-upgrade': true,
  plan_name: 'standard',
  'email-address': 'books@example.com',
  'new-email-address': 'accounts@example.com',
  line_1: 'The Old Forge',
  line1: 'The Old Forge',
  residential: true,
  url: 'https://shop.example.com',
  grace: 3600,
  csv: 'postcode,line_1,residential\nAB15 9HL,The Old Forge,true',
}

const PLACE_TERMS: Readonly<Record<Product, string>> = { uk: 'lond', au: 'melb' }

/** Undefined if the reader must fill it in. */
export function exampleValue(name: string, product: Product): unknown {
  return OF_PRODUCT[product][name] ?? VALUES[name]
}

/** Where places are looked up, the name of one. */
export function termFor(path: string, product: Product, term?: string): string {
  const isPlace = /^\/(location|typeahead)/.test(path)
  return isPlace ? PLACE_TERMS[product] : (term ?? String(OF_PRODUCT[product].term))
}
