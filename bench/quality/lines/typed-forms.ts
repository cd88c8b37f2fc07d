// How people shorten and lengthen the words of an address. A list of its own: what the engine forgets is found here.

const STREET_TYPES = `
STREET ST|ROAD RD|AVENUE AVE AV|DRIVE DR|COURT CT|CRESCENT CRES CR|PLACE PL|CLOSE CL|PARADE PDE
HIGHWAY HWY|CIRCUIT CCT|LANE LN|TERRACE TCE|BOULEVARD BLVD BVD|GROVE GR|CIRCLE CIR|ESPLANADE ESP
GARDENS GDNS|PARKWAY PWY PKWY|PROMENADE PROM|RETREAT RTT|SQUARE SQ|VISTA VSTA|TRACK TRK|APPROACH APP
HEIGHTS HTS|GREEN GRN|TRAIL TRL|RIDGE RDGE|CORNER CNR|ACCESS ACCS|FREEWAY FWY|ALLEY ALLY|ARCADE ARC
MOTORWAY MTWY|ENTRANCE ENT|GATEWAY GWY|BYPASS BYPA|JUNCTION JNC|QUAY QY|CHASE CH|GLADE GLDE|POINT PNT
WAY|LOOP|RISE|MEWS|WALK|TURN|VIEW|BEND|LINK|PASS|COVE|ROW|GLEN|MALL|GATE|RUN|HILL|VALE|BANK|MEADOW`

const NAME_WORDS = `
SAINT ST|MOUNT MT|NORTH NTH|SOUTH STH|UPPER UPR|LOWER LWR|POINT PT|PORT PT|HEIGHTS HTS|BEACH BCH|PARK PK`

const DIRECTIONS = 'NORTH N|SOUTH S|EAST E|WEST W|EXTENSION EX|CENTRAL CN'

const REGIONS = `
NSW NEW_SOUTH_WALES|VIC VICTORIA|QLD QUEENSLAND|SA SOUTH_AUSTRALIA|WA WESTERN_AUSTRALIA|TAS TASMANIA
NT NORTHERN_TERRITORY|ACT AUSTRALIAN_CAPITAL_TERRITORY`

const LEVEL_TYPES = 'LEVEL L|FLOOR FL'

/** Each list of forms, by every form that is in it. */
export type Forms = ReadonlyMap<string, readonly string[]>

export const streetTypes: Forms = table(STREET_TYPES)
export const nameWords: Forms = table(NAME_WORDS)
export const directions: Forms = table(DIRECTIONS)
export const regions: Forms = table(REGIONS)
export const levelTypes: Forms = table(LEVEL_TYPES)

/** What stands for a unit of any kind. */
export const ANY_UNIT: readonly string[] = ['UNIT', 'FLAT', 'APARTMENT']

export function isSameForm(forms: Forms, a: string, b: string): boolean {
  return a === b || forms.get(a)?.includes(b) === true
}

/** The ways to write a word other than the way it stands. */
export function otherForms(forms: Forms, word: string): readonly string[] {
  return forms.get(word)?.filter((form) => form !== word) ?? []
}

function table(text: string): Forms {
  const found = new Map<string, readonly string[]>()
  for (const line of text.trim().split(/[|\n]/)) {
    const forms = line.split(' ').map((form) => form.replaceAll('_', ' '))
    // ST is Street among types and Saint among names; PT is first of all a Point.
    for (const form of forms) if (!found.has(form)) found.set(form, forms)
  }
  return found
}
