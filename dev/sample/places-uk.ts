// Real UK postcode districts and their post towns, in which the sample of product `uk` is laid out.

export interface SampleDistrict {
  readonly outcode: string
  /** The digits that may begin the second half of its postcodes. */
  readonly sectors: string
  readonly latitude: number
  readonly longitude: number
  /** Its share of the sample. */
  readonly size: number
  readonly country: string
  readonly townOrCity: string
  readonly county: string
  readonly district: string
  /** Dependent localities. */
  readonly localities: readonly string[]
}

/**
 * Outcode, sectors, latitude, longitude, size, country, post town, county, district, localities.
 * London and Bristol have no county in postal addresses.
 */
const TABLE = `
SW1A|12|51.503|-0.131|6|E|London||City of Westminster|
SW3|1234569|51.490|-0.165|4|E|London||Kensington and Chelsea|
SW6|12345679|51.477|-0.200|4|E|London||Hammersmith and Fulham|
SW11|1234569|51.466|-0.164|5|E|London||Wandsworth|
SW19|123456789|51.423|-0.203|5|E|London||Merton|
W1D|1234567|51.513|-0.131|3|E|London||City of Westminster|
W2|1234567|51.515|-0.178|4|E|London||City of Westminster|
W8|45679|51.500|-0.193|4|E|London||Kensington and Chelsea|
WC2H|0789|51.513|-0.128|3|E|London||Camden|
EC1A|12479|51.520|-0.103|3|E|London||City of London|
EC2A|1234|51.523|-0.086|3|E|London||Hackney|
E1|012345678|51.518|-0.058|8|E|London||Tower Hamlets|
E8|12349|51.542|-0.063|5|E|London||Hackney|
E14|0123456789|51.506|-0.019|6|E|London||Tower Hamlets|
N1|0123456789|51.537|-0.097|8|E|London||Islington|
N16|0156789|51.563|-0.075|5|E|London||Hackney|
NW1|0123456789|51.533|-0.143|6|E|London||Camden|
NW3|12345679|51.552|-0.171|5|E|London||Camden|
SE1|0123456789|51.498|-0.089|7|E|London||Southwark|
SE10|0189|51.482|-0.006|4|E|London||Greenwich|
SE15|1234569|51.472|-0.065|5|E|London||Southwark|
M1|1234567|53.477|-2.235|6|E|Manchester|Greater Manchester|Manchester|
M4|1234567|53.485|-2.229|4|E|Manchester|Greater Manchester|Manchester|
M14|04567|53.448|-2.224|5|E|Manchester|Greater Manchester|Manchester|Fallowfield,Rusholme
M20|123456|53.425|-2.230|5|E|Manchester|Greater Manchester|Manchester|Didsbury,Withington
M33|0234567|53.420|-2.325|4|E|Sale|Cheshire|Trafford|Brooklands
SK1|12349|53.407|-2.150|5|E|Stockport|Cheshire|Stockport|Offerton
SK4|123459|53.419|-2.179|4|E|Stockport|Cheshire|Stockport|Heaton Moor,Heaton Mersey,Heaton Norris
SK8|12345679|53.379|-2.207|4|E|Cheadle|Cheshire|Stockport|Cheadle Hulme,Gatley,Heald Green
SK10|123459|53.278|-2.129|5|E|Macclesfield|Cheshire|Cheshire East|Bollington,Tytherington,Prestbury
SK11|06789|53.246|-2.142|4|E|Macclesfield|Cheshire|Cheshire East|Langley,Sutton,Gawsworth
OL1|12349|53.549|-2.106|3|E|Oldham|Lancashire|Oldham|Royton,Moorside
BL1|123456789|53.590|-2.444|4|E|Bolton|Lancashire|Bolton|Smithills,Heaton
WA14|12345|53.386|-2.358|3|E|Altrincham|Cheshire|Trafford|Broadheath,Bowdon,Dunham Massey
CH1|1234569|53.202|-2.907|4|E|Chester|Cheshire|Cheshire West and Chester|Blacon,Mollington
L1|0123456789|53.403|-2.979|4|E|Liverpool|Merseyside|Liverpool|
L8|0123456789|53.390|-2.962|4|E|Liverpool|Merseyside|Liverpool|Toxteth
L18|0123456789|53.381|-2.907|4|E|Liverpool|Merseyside|Liverpool|Allerton,Mossley Hill
PR1|0123456789|53.758|-2.701|4|E|Preston|Lancashire|Preston|Penwortham
LA1|123459|54.047|-2.799|3|E|Lancaster|Lancashire|Lancaster|Scotforth,Galgate
B1|123|52.479|-1.907|4|E|Birmingham|West Midlands|Birmingham|
B13|0389|52.436|-1.878|5|E|Birmingham|West Midlands|Birmingham|Moseley
B29|45679|52.437|-1.947|5|E|Birmingham|West Midlands|Birmingham|Selly Oak,Weoley Castle
B91|1239|52.414|-1.782|4|E|Solihull|West Midlands|Solihull|Olton
CV1|123459|52.409|-1.506|4|E|Coventry|West Midlands|Coventry|Hillfields
CV32|4567|52.296|-1.531|3|E|Leamington Spa|Warwickshire|Warwick|Lillington,Cubbington
WV1|12349|52.586|-2.115|3|E|Wolverhampton|West Midlands|Wolverhampton|
LE1|123456789|52.634|-1.128|4|E|Leicester|Leicestershire|Leicester|
NG1|12345679|52.954|-1.147|4|E|Nottingham|Nottinghamshire|Nottingham|
NG7|1234567|52.958|-1.175|5|E|Nottingham|Nottinghamshire|Nottingham|Lenton,Radford
DE1|01239|52.920|-1.475|4|E|Derby|Derbyshire|Derby|
ST1|123456|53.026|-2.171|4|E|Stoke-on-Trent|Staffordshire|Stoke-on-Trent|Hanley,Birches Head
ST4|123456789|52.995|-2.183|4|E|Stoke-on-Trent|Staffordshire|Stoke-on-Trent|Trentham,Penkhull
ST5|0123456789|53.015|-2.237|4|E|Newcastle|Staffordshire|Newcastle-under-Lyme|Wolstanton,Clayton
NN1|123459|52.242|-0.887|3|E|Northampton|Northamptonshire|West Northamptonshire|Abington
LN1|123|53.259|-0.586|3|E|Lincoln|Lincolnshire|Lincoln|Burton,Saxilby
PE1|123459|52.587|-0.239|3|E|Peterborough|Cambridgeshire|Peterborough|Fengate,Parnwell
CB1|0123789|52.195|0.150|5|E|Cambridge|Cambridgeshire|Cambridge|Cherry Hinton,Fulbourn
CB2|013789|52.190|0.125|4|E|Cambridge|Cambridgeshire|Cambridge|Trumpington,Great Shelford
NR1|1234|52.627|1.310|4|E|Norwich|Norfolk|Norwich|
IP1|1234569|52.066|1.142|3|E|Ipswich|Suffolk|Ipswich|Whitton
CO1|129|51.889|0.910|3|E|Colchester|Essex|Colchester|
CM1|1234679|51.745|0.457|3|E|Chelmsford|Essex|Chelmsford|Broomfield,Writtle
SS1|1239|51.537|0.733|3|E|Southend-on-Sea|Essex|Southend-on-Sea|Thorpe Bay
LS1|123456789|53.797|-1.548|5|E|Leeds|West Yorkshire|Leeds|
LS6|1234|53.819|-1.567|5|E|Leeds|West Yorkshire|Leeds|Headingley,Meanwood
LS8|123459|53.824|-1.509|4|E|Leeds|West Yorkshire|Leeds|Roundhay,Oakwood
S1|12349|53.380|-1.468|5|E|Sheffield|South Yorkshire|Sheffield|
S8|02789|53.340|-1.476|5|E|Sheffield|South Yorkshire|Sheffield|Woodseats,Norton
S11|0789|53.361|-1.506|5|E|Sheffield|South Yorkshire|Sheffield|Ecclesall
BD1|123459|53.796|-1.753|3|E|Bradford|West Yorkshire|Bradford|
HD1|1234569|53.646|-1.788|3|E|Huddersfield|West Yorkshire|Kirklees|Lockwood
HX1|123459|53.721|-1.870|2|E|Halifax|West Yorkshire|Calderdale|
YO1|06789|53.959|-1.081|4|E|York|North Yorkshire|York|
YO31|016789|53.969|-1.064|4|E|York|North Yorkshire|York|Heworth,Huntington
HU1|123|53.743|-0.335|3|E|Hull|North Humberside|Kingston upon Hull|
NE1|12345678|54.973|-1.611|5|E|Newcastle upon Tyne|Tyne and Wear|Newcastle upon Tyne|
NE6|123459|54.977|-1.564|4|E|Newcastle upon Tyne|Tyne and Wear|Newcastle upon Tyne|Heaton,Byker
DH1|123459|54.781|-1.566|3|E|Durham|County Durham|County Durham|Belmont,Gilesgate
SR1|123|54.907|-1.379|2|E|Sunderland|Tyne and Wear|Sunderland|
TS1|123459|54.572|-1.237|3|E|Middlesbrough|Cleveland|Middlesbrough|
CA1|1239|54.885|-2.910|2|E|Carlisle|Cumbria|Cumberland|Botcherby
BS1|1234569|51.453|-2.593|5|E|Bristol||Bristol|
BS6|5679|51.470|-2.599|4|E|Bristol||Bristol|Redland,Cotham
BS8|12349|51.457|-2.620|4|E|Bristol||Bristol|Clifton,Leigh Woods
BA1|0123456789|51.391|-2.359|4|E|Bath|Somerset|Bath and North East Somerset|Weston,Batheaston
GL50|12349|51.900|-2.080|3|E|Cheltenham|Gloucestershire|Cheltenham|
OX1|123459|51.745|-1.260|5|E|Oxford|Oxfordshire|Oxford|Kennington
OX4|1234679|51.730|-1.215|5|E|Oxford|Oxfordshire|Oxford|Cowley,Littlemore
RG1|123456789|51.454|-0.969|4|E|Reading|Berkshire|Reading|
SL6|0123456789|51.522|-0.726|5|E|Maidenhead|Berkshire|Windsor and Maidenhead|Cookham,Bray,Taplow
SL4|1234569|51.475|-0.625|3|E|Windsor|Berkshire|Windsor and Maidenhead|Eton,Datchet
MK9|1234|52.041|-0.759|3|E|Milton Keynes|Buckinghamshire|Milton Keynes|
AL1|123459|51.748|-0.322|3|E|St Albans|Hertfordshire|St Albans|
LU1|123459|51.875|-0.424|3|E|Luton|Bedfordshire|Luton|Caddington
GU1|12349|51.243|-0.564|3|E|Guildford|Surrey|Guildford|Burpham,Merrow
KT1|12349|51.407|-0.296|4|E|Kingston upon Thames|Surrey|Kingston upon Thames|Hampton Wick
CR0|0123456789|51.372|-0.075|5|E|Croydon|Surrey|Croydon|Addiscombe,Shirley
TW9|12349|51.467|-0.294|4|E|Richmond|Surrey|Richmond upon Thames|Kew
BN1|123456789|50.839|-0.138|5|E|Brighton|East Sussex|Brighton and Hove|Patcham,Withdean
CT1|1239|51.277|1.087|3|E|Canterbury|Kent|Canterbury|
TN1|12|51.135|0.270|2|E|Tunbridge Wells|Kent|Tunbridge Wells|
PO1|123459|50.799|-1.087|3|E|Portsmouth|Hampshire|Portsmouth|Southsea
SO14|0123567|50.908|-1.395|3|E|Southampton|Hampshire|Southampton|
SP1|123|51.074|-1.789|2|E|Salisbury|Wiltshire|Wiltshire|
BH1|12349|50.724|-1.860|3|E|Bournemouth|Dorset|Bournemouth, Christchurch and Poole|Boscombe
EX1|1239|50.725|-3.505|3|E|Exeter|Devon|Exeter|Heavitree,Pinhoe
PL1|123459|50.371|-4.153|3|E|Plymouth|Devon|Plymouth|Stonehouse
TR1|1239|50.262|-5.053|2|E|Truro|Cornwall|Cornwall|Malpas
TA1|123459|51.012|-3.102|2|E|Taunton|Somerset|Somerset|
EH1|123|55.952|-3.188|6|S|Edinburgh|Midlothian|City of Edinburgh|
EH3|156789|55.954|-3.200|5|S|Edinburgh|Midlothian|City of Edinburgh|
EH12|0156789|55.943|-3.271|4|S|Edinburgh|Midlothian|City of Edinburgh|Corstorphine
G1|123459|55.860|-4.247|6|S|Glasgow|Lanarkshire|Glasgow City|
G12|089|55.880|-4.301|5|S|Glasgow|Lanarkshire|Glasgow City|
G41|12345|55.838|-4.282|4|S|Glasgow|Lanarkshire|Glasgow City|
AB10|167|57.135|-2.117|4|S|Aberdeen|Aberdeenshire|Aberdeen City|
AB15|456789|57.139|-2.165|3|S|Aberdeen|Aberdeenshire|Aberdeen City|Cults,Bieldside,Milltimber
DD1|123459|56.461|-2.977|3|S|Dundee|Angus|Dundee City|
PH1|12345|56.421|-3.475|3|S|Perth|Perthshire|Perth and Kinross|Almondbank
IV1|139|57.487|-4.231|2|S|Inverness|Inverness-shire|Highland|
FK8|123|56.119|-3.940|2|S|Stirling|Stirlingshire|Stirling|Gargunnock
KY16|0689|56.342|-2.819|2|S|St Andrews|Fife|Fife|Guardbridge,Strathkinness
CF10|12345|51.474|-3.176|5|W|Cardiff|South Glamorgan|Cardiff|
CF24|012345|51.485|-3.164|5|W|Cardiff|South Glamorgan|Cardiff|Roath,Splott
CF5|1234569|51.482|-3.241|4|W|Cardiff|South Glamorgan|Cardiff|Ely,Fairwater,St Fagans
SA1|123456789|51.627|-3.939|4|W|Swansea|West Glamorgan|Swansea|St Thomas
NP20|12345679|51.591|-3.005|3|W|Newport|Gwent|Newport|
LL57|12349|53.207|-4.110|2|W|Bangor|Gwynedd|Gwynedd|Tregarth,Bethesda
LL30|1239|53.318|-3.815|2|W|Llandudno|Conwy|Conwy|Craig-y-Don,Penrhyn Bay
SY23|123459|52.382|-4.051|2|W|Aberystwyth|Ceredigion|Ceredigion|Llanfarian,Penparcau
BT1|1234567|54.599|-5.928|5|N|Belfast|County Antrim|Belfast|
BT7|123|54.582|-5.924|4|N|Belfast|County Antrim|Belfast|
BT9|567|54.572|-5.949|4|N|Belfast|County Antrim|Belfast|
BT48|6789|55.009|-7.327|4|N|Londonderry|County Londonderry|Derry City and Strabane|
BT28|123|54.523|-6.088|3|N|Lisburn|County Antrim|Lisburn and Castlereagh|Ballinderry Upper
BT20|345|54.658|-5.664|2|N|Bangor|County Down|Ards and North Down|
BT34|123|54.176|-6.337|2|N|Newry|County Down|Newry, Mourne and Down|Warrenpoint,Rostrevor,Kilkeel
`

const COUNTRIES: Readonly<Record<string, string>> = {
  E: 'England',
  N: 'Northern Ireland',
  S: 'Scotland',
  W: 'Wales',
}

export const SAMPLE_DISTRICTS: readonly SampleDistrict[] = TABLE.trim()
  .split('\n')
  .map(readDistrict)

function readDistrict(line: string): SampleDistrict {
  const cells = line.split('|')
  const [outcode = '', sectors = '', latitude, longitude, size, country = ''] = cells
  const [townOrCity = '', county = '', district = '', localities = ''] = cells.slice(6)
  return {
    outcode,
    sectors,
    latitude: Number(latitude),
    longitude: Number(longitude),
    size: Number(size),
    country: COUNTRIES[country] ?? '',
    townOrCity,
    county,
    district,
    localities: localities === '' ? [] : localities.split(','),
  }
}
