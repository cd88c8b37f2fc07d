// What each country declares, as far as no answer shows it.
// Covers: src/countries/**, src/address/product.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PRODUCTS } from '../../src/address/product.ts'
import { COUNTRIES, countryOf } from '../../src/countries/country.ts'
import { UK } from '../../src/countries/uk.ts'
import { foldedValue } from '../../src/index/words/fold.ts'

test('every product has its country', () => {
  assert.deepEqual(PRODUCTS, ['au', 'nz', 'uk'])
  assert.deepEqual(PRODUCTS.map(countryOf), COUNTRIES)
})

test('a county is known by its full name and by its abbreviation', () => {
  const short =
    'Beds|Berks|Bucks|Cambs|Co. Durham|Glos|Hants|Herts|Lancs|Leics|Lincs|Middx|Northants|N. Yorkshire|Notts|Oxon|' +
    'S Yorkshire|Staffs|W Yorkshire|Wilts|Worcs|Anglesey|Co Antrim|Co Armagh|Co Down|Co Fermanagh|Co Londonderry|' +
    'Co Tyrone'
  for (const county of short.split('|')) assert.ok(isCounty(county), county)
  const long =
    'Avon|Bedfordshire|Berkshire|Buckinghamshire|Cambridgeshire|Cheshire|Cleveland|Cornwall|County Durham|' +
    'Cumberland|Cumbria|Derbyshire|Devon|Dorset|East Sussex|East Yorkshire|East Riding of Yorkshire|Essex|' +
    'Gloucestershire|Greater London|Greater Manchester|Hampshire|Herefordshire|Hereford and Worcester|' +
    'Hertfordshire|Humberside|Huntingdonshire|Isle of Wight|Kent|Lancashire|Leicestershire|Lincolnshire|' +
    'Merseyside|Middlesex|Norfolk|Northamptonshire|Northumberland|North Humberside|North Yorkshire|' +
    'Nottinghamshire|Oxfordshire|Rutland|Shropshire|Somerset|South Humberside|South Yorkshire|Staffordshire|' +
    'Suffolk|Surrey|Sussex|Tyne and Wear|Warwickshire|West Midlands|West Sussex|West Yorkshire|Westmorland|' +
    'Wiltshire|Worcestershire|Yorkshire|Blaenau Gwent|Caernarfonshire|Carmarthenshire|Ceredigion|Clwyd|' +
    'Denbighshire|Dyfed|Flintshire|Glamorgan|Gwent|Gwynedd|Isle of Anglesey|Mid Glamorgan|Monmouthshire|' +
    'Pembrokeshire|Powys|South Glamorgan|Vale of Glamorgan|West Glamorgan|Aberdeenshire|Angus|Argyll|Argyllshire|' +
    'Ayrshire|Banffshire|Berwickshire|Caithness|Clackmannanshire|Dumfriesshire|Dunbartonshire|East Lothian|Fife|' +
    'Inverness-shire|Isle of Skye|Kinross-shire|Kirkcudbrightshire|Lanarkshire|Midlothian|Morayshire|Moray|' +
    'Nairnshire|Orkney|Peeblesshire|Perthshire|Renfrewshire|Ross-shire|Roxburghshire|Selkirkshire|Shetland|' +
    'Stirlingshire|Sutherland|West Lothian|Wigtownshire|County Antrim|County Armagh|County Down|' +
    'County Fermanagh|County Londonderry|County Tyrone'
  for (const county of long.split('|')) assert.ok(isCounty(county), county)
  for (const town of ['Durham', 'Bristol', 'York', 'Cambridge', '']) {
    assert.equal(isCounty(town), false, town)
  }
})

/** One that is no town. */
function isCounty(name: string): boolean {
  const { counties, countyTowns } = UK.words
  return counties.has(foldedValue(name)) && !countyTowns.has(foldedValue(name))
}
