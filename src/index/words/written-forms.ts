// The ways people write the words of an address: each form finds the same streets, and none is ever rewritten.

/** One street type a line: the full word, then what it is shortened to. Words that nobody shortens stand alone. */
const STREET_TYPES = `
ACCESS ACCS|ACRE|AIRWALK AWLK|ALLEY ALLY|ALLEYWAY ALWY|AMBLE AMBL|ANNEX|APPROACH APP|ARCADE ARC
ARTERIAL ARTL|ARTERY ARTY|AVENUE AV AVE AVN|BANAN BA|BANK|BAY|BEACH BCH|BEND|BIDI
BOARDWALK BWLK|BOULEVARD BVD BLVD BOUL|BOULEVARDE BVDE|BOUNDARY BDY|BOWL|BRACE BR|BRAE|BRANCH BRAN
BREAK BRK|BRETT BRET|BRIDGE BDGE BRDGE BRG|BROADWALK BRDWLK|BROADWAY BDWY|BROW|BULL|BUSWAY BSWY
BYPASS BYPA|BYWAY BYWY|CAUSEWAY CSWY|CENTRE CTR CENTER|CENTREWAY CNWY|CHASE CH|CIRCLE CIR
CIRCLET CLT|CIRCUIT CCT CRCT|CIRCUS CRCS|CLOSE CL CLS|CLUSTER CLR|COLONNADE CLDE|COMMON CMMN COM
COMMONS CMMNS|CONCORD CNCD|CONCOURSE CON|CONNECTION CNTN|CONNECTOR CONR|COPSE CPS|CORNER CNR
CORSO CSO|COTTAGES COTTS|COURSE CRSE|COURT CT CRT|COURTYARD CTYD|COVE|CRESCENT CR CRES CRESC
CREST CRST|CRIEF CRF|CROFT|CROOK CRK|CROSS CRSS|CROSSING CRSG|CROSSOVER CRVR|CRUISEWAY CUWY
CUL-DE-SAC CSAC|CUT|CUTTING CUTT|DALE|DASH|DELL|DENE|DEVIATION DE|DIP|DISTRIBUTOR DSTR|DIVIDE DIV
DOCK|DOMAIN DOM|DOWN|DOWNS DWNS|DRIVE DR DRV|DRIVEWAY DVWY|EASEMENT ESMT|EDGE|ELBOW ELB|END
ENTRANCE ENT|ESPLANADE ESP ESPL|ESTATE EST|EXPRESSWAY EXP|EXTENSION EXTN|FAIRWAY FAWY|FIELD FLD
FIELDS FLDS|FIREBREAK FBRK|FIRELINE FLNE|FIRETRACK FTRK|FIRETRAIL FITR|FLAT|FLATS FLTS|FOLD
FOLLOW FOLW|FOOTWAY FTWY|FORD|FORESHORE FSHR|FORK|FORMATION FORM|FREEWAY FWY|FRONT FRNT
FRONTAGE FRTG|GAP|GARDEN GDN|GARDENS GDNS|GATE GTE|GATEWAY GWY|GLADE GLDE|GLEN|GRANGE GRA
GREEN GRN|GROVE GR GRV GVE|GULLY GLY|HARBOUR HRBR HARBOR|HAVEN HVN|HEATH HTH|HEIGHTS HTS
HIGHROAD HIRD|HIGHWAY HWY|HIKE|HILL|HILLS|HOLLOW HLLW|HUB|INLET INLT|INTERCHANGE INTG|ISLAND ID
JUNCTION JNC|KEY|KEYS|KNOLL KNOL|LADDER LADR|LANDING LDG|LANE LN LA|LANEWAY LNWY|LEAD
LEADER LEDR|LEA|LINE|LINK|LINKWAY LNKWAY|LOOKOUT LKT|LOOP|LYNNE LYNN|MALL|MANOR MANR|MART|MAZE MZ
MEAD|MEADOW MDW|MEADOWS MDWS|MEANDER MNDR|MEW|MEWS|MILE|MOTORWAY MTWY|NEST|NOOK|ORCHARD ORCH
OUTLET OTLT|OUTLOOK OTLK|OVAL|PALMS PLMS|PARADE PDE|PARADISE PRDS|PARK PK|PARKWAY PWY PKWY PKY
PART|PASS|PASSAGE PSGE|PATH|PATHWAY PWAY|PENINSULA PSLA|PERCH PRCH|PIAZZA PIAZ|PLACE PL
PLAZA PLZA|POCKET PKT|POINT PNT PT|PORT|PRECINCT PREC|PROMENADE PROM|PURSUIT PRST|QUAD
QUADRANT QDRT|QUAY QY|QUAYS QYS|RAMBLE RMBL|RAMP|RANGE RNGE|REACH RCH|REEF|RESERVE RES|REST
RETREAT RTT|RETURN RTN|RIDE|RIDGE RDGE RDG|RING|RISE|RISING RSNG|RIVER RVR|ROAD RD|ROADS RDS
ROADWAY RDWY|ROTARY RTY|ROUND RND|ROUTE RTE|ROW|ROWE|RUE|RUN|SERVICEWAY SVWY|SHUNT SHUN
SIDING SDNG|SKYLINE SKLN|SLOPE SLPE|SPUR|SQUARE SQ|STEPS STPS|STRAIGHT STRT|STRAIT STAI
STRAND STRA|STREET ST STR|STRIP STRP|SUBWAY SBWY|TARN|TERRACE TCE TER TERR|THOROUGHFARE THFR
THROUGHWAY THRU|TOLLWAY TLWY|TOP|TOR|TRACK TRK|TRAIL TRL|TRAMWAY TMWY|TRAVERSE TVSE|TRIANGLE
TRUNKWAY TKWY|TUNNEL TUNL|TURN|TWIST|UNDERPASS UPAS|VALE|VALLEY VLLY|VERGE|VIADUCT VIAD|VIEW
VIEWS VWS|VILLA VLLA|VILLAGE VLGE|VILLAS VLLS|VISTA VSTA|VUE|WADE|WALK|WALKWAY WKWY|WATERS WTRS
WATERWAY WTWY|WAY WY|WHARF WHRF|WOOD WD|WOODS WDS|WYND|YARD|YARDS`

/** Words of names (not of types) that people shorten. */
const NAME_WORDS = `
SAINT ST|MOUNT MT|NORTH NTH N|SOUTH STH S|EAST E|WEST W|UPPER UPR|LOWER LWR|GREAT GT|LITTLE LT
POINT PT|PORT PT|FORT FT|LAKE LK|HEIGHTS HTS|BEACH BCH|PARK PK|CENTRAL CNTRL|CREEK CK|ISLAND IS
JUNCTION JN|HOUSE HSE|CENTRE CTR CENTER|BUILDING BLDG|COTTAGE COTT|FARM FM|HOTEL HTL|SCHOOL SCH
STATION STN|VALLEY VLY|SPRINGS SPGS|GARDENS GDNS|MOUNTAIN MTN|TERRACE TCE TERR|BRIDGE BRG
DOCTOR DR|FATHER FR|CAPTAIN CAPT|GENERAL GEN|GOVERNOR GOV|COMPANY CO|LIMITED LTD|AND|WITH
FIRST 1ST|SECOND 2ND|THIRD 3RD|FOURTH 4TH|FIFTH 5TH|SIXTH 6TH|SEVENTH 7TH|EIGHTH 8TH|NINTH 9TH
TENTH 10TH|ELEVENTH 11TH|TWELFTH 12TH|THIRTEENTH 13TH|FOURTEENTH 14TH|FIFTEENTH 15TH
SIXTEENTH 16TH|SEVENTEENTH 17TH|EIGHTEENTH 18TH|NINETEENTH 19TH|TWENTIETH 20TH`

/** Directions and the like that follow a street type; G-NAF writes either side. */
const SUFFIXES = `
CENTRAL CN|DEVIATION DE|EAST E|EXTENSION EX EXT|INNER IN|LOWER LR LWR|MALL ML|NORTH N NTH|OFF OF
ON|OVERPASS OP|OUTER OT|SOUTH S STH|UPPER UP UPR|WEST W`

const STATES = `
NSW NEW_SOUTH_WALES|VIC VICTORIA|QLD QUEENSLAND|SA SOUTH_AUSTRALIA|WA WESTERN_AUSTRALIA
TAS TASMANIA|NT NORTHERN_TERRITORY|ACT AUSTRALIAN_CAPITAL_TERRITORY|OT OTHER_TERRITORIES`

const UK_COUNTRIES = 'ENGLAND|SCOTLAND|WALES CYMRU|NORTHERN_IRELAND NI'

/** Full word or code, then its other forms; `*` marks what people write for a unit of any kind. */
const UNIT_TYPES = `
UNIT* U|FLAT* FLT|APARTMENT* APT|SHOP SHP|SUITE SE STE|SITE|VILLA VLLA|CARSPACE CARS
TOWNHOUSE TNHS TNHSE|FACTORY FCTY|SHED|OFFICE OFFC OFC|ROOM RM|HOUSE HSE|DUPLEX DUPL|KIOSK KSK
BOATSHED BTSD|COTTAGE CTGE|WAREHOUSE WHSE|STORE STOR|BUILDING BLDG|REAR|MARINE_BERTH MBTH|TOWER TWR
TENANCY TNCY|STUDIO STU|AUTOMATED_TELLER_MACHINE ATM|ANTENNA ANT|BARBECUE BBQ|BLOCK BLCK
BUNGALOW BNGW|CAGE|CARPARK CARP|CLUB|COOLROOM COOL|GARAGE GRGE|HALL|LOBBY LBBY|LOFT|LEASE LSE
MAISONETTE MSNT|PENTHOUSE PTHS|RESERVE RESV|ROOF_TERRACE RTCE|SECTION SEC|SHOWROOM SHRM|SIGN
STALL STLL|STRATA_UNIT STR|SUBSTATION SUBS|VAULT VLT|WARD|WORKSHOP WKSH`

/** A floor is a level. */
const LEVEL_TYPES = `
LEVEL L LVL LEV FLOOR FL FLR|BASEMENT B|GROUND G GROUND_FLOOR GF|LOBBY LB|LOWER_GROUND_FLOOR LG
MEZZANINE M|OBSERVATION_DECK OD|PARKING P|PODIUM PDM|PLATFORM PLF|PENTHOUSE PTHS|ROOFTOP RT
SUB-BASEMENT SB|UPPER_GROUND_FLOOR UG|UNDERGROUND UNGD`

const streetTypes = formsTable(STREET_TYPES)
const streetTypeBeginnings = new Set(
  [...streetTypes.keys()].flatMap((form) => Array.from(form, (_, i) => form.slice(0, i + 1))),
)
const nameWords = formsTable(NAME_WORDS)
const suffixes = formsTable(SUFFIXES)
const states = formsTable(STATES)
const stateEnds = new Set([...states.keys()].map((name) => name.split(' ').at(-1) ?? ''))
const ukCountries = formsTable(UK_COUNTRIES)
const unitTypes = formsTable(UNIT_TYPES.replaceAll('*', ''))
const levelTypes = formsTable(LEVEL_TYPES)
const generalUnitWords = new Set(
  lines(UNIT_TYPES)
    .filter((line) => line.includes('*'))
    .flatMap((line) => line.replaceAll('*', '').split(' ')),
)

/** All forms of a street type, itself included. Forms of more words have a space: `RIGHT OF WAY`. */
export function streetTypeForms(type: string): readonly string[] {
  return streetTypes.get(type) ?? [type]
}

export function suffixForms(suffix: string): readonly string[] {
  return suffixes.get(suffix) ?? [suffix]
}

export function stateForms(state: string): readonly string[] {
  return states.get(state) ?? [state]
}

/** The state that a text names, or undefined. */
export function stateNamed(text: string): string | undefined {
  return states.get(text)?.[0]
}

/** Whether the name of some state ends with the word. */
export function endsState(word: string): boolean {
  return stateEnds.has(word)
}

export function ukCountryForms(country: string): readonly string[] {
  return ukCountries.get(country) ?? [country]
}

/** All forms of a word inside a name: `ST` is here a saint, and `ROAD` may be `RD`. */
export function nameWordForms(word: string): readonly string[] {
  const asName = nameWords.get(word)
  if (word === 'ST') return asName ?? [word]
  const asType = streetTypes.get(word)
  if (asType?.[0] !== word) return asName ?? [word]
  return asName === undefined ? asType : [...new Set([...asName, ...asType])]
}

/** The full form of a word inside a name: `MOUNT` for `MT`. */
export function fullNameWord(word: string): string {
  return nameWords.get(word)?.[0] ?? word
}

/** Whether the word is the full name of a street type, as UK streets end in: `ROAD`, `CLOSE`. */
export function isFullStreetType(word: string): boolean {
  return streetTypes.get(word)?.[0] === word
}

/** Whether the text is, or while it is being typed could become, a street type. */
export function isStreetTypeWord(text: string, open: boolean): boolean {
  return open ? streetTypeBeginnings.has(text) : streetTypes.has(text)
}

export function unitTypeForms(type: string): readonly string[] {
  return unitTypes.get(type) ?? [type]
}

export function levelTypeForms(type: string): readonly string[] {
  return levelTypes.get(type) ?? [type]
}

/** Words that stand for a unit of any kind. */
export const GENERAL_UNIT_WORDS: readonly string[] = [...generalUnitWords]

/** The unit type that a word names, '' for a word that stands for any, undefined if it names none. */
export function unitTypeNamed(word: string): string | undefined {
  if (generalUnitWords.has(word)) return ''
  return unitTypes.get(word)?.[0]
}

export function levelTypeNamed(word: string): string | undefined {
  return levelTypes.get(word)?.[0]
}

function formsTable(text: string): Map<string, readonly string[]> {
  const table = new Map<string, readonly string[]>()
  for (const line of lines(text)) {
    const forms = line.split(' ').map((form) => form.replace(/[_-]/g, ' '))
    for (const form of forms) if (!table.has(form)) table.set(form, forms)
  }
  return table
}

function lines(text: string): string[] {
  return text
    .trim()
    .split(/[|\n]/)
    .filter((line) => line !== '')
}
