// Real suburbs and towns of New Zealand with some of their roads, for sample addresses.

export interface SamplePlace {
  readonly localityName: string
  readonly townCity: string
  readonly postcode: string
  readonly latitude: number
  readonly longitude: number
  /** Its share of the sample, from 1 for a village to 8 for the middle of Auckland. */
  readonly size: number
  readonly roads: readonly string[]
}

/**
 * Names and postcodes are those of the open list of roads (CC0).
 * Locality, town where it has another name, postcode, latitude, longitude, size, roads.
 */
const TABLE = `
Auckland Central|Auckland|1010|-36.848|174.765|8|Queen Street,Karangahape Road,Hobson Street,Madden Street,
  Drake Street,Pakenham Street East,Boardman Lane,Brigham Street,Turner Street,Cobden Street,Myers Street,
  Bowen Avenue,Te Ara Tahuhu,Freyberg Place,Beach Road,Chancery Street,Powerhouse Lane,Brickfield Way,
  Governor Fitzroy Place,Churchill Street,Poynton Terrace,Bowen Lane,Customs Street East,Gaunt Street
Ponsonby|Auckland|1011|-36.852|174.738|5|Ponsonby Road,Bayfield Road,Pompallier Terrace,Vermont Place,
  Ponsonby Terrace,Stuart Street,Blake Street,Cox Street,O'Neill Street,Sheehan Street,Summer Street,Tole Street,
  Scott Street,Prosford Street,Redmond Street
Grey Lynn|Auckland|1021|-36.862|174.734|5|Ponsonby Road,Great North Road,Chamberlain Street,Waima Street,Vinegar Lane,
  Elgin Street,Murdoch Road,Castle Street,Tuarangi Road,Browning Street,Tutanekai Street,Brisbane Street,Firth Road,
  Selbourne Street,Sussex Street
Mount Eden|Auckland|1024|-36.879|174.762|6|Kenyon Avenue,Milton Road,Waitomo Avenue,Kensington Avenue,Herbert Road,
  Fenton Street,Eldon Road,Sherbourne Road,Croydon Road,Punga Street,Ruapehu Street,Bellevue Road,Mewburn Avenue,
  Lovelock Avenue,Kowhai Street,Thorley Street,Harold Street,Rarawa Street
Mount Albert|Auckland|1025|-36.884|174.717|5|Leone Terrace,Francis Ryan Close,Oakfield Avenue,Ballast Lane,
  Burch Street,Martin Avenue,Kitenui Avenue,Councillors Drive,Segar Avenue,Hargest Terrace,Challinor Crescent,
  Willis Street,Lyon Avenue,Ambrose Street,Prospero Terrace
Remuera|Auckland|1050|-36.880|174.798|5|Clonbern Road,Wairua Road,Westbury Crescent,Mapiu Street,Monteith Crescent,
  Mount Hobson Road,Woodley Avenue,Swinton Close,Wiles Avenue,Scherff Road,Carmont Street,Crocus Place,
  Lillington Road,Sonia Avenue,Buttle Street
Parnell|Auckland|1052|-36.857|174.781|4|Avon Street,Glanville Terrace,Scarborough Lane,Garfield Street,Marston Street,
  Kenwyn Street,Alberon Street,St Georges Bay Road,Laurie Avenue,Claybrook Road,Bridgewater Road,Falcon Street
Takapuna|Auckland|0622|-36.788|174.773|4|Auburn Street,Channel View Road,Dominion Street,Brett Avenue,Collins Street,
  Killarney Street,Tennyson Avenue,Mary Poynton Crescent,Beacholm Road,Byron Avenue,Lake View Road,Te Uru Lane
Devonport|Auckland|0624|-36.830|174.797|4|King Edward Parade,Devon Lane,Tui Street,Buchanan Street,St Leonards Road,
  Grahame Street,Wynyard Street,Wesley Street,Patuone Avenue,Garden Terrace,Everest Street,Owens Road
Henderson|Auckland|0612|-36.879|174.632|5|Māia Place,Wychwood Avenue,Keeling Road,Ennerdale Lane,Chislehurst Street,
  Braestar Court,Coburg Street,San Lorenzo Rise,Albizia Avenue,Neta Grove,Vintage Drive,Riesling Place,Cognac Place,
  Finsbury Place,Gala Place,Aetna Place
Papatoetoe|Auckland|2025|-36.976|174.855|5|Cornwall Road,Malaspina Place,Olive Crescent,Komako Place,Pukeko Place,
  Papahou Lane,Huia Road,Charles Street,Selfs Road,Wilmshurst Avenue,Narada Place,Ramsey Street,Richards Avenue,
  Sanderson Lane,Sutton Crescent
Flat Bush|Auckland|2019|-36.964|174.914|5|Beltany Drive,Mary Ann Road,Whakaora Lane,Tannaghmore Drive,Rakiraki Place,
  Kiltole Drive,Koromeke Street,Koropa Road,Knock Lane,Carrickdawson Drive,Mill Hill Close,Serpent Road,Koropiko Lane,
  Bickerton Way,Drumaness Road
Howick|Auckland|2014|-36.894|174.928|4|Bretton Lane,Etherege Place,Panoni Lane,Dorrit Lane,Chilton Place,Jeff Place,
  Vida Place,Baird Street,Central Terrace,Abercrombie Street,Stockade View Lane,Culver Terrace
Hamilton East|Hamilton|3216|-37.790|175.297|5|Nobleman Place,Brookfield Street,Inverness Avenue,Puutikitiki Street,
  Argyle Street,Bell Street,Earlswood Avenue,Jellicoe Drive,Cook Street,Rochford Court,Ford Street,Hogan Street,
  Plunket Terrace,Memorial Drive,Chancery Close
Hillcrest|Hamilton|3216|-37.800|175.316|4|Brocas Avenue,Vine Street,Lysander Place,Liston Crescent,Lorimer Lane,
  Vectis Road,Flynn Road,Brennan Place,Clark Place,Bretton Terrace,Garthwood Road,Edinburgh Road
Frankton|Hamilton|3204|-37.790|175.262|4|Parr Street,Woodward Street,French Street,Queens Avenue,Avon Street,
  Greenlea Lane,Queens Park Crescent,Koroheke Lane,Fowlers Avenue,Rawhiti Street,Aztec Place,Kea Street
Mount Maunganui||3116|-37.638|176.184|5|Rerewai Place,Wells Avenue,Boronia Place,Spur Avenue,Villa Way,Harrow Place,
  Ngarata Avenue,Kupe Avenue,Dee Street,Kittyhawk Way,Te Ngaio Road,Gobray Crescent,Oceandowns Way,Oleander Lane,
  The Green
Papamoa Beach|Papamoa|3118|-37.717|176.324|4|Pumila Lane,Maesbury Close,Tatahi Cove,Horokaka Place,St Kilda Place,
  Grant Place,Kahira Crescent,Nautilus Drive,Whakataa Close,Hudson Grove,Hapori Way,Reefton Place
Kensington|Whangarei|0112|-35.710|174.317|3|Radcliffe Street,Marsden Place,Churchill Street,Wooding Lane,Kohatu Road,
  Princes Street,King Street,Kaumatua Crescent,Wordsworth Place
Kaiwaka||0573|-36.160|174.440|1|State Highway 1,Pa Road,Tawa Avenue
Great Barrier Island (Aotea Island)||0991|-36.200|175.420|2|Blind Bay Road,Little Goat Road,Mabey Road,
  Cape Barrier Road,Hector Sanderson Road,Curreen Road
Napier South|Napier|4110|-39.497|176.914|4|Muggeridge Street,Dickens Street,Hastings Street,Edwardes Street,
  Winifred Street,Shelley Street,Vautier Street,Albion Street,Vigor Brown Street,Swan Street,Herschell Street,
  Campaign Street
Havelock North||4130|-39.669|176.879|4|Tasman Street,Chestnut Court,Kopanga Heights Lane,Wallace Way,Everest Avenue,
  Nimon Street,Durham Drive,Magdalinos Way,Spur Road,Karanema Drive,Brookvale Road,Whakatomo Place
Gisborne||4010|-38.662|178.018|3|Pitt Street,Temple Street,Derby Street,Lowe Street,Attlee Place,Reads Quay,
  Berry Street,Kahutia Street,Hardy Lane
Frankleigh Park|New Plymouth|4310|-39.083|174.058|3|Ashmore Drive,Cabot Place,Warren Place,Rennell Street,
  Wesley Avenue,Shelter Grove,Long Place,Cargill Place,Brois Street
Palmerston North||4410|-40.356|175.611|5|McGiffert Street,Willis Street,Campbell Street,Alice Court,Achilles Court,
  Selwyn Court,Princess Street,Oakley Street,Berrymans Lane,Maire Street,Queen Street,Ward Street,Ivanhoe Terrace,
  Coleman Place,Cross Street
Whanganui East|Whanganui|4500|-39.918|175.070|3|Boydfield Street,Holyoake Street,Hakeke Street,Jellicoe Street,
  Millward Street,Hinemoa Street,Talbot Street,Nixon Street,Kaka Place
Te Aro|Wellington|6011|-41.294|174.775|6|Cuba Street,Courtenay Place,Edward Street,Kelvin Grove,Frederick Street,
  Tory Street,Christeson Lane,Barnett Street,Oak Park Avenue,Flagstaff Lane,Ghuznee Street,MacDonald Crescent,
  Leeds Street,Jessie Street,Watson Street,Holland Street,Walter Street,Wigan Street
Wellington Central|Wellington|6011|-41.286|174.776|5|Lambton Quay,Willis Street,Maginnity Street,Athol Crescent,
  Shell Lane,Johnston Street,Post Office Square,Church Street,Masons Lane,Willeston Street,Chews Lane,Queens Wharf,
  Panama Street,Kumutoto Lane,Cable Car Lane
Newtown|Wellington|6021|-41.312|174.780|4|Hall Avenue,Regent Street,Minerva Street,Trevor Terrace,Newtown Avenue,
  Mein Street,Church Avenue,Stoke Street,Boyd Terrace,Ferguson Street,Donald McLean Street,Gordon Place
Kelburn|Wellington|6012|-41.288|174.763|3|Clermont Terrace,Fairview Crescent,Lower North Terrace,Kinross Street,
  Mariri Road,Boundary Road,Rimu Road,Wesley Road,Talavera Terrace
Karori|Wellington|6012|-41.284|174.736|4|Lydia Way,Standen Street,Sunshine Avenue,Fernlea Avenue,Hurman Street,
  Ridd Crescent,Stockden Place,Tiro Street,Seaforth Terrace,Hauraki Street,Tedder Way,Henderson Street
Johnsonville|Wellington|6037|-41.224|174.807|4|Peter Button Place,Dominion Park Street,Macaulay Street,
  Carmichael Street,Kipling Street,Broderick Crescent,Johnsonville Road,Lomita Road,Hardy Street,Bathgate Street,
  Stephen Street,Erris Street
Petone|Lower Hutt|5012|-41.226|174.876|4|Regent Street,Bouverie Street,Heretaunga Street,Latimer Way,Campbell Terrace,
  Emerson Street,Nicholls Avenue,Elizabeth Street,John Street,East Street,Sydney Street,Huia Street
Richmond||7020|-41.340|173.184|4|Fullford Drive,Cargill Place,Middlebank Drive,Salisbury Road Extension,
  Dellwood Green,Garin Grove,Dartmoor Place,Park Drive,Stedyl Crescent,Monro Place,Lakehouse Crescent,Otia Drive
Stoke|Nelson|7011|-41.316|173.232|3|Cumberland Crescent,Honey-Tye Way,Harford Court,Berry Lane,Seaview Road,
  Huria Street,Andrew Street,Hilliard Street,Mules Street
Blenheim||7201|-41.514|173.961|4|Olwyn Place,Ninth Lane,de Castro Drive,Andrew Street,Market Street,Lawrence Place,
  Richmond Street,Tenth Lane,Houldsworth Street,Queen Street,Barratt Street,Connor Close
Christchurch Central|Christchurch|8011|-43.532|172.636|7|Cashel Street,Colombo Street,His Lordships Lane,
  Chancery Lane,Blossom Walk,Club Lane,Colonial Lane,Alfred Street,Tattersalls Lane,Rees Street,Cashfields Arcade,
  Westpac Lane,Quill Lane,Bath Street,Sol Square,High Street,Ogb Lane,Williams Street,Gressons Lane,Bedford Row,
  Kivers Lane
Riccarton|Christchurch|8041|-43.530|172.598|4|Maxwell Street,Rotherham Street,Kawaka Street,Centennial Avenue,
  Huia Street,Broadbent Street,Tonga Place,Division Street,Konini Street,Tika Street,Tara Street,Barry Hogan Place
Halswell|Christchurch|8025|-43.584|172.569|4|Whites Tramway Road,Bryden Place,Harry Manship Crescent,
  Bradwell Crescent,Valour Lane,Fuchsia Place,Birdling Place,Hawley Street,Comer Street,Olearia Lane,
  Albert Wills Avenue,Koareare Avenue
Sumner|Christchurch|8081|-43.569|172.759|3|Menzies Street,Hardwicke Street,Denman Street,Paisley Street,
  Captain Thomas Road,Awaroa Lane,Marriner Street,Stoke Street,Colenso Street
Rolleston||7614|-43.594|172.383|4|Canopy Lane,Coney Place,George Street,Beckford Way,Davenant Common,Dunlop Crescent,
  Hulme Lane,Vaughan Drive,Henley Close,Rocher Way,Durrell Way,Hathaway Lane
Akaroa||7520|-43.803|172.968|2|Rue Lavaud,Rue Cachalot,Rue Jolie,Stanley Place,Fleur Lane,Le Lievre Lane
Highfield|Timaru|7910|-44.387|171.228|3|Seddon Street,Branscombe Street,Grandi Avenue,Broadway Avenue,Totara Place,
  Sealy Street,Kowhai Street,Lindus Street,Glenview Terrace
North Dunedin|Dunedin|9016|-45.865|170.512|4|Regent Road,Queen Street,Gowland Street,Park Street,Drummond Street,
  Montgomery Avenue,Quentin Avenue,Small Street,Malcolm Street,Willowbank,Inverleith Street,Forth Street
Dunedin Central|Dunedin|9016|-45.874|170.503|4|Princes Street,The Octagon,Devon Street,Haddon Place,Clark Street,
  Water Street,William Street,Sutherland Street,Broadway,Jetty Street,Halsey Street,Anzac Avenue
Mornington|Dunedin|9011|-45.884|170.477|3|Brunel Street,Montecillo Lane,Osborne Terrace,Dalry Street,Kevin Street,
  Cook Street,Argyle Street,Whitby Street,Iona Street
Queenstown||9300|-45.031|168.662|3|Tilleum Street,Leeds Lane,Johnson Place,London Lane,Birch Lane,Stanley Street,
  Hales Rise,Glasgow Street,Lake Esplanade
Wanaka||9305|-44.700|169.132|3|Nancy Lane,Aeolus Place,Hyland Street,Maggies Way,Leven Stream Lane,Russell Street,
  Larch Place,Hillview Place,Astral Rise
Windsor|Invercargill|9810|-46.397|168.365|3|Ure Street,Catherine Street,Cheyne Street,Windsor Street
Greymouth||7805|-42.450|171.208|2|Albert Street,Guinness Street,High Street,Blackmore Street,Leonard Street,
  Geraldine Street
Hokitika||7810|-42.717|170.969|2|Spencer Street,Fitzherbert Street,Hamilton Street,Whitcombe Terrace,Airport Drive,
  Bonar Drive
Russell||0202|-35.262|174.122|2|Kent Street,Cass Street,Flagstaff Road,Queen Street,Beresford Street,Titore Way
Kerikeri||0230|-35.229|173.947|3|Apollo Lane,Lensvelt Lane,Limelight Lane,Hua Whenua Lane,Carver Close,Tui Place,
  Tasman Place,Fuller Terrace,Waterfall Lane
Taupo||3330|-38.686|176.070|4|State Highway 1,Tamamutu Street,Story Place,Laughton Street,Simkin Street,
  Oruanui Street,Hinemoa Avenue,Koha Road,Waitahanui Avenue,Rimu Street,Roberts Street,Waihora Street
Te Awamutu||3800|-38.008|175.321|3|Teasdale Street,Pohutukawa Drive,Scout Lane,McCullough Lane,Totara Street,
  Tawhiwhi Lane,Young Street,Pekerau Crescent,Coach Drive
Thames||3500|-37.139|175.540|2|Wakatere Place,Martha Street,Rolleston Street,Margaret Place,Millington Place,
  Tony Avenue
Chatham Island|Chatham Islands|8016|-43.953|-176.560|1|Air Base Road,Comflat Road,Donaldsons Road,Fish Factory Road`

export const SAMPLE_PLACES: readonly SamplePlace[] = TABLE.trim()
  .replaceAll(/,\n +/g, ',')
  .split('\n')
  .map((line) => {
    const [locality = '', town = '', postcode = '', ...rest] = line.split('|')
    const [latitude, longitude, size, roads = ''] = rest
    return {
      localityName: locality.toUpperCase(),
      townCity: (town || locality).toUpperCase(),
      postcode,
      latitude: Number(latitude),
      longitude: Number(longitude),
      size: Number(size),
      roads: roads.toUpperCase().split(','),
    }
  })

/** The council of each town that is not alone in its district. */
export const AUTHORITIES: ReadonlyMap<string, string> = new Map([
  ['AUCKLAND', 'AUCKLAND'],
  ['HAMILTON', 'HAMILTON CITY'],
  ['PAPAMOA', 'TAURANGA CITY'],
  ['WHANGAREI', 'WHANGAREI DISTRICT'],
  ['NAPIER', 'NAPIER CITY'],
  ['NEW PLYMOUTH', 'NEW PLYMOUTH DISTRICT'],
  ['WHANGANUI', 'WHANGANUI DISTRICT'],
  ['WELLINGTON', 'WELLINGTON CITY'],
  ['LOWER HUTT', 'LOWER HUTT CITY'],
  ['NELSON', 'NELSON CITY'],
  ['CHRISTCHURCH', 'CHRISTCHURCH CITY'],
  ['TIMARU', 'TIMARU DISTRICT'],
  ['DUNEDIN', 'DUNEDIN CITY'],
  ['INVERCARGILL', 'INVERCARGILL CITY'],
])
