// `import`: what a person is told while it runs and when it is done.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coreFile, coreLine, csvLine, Folder } from '../importers/fixtures.ts'
import { runCli } from '../support/cli.ts'

test('an import reports its progress, its current step and the rows that it left out', async (t) => {
  const folder = new Folder(t)
  const bad = coreLine({ ADDRESS_DETAIL_PID: 'GAVIC1', STATE: 'XX' })
  const core = coreFile(30)
  const [, again = ''] = core.split('\n')
  const file = folder.write('core.psv', `${core}${bad}\n${again}\n`)
  const { code, out, err } = await runCli(['import', 'gnaf-core', file, '--json'], {
    DATA_DIR: folder.path,
  })
  assert.equal(code, 0, err)
  const lines = err.trimEnd().split('\n')
  assert.match(lines[0], /^gnaf-core: 100%, 31 rows, [\d,]+\/s, took \d+ s$/)
  assert.deepEqual(lines.slice(1, 4), [
    'index: sorting and writing addresses',
    'index: verifying',
    'rejected, state-unknown: 1',
  ])
  assert.match(lines[4], /^ {2}core\.psv, line 32, state-unknown \(STATE is "XX"\): /)
  assert.deepEqual(lines.slice(5), ['left out, the same address or id as an earlier row: 1'])
  const { release, rows, rejected } = JSON.parse(out)
  assert.deepEqual([rows, rejected], [30, 1])
  assert.match(release, /^au-\d{4}-\d\d-\d\d-[0-9a-f]{6}$/)
})

test('an import that lacks many of the addresses in use is built, and says how to use it', async (t) => {
  const folder = new Folder(t)
  const run = (rows: number) => {
    const file = folder.write(`${rows}.psv`, coreFile(rows))
    return runCli(['import', 'gnaf-core', file, '--json'], { DATA_DIR: folder.path })
  }
  const { release } = JSON.parse((await run(30)).out)
  const { code, out, err } = await run(20)
  assert.deepEqual([code, out], [1, ''])
  const [, built = ''] =
    /^doorplate: (\S+) is not in use: it lacks 10 of the 30 addresses/m.exec(err) ?? []
  assert.match(err, new RegExp(`run "npm run -s doorplate -- data use ${built} --yes"\\.$`, 'm'))
  const { out: list } = await runCli(['data', 'list', '--json'], { DATA_DIR: folder.path })
  const { releases } = JSON.parse(list)
  assert.deepEqual(
    releases
      .map((each: { release: string; in_use: boolean }) => [each.release, each.in_use])
      .sort(),
    [
      [release, true],
      [built, false],
    ].sort(),
  )
})

test('an import tells how many addresses it could place only roughly or not at all', async (t) => {
  const folder = new Folder(t)
  const sale = (id: number, postcode: string) => {
    const key = `{00000000-0000-0000-0000-${String(id).padStart(12, '0')}}`
    const place = ['EXAMPLE ROAD', '', 'STOCKPORT', 'STOCKPORT', 'GREATER MANCHESTER', 'A', 'A']
    return csvLine([key, '1', '2020-05-01 00:00', postcode, 'T', 'N', 'F', `${id}`, '', ...place])
  }
  const sales = [sale(1, 'SK1 1AA'), sale(2, 'SK1 1ZZ'), sale(3, 'BT1 1AA')]
  const file = folder.write('sales.csv', `${sales.join('\n')}\n`)
  const points = folder.write('p.csv', '"SK1 1AA",10,389500,390500,"E1","","E2","E3","E4","E5"\n')
  const { code, err } = await runCli(['import', 'price-paid', file, '--postcodes', points], {
    DATA_DIR: folder.path,
  })
  assert.equal(code, 0, err)
  assert.match(err, /^placed at the centre of their postcode sector: 1$/m)
  assert.match(err, /^without coordinates: 1$/m)
})

test('a list is shown before it is built, and --yes or a map of its columns builds it', async (t) => {
  const folder = new Folder(t)
  const file = folder.write(
    'list.csv',
    'Address,Note\n"1 Oak Road, Sutton, SM1 1AA",\n"Oak, Sutton, SM1 1AA",\n,x\n',
  )
  const cli = (...more: string[]) =>
    runCli(['import', 'csv', file, ...more], { DATA_DIR: folder.path })
  const shown = await cli()
  assert.equal(shown.code, 0, shown.err)
  assert.match(shown.out, /Nothing is built yet/)
  assert.match((await cli('--columns', 'address=1', '--show', '--json')).out, /"built": ?false/)
  const built = await cli('--yes')
  assert.match(built.out, /^uk-\S+ is in use: 2 addresses, 0 rejected\.$/m)
  assert.match(
    built.err,
    /^without a house number or street, found by name only: 1\n {2}Oak, Sutton/m,
  )
  assert.match(built.err, /^left out, blank: 1$/m)
  const asked = await cli('--product', 'uk', '--columns', 'address=1', '--show')
  const call = / csv (\S+ --product uk --columns 'address=1')$/m.exec(asked.out)
  assert.ok(call?.[1]?.startsWith(file), asked.out)
  const mapped = await cli('--product', 'uk', '--columns', 'address=Address')
  assert.match(mapped.out, /^uk-\S+ is in use: 2 addresses/m, mapped.err)
})

const ODD = 'Ref;Street address;City / Town;Zip;Lat;Lng;Kommentar'
const ODD_ROWS = Array.from(
  { length: 40 },
  (_, at) => `R${at};${at + 1} High Street;Stockport;SK1 1AA;53.4${at};-2.1;note ${at}`,
)

test('import csv shows each column with its meaning and examples, and a command to change it', async (t) => {
  const folder = new Folder(t)
  const file = folder.write('odd list.csv', [ODD, ...ODD_ROWS].join('\n'))
  const cli = (...more: string[]) =>
    runCli(['import', 'csv', file, ...more], { DATA_DIR: folder.path })
  const shown = await cli()
  assert.match(shown.out, /^ {2}City \/ Town {5}place {6}Stockport$/m)
  assert.match(shown.out, /^ {2}Ref {13}- {10}R0 · R1 · R2$/m)
  const columns = 'address=Street address,place=City / Town,postcode=Zip,latitude=Lat,longitude=Lng'
  const command = ` -- import csv '${file}' --product uk --columns '${columns}' --show`
  assert.ok(shown.out.endsWith(`${command}\n`), shown.out)
  const again = await cli('--product', 'uk', '--columns', columns, '--show')
  assert.ok(again.out.includes('1. building_number: 1 | thoroughfare: High Street'), again.out)
  const built = await cli('--yes')
  assert.match(built.out, /: 40 addresses, 0 rejected/)
  assert.match(built.err, /Zip {13}postcode {3}SK1 1AA/)
})

test('a list that is refused is shown too, with the column that it lacks in the command', async (t) => {
  const folder = new Folder(t)
  const file = folder.write('a.csv', [ODD, ...ODD_ROWS].join('\n'))
  for (const [more, lacks] of [
    [['--product', 'au', '--show'], /refused: 40 of the 40 rows read are bad: state-unknown/],
    [['--product', 'au', '--yes'], /refused: 40 of the 40 rows read are bad: state-unknown/],
  ] as const) {
    const { code, err } = await runCli(['import', 'csv', file, ...more], { DATA_DIR: folder.path })
    assert.equal(code, 1)
    assert.match(err, /^ {2}Street address {2}address/m)
    assert.match(err, /--columns 'address=Street address,.*,state=COLUMN' --show$/m)
    assert.match(err, lacks)
  }
})

test('import ngd leaves out what is not built yet, and --pre-build takes it', async (t) => {
  const folder = new Folder(t)
  const header =
    'uprn,versiondate,subname,name,number,streetname,locality,townname,postcode,classificationcode,buildstatus,' +
    'latitude,longitude'
  const row = (number: number, status: string) =>
    `10009990000${number},2026-09-30,,,${number},EXAMPLE ROAD,,STOCKPORT,SK1 1AA,RD04,${status},53.41,-2.16`
  const lines = [header, row(1, 'Built Complete'), row(2, 'Prebuild')]
  const file = folder.write('add_gb_builtaddress.csv', `${lines.join('\n')}\n`)
  const imported = async (...flags: string[]) => {
    const { code, out, err } = await runCli(['import', 'ngd', file, ...flags], {
      DATA_DIR: folder.path,
    })
    assert.equal(code, 0, err)
    return out + err
  }
  assert.match(await imported(), /1 addresses, 0 rejected\.\n.*left out, not-standing: 1/s)
  assert.match(await imported('--pre-build'), /2 addresses, 0 rejected/)
})
