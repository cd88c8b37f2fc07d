// Polygons from GeoJSON and GeoPackage; a bad one is named by its number and what is wrong with it.
// Covers: src/areas/polygons/{geo-files,geojson,geopackage,polygon-builder}.ts

import assert from 'node:assert/strict'
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { type GeoFile, readGeoFile, readGeoJson } from '../../../src/areas/polygons/geo-files.ts'
import { PolygonIndex } from '../../../src/areas/polygons/polygon-index.ts'
import { newDataDir } from '../../support/stores.ts'

const folder = newDataDir({ after })
const ASKED = { layer: 'zone', code: undefined, name: undefined, skipsBad: false }

type Ring = readonly (readonly unknown[])[]
const square = (from: number, to: number): Ring => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
  [from, from],
]

function collection(...geometries: readonly unknown[]): Buffer {
  const features = geometries.map((geometry, at) => ({
    type: 'Feature',
    properties: { zone_code: `Z${at + 1}`, zone_name: `Zone ${at + 1}` },
    geometry,
  }))
  return Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }))
}

const polygon = (...coordinates: readonly unknown[]) => ({ type: 'Polygon', coordinates })

/** The code of the area at each point of the diagonal. */
function codesAt({ polygons, areas }: GeoFile, degrees: readonly number[]) {
  const index = new PolygonIndex(polygons)
  return degrees.map((at) => areas[index.areaAt(at * 1e7, at * 1e7) - 1]?.code ?? '')
}

test('holes and parts of GeoJSON are read, with codes and names from its properties', () => {
  const parts = {
    type: 'MultiPolygon',
    coordinates: [[square(0, 4), square(1, 2)], [square(6, 8)]],
  }
  const read = readGeoJson(collection(parts, polygon(square(4, 6))), 'zones.geojson', ASKED)
  assert.deepEqual(read.areas[1], { code: 'Z2', name: 'Zone 2' })
  assert.deepEqual(codesAt(read, [0.5, 1.5, 3, 4, 5, 6, 7, 8]), [
    'Z1',
    '',
    'Z1',
    'Z2',
    'Z2',
    'Z1',
    'Z1',
    '',
  ])
})

test('territories without codes go by their names, and two features of one code are one area', () => {
  const feature = (name: string, ring: Ring) => ({
    type: 'Feature',
    properties: { name },
    geometry: polygon(ring),
  })
  const features = [
    feature('North', square(0, 1)),
    feature('North', square(2, 3)),
    feature('South', square(4, 5)),
  ]
  const bytes = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }))
  const read = readGeoJson(bytes, 'own.json', ASKED)
  assert.deepEqual(read.areas, [
    { code: 'North', name: 'North' },
    { code: 'South', name: 'South' },
  ])
  assert.deepEqual(codesAt(read, [0.5, 2.5, 4.5]), ['North', 'North', 'South'])
})

const BAD: readonly (readonly [geometry: unknown, fault: string])[] = [
  [null, 'is empty: it has no geometry'],
  [polygon(), 'is empty'],
  [polygon([]), 'is empty'],
  [{ type: 'Point', coordinates: [1, 2] }, 'is a Point, not a polygon'],
  [{ type: 'Polygon', coordinates: 7 }, 'has coordinates that are not rings of positions'],
  [polygon(square(0, 1).slice(2)), 'has a ring of fewer than four positions'],
  [
    polygon(square(0, 1).slice(0, 4)),
    'has a ring that is not closed: its last position is not its first',
  ],
  [
    polygon([
      [0, 0],
      [1, 'x'],
      [1, 1],
      [0, 0],
    ]),
    'has a position that is not two numbers',
  ],
  [
    polygon([
      [0, 0],
      [1, 1],
      [2, 2],
      [0, 0],
    ]),
    'is empty: it has no area',
  ],
  [
    polygon([
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
      [0, 0],
    ]),
    'crosses itself near 0, 0',
  ],
  [polygon(square(0, 2), square(1, 3)), 'crosses itself near 2, 0'],
  [
    polygon([
      [-37, 144],
      [-36, 144],
      [-36, 145],
      [-37, 144],
    ]),
    'has latitude before longitude: -37, 144; longitude comes first',
  ],
  [
    polygon([
      [530000, 180000],
      [530001, 180000],
      [530001, 180001],
      [530000, 180000],
    ]),
    'has positions that are not degrees: 530000, 180000; convert the file to WGS 84 (EPSG:4326)',
  ],
  [
    polygon([
      [179, -44],
      [-179, -44],
      [-179, -43],
      [179, -44],
    ]),
    'crosses the antimeridian near -44; cut it into two parts there',
  ],
  [
    polygon([
      [179, -44],
      [183, -44],
      [183, -43],
      [179, -44],
    ]),
    'has the longitude 183; count from -180 to 180, and cut the polygon in two there',
  ],
  [{ type: 'X'.repeat(100_000) }, `is a ${'X'.repeat(200)}…, not a polygon`],
]

for (const [geometry, fault] of BAD) {
  test(`a polygon that ${fault} is named by its number`, () => {
    const bytes = collection(polygon(square(0, 1)), geometry)
    assert.throws(() => readGeoJson(bytes, 'zones.geojson', ASKED), {
      message: `zones.geojson is refused: Feature 2 ${fault}. Correct the file, or leave them out with --skip-bad.`,
    })
    const { areas, notes } = readGeoJson(bytes, 'zones.geojson', { ...ASKED, skipsBad: true })
    assert.deepEqual([areas.length, notes], [1, [`Feature 2 ${fault}.`]])
  })
}

test('rings that only touch each other or themselves are good', () => {
  const bow = [
    [0, 0],
    [1, 1],
    [0, 2],
    [2, 2],
    [1, 1],
    [2, 0],
    [0, 0],
  ]
  const read = readGeoJson(
    collection(polygon(bow), polygon(square(3, 6), square(3, 4))),
    'a.json',
    ASKED,
  )
  assert.deepEqual(codesAt(read, [3.5, 5]), ['', 'Z2'])
})

test('many bad polygons are named up to ten, and the rest counted', () => {
  assert.throws(() => readGeoJson(collection(...new Array(13).fill(null)), 'a.json', ASKED), {
    message: /Feature 10 is empty: it has no geometry\. And 3 more\. Correct/,
  })
})

test('what is not GeoJSON, or lacks codes, is refused in a sentence', async () => {
  const refused = (text: string, message: string) =>
    assert.throws(() => readGeoJson(Buffer.from(text), 'a.json', ASKED), { message })
  refused('{', 'a.json is not GeoJSON: it is not JSON in UTF-8.')
  const latin = Buffer.from('{"type":"FeatureCollection","features":[],"name":"Orléans"}', 'latin1')
  assert.throws(() => readGeoJson(latin, 'a.json', ASKED), { message: /it is not JSON in UTF-8/ })
  refused('[]', 'a.json is not GeoJSON: it is neither a FeatureCollection nor a Feature.')
  refused(
    JSON.stringify({
      type: 'Feature',
      properties: { a: 1, b: 2 },
      geometry: polygon(square(0, 1)),
    }),
    'a.json is refused: no column looks like the codes of "zone"; name it with --code. Its properties: a, b.',
  )
  refused('{"type":"FeatureCollection","features":[]}', 'a.json holds no polygons.')
  const deep = `${'['.repeat(1e5)}${']'.repeat(1e5)}`
  const named = (code: string, name = '') =>
    `{"type":"Feature","properties":{"code":${code},"name":"${name}"},"geometry":${JSON.stringify(polygon(square(0, 1)))}}`
  const why = (fault: string) =>
    `a.json is refused: Feature 1 ${fault}. Correct the file, or leave them out with --skip-bad.`
  refused(named(deep), why('has no code'))
  refused(named('"A"').replace('"Polygon"', deep), why('has a geometry whose type is not a text'))
  const long = 'has a code or name of more than 200 characters'
  refused(named(`"${'x'.repeat(201)}"`), why(long))
  refused(named('"A"', 'x'.repeat(201)), why(long))
  await assert.rejects(readGeoFile(join(folder, 'none.json'), ASKED), /there is no such file/)
  const large = join(folder, 'large.json')
  writeFileSync(large, '{')
  truncateSync(large, 256 * 1024 ** 2 + 1)
  await assert.rejects(readGeoFile(large, ASKED), {
    message:
      'large.json is refused: GeoJSON can have at most 256 MiB. Convert it to a GeoPackage, which has no such limit.',
  })
  await assert.rejects(readGeoFile(join(folder, 'wards.shp'), ASKED), {
    message:
      'wards.shp is refused: convert it to a GeoPackage first: ogr2ogr -t_srs EPSG:4326 zones.gpkg wards.shp',
  })
})

/** Well-known binary behind the header of a GeoPackage, with a box of 32 bytes, of either byte order. */
function geometryOf(parts: readonly (readonly Ring[])[], isLittle: boolean): Buffer {
  const u32 = (value: number) => {
    const bytes = Buffer.alloc(4)
    isLittle ? bytes.writeUInt32LE(value) : bytes.writeUInt32BE(value)
    return bytes
  }
  const f64 = (value: unknown) => {
    const bytes = Buffer.alloc(8)
    isLittle ? bytes.writeDoubleLE(Number(value)) : bytes.writeDoubleBE(Number(value))
    return bytes
  }
  const order = Buffer.from([isLittle ? 1 : 0])
  // With heights, which are passed over.
  const ringBytes = (ring: Ring) => [
    u32(ring.length),
    ...ring.flatMap(([x, y]) => [f64(x), f64(y), f64(9)]),
  ]
  const polygons = parts.flatMap((rings) => [
    order,
    u32(1003),
    u32(rings.length),
    ...rings.flatMap(ringBytes),
  ])
  const header = Buffer.concat([Buffer.from([0x47, 0x50, 0, 0b10]), Buffer.alloc(4 + 32)])
  return Buffer.concat([header, order, u32(1006), u32(parts.length), ...polygons])
}

function geoPackage(name: string, srs: number, geometries: readonly (Buffer | null)[]): string {
  const path = join(folder, name)
  using database = new DatabaseSync(path)
  database.exec(`create table gpkg_geometry_columns (table_name text, column_name text, srs_id integer);
    insert into gpkg_geometry_columns values ('the "zones"', 'geom', ${srs});
    create table "the ""zones""" (fid integer primary key, geom blob, ZONE_CODE text, ZONE_NAME text)`)
  const insert = database.prepare(
    'insert into "the ""zones""" (geom, ZONE_CODE, ZONE_NAME) values (?, ?, ?)',
  )
  for (const [at, geometry] of geometries.entries())
    insert.run(geometry, `Z${at + 1}`, `Zone ${at + 1}`)
  return path
}

test('a GeoPackage is read as GeoJSON is, in either byte order and with heights', async () => {
  const parts = geometryOf([[square(0, 4), square(1, 2)], [square(6, 8)]], true)
  const path = geoPackage('zones.gpkg', 4326, [parts, geometryOf([[square(4, 6)]], false)])
  const read = await readGeoFile(path, ASKED)
  assert.deepEqual(codesAt(read, [0.5, 1.5, 3, 5, 7, 9]), ['Z1', '', 'Z1', 'Z2', 'Z1', ''])
  assert.deepEqual(read.areas[0], { code: 'Z1', name: 'Zone 1' })
})

test('the British grid is converted, any other projection and damaged geometries are refused', async () => {
  const ring = [
    [530000, 180000],
    [531000, 180000],
    [531000, 181000],
    [530000, 181000],
    [530000, 180000],
  ]
  const { polygons } = await readGeoFile(
    geoPackage('grid.gpkg', 27700, [geometryOf([[ring]], true)]),
    ASKED,
  )
  // Charing Cross is at 51.5081, -0.1248.
  assert.equal(new PolygonIndex(polygons).areaAt(-1248000, 515081000), 1)
  await assert.rejects(readGeoFile(geoPackage('gda.gpkg', 28355, []), ASKED), {
    message:
      'gda.gpkg is refused: its coordinates are EPSG:28355; convert it to WGS 84 (EPSG:4326).',
  })
  const cut = geometryOf([[square(0, 1)]], true).subarray(0, 80)
  await assert.rejects(readGeoFile(geoPackage('cut.gpkg', 4326, [cut, null]), ASKED), {
    message:
      /Feature 1 has a geometry that is cut short\. Feature 2 is empty: it has no geometry\./,
  })
  writeFileSync(join(folder, 'no.gpkg'), 'SQLite format 3\0 and no more of it')
  await assert.rejects(readGeoFile(join(folder, 'no.gpkg'), ASKED), {
    message: 'no.gpkg is refused: it is not a GeoPackage, or it is damaged.',
  })
})
