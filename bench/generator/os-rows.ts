// Writes houses and flats as Ordnance Survey delivers them, in NGD Address and in AddressBase Premium.

import { osgbToWgs84 } from '../../src/address/osgb.ts'
import type { Place, Premises } from './paf-rows.ts'

const BUILT =
  'uprn,versiondate,versionavailablefromdate,versionavailabletodate,changetype,theme,description,organisationname,' +
  'poboxnumber,subname,name,number,streetname,locality,townname,islandname,postcode,fulladdress,country,' +
  'alternatelanguagesubname,alternatelanguagename,alternatelanguagenumber,alternatelanguagestreetname,' +
  'alternatelanguagelocality,alternatelanguagetownname,alternatelanguageislandname,alternatelanguage,' +
  'alternatelanguagefulladdress,floorlevel,lowestfloorlevel,highestfloorlevel,classificationcode,' +
  'classificationdescription,primaryclassificationdescription,secondaryclassificationdescription,' +
  'tertiaryclassificationdescription,quaternaryclassificationdescription,buildstatus,buildstatusdate,addressstatus,' +
  'postcodesource,parentuprn,rootuprn,hierarchylevel,usrn,usrnmatchindicator,localcustodiancode,' +
  'localcustodiandescription,lowertierlocalauthoritygsscode,easting,northing,latitude,longitude,geometry,' +
  'positionalaccuracy,effectivestartdate,effectiveenddate'

const MAIL =
  'udprn,versiondate,versionavailablefromdate,versionavailabletodate,changetype,theme,description,organisationname,' +
  'departmentname,subbuildingname,buildingname,buildingnumber,dependentthoroughfare,thoroughfare,' +
  'doubledependentlocality,dependentlocality,posttown,postcode,postcodetype,deliverypointsuffix,' +
  'welshdependentthoroughfare,welshthoroughfare,welshdoubledependentlocality,welshdependentlocality,welshposttown,' +
  'poboxnumber,updatedate,entrydate,easting,northing,latitude,longitude,geometry,positionalaccuracy,' +
  'geometryallocationmethod,unmatchedreason,unmatchedreasondate,uprn,matchedaddressfeaturetype,matchtype,matchdate,' +
  'matchmethod,matchingorganisation'

const VERSION = '2026-09-30,2026-10-01T00:00:00.000Z,,Modified Attributes,Address'
const DATES = '2007-10-24,,2016-02-10,2001-04-04'
const UDPRN_FIRST = 10_000_000
const USRN_FIRST = 10_000_000
const WELSH_AREA = /^(?:CF|LD|LL|NP|SA)\d/

/** What all addresses of a street share. */
export interface OsStreet {
  readonly usrn: number
  readonly council: string
  readonly easting: number
  readonly northing: number
  readonly latitude: number
  readonly longitude: number
  /** The records of the street itself in AddressBase Premium. */
  readonly records: string
}

interface StreetPlace {
  readonly name: string
  readonly locality: string
  readonly town: string
  readonly easting: number
  readonly northing: number
}

/** The same address has the same UPRN and the same Royal Mail Address in every file. */
export class OsRows {
  static readonly builtHeader = `${BUILT}\n`
  static readonly mailHeader = `${MAIL}\n`
  static readonly premiumHead =
    '10,"Generated",9999,2026-10-01,1,2026-10-01,09:00:00,"2.0","F"\n' +
    '29,"Generated","GB","Made up","27700","Metres","9999","","2026-10-01","ISO","ENG"\n'
  static readonly premiumFoot = '99,0,0,2026-10-01,09:00:00\n'
  #streets = 0

  street(
    { name, locality, town, easting, northing }: StreetPlace,
    county: string,
    council: string,
  ): OsStreet {
    this.#streets += 1
    const usrn = USRN_FIRST + this.#streets
    const ends = `${easting}.00,${northing}.00,${easting + 90}.00,${northing + 60}.00`
    const records =
      `11,"I",1,${usrn},1,1110,2,1990-01-01,1,8,0,2003-07-02,,2007-07-19,2003-07-02,${ends},10\n` +
      `15,"I",2,${usrn},"${name}","${locality}","${town}","${county}","ENG",${DATES}\n`
    const welsh = `15,"I",2,${usrn},"STRYD ${name}","","${town}","${county}","CYM",${DATES}\n`
    const point = osgbToWgs84(easting, northing)
    return {
      usrn,
      council,
      easting,
      northing,
      ...point,
      records: usrn % 20 === 0 ? records + welsh : records,
    }
  }

  built(street: OsStreet, place: Place, premises: Premises, at: number): string {
    const { number, building, part, box, organisation } = premises
    const uprn = uprnOf(at)
    const numbers = number === '' && /^\d/.test(building) ? ['', building] : [building, number]
    const text = [
      organisation,
      part,
      ...numbers,
      place.street,
      place.locality,
      place.town,
      place.postcode,
    ]
    const whole = text.filter((each) => each !== '').join(', ')
    const isWelsh = WELSH_AREA.test(place.postcode) && street.usrn % 3 === 0
    const welsh = isWelsh ? `,,,STRYD ${place.street},,,,CYM,` : ',,,,,,,,'
    const [code, ...description] = classOf(premises)
    const isMail = hasMail(at)
    return (
      `${uprn},${VERSION},Built Address,${quoted(organisation)},${box},${quoted(part)},${quoted(numbers[0] ?? '')},` +
      `${numbers[1]},${place.street},${place.locality},${place.town},,${place.postcode},"${whole}",` +
      `${isWelsh ? 'Wales' : 'England'},${welsh},,,,${code},${description.join(',')},,Built Complete,2011-07-12,` +
      `Approved,${isMail ? 'A record which is linked to PAF' : 'A record which is identified as postal'},,${uprn},1,` +
      `${street.usrn},Manually Matched,1110,MADE UP,${street.council},${pointOf(street, at, true)},` +
      'General Internal Position,2001-04-04,\n'
    )
  }

  mail(street: OsStreet, place: Place, premises: Premises, at: number): string {
    if (!hasMail(at)) return ''
    const { number, building, part, box, department, organisation } = premises
    const welsh =
      WELSH_AREA.test(place.postcode) && street.usrn % 3 === 0 ? `STRYD ${place.street}` : ''
    return (
      `${UDPRN_FIRST + at},${VERSION},Royal Mail Address,${quoted(organisation)},${department},${quoted(part)},` +
      `${quoted(building)},${number},${place.dependent.street},${place.street},${place.dependent.locality},` +
      `${place.locality},${place.town},${place.postcode},${box === '' ? 'Small' : 'Large'},1A,,${welsh},,,,${box},` +
      `2026-01-18,2012-04-23,${pointOf(street, at, true)},General Internal Position,UPRN Matched,,,${uprnOf(at)},` +
      'Built Address,Automatic,2020-01-01,Automatic,GeoPlace\n'
    )
  }

  premium(street: OsStreet, place: Place, premises: Premises, at: number): string {
    const { number, building, part, box, department, organisation } = premises
    const uprn = uprnOf(at)
    const isMail = hasMail(at)
    const [, sao = '', saoNumber = ''] = /^(.*?) ?(\d*)$/.exec(part) ?? []
    const [, start = '', letter = '', end = ''] =
      /^(\d+)([A-Z]?)(?:-(\d+))?$/.exec(number || building) ?? []
    const pao = start === '' || number !== '' ? building : ''
    const key = `1110L${at}`
    const lines = [
      `21,"I",3,${uprn},1,2,2011-07-12,,${pointOf(street, at, false)},1,1110,"E",${DATES},"${isMail ? 'D' : 'L'}",` +
        `"${place.postcode}",0`,
      `32,"I",4,${uprn},"1110C${at}","${classOf(premises)[0]}","AddressBase Premium Classification Scheme","1.0",${DATES}`,
      `23,"I",5,${uprn},"1110X${at}","osgb${1_000_002_247_000_000 + at}","5","7666MA",${DATES}`,
      `23,"I",6,${uprn},"1110Y${at}","${street.council}","","7666OW",${DATES}`,
      `24,"I",7,${uprn},"${key}","ENG",1,${DATES},${saoNumber},"",,"","${sao}",${start},"${letter}",${end},"",` +
        `"${pao}",${street.usrn},"1","","","Y"`,
    ]
    if (organisation !== '')
      lines.push(`31,"I",8,${uprn},"1110O${at}","${organisation}","",${DATES}`)
    if (isMail) {
      lines.push(
        `28,"I",9,${uprn},${UDPRN_FIRST + at},"${organisation}","${department}","${part}","${building}",${number},` +
          `"${place.dependent.street}","${place.street}","${place.dependent.locality}","${place.locality}",` +
          `"${place.town}","${place.postcode}","${box === '' ? 'S' : 'L'}","1A","","","","","","${box}",2016-01-18,${DATES}`,
      )
    }
    if (at % 500 === 0) lines.push(`30,"I",10,${uprn},"1110S${at}",${DATES},${uprnOf(at + 1)}`)
    return `${lines.join('\n')}\n`
  }
}

/** Eight of ten get post of their own. */
function hasMail(at: number): boolean {
  return (Math.imul(at, 0x85ebca6b) >>> 0) % 100 < 82
}

/** They come in runs, as a council numbers them, and the runs in no order. */
function uprnOf(at: number): number {
  const run = Math.imul(at >>> 10, 0x9e3779b1) & 0xffffff
  return 100_000_000_000 + run * 1024 + ((at * 37) & 1023)
}

function classOf({ organisation, part, box }: Premises): readonly string[] {
  if (box !== '')
    return ['OR03', 'PO Box', 'Other (Ordnance Survey Only)', 'Royal Mail Infrastructure', 'PO Box']
  if (organisation !== '')
    return ['CR08', 'Shop / Showroom', 'Commercial', 'Retail', 'Shop / Showroom']
  if (part !== '')
    return ['RD06', 'Self Contained Flat', 'Residential', 'Dwelling', 'Self Contained Flat']
  return ['RD04', 'Terraced', 'Residential', 'Dwelling', 'Terraced']
}

/** Easting, northing, latitude and longitude; NGD has the point as a text as well. */
function pointOf(street: OsStreet, at: number, hasText: boolean): string {
  const along = at % 100
  const [easting, northing] = [street.easting + along * 9, street.northing + along * 6]
  const latitude = (street.latitude + along * 0.000054).toFixed(7)
  const longitude = (street.longitude + along * 0.00014).toFixed(7)
  const text = hasText ? `,POINT(${easting} ${northing})` : ''
  return `${easting}.00,${northing}.00,${latitude},${longitude}${text}`
}

function quoted(text: string): string {
  return text.includes(',') ? `"${text}"` : text
}
