// `import --changes`: a change-only update is merged into the release in use, once, in its order, or refused.
// Covers: src/{commands/import-changes,importers/reading/changed-rows,importers/uk/kept-records}.ts

import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { EMPTY_POSTAL_ROW } from '../../src/address/postal.ts'
import { indexOver } from '../../src/engine/engine.ts'
import { idOfRow } from '../../src/index/ids/postal-id.ts'
import { loadRetired } from '../../src/releases/ledger/ledger.ts'
import { releasesIn } from '../../src/releases/release-folder.ts'
import type { PostalSearch } from '../../src/search/address-search.ts'
import { Folder } from '../importers/fixtures.ts'
import { runCli } from '../support/cli.ts'

const NGD =
  'uprn,versiondate,versionavailablefromdate,versionavailabletodate,subname,name,number,streetname,locality,townname,' +
  'postcode,classificationcode,buildstatus,latitude,longitude'

/** A row of OS NGD; with an end it is a version that is over. */
function row(uprn: number, day: number, street: string, end = '', status = 'Built Complete') {
  const from = `2026-11-0${day}`
  return `${uprn},${from},${from}T00:00:00,${end},,,${uprn},${street},,STOCKPORT,SK1 1AA,RD04,${status},53.41,-2.16`
}

const ended = (day: number) => `2026-11-0${day}T00:00:00`

function at(t: TestContext) {
  const folder = new Folder(t)
  const env = { DATA_DIR: folder.path, RELEASE_LOSS_PERCENT_MAX: '60' }
  let files = 0
  return {
    folder,
    run: (...args: string[]) => runCli([...args, '--json'], env),
    write: (...rows: string[]) => folder.write(`${++files}.csv`, `${[NGD, ...rows].join('\n')}\n`),
    writeMail: (...rows: string[]) =>
      folder.write(`${++files}.csv`, `${[MAIL, ...rows].join('\n')}\n`),
    async search(): Promise<PostalSearch> {
      const { memory } = await releasesIn(folder.path).loadInUse('uk')
      return indexOver(memory).search as PostalSearch
    },
    async refused(args: string[], why: RegExp) {
      const before = readdirSync(join(folder.path, 'releases')).sort()
      const { code, err } = await runCli(args, env)
      assert.equal(code, 1)
      assert.match(err.replaceAll('\n', ' '), why)
      assert.deepEqual(readdirSync(join(folder.path, 'releases')).sort(), before)
    },
  }
}

const found = (search: PostalSearch, term: string) =>
  search.autocomplete({ term, top: 9 }).map(({ label }) => label.split(',')[0])

test('a change set adds, changes and removes addresses, and retires the ids of those that went', async (t) => {
  const { folder, run, write, search, refused } = at(t)
  const whole = write(...[1, 2, 3, 4].map((uprn) => row(uprn, 1, 'EXAMPLE ROAD')))
  const { release: first } = JSON.parse((await run('import', 'ngd', whole)).out)
  const gone = (await search()).at(0).id
  const set = write(
    row(1, 1, 'EXAMPLE ROAD', ended(2)),
    row(2, 2, 'ZEPHYR LANE'),
    row(2, 1, 'EXAMPLE ROAD', ended(2)),
    row(3, 2, 'EXAMPLE ROAD', '', 'Historic'),
    row(8, 2, 'ZEPHYR LANE'),
    row(9, 2, 'ZEPHYR LANE', '', 'Prebuild'),
  )
  const { code, out, err } = await run('import', 'ngd', set, '--changes', '--for', first)
  assert.equal(code, 0, err)
  const { release, ...counts } = JSON.parse(out)
  assert.deepEqual(counts, { rows: 3, added: 1, changed: 1, removed: 2, rejected: 0 })
  const after = await search()
  assert.deepEqual(found(after, 'zephyr'), ['2 Zephyr Lane', '8 Zephyr Lane'])
  assert.deepEqual(found(after, 'example road'), ['4 Example Road'])
  const ledger = await loadRetired(releasesIn(folder.path).ledgerPathOf('uk'))
  assert.deepEqual(
    ledger?.find(gone, () => false),
    { release: first, successors: [] },
  )
  assert.equal(ledger?.release, release)
  await assert.rejects(
    releasesIn(folder.path).use(release, 100, { release: first, changed: [] }),
    /is no longer in use/,
  )
  await refused(['import', 'ngd', set, '--changes'], /is already part of uk-/)
  await refused(
    ['import', 'ngd', set, '--changes', '--for', first],
    /set is for uk-\S+, but uk-\S+ is in use/,
  )
  const late = write(row(4, 1, 'EXAMPLE ROAD', ended(1)))
  await refused(
    ['import', 'ngd', late, '--changes'],
    /ends on 2026-11-01.* up to 2026-11-02.* in order/,
  )
  await refused(['import', 'ngd', write(), '--changes'], /The change set has no addresses/)
  await refused(['import', 'ngd', set, '--changes', '--pre-build'], /imported without --pre-build/)
  await refused(['import', 'addressbase', set, '--changes'], /imported by "import ngd"/)
  // Of the merged releases the last two stay, and the one that was imported whole.
  for (const day of [3, 4])
    await run('import', 'ngd', write(row(5, day, `DAY ${day} ROAD`)), '--changes')
  const { releases } = JSON.parse((await run('data', 'list')).out)
  const kept = releases.map((each: { changes?: unknown }) => JSON.stringify(each.changes)).sort()
  const merged = (sets: number) => JSON.stringify({ since: first, sets, until: ended(sets + 1) })
  assert.deepEqual(kept, [merged(2), merged(3), undefined])
})

const MAIL =
  'udprn,versiondate,versionavailablefromdate,versionavailabletodate,uprn,organisationname,departmentname,' +
  'subbuildingname,buildingname,buildingnumber,dependentthoroughfare,thoroughfare,doubledependentlocality,' +
  'dependentlocality,posttown,postcode,poboxnumber,latitude,longitude'

function mail(udprn: number, uprn: string, day: number, street: string, end = '') {
  const from = `2026-11-0${day}`
  return `${udprn},${from},${from}T00:00:00,${end},${uprn},,,,,${udprn},,${street},,,STOCKPORT,SK1 1AA,,53.41,-2.16`
}

test('a release or a set that joins several files is refused where their records are not kept', async (t) => {
  const { run, write, writeMail, refused } = at(t)
  const built = write(row(1, 1, 'EXAMPLE ROAD'), row(2, 1, 'EXAMPLE ROAD'))
  const posted = writeMail(mail(7, '1', 1, 'MAIL ROAD'))
  await run('import', 'ngd', built)
  await refused(
    ['import', 'ngd', posted, '--changes'],
    /set joins several records to an address, and uk-\S+ was imported without .*--keep-records/,
  )
  await run('import', 'ngd', built, posted)
  await refused(
    ['import', 'ngd', write(row(2, 2, 'OTHER ROAD')), '--changes'],
    /uk-\S+ cannot take change sets: .* without --keep-records\. Import a full supply first/,
  )
})

test('with kept records a set joins what it has with what it leaves out, day after day', async (t) => {
  const { folder, run, write, writeMail, search, refused } = at(t)
  const houses = [1, 2, 3, 4, 5].map((uprn) => row(uprn, 1, 'EXAMPLE ROAD'))
  const posted = [mail(71, '1', 1, 'MAIL ROAD'), mail(72, '2', 1, 'MAIL ROAD')]
  const alone = [mail(73, '', 1, 'LONELY ROAD'), mail(74, '', 1, 'LONELY ROAD')]
  const whole = [write(...houses), writeMail(...posted, ...alone)]
  const { release: first } = JSON.parse(
    (await run('import', 'ngd', ...whole, '--keep-records')).out,
  )
  const all = async () => found(await search(), 'road').toSorted()
  assert.deepEqual(await all(), [
    '3 Example Road',
    '4 Example Road',
    '5 Example Road',
    '71 Mail Road',
    '72 Mail Road',
    '73 Lonely Road',
    '74 Lonely Road',
  ])
  // 1 is renamed by the council alone, 2 loses its post, 3 gets some, 4 goes, and one that was alone is found to be 5.
  const second = await run(
    'import',
    'ngd',
    write(row(1, 2, 'COUNCIL ROAD'), row(4, 1, 'EXAMPLE ROAD', ended(2))),
    writeMail(
      mail(72, '2', 1, 'MAIL ROAD', ended(2)),
      mail(75, '3', 2, 'MAIL ROAD'),
      mail(73, '', 1, 'LONELY ROAD', ended(2)),
      mail(73, '5', 2, 'LONELY ROAD'),
    ),
    '--changes',
  )
  assert.equal(second.code, 0, second.err)
  assert.deepEqual(await all(), [
    '2 Example Road',
    '71 Mail Road',
    '73 Lonely Road',
    '74 Lonely Road',
    '75 Mail Road',
  ])
  // What the council said on the day before counts once the post is gone.
  const third = await run(
    'import',
    'ngd',
    writeMail(mail(71, '1', 1, 'MAIL ROAD', ended(3))),
    '--changes',
  )
  assert.equal(third.code, 0, third.err)
  assert.ok((await all()).includes('1 Council Road'))
  assert.deepEqual((await search()).get('uprn-4'), undefined)
  // What the day before deleted does not come back from the full supply.
  const fourth = await run('import', 'ngd', writeMail(mail(76, '4', 4, 'MAIL ROAD')), '--changes')
  assert.equal(fourth.code, 0, fourth.err)
  assert.deepEqual(await all(), [
    '1 Council Road',
    '2 Example Road',
    '73 Lonely Road',
    '74 Lonely Road',
    '75 Mail Road',
    '76 Mail Road',
  ])
  const fifth = writeMail(mail(76, '4', 4, 'MAIL ROAD', ended(5)))
  assert.equal((await run('import', 'ngd', fifth, '--changes')).code, 0)
  assert.ok(!(await all()).some((line) => line?.startsWith('4 ')))
  const records = join(folder.path, 'releases', `${first}.records`)
  const next = ['import', 'ngd', write(row(5, 6, 'OTHER ROAD')), '--changes']
  writeFileSync(records, readFileSync(records).subarray(0, -3))
  await refused(next, /The records \S+ are damaged: import a full supply/)
  rmSync(records)
  await refused(next, /The records \S+ are missing: import a full supply/)
})

/** Of AddressBase Premium: a street, a house on it, and what a UPRN continues as. */
const street = (name: string) =>
  `15,"I",1,20000001,"${name}","","STOCKPORT","GREATER MANCHESTER","ENG",,,,`
const house = (uprn: number, change: string, status = 1) => [
  `21,"${change}",1,${uprn},${status},2,,,0,0,53.41,-2.16,1,1,"E",,,,,"D","SK1 1AA",0`,
  `24,"${change}",1,${uprn},"L${uprn}","ENG",1,,,,,,,,,,${uprn},,,,,20000001,1,,,"Y"`,
]
const successor = (uprn: number, to: number, change = 'I') =>
  `30,"${change}",1,${uprn},"S${uprn}-${to}",,,,,${to}`

test('a UPRN that goes continues as the source says, by a full supply, by a change set, and told later', async (t) => {
  const { folder, run } = at(t)
  let files = 0
  const supply = async (kind: string, lines: readonly string[], ...flags: readonly string[]) => {
    const head = `10,"Example","9999",2026-10-01,1,2026-10-01,09:00:00,"2.0","${kind}"`
    const path = folder.write(`${++files}.csv`, `${[head, ...lines].join('\n')}\n`)
    const { code, err } = await run('import', 'addressbase-premium', path, ...flags)
    assert.equal(code, 0, err)
  }
  const full = (uprns: readonly number[], ...named: readonly string[]) => {
    const lines = [street('BACK LANE'), ...uprns.flatMap((uprn) => house(uprn, 'I')), ...named]
    return supply('F', lines, '--keep-records')
  }
  const set = (...lines: readonly string[]) => supply('C', lines, '--changes')
  const idOf = (uprn: number) => idOfRow({ ...EMPTY_POSTAL_ROW, uprn: String(uprn) })
  const retired = async (uprn: number) => {
    const ledger = await loadRetired(releasesIn(folder.path).ledgerPathOf('uk'))
    const { memory } = await releasesIn(folder.path).loadInUse('uk')
    const { search } = indexOver(memory)
    return ledger
      ?.find(idOf(uprn), (id) => search.get(id) !== undefined)
      ?.successors.map(({ id, inferred }) => `${id}${inferred ? ' inferred' : ''}`)
  }
  await full([1, 2, 3, 4, 5, 6])
  await full([2, 3, 4, 5, 6], successor(1, 2), successor(1, 3), successor(5, 6))
  assert.deepEqual((await retired(1))?.toSorted(), [idOf(2), idOf(3)].toSorted())
  await set(...house(2, 'D'), ...house(4, 'D'), successor(2, 3))
  assert.deepEqual(await retired(2), [idOf(3)])
  assert.deepEqual([await retired(1), await retired(4)], [[idOf(3)], []])
  // What a supply said before counts once the address goes; what is said of one that has gone counts too.
  await set(...house(5, 'D'), successor(4, 6))
  assert.deepEqual([await retired(5), await retired(4)], [[idOf(6)], [idOf(6)]])
})
