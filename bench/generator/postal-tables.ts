// Shares of what UK addresses hold: street types and the letters of postcode areas.

import { Weighted } from './distributions.ts'

/** The last word of a street's name; '' is a name like THE CRANLEY. */
export const STREET_TYPES = new Weighted<string>([
  ['ROAD', 240],
  ['STREET', 150],
  ['CLOSE', 130],
  ['AVENUE', 75],
  ['DRIVE', 75],
  ['LANE', 70],
  ['COURT', 45],
  ['WAY', 40],
  ['GARDENS', 28],
  ['CRESCENT', 26],
  ['PLACE', 25],
  ['GROVE', 22],
  ['TERRACE', 20],
  ['', 15],
  ['HILL', 9],
  ['VIEW', 9],
  ['GREEN', 8],
  ['WALK', 8],
  ['MEWS', 8],
  ['RISE', 6],
  ['SQUARE', 5],
  ['PARK', 5],
  ['ROW', 4],
])

export const TOWN_LASTS: readonly string[] = ['REGIS', 'SPA', 'MAGNA', 'CROSS', 'GREEN', 'BAY']

export const POSTCODE_AREAS: readonly string[] =
  `AB AL B BA BB BD BH BL BN BR BS CA CB CF CH CM CO CR CT CV CW DA DD
DE DG DH DL DN DT DY E EC EH EN EX FK FY G GL GU HA HD HG HP HR HS HU HX IG IP IV KA KT KW KY L LA LD LE LL LN LS
LU M ME MK ML N NE NG NN NP NR NW OL OX PA PE PH PL PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA
TD TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO ZE`.split(/\s+/)
