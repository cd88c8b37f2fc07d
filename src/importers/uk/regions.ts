// Where the United Kingdom is, its countries, and its districts by their ONS code under the county that people write.

import type { Point } from '../../address/geo.ts'
import { list, words } from '../../countries/tables.ts'

/** With the Channel Islands and Shetland. */
const BOX = { latitudeMin: 48.9, latitudeMax: 61.2, longitudeMin: -9, longitudeMax: 2.2 }

export function inUnitedKingdom({ latitude, longitude }: Point): boolean {
  return (
    latitude >= BOX.latitudeMin &&
    latitude <= BOX.latitudeMax &&
    longitude >= BOX.longitudeMin &&
    longitude <= BOX.longitudeMax
  )
}

/** The first three characters of an ONS country code (`E92000001`) and what people call it. */
export const ONS_COUNTRIES: ReadonlyMap<string, string> = new Map([
  ['E92', 'England'],
  ['W92', 'Wales'],
  ['S92', 'Scotland'],
  ['N92', 'Northern Ireland'],
  ['L93', 'Channel Islands'],
  ['M83', 'Isle of Man'],
])

/** Areas that lie in one country; those along a border are in none of these lists. */
const AREA_COUNTRIES: ReadonlyMap<string, string> = new Map([
  ...areas('Scotland', 'AB DD EH FK G HS IV KA KW KY ML PA PH ZE'),
  ...areas('Wales', 'CF SA'),
  ...areas('Northern Ireland', 'BT'),
  ...areas('Isle of Man', 'IM'),
  ...areas('Channel Islands', 'GY JE'),
  ...areas(
    'England',
    `AL B BA BB BD BH BL BN BR BS CB CM CO CR CT CV CW DA DE DH DL DN DT DY E EC EN EX FY GU HA HD
     HG HP HU HX IG IP KT L LA LE LN LS LU M ME MK N NE NG NN NR NW OL OX PE PL PO PR RG RH RM S SE
     SG SK SL SM SN SO SP SR SS ST SW TA TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO`,
  ),
])

/** Those of today and those that sales before 1996 name. */
const WELSH_COUNTIES: ReadonlySet<string> = new Set(
  list(`
CLWYD|DYFED|GWENT|MID GLAMORGAN|SOUTH GLAMORGAN|WEST GLAMORGAN|BLAENAU GWENT|BRIDGEND|CAERPHILLY|CARDIFF
CARMARTHENSHIRE|CEREDIGION|CONWY|DENBIGHSHIRE|FLINTSHIRE|GWYNEDD|ISLE OF ANGLESEY|MERTHYR TYDFIL|MONMOUTHSHIRE
NEATH PORT TALBOT|NEWPORT|PEMBROKESHIRE|POWYS|RHONDDA CYNON TAFF|RHONDDA CYNON TAF|SWANSEA|THE VALE OF GLAMORGAN
TORFAEN|WREXHAM`),
)

/** '' for an area along a border. */
export function countryOfPostcode(postcode: string): string {
  const area = /^[A-Z]{1,2}/.exec(postcode)?.[0] ?? ''
  return AREA_COUNTRIES.get(area) ?? ''
}

export function isWelshCounty(county: string): boolean {
  return WELSH_COUNTIES.has(county.toUpperCase())
}

function areas(country: string, names: string): [string, string][] {
  return words(names).map((area) => [area, country])
}

/**
 * One county a line, with the first letters and digits that its codes share, then the rest of each code with the
 * district's name. A council that is its own county stands under `=`. Districts that no longer are stay: files and
 * postcodes older than their end name them.
 */
const DISTRICTS = `
Buckinghamshire E070000: 04 Aylesbury Vale|05 Chiltern|06 South Bucks|07 Wycombe
Cambridgeshire E070000: 08 Cambridge|09 East Cambridgeshire|10 Fenland|11 Huntingdonshire
Cambridgeshire E070000: 12 South Cambridgeshire
Cumbria E070000: 26 Allerdale|27 Barrow-in-Furness|28 Carlisle|29 Copeland|30 Eden|31 South Lakeland
Derbyshire E070000: 32 Amber Valley|33 Bolsover|34 Chesterfield|35 Derbyshire Dales|36 Erewash
Derbyshire E070000: 37 High Peak|38 North East Derbyshire|39 South Derbyshire
Devon E070000: 40 East Devon|41 Exeter|42 Mid Devon|43 North Devon|44 South Hams|45 Teignbridge
Devon E070000: 46 Torridge|47 West Devon
Dorset E070000: 48 Christchurch|49 East Dorset|50 North Dorset|51 Purbeck|52 West Dorset
Dorset E070000: 53 Weymouth and Portland
East Sussex E070000: 61 Eastbourne|62 Hastings|63 Lewes|64 Rother|65 Wealden
Essex E070000: 66 Basildon|67 Braintree|68 Brentwood|69 Castle Point|70 Chelmsford|71 Colchester
Essex E070000: 72 Epping Forest|73 Harlow|74 Maldon|75 Rochford|76 Tendring|77 Uttlesford
Gloucestershire E070000: 78 Cheltenham|79 Cotswold|80 Forest of Dean|81 Gloucester|82 Stroud
Gloucestershire E070000: 83 Tewkesbury
Hampshire E070000: 84 Basingstoke and Deane|85 East Hampshire|86 Eastleigh|87 Fareham|88 Gosport
Hampshire E070000: 89 Hart|90 Havant|91 New Forest|92 Rushmoor|93 Test Valley|94 Winchester
Hertfordshire E070000: 95 Broxbourne|96 Dacorum|97 East Hertfordshire|98 Hertsmere
Hertfordshire E070000: 99 North Hertfordshire
Hertfordshire E070001: 00 St Albans|01 Stevenage|02 Three Rivers|03 Watford|04 Welwyn Hatfield
Hertfordshire E070002: 40 St Albans|41 Welwyn Hatfield|42 East Hertfordshire|43 Stevenage
Kent E070001: 05 Ashford|06 Canterbury|07 Dartford|08 Dover|09 Gravesham|10 Maidstone|11 Sevenoaks
Kent E070001: 12 Folkestone and Hythe|13 Swale|14 Thanet|15 Tonbridge and Malling|16 Tunbridge Wells
Lancashire E070001: 17 Burnley|18 Chorley|19 Fylde|20 Hyndburn|21 Lancaster|22 Pendle|23 Preston
Lancashire E070001: 24 Ribble Valley|25 Rossendale|26 South Ribble|27 West Lancashire|28 Wyre
Leicestershire E070001: 29 Blaby|30 Charnwood|31 Harborough|32 Hinckley and Bosworth|33 Melton
Leicestershire E070001: 34 North West Leicestershire|35 Oadby and Wigston
Lincolnshire E070001: 36 Boston|37 East Lindsey|38 Lincoln|39 North Kesteven|40 South Holland
Lincolnshire E070001: 41 South Kesteven|42 West Lindsey
Norfolk E070001: 43 Breckland|44 Broadland|45 Great Yarmouth|46 King's Lynn and West Norfolk
Norfolk E070001: 47 North Norfolk|48 Norwich|49 South Norfolk
Northamptonshire E070001: 50 Corby|51 Daventry|52 East Northamptonshire|53 Kettering|54 Northampton
Northamptonshire E070001: 55 South Northamptonshire|56 Wellingborough
North Yorkshire E070001: 63 Craven|64 Hambleton|65 Harrogate|66 Richmondshire|67 Ryedale
North Yorkshire E070001: 68 Scarborough|69 Selby
Nottinghamshire E070001: 70 Ashfield|71 Bassetlaw|72 Broxtowe|73 Gedling|74 Mansfield
Nottinghamshire E070001: 75 Newark and Sherwood|76 Rushcliffe
Oxfordshire E070001: 77 Cherwell|78 Oxford|79 South Oxfordshire|80 Vale of White Horse
Oxfordshire E070001: 81 West Oxfordshire
Somerset E070001: 87 Mendip|88 Sedgemoor|89 South Somerset|90 Taunton Deane|91 West Somerset
Somerset E070002: 46 Somerset West and Taunton
Staffordshire E070001: 92 Cannock Chase|93 East Staffordshire|94 Lichfield|95 Newcastle-under-Lyme
Staffordshire E070001: 96 South Staffordshire|97 Stafford|98 Staffordshire Moorlands|99 Tamworth
Suffolk E070002: 00 Babergh|01 Forest Heath|02 Ipswich|03 Mid Suffolk|04 St Edmundsbury
Suffolk E070002: 05 Suffolk Coastal|06 Waveney|44 East Suffolk|45 West Suffolk
Surrey E070002: 07 Elmbridge|08 Epsom and Ewell|09 Guildford|10 Mole Valley|11 Reigate and Banstead
Surrey E070002: 12 Runnymede|13 Spelthorne|14 Surrey Heath|15 Tandridge|16 Waverley|17 Woking
Warwickshire E070002: 18 North Warwickshire|19 Nuneaton and Bedworth|20 Rugby|21 Stratford-on-Avon
Warwickshire E070002: 22 Warwick
West Sussex E070002: 23 Adur|24 Arun|25 Chichester|26 Crawley|27 Horsham|28 Mid Sussex|29 Worthing
Worcestershire E070002: 34 Bromsgrove|35 Malvern Hills|36 Redditch|37 Worcester|38 Wychavon
Worcestershire E070002: 39 Wyre Forest
Greater Manchester E080000: 01 Bolton|02 Bury|03 Manchester|04 Oldham|05 Rochdale|06 Salford
Greater Manchester E080000: 07 Stockport|08 Tameside|09 Trafford|10 Wigan
Merseyside E080000: 11 Knowsley|12 Liverpool|13 St Helens|14 Sefton|15 Wirral
South Yorkshire E080000: 16 Barnsley|17 Doncaster|18 Rotherham|19 Sheffield|38 Barnsley|39 Sheffield
Tyne and Wear E080000: 20 Gateshead|21 Newcastle upon Tyne|22 North Tyneside|23 South Tyneside
Tyne and Wear E080000: 24 Sunderland|37 Gateshead
West Midlands E080000: 25 Birmingham|26 Coventry|27 Dudley|28 Sandwell|29 Solihull|30 Walsall
West Midlands E080000: 31 Wolverhampton
West Yorkshire E080000: 32 Bradford|33 Calderdale|34 Kirklees|35 Leeds|36 Wakefield
Greater London E090000: 01 City of London|02 Barking and Dagenham|03 Barnet|04 Bexley|05 Brent
Greater London E090000: 06 Bromley|07 Camden|08 Croydon|09 Ealing|10 Enfield|11 Greenwich|12 Hackney
Greater London E090000: 13 Hammersmith and Fulham|14 Haringey|15 Harrow|16 Havering|17 Hillingdon
Greater London E090000: 18 Hounslow|19 Islington|20 Kensington and Chelsea|21 Kingston upon Thames
Greater London E090000: 22 Lambeth|23 Lewisham|24 Merton|25 Newham|26 Redbridge
Greater London E090000: 27 Richmond upon Thames|28 Southwark|29 Sutton|30 Tower Hamlets
Greater London E090000: 31 Waltham Forest|32 Wandsworth|33 Westminster
= E060000: 01 Hartlepool|02 Middlesbrough|03 Redcar and Cleveland|04 Stockton-on-Tees|05 Darlington
= E060000: 06 Halton|07 Warrington|08 Blackburn with Darwen|09 Blackpool|10 Kingston upon Hull
= E060000: 11 East Riding of Yorkshire|12 North East Lincolnshire|13 North Lincolnshire|14 York
= E060000: 15 Derby|16 Leicester|17 Rutland|18 Nottingham|19 Herefordshire|20 Telford and Wrekin
= E060000: 21 Stoke-on-Trent|22 Bath and North East Somerset|23 Bristol|24 North Somerset
= E060000: 25 South Gloucestershire|26 Plymouth|27 Torbay|28 Bournemouth|29 Poole|30 Swindon
= E060000: 31 Peterborough|32 Luton|33 Southend-on-Sea|34 Thurrock|35 Medway|36 Bracknell Forest
= E060000: 37 West Berkshire|38 Reading|39 Slough|40 Windsor and Maidenhead|41 Wokingham
= E060000: 42 Milton Keynes|43 Brighton and Hove|44 Portsmouth|45 Southampton|46 Isle of Wight
= E060000: 47 County Durham|48 Northumberland|49 Cheshire East|50 Cheshire West and Chester
= E060000: 51 Shropshire|52 Cornwall|53 Isles of Scilly|54 Wiltshire|55 Bedford
= E060000: 56 Central Bedfordshire|57 Northumberland|58 Bournemouth, Christchurch and Poole
= E060000: 59 Dorset|60 Buckinghamshire|61 North Northamptonshire|62 West Northamptonshire
= E060000: 63 Cumberland|64 Westmorland and Furness|65 North Yorkshire|66 Somerset
= S120000: 05 Clackmannanshire|06 Dumfries and Galloway|08 East Ayrshire|09 East Dunbartonshire
= S120000: 10 East Lothian|11 East Renfrewshire|13 Na h-Eileanan Siar|14 Falkirk|15 Fife|17 Highland
= S120000: 18 Inverclyde|19 Midlothian|20 Moray|21 North Ayrshire|23 Orkney Islands
= S120000: 24 Perth and Kinross|26 Scottish Borders|27 Shetland Islands|28 South Ayrshire
= S120000: 29 South Lanarkshire|30 Stirling|33 Aberdeen City|34 Aberdeenshire|35 Argyll and Bute
= S120000: 36 City of Edinburgh|38 Renfrewshire|39 West Dunbartonshire|40 West Lothian|41 Angus
= S120000: 42 Dundee City|43 Glasgow City|44 North Lanarkshire|45 East Dunbartonshire
= S120000: 46 Glasgow City|47 Fife|48 Perth and Kinross|49 Glasgow City|50 North Lanarkshire
= W060000: 01 Isle of Anglesey|02 Gwynedd|03 Conwy|04 Denbighshire|05 Flintshire|06 Wrexham
= W060000: 08 Ceredigion|09 Pembrokeshire|10 Carmarthenshire|11 Swansea|12 Neath Port Talbot
= W060000: 13 Bridgend|14 Vale of Glamorgan|15 Cardiff|16 Rhondda Cynon Taf|18 Caerphilly
= W060000: 19 Blaenau Gwent|20 Torfaen|21 Monmouthshire|22 Newport|23 Powys|24 Merthyr Tydfil
= N090000: 01 Antrim and Newtownabbey|02 Armagh City, Banbridge and Craigavon|03 Belfast
= N090000: 04 Causeway Coast and Glens|05 Derry City and Strabane|06 Fermanagh and Omagh
= N090000: 07 Lisburn and Castlereagh|08 Mid and East Antrim|09 Mid Ulster
= N090000: 10 Newry, Mourne and Down|11 Ards and North Down
`

const districts = new Map(DISTRICTS.trim().split('\n').flatMap(districtsOf))

function districtsOf(line: string) {
  const [head = '', names = ''] = line.split(': ')
  const space = head.lastIndexOf(' ')
  const [county, prefix] = [head.slice(0, space), head.slice(space + 1)]
  return names.split('|').map((entry) => {
    const [rest = '', district = ''] = [entry.slice(0, 2), entry.slice(3)]
    return [prefix + rest, { district, county: county === '=' ? district : county }] as const
  })
}

/** All codes, in an order that stays while a file is read. */
export const DISTRICT_CODES: readonly string[] = [...districts.keys()]

/** Undefined for a code that no district has, such as those that stand for "none". */
export function districtOf(code: string) {
  return districts.get(code)
}
