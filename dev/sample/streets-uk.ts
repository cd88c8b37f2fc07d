// Real street names that a visitor would try first, by postcode district of the UK sample.

/** `Netherby Road@9HL` also fixes the second half of the postcode of the street's first houses. */
const TABLE = `
SW1A|Downing Street,Whitehall,Pall Mall,The Mall,St James's Street
SW3|King's Road,Sloane Avenue,Cheyne Walk
SW6|Fulham Road,Munster Road,Homestead Road
SW11|Lavender Hill,Northcote Road,Battersea Rise
SW19|Wimbledon Hill Road,Church Road,The Broadway
W1D|Old Compton Street,Dean Street,Greek Street
W2|Praed Street,Queensway,Westbourne Grove
W8|Kensington High Street,Kensington Church Street
WC2H|Charing Cross Road,Shaftesbury Avenue,Long Acre
EC1A|Aldersgate Street,Cloth Fair,West Smithfield
EC2A|Great Eastern Street,Curtain Road,Leonard Street
E1|Whitechapel Road,Commercial Road,Brick Lane,Cable Street
E8|Kingsland Road,Mare Street,Graham Road
E14|Marsh Wall,Westferry Road,East India Dock Road
N1|Upper Street,Essex Road,Caledonian Road,Liverpool Road
N16|Stoke Newington Church Street,Stoke Newington High Street
NW1|Camden High Street,Baker Street,Parkway
NW3|Haverstock Hill,Rosslyn Hill,Finchley Road
SE1|Borough High Street,Tooley Street,Waterloo Road
SE10|Greenwich High Road,Trafalgar Road
SE15|Rye Lane,Peckham Road
M1|Piccadilly,Portland Street,Whitworth Street
M4|Great Ancoats Street,Tib Street,Oldham Street
M14|Wilmslow Road,Platt Lane
M20|Palatine Road,Wilmslow Road,Barlow Moor Road
SK1|Little Underbank,Wellington Road South,St Petersgate,Hall Street
SK4|Heaton Moor Road,Shaw Road,Wellington Road North
SK10|Chestergate,Jordangate,Manchester Road
SK11|Mill Street,Park Green,Congleton Road
CH1|Northgate Street,Watergate Street,Eastgate Street
L1|Bold Street,Duke Street,Seel Street
L8|Upper Parliament Street,Princes Road
L18|Penny Lane,Allerton Road,Menlove Avenue
B1|Broad Street,Newhall Street,Brindley Place
B13|Alcester Road,Wake Green Road
LE1|Granby Street,Belvoir Street
NG1|Wheeler Gate,Friar Lane,Parliament Street
ST1|Piccadilly,Stafford Street,Bucknall New Road
ST4|London Road,Church Street,Hartshill Road
CB1|Mill Road,Hills Road,Cherry Hinton Road
CB2|Trumpington Street,Regent Street,Trumpington Road
NR1|Prince of Wales Road,King Street,St Benedicts Street
LS1|The Headrow,Briggate,Park Row,Boar Lane
LS6|Otley Road,Headingley Lane,Cardigan Road
S1|Fargate,Division Street,West Street
S8|Chesterfield Road,Homestead Road,Abbey Lane
S11|Ecclesall Road,Sharrow Vale Road
YO1|Shambles,Stonegate,Coney Street,Micklegate
NE1|Grey Street,Northumberland Street,Clayton Street
BS1|Park Street,Corn Street,Redcliff Street
BS6|Gloucester Road,Cheltenham Road
BS8|Whiteladies Road,Princess Victoria Street
BA1|Milsom Street,Royal Crescent,The Circus
OX1|Broad Street,Cornmarket Street,St Aldate's,Abingdon Road
OX4|Cowley Road,Iffley Road
SL6|St Marks Road@6LX,Bath Road,Queen Street
BN1|London Road,Queens Road,Western Road
EH1|High Street,Cockburn Street,North Bridge,South Bridge
EH3|George Street,Raeburn Place,Lothian Road
EH12|Corstorphine Road,St John's Road
G1|Buchanan Street,Argyle Street,Queen Street
G12|Byres Road,Great Western Road,Hyndland Road
G41|Pollokshaws Road,Kilmarnock Road
AB10|Union Street,Union Grove,Holburn Street
AB15|Netherby Road@9HL,North Deeside Road,Queens Road
CF10|Queen Street,St Mary Street,Bute Street
CF24|City Road,Albany Road,Newport Road
CF5|Cowbridge Road East,Cathedral Road
SA1|Wind Street,The Kingsway,Oystermouth Road
BT1|Royal Avenue,Donegall Place,Great Victoria Street
BT7|Botanic Avenue,Ormeau Road,University Street
BT9|Lisburn Road,Malone Road
BT48|Strand Road,Shipquay Street`

interface KnownStreet {
  readonly name: string
  /** The second half of a postcode, or ''. */
  readonly incode: string
}

const KNOWN: ReadonlyMap<string, readonly KnownStreet[]> = new Map(
  TABLE.trim()
    .split('\n')
    .map((line) => readLine(line)),
)

export function knownStreets(outcode: string): readonly KnownStreet[] {
  return KNOWN.get(outcode) ?? []
}

function readLine(line: string): readonly [string, readonly KnownStreet[]] {
  const [outcode = '', streets = ''] = line.split('|')
  const known = streets.split(',').map((street) => {
    const [name = '', incode = ''] = street.split('@')
    return { name, incode }
  })
  return [outcode, known]
}
