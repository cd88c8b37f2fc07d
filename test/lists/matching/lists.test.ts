// Lists as people keep them: how they are read, row by row, what is refused, and what is written back.
// Covers: src/lists/matching/**, src/lists/*.ts, src/lib/delimited/csv-cells.ts

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { ImportRefused } from '../../../src/lib/operator-error.ts'
import { layoutText } from '../../../src/lists/matching/list-text.ts'
import { type ListLayout, openMatchList } from '../../../src/lists/matching/match-list.ts'
import { inputOf } from '../../../src/lists/matching/match-rows.ts'
import { headerText, rowText } from '../../../src/lists/matching/result-columns.ts'
import { type ListRow, rowsOf } from '../../../src/lists/matching/rows.ts'
import { addToSummary, joinSummary, newSummary } from '../../../src/lists/matching/summary.ts'
import type { Match } from '../../../src/match/verdict.ts'
import { Folder, zipOf } from '../../importers/fixtures.ts'
import { runs } from '../../support/runs.ts'

const FOUND: Match = {
  verdict: 'corrected',
  confidence: 0.97,
  id: 'GAVIC1',
  address: '12 KING ST, FITZROY VIC 3065',
  parts: [
    { name: 'number', state: 'confirmed', typed: '12', held: '12' },
    { name: 'street', state: 'corrected', typed: 'KNIG', held: 'KING' },
    { name: 'postcode', state: 'inferred', typed: '', held: '3065' },
  ],
  candidates: [],
  reason: '',
}

/** The rows of a list with this content, and how it is read. */
async function read(
  folder: Folder,
  content: string | Uint8Array,
  options: Parameters<typeof openMatchList>[1] = {},
): Promise<{ rows: ListRow[]; layout: ListLayout }> {
  const list = await openMatchList(folder.write('list.csv', content), options)
  const rows: ListRow[] = []
  for await (const some of rowsOf(list)) rows.push(...some)
  return { rows, layout: list.layout }
}

const LISTS: readonly (readonly [string, string, string])[] = [
  // Of other countries, as programs there name the columns.
  [
    'Firma;Straße;Hausnr;PLZ;Ort\nAcme;King Street;12;SK1 1AA;Stockport',
    '{"organisation":"Acme","number":"12","street":"King Street","place":"Stockport","postcode":"SK1 1AA"}',
    'organisation=Firma,number=Hausnr,street=Straße,place=Ort,postcode=PLZ',
  ],
  [
    'Société,Adresse,Code postal,Ville\nAcme,12 King Street,SK1 1AA,Stockport',
    '{"organisation":"Acme","line":"12 King Street","place":"Stockport","postcode":"SK1 1AA"}',
    'address=Adresse,organisation=Société,place=Ville,postcode=Code postal',
  ],
  [
    'Empresa,Calle,Número,Ciudad,Código Postal\nAcme,King Street,12,Stockport,SK1 1AA',
    '{"organisation":"Acme","number":"12","street":"King Street","place":"Stockport","postcode":"SK1 1AA"}',
    'organisation=Empresa,number=Número,street=Calle,place=Ciudad,postcode=Código Postal',
  ],
  [
    'Titular,Strada,Nr civic,Cod\nAcme,King Street,12,SK1 1AA\nAcme,King Street,14,SK1 1AA',
    '{"line":"Acme, King Street, 12","postcode":"SK1 1AA"}',
    'address=Titular,address=Strada,address=Nr civic,postcode=Cod',
  ],
  // A number with its street, in two columns, behind a name, and as a date.
  [
    'Contact,Street / no,City,Zip\nAnn,King Street (12),Stockport,SK1 1AA',
    '{"line":"King Street (12)","place":"Stockport","postcode":"SK1 1AA"}',
    'address=Street / no,place=City,postcode=Zip',
  ],
  [
    'No From,No To,Road,Town,Postcode\n12,14,King Road,Stockport,SK1 1AA',
    '{"number":"12-14","street":"King Road","place":"Stockport","postcode":"SK1 1AA"}',
    'number=No From,street=Road,place=Town,postcode=Postcode,number-last=No To',
  ],
  [
    'Premises,Road,Town,Postcode\nOak House 12,King Road,Stockport,SK1 1AA',
    '{"building":"Oak House 12","street":"King Road","place":"Stockport","postcode":"SK1 1AA"}',
    'building=Premises,street=Road,place=Town,postcode=Postcode',
  ],
  [
    'House No,Road,Town,Postcode\n03-May,King Road,Stockport,SK1 1AA',
    '{"number":"3-5","street":"King Road","place":"Stockport","postcode":"SK1 1AA"}',
    'number=House No,street=Road,place=Town,postcode=Postcode',
  ],
  [
    'Address 1,Town,Postcode\n"Mar-05 King Road",Stockport,SK1 1AA',
    '{"line":"3-5 King Road","place":"Stockport","postcode":"SK1 1AA"}',
    'address=Address 1,place=Town,postcode=Postcode',
  ],
  [
    'Address 1,Town,Postcode\n07/08/2026 King Road,Stockport,SK1 1AA',
    '{"line":"7-8 King Road","place":"Stockport","postcode":"SK1 1AA"}',
    'address=Address 1,place=Town,postcode=Postcode',
  ],
  // A postcode in two columns, and in the next one.
  [
    'Address 1,Town,Postcode1,Postcode2\n12 King Road,Stockport,SK1,1AA',
    '{"line":"12 King Road","place":"Stockport","postcode":"SK1 1AA"}',
    'address=Address 1,place=Town,postcode=Postcode1,postcode=Postcode2',
  ],
  [
    'Address 1,Town,Postcode,Phone\n12 King Road,Stockport,Cheshire,SK1 1AA',
    '{"line":"12 King Road","place":"Stockport","postcode":"SK1 1AA"}',
    'address=Address 1,place=Town,postcode=Postcode',
  ],
  // An apostrophe that was read in another encoding.
  [
    'Address 1,Postcode\n12 Queenâ€™s Road,SK1 1AA',
    `{"line":"12 Queen's Road","postcode":"SK1 1AA"}`,
    'address=Address 1,postcode=Postcode',
  ],
  // Words for nothing.
  [
    'Address 1,Locality,Town,Postcode\n12 King Road,None given,Stockport,SK1 1AA',
    '{"line":"12 King Road","place":"Stockport","postcode":"SK1 1AA"}',
    'address=Address 1,place=Locality,place=Town,postcode=Postcode',
  ],
  [
    'Address 1,Locality,Town,Postcode\n12 King Road,xxx,Stockport,SK1 1AA',
    '{"line":"12 King Road","place":"Stockport","postcode":"SK1 1AA"}',
    'address=Address 1,place=Locality,place=Town,postcode=Postcode',
  ],
  [
    'id,address\n1,"3/12 King St, Fitzroy VIC 3065"',
    '3/12 King St, Fitzroy VIC 3065',
    'address=address',
  ],
  [
    'Name,Street Address,Suburb,State,Postcode\nAnn,12 King St,Fitzroy,VIC,3065',
    '{"line":"12 King St","place":"Fitzroy","state":"VIC","postcode":"3065"}',
    'address=Street Address,place=Suburb,state=State,postcode=Postcode',
  ],
  [
    'Kind Type,No,Street,Type,Suburb,State/Province,Postcode\nVIP,12,King,Street,Fitzroy,VIC,3065',
    '{"number":"12","street":"King","type":"Street","place":"Fitzroy","state":"VIC","postcode":"3065"}',
    'number=No,street=Street,place=Suburb,state=State/Province,postcode=Postcode,type=Type',
  ],
  [
    'Name;MailingStreet;MailingCity;MailingState;MailingPostalCode\nAnn;12 King St;Fitzroy;VIC;3065',
    '{"street":"12 King St","place":"Fitzroy","state":"VIC","postcode":"3065"}',
    'street=MailingStreet,place=MailingCity,state=MailingState,postcode=MailingPostalCode',
  ],
  [
    'Address Line 1\tAddress Line 2\tTown\tPost code\nFlat 2\t1 Oak Road\tSutton\tSM1 1AA',
    '{"line":"Flat 2, 1 Oak Road","place":"Sutton","postcode":"SM1 1AA"}',
    'address=Address Line 1,address=Address Line 2,place=Town,postcode=Post code',
  ],
  [
    'unit,number,street,street type,locality,state,postcode\n3,12,King,St,Fitzroy,VIC,3065',
    '{"unit":"3","number":"12","street":"King","type":"St","place":"Fitzroy","state":"VIC","postcode":"3065"}',
    'unit=unit,number=number,street=street,type=street type,place=locality,state=state,postcode=postcode',
  ],
  [
    'PAO_START_NUMBER,PAO_START_SUFFIX,PAO_END_NUMBER,STREET_DESCRIPTION,TOWN_NAME,POSTCODE_LOCATOR\n12,A,14,OAK ROAD,SUTTON,SM1 1AA',
    '{"number":"12A-14","street":"OAK ROAD","place":"SUTTON","postcode":"SM1 1AA"}',
    'number=PAO_START_NUMBER,street=STREET_DESCRIPTION,place=TOWN_NAME,postcode=POSTCODE_LOCATOR,number=PAO_START_SUFFIX,number-last=PAO_END_NUMBER',
  ],
  [
    'Ref,PAO,SAO,Road (official),Locality,Town,Postcode\n1,12,,OAK ROAD,,SUTTON,SM1 1AA',
    '{"number":"12","street":"OAK ROAD","place":"SUTTON","postcode":"SM1 1AA"}',
    'unit=SAO,number=PAO,street=Road .official.,place=Locality,place=Town,postcode=Postcode',
  ],
  [
    '{"id":1,"address":"12 King St, Fitzroy","postcode":3065,"state":"VIC"}',
    '{"line":"12 King St, Fitzroy","state":"VIC","postcode":"3065"}',
    'address=address,state=state,postcode=postcode',
  ],
  [
    '12 King St, Fitzroy VIC 3065\n14 King St, Fitzroy VIC 3065\n',
    '12 King St, Fitzroy VIC 3065',
    'address=1,address=2',
  ],
  [
    '1,Ann,12 King St,Fitzroy,VIC,3065\n2,Bob,14 King St,Fitzroy,VIC,3065\n',
    '{"line":"Ann, 12 King St, Fitzroy, VIC","postcode":"3065"}',
    'address=2,address=3,address=4,address=5,postcode=6',
  ],
  [
    'Wo,Wer\n"12 King St, Fitzroy VIC 3065",Ann\n"14 King St, Fitzroy VIC 3065",Bob\n',
    '12 King St, Fitzroy VIC 3065',
    'address=Wo',
  ],
  [
    'address,suburb,state\n"12 King St, Fitzroy VIC",Fitzroy,VIC\n',
    '12 King St, Fitzroy VIC',
    'address=address,place=suburb,state=state',
  ],
]

for (const [content, expected, columns] of LISTS) {
  test(`the columns of a list are found: ${content.split('\n', 1).join('')}`, async (t) => {
    const { rows, layout } = await read(new Folder(t), content)
    const input = inputOf(rows[0]?.cells ?? [], layout)
    assert.equal(typeof input === 'string' ? input : JSON.stringify(input), expected)
    assert.match(layoutText(layout), new RegExp(`--columns '${columns}'`))
    const again = await read(new Folder(t), content, { columns })
    assert.deepEqual(again.layout.reads, layout.reads, 'what is shown can be given')
  })
}

test('what the address of a row says itself is not said again, and nothing else is left out', () => {
  const roles = ['unit', 'building', 'address', 'place', 'state', 'postcode'] as const
  const layout: ListLayout = {
    file: '',
    product: 'au',
    format: 'delimited',
    encoding: 'utf-8',
    isMarked: false,
    delimiter: ',',
    fromLine: 1,
    hasHeader: false,
    names: roles,
    reads: roles.map((role, column) => ({ role, column })),
  }
  const cases: readonly (readonly [string, string])[] = [
    ['3||3/12 King St|Fitzroy|VIC|3065', 'line 3/12 King St place Fitzroy state VIC postcode 3065'],
    ['3||Unit 3, 12 King St|Fitzroy||', 'line Unit 3, 12 King St place Fitzroy'],
    ['3||3 King St|Fitzroy||', 'unit 3 line 3 King St place Fitzroy'],
    ['Flat 2||FLAT 2 1 Oak Rd|||', 'FLAT 2 1 Oak Rd'],
    ['|Oak House|Oak House, 1 Oak Rd|||', 'Oak House, 1 Oak Rd'],
    [
      '||12 Richmond St|Richmond|VIC|3121',
      'line 12 Richmond St place Richmond state VIC postcode 3121',
    ],
    ['||12 King St, Fitzroy VIC 3065|FITZROY|Vic|3065', '12 King St, Fitzroy VIC 3065'],
    ['||12 King St Fitzroy|Fitzroy|VIC|', 'line 12 King St Fitzroy state VIC'],
    ['||||VIC|', 'state VIC'],
    ['|||||', ''],
  ]
  for (const [cells, expected] of cases) {
    const input = inputOf(cells.split('|'), layout)
    const shown = typeof input === 'string' ? input : Object.entries(input).flat().join(' ')
    assert.equal(shown, expected, cells)
  }
})

const CAFE = 'id,address\n1,"1 Café Road, Sutton, SM1 1AA"\n2,"2 Café Road, Sutton, SM1 1AA"\n'
const ENCODINGS: readonly (readonly [string, Uint8Array])[] = [
  ['UTF-8', Buffer.from(CAFE)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${CAFE}`)],
  ['UTF-16', Buffer.from(`\ufeff${CAFE}`, 'utf16le')],
  ['Windows-1252', Buffer.from(CAFE, 'latin1')],
  ['gzip', gzipSync(CAFE)],
  ['with line ends of Windows', Buffer.from(CAFE.replaceAll('\n', '\r\n'))],
]

for (const [name, bytes] of ENCODINGS) {
  test(`a list in ${name} has the same rows`, async (t) => {
    const { rows, layout } = await read(new Folder(t), bytes)
    assert.deepEqual(
      rows.map(({ cells }) => cells[1]),
      ['1 Café Road, Sutton, SM1 1AA', '2 Café Road, Sutton, SM1 1AA'],
    )
    // A spreadsheet takes the result for UTF-8 by its mark; a list in plain UTF-8 was taken so without one.
    const isPlain = ['UTF-8', 'gzip', 'with line ends of Windows'].includes(name)
    assert.equal(headerText(layout).startsWith('\ufeff'), !isPlain)
  })
}

const REFUSED: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
  ['nothing', '', /list\.csv is empty; a list of addresses was expected/],
  ['a zip file', zipOf([{ name: 'a.csv', content: CAFE }]), /list\.csv is a zip archive/],
  [
    'a spreadsheet',
    zipOf([{ name: 'xl/workbook.xml', content: '<x/>' }]),
    /list\.csv is a spreadsheet; save/,
  ],
  ['a web page', '<!doctype html><p>1 King St', /list\.csv is a web page/],
  ['a JSON array', '[{"address":"1 King St"}]', /list\.csv is one JSON array, not one object/],
  ['JSON over lines', '{\n "address": "1 King St"\n}', /is JSON that is spread over lines/],
  [
    'bytes of no text',
    Buffer.from([1, 2, 0, 0, 0, 7, 200, 0, 9, 9]),
    /list\.csv is not a text file/,
  ],
  ['a header alone', 'address,state\n', /list\.csv has a header and no row/],
  [
    'no address',
    'Name,Colour\nAnn,red\nBob,blue VIC\nCy,VIC\n',
    /no column that looks like an address/,
  ],
  ['a gzip file that is cut', gzipSync(CAFE).subarray(0, 40), /list\.csv is cut short/],
  [
    'too many columns',
    `${'address,'.repeat(300)}\n${'1,'.repeat(300)}\n`,
    /list\.csv has more than 256 columns\.$/,
  ],
  [
    'a header of tens of thousands of columns',
    `${'a,'.repeat(30_000)}\n${'1,'.repeat(30_000)}\n`,
    /list\.csv has more than 256 columns\.$/,
  ],
  [
    'a column with a name of more than 100 characters',
    `{"address":"1 Low St VIC","${'n'.repeat(101)}":1}\n`,
    /list\.csv has a column name of more than 100 characters: nnn/,
  ],
]

for (const [name, content, sentence] of REFUSED) {
  test(`${name} in place of a list is refused in one sentence that names the file`, async (t) => {
    await assert.rejects(read(new Folder(t), content, { product: 'au' }), (error) => {
      assert.ok(error instanceof ImportRefused)
      assert.match(error.message, sentence)
      return true
    })
  })
}

test('any bytes are a list or are refused in one sentence', async (t) => {
  const path = new Folder(t).write('list.csv', '')
  const cell = fc.oneof(
    fc.constantFrom(
      'Address',
      'State',
      '12 King St, Fitzroy VIC 3065',
      '"',
      '""',
      '{',
      '{"a":"1"}',
    ),
    fc.string({ unit: 'binary', maxLength: 20 }),
  )
  const lines = fc
    .array(fc.array(cell, { maxLength: 5 }), { maxLength: 10 })
    .chain((rows) =>
      fc.constantFrom(',', ';', '\t').map((by) => rows.map((row) => row.join(by)).join('\n')),
    )
  const content = fc.oneof(
    lines.map((text) => Buffer.from(text)),
    lines.map((text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
    fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
  )
  let lists = 0
  await fc.assert(
    fc.asyncProperty(content, async (bytes) => {
      writeFileSync(path, bytes)
      try {
        const list = await openMatchList(path, { product: 'au' })
        for await (const rows of rowsOf(list)) {
          for (const row of rows) {
            assert.equal(row.cells.length, list.layout.names.length)
            assert.match(rowText(row, FOUND, list.layout), /\n$/)
            inputOf(row.cells, list.layout)
          }
        }
        lists += 1
      } catch (error) {
        assert.ok(error instanceof ImportRefused, String(error))
        assert.match(error.message, /^[^\p{C}]+\.$/u)
      }
    }),
    { numRuns: runs(60), seed: 7 },
  )
  assert.ok(lists > 0, 'some of them are lists')
})

test('columns that are given wrongly are refused with what would be right', async (t) => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['address=Strasse', /list\.csv has no column Strasse for address; its columns are id, address/],
    ['colour=id', /cannot be read as colour; say ROLE=COLUMN, where the role is one of address,/],
    ['address', /cannot be read as address; say ROLE=COLUMN/],
    ['postcode=1', /one must be read as address, street or building/],
    ['address=3', /list\.csv has no column 3 for address/],
  ]
  for (const [columns, sentence] of wrong) {
    await assert.rejects(read(new Folder(t), CAFE, { columns }), { message: sentence })
  }
})

test('every row keeps its place: short, long, broken and enormous ones too', async (t) => {
  const { rows } = await read(
    new Folder(t),
    [
      'id,address,state',
      '1,"1 King St, Fitzroy",VIC',
      '2',
      '3,3 King St, Fitzroy,VIC,',
      '4,"4 King" St,VIC',
      `5,${'x'.repeat(70_000)},VIC`,
      `6${','.repeat(300)}`,
      '7,"7 King St, Fitzroy",VIC,,,',
      '',
    ].join('\n'),
  )
  assert.deepEqual(
    rows.map(({ row, line, cells, fault }) => [row, line, cells.join('|').slice(0, 30), fault]),
    [
      [1, 2, '1|1 King St, Fitzroy|VIC', ''],
      [2, 3, '2||', ''],
      [3, 4, '3|3 King St| Fitzroy,VIC', ''],
      [
        4,
        5,
        '4,"4 King" St,VIC||',
        'The row has a quote that is not closed, or text after a closed one.',
      ],
      [5, 6, `5,${'x'.repeat(28)}`, 'The row is longer than 64 KB.'],
      [6, 7, `6${','.repeat(29)}`, 'The row has more than 256 cells.'],
      [7, 8, '7|7 King St, Fitzroy|VIC', ''],
    ],
  )
})

test('a list that is read on begins with the first row that was not read', async (t) => {
  const text = `id,address\n${[1, 2, 3, 4, 5].map((id) => `${id},"${id} King St, Fitzroy VIC"\n`).join('')}`
  const list = await openMatchList(new Folder(t).write('a.csv', text))
  for (const [skip, left] of [
    [0, '12345'],
    [1, '2345'],
    [4, '5'],
    [5, ''],
    [9, ''],
  ] as const) {
    const rows = (await Array.fromAsync(rowsOf(list, { skip }))).flat()
    assert.equal(
      rows.map(({ row, cells }) => `${row === Number(cells[0]) ? row : '?'}`).join(''),
      left,
    )
  }
})

test('a row is written back as it was, with what was found, and no cell is a formula', async (t) => {
  const content = 'id;address;note;latitude\r\n7;"12 Knig ""St""; Fitzroy VIC 3065";=1+1;-37.8\r\n'
  const { rows, layout } = await read(new Folder(t), `\ufeff${content}`)
  assert.equal(
    headerText(layout) + rows.map((row) => rowText(row, FOUND, layout)).join(''),
    '\ufeffid;address;note;latitude;match_verdict;match_confidence;match_id;match_address;' +
      'match_differences;match_reason;match_candidates\n' +
      `7;"12 Knig ""St""; Fitzroy VIC 3065";'=1+1;-37.8;corrected;0.97;GAVIC1;` +
      '12 KING ST, FITZROY VIC 3065;"street corrected: KNIG is KING; postcode inferred: 3065";;\n',
  )
})

test('an object is written back unchanged, with more keys', async (t) => {
  const content = '{"address": "12 Knig St, Fitzroy VIC", "tags": [1, {"a": "="}]}\nnot JSON\n'
  const { rows, layout } = await read(new Folder(t), content)
  const [first = '', second = ''] = rows.map((row) => rowText(row, FOUND, layout))
  assert.ok(
    first.startsWith('{"address": "12 Knig St, Fitzroy VIC", "tags": [1, {"a": "="}],"match_'),
  )
  const { match_verdict, match_confidence, match_differences } = JSON.parse(first)
  assert.deepEqual([match_verdict, match_confidence], ['corrected', 0.97])
  assert.deepEqual(match_differences, FOUND.parts.slice(1))
  assert.equal(JSON.parse(second).unreadable, 'not JSON')
})

test('a list that was matched before gets columns of other names', async (t) => {
  const { layout } = await read(
    new Folder(t),
    'address,match_verdict\n"1 King St, Fitzroy VIC",exact\n',
  )
  assert.match(headerText(layout), /^address,match_verdict,match_verdict_2,match_confidence_2,/)
})

test('a summary counts verdicts, confidences and reasons, with ten examples of each', () => {
  const nothing: Match = {
    ...FOUND,
    verdict: 'not-found',
    confidence: 0,
    id: '',
    address: '',
    reason: 'No street.',
  }
  const [first, second] = [newSummary(), newSummary()]
  for (let row = 1; row <= 8; row += 1) {
    addToSummary(first, { row, fault: '', input: { number: '1', street: 'King' }, match: FOUND })
    addToSummary(second, { row: row + 8, fault: '', input: 'x', match: row > 2 ? FOUND : nothing })
  }
  addToSummary(second, {
    row: 17,
    fault: 'Broken.',
    input: 'x',
    match: { ...nothing, reason: 'Broken.' },
  })
  joinSummary(first, second)
  assert.equal(first.rows, 17)
  assert.equal(first.unreadable, 1)
  assert.deepEqual(first.verdicts, { exact: 0, corrected: 14, ambiguous: 0, 'not-found': 3 })
  assert.deepEqual(first.confidences, [0, 0, 0, 0, 0, 0, 0, 0, 0, 14])
  assert.deepEqual(first.reasons, { 'No street.': 2, 'Broken.': 1 })
  assert.deepEqual(
    first.examples.corrected.map(({ row }) => row),
    [1, 2, 3, 4, 5, 6, 7, 8, 11, 12],
  )
  assert.equal(first.examples.corrected[0]?.typed, '1, King')
})
