// The United Kingdom: addresses as Royal Mail writes them, as Variant B answers them.

import type { Declaration } from './declaration.ts'
import { ENGLISH } from './english.ts'
import { COORDINATE_COLUMNS, columnsOf } from './fields.ts'
import { POSTAL_FIELDS, POSTAL_ROW_FIELDS } from './postal-fields.ts'
import { formsTable, list, pairs } from './tables.ts'

/** `*` marks those that are also towns. */
const COUNTIES = `
AVON|BEDFORDSHIRE|BEDS|BERKSHIRE|BERKS|BUCKINGHAMSHIRE|BUCKS|CAMBRIDGESHIRE|CAMBS|CHESHIRE|CLEVELAND|CORNWALL
CUMBERLAND|CUMBRIA|DERBYSHIRE|DERBYS|DEVON|DEVONSHIRE|DORSET|DURHAM*|SUSSEX|ESSEX|GLOUCESTERSHIRE|GLOS|GREATER LONDON
GREATER MANCHESTER|GTR MANCHESTER|HAMPSHIRE|HANTS|HEREFORDSHIRE|HEREFORD AND WORCESTER|HERTFORDSHIRE|HERTS|HUMBERSIDE
HUNTINGDONSHIRE|ISLE OF WIGHT|IOW|KENT|LANCASHIRE|LANCS|LEICESTERSHIRE|LEICS|LINCOLNSHIRE|LINCS|MERSEYSIDE|MIDDLESEX
MIDDX|NORFOLK|NORTHAMPTONSHIRE|NORTHANTS|NORTHUMBERLAND|NOTTINGHAMSHIRE|NOTTS|OXFORDSHIRE|OXON|RUTLAND|SHROPSHIRE|SALOP
SOMERSET|STAFFORDSHIRE|STAFFS|SUFFOLK|SURREY|TYNE AND WEAR|TYNE WEAR|WARWICKSHIRE|WARKS|WEST MIDLANDS|W MIDLANDS
WESTMORLAND|WILTSHIRE|WILTS|WORCESTERSHIRE|WORCS|YORKSHIRE|YORKS|EAST RIDING OF YORKSHIRE|EAST RIDING|ANGLESEY
ISLE OF ANGLESEY|BLAENAU GWENT|BRECONSHIRE|CAERNARFONSHIRE|CARDIGANSHIRE|CARMARTHENSHIRE|CEREDIGION|CLWYD|DENBIGHSHIRE
DYFED|FLINTSHIRE|GLAMORGAN|VALE OF GLAMORGAN|GWENT|GWYNEDD|MONMOUTHSHIRE|MONTGOMERYSHIRE|PEMBROKESHIRE|POWYS
RADNORSHIRE|RHONDDA CYNON TAFF|RHONDDA CYNON TAF|ABERDEENSHIRE|ANGUS|ARGYLL|ARGYLLSHIRE|ARGYLL AND BUTE|AYRSHIRE
BANFFSHIRE|BERWICKSHIRE|CAITHNESS|CLACKMANNANSHIRE|DUMFRIESSHIRE|DUMFRIES AND GALLOWAY|DUNBARTONSHIRE|MIDLOTHIAN
LOTHIAN|FIFE|HIGHLAND|INVERNESS SHIRE|ISLE OF SKYE|KINROSS SHIRE|KIRKCUDBRIGHTSHIRE|LANARKSHIRE|MORAY|MORAYSHIRE
NAIRNSHIRE|ORKNEY|PEEBLESSHIRE|PERTHSHIRE|PERTH AND KINROSS|RENFREWSHIRE|ROSS SHIRE|ROXBURGHSHIRE|SELKIRKSHIRE
SCOTTISH BORDERS|SHETLAND|STIRLINGSHIRE|STRATHCLYDE|SUTHERLAND|TAYSIDE|WIGTOWNSHIRE|DOWN*|FERMANAGH|LONDONDERRY*|ANTRIM*
ARMAGH*|TYRONE|CARMS|PEMBS|GLAM|CHES|HEREFS|CUMB|LANARKS|CAERNARVONSHIRE|MERIONETH|ROSS AND CROMARTY|ORKNEY ISLANDS
SHETLAND ISLANDS|NORTH EAST LINCOLNSHIRE|NE LINCS|WESTERN ISLES|OUTER HEBRIDES|ISLES OF SCILLY`
/** What people write before the name of a county. */
const SIDES = ['', ...list('NORTH|SOUTH|EAST|WEST|N|S|E|W|MID|COUNTY|CO').map((side) => `${side} `)]

/** Towns by other names, most of them Welsh, and as nearly all sources have them. */
const OTHER_TOWNS = `
ABERDAR=ABERDARE|ABERDAUGLEDDAU=MILFORD HAVEN|ABERGWAUN=FISHGUARD|ABERHONDDU=BRECON|ABERTAWE=SWANSEA
ABERTEIFI=CARDIGAN|BAE COLWYN=COLWYN BAY|BIWMARES=BEAUMARIS|CAERDYDD=CARDIFF|CAERFFILI=CAERPHILLY
CAERFYRDDIN=CARMARTHEN|CAERGYBI=HOLYHEAD|CAS GWENT=CHEPSTOW|CASNEWYDD=NEWPORT|CASTELL NEDD=NEATH|COED DUON=BLACKWOOD
CRUCYWEL=CRICKHOWELL|CRUGHYWEL=CRICKHOWELL|CYDWELI=KIDWELLY|DINBYCH=DENBIGH|DINBYCH Y PYSGOD=TENBY
DOC PENFRO=PEMBROKE DOCK|FFLINT=FLINT|GLYNEBWY=EBBW VALE|HWLFFORDD=HAVERFORDWEST|LLANANDRAS=PRESTEIGNE
LLANBEDR PONT STEFFAN=LAMPETER|LLANDRINDOD=LLANDRINDOD WELLS|LLANELWY=ST ASAPH|LLANFAIR YM MUALLT=BUILTH WELLS
LLANILLTUD FAWR=LLANTWIT MAJOR|LLANYMDDYFRI=LLANDOVERY|MERTHYR TUDFUL=MERTHYR TYDFIL|PEN Y BONT AR OGWR=BRIDGEND
PENFRO=PEMBROKE|PONTYPWL=PONTYPOOL|PORTH TYWYN=BURRY PORT|RHAEADR GWY=RHAYADER|RHISGA=RISCA|RHUTHUN=RUTHIN
RHYDAMAN=AMMANFORD|TREF Y CLAWDD=KNIGHTON|TREFALDWYN=MONTGOMERY|TREFFYNNON=HOLYWELL|TREFYNWY=MONMOUTH|WRECSAM=WREXHAM
Y BALA=BALA|Y BARRI=BARRY|Y BONT FAEN=COWBRIDGE|Y COED DUON=BLACKWOOD|Y DRENEWYDD=NEWTOWN|Y FENNI=ABERGAVENNY
Y GELLI=HAY ON WYE|Y GELLI GANDRYLL=HAY ON WYE|Y RHYL=RHYL|Y TRALLWNG=WELSHPOOL|YR WYDDGRUG=MOLD
KINGSTON UPON HULL=HULL|BHAM=BIRMINGHAM|BRUM=BIRMINGHAM|LPOOL=LIVERPOOL|MANC=MANCHESTER|MCR=MANCHESTER|LDN=LONDON
NOTTM=NOTTINGHAM|SOTON=SOUTHAMPTON|WTON=WOLVERHAMPTON`

const COUNTRIES = 'ENGLAND|SCOTLAND|WALES CYMRU|NORTHERN_IRELAND NI N_IRELAND'

export const UK = {
  product: 'uk',
  form: 'postal',
  name: 'United Kingdom',
  nameInText: 'the United Kingdom',
  adjective: 'UK',
  fields: POSTAL_FIELDS,
  words: {
    deliveredElsewhere: ENGLISH.deliveredElsewhere,
    country: new Set(list('UK|GB|UNITED KINGDOM|GREAT BRITAIN|BRITAIN|U K|G B')),
    regions: formsTable(COUNTRIES),
    otherRegions: new Map<string, string>(),
    counties: new Set(
      list(COUNTIES.replaceAll('*', '')).flatMap((name) => SIDES.map((side) => side + name)),
    ),
    countyTowns: new Set(
      list(COUNTIES).flatMap((name) => (name.endsWith('*') ? name.slice(0, -1) : [])),
    ),
    knownTowns: new Set<string>(),
    townsInEnglish: pairs(OTHER_TOWNS, '='),
  },
  postcode: {
    isNumber: false,
    whole: /^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/,
    inLine: /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/i,
    // Letters that Royal Mail never uses at a place are left out there (no Q, V, X first; no I, J, Z second; no C, I,
    // K, M, O, V at the end). The letter that ends `W1N` is kept wide: older files hold districts that are gone.
    strict: /^(?:GIR0AA|[A-PR-UWYZ][A-HK-Y]?[0-9][0-9A-HJKMNPR-Y]?[0-9][ABD-HJLNP-UW-Z]{2})$/,
    outcode: /^[A-Z]{1,2}\d[A-Z\d]?$/,
    incode: /^\d[A-Z]{2}$/,
    description: 'a full UK postcode',
    hint: 'a full postcode, such as SK1 1AA',
  },
  phone: { countryCode: '44', firstDigit: '1-9', moreDigits: '8,9' },
  // A postcode says more than the town, and a number with its street more than names.
  reading: {
    untypedStreetWords: [2, 1],
    placeWordsMax: 3,
    holdsMailBoxes: true,
    partNames: { place: 'town' },
    placeWordNames: ['places', 'places'],
    givesUp: [
      { parts: ['place'], needs: 'postcode' },
      { parts: ['postcode'], needs: 'place' },
      { parts: ['spaces'] },
      { parts: ['postcode'], needs: 'no number', answersMax: 3 },
      { parts: ['name'], answersMax: 3 },
      { parts: ['street', 'place'], needs: 'postcode', name: 'street' },
      { parts: ['some of the place'] },
      { parts: ['place', 'postcode'], isLikeliest: true, name: 'places', answersMax: 3 },
      { parts: [], isLoose: true },
      { parts: ['postcode'], needs: 'place', isLoose: true },
      { parts: ['place'], needs: 'postcode', isLoose: true },
      {
        parts: ['place', 'postcode'],
        isLikeliest: true,
        isLoose: true,
        name: 'places',
        answersMax: 3,
      },
    ],
  },
  lists: {
    columns: {
      address:
        'address fulladdress addressfull singlelineaddress addresssingleline streetaddress addr',
      ...columnsOf(POSTAL_ROW_FIELDS),
      ...COORDINATE_COLUMNS,
      easting: 'easting eastings xcoordinate xcoord geox x',
      northing: 'northing northings ycoordinate ycoord geoy y',
    },
    key: 'source_key',
    required: ['postcode', 'town_or_city'],
    place: 'town_or_city',
    street: 'thoroughfare',
    house: ['building_number', 'building_name'],
    sign: 'postcode',
    signName: 'UK postcodes',
    unplacedHint:
      'No row has a position: add --postcodes with ONSPD, NSPL or Code-Point Open, or all will have ' +
      'latitude and longitude 0.',
  },
  sources: [
    ['HM Land Registry', 'price-paid pp-complete.csv --postcodes ONSPD.csv'],
    ['Royal Mail', 'paf PAF_FOLDER --postcodes ONSPD.csv'],
    ['Ordnance Survey', 'ngd add_gb_builtaddress.zip add_gb_royalmailaddress.zip'],
  ],
  currency: 'GBP',
  taxName: 'VAT',
  taxIdName: 'VAT number',
  taxInvoiceTitle: 'VAT invoice',
  examples: {
    parameters: {
      addresses: ['10 queensway london W2 2AA', '10 quensway, londn'],
      term: '10 queens',
      id: '38Z_FVDtxtY',
      location: 'london',
      file: 'id\ns-_hv0bgKhg',
      address: '10 Queensway, London W2 2AA',
      postcode: 'W2 2AA',
      house: '10',
      latitude: '51.5034',
      longitude: '-0.1276',
      from: 'W2 2AA',
      to: 'AB15 9HL',
      to_latitude: '53.4810',
      to_longitude: '-2.2370',
    },
    place: 'lond',
  },
} as const satisfies Declaration
