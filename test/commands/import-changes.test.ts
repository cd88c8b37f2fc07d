// `import --changes`: a change-only update is merged into the release in use, once, in its order, or refused.
// Covers: src/commands/import-changes.ts, src/importers/reading/changed-rows.ts, src/importers/uk/{ngd,addressbase}.ts

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { indexOver } from '../../src/engine/engine.ts'
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
  await refused(['import', 'ngd', set, '--changes'], /was merged into uk-\S+ before/)
  await refused(
    ['import', 'ngd', set, '--changes', '--for', first],
    /set is for uk-\S+, but uk-\S+ is in use/,
  )
  const late = write(row(4, 1, 'EXAMPLE ROAD', ended(1)))
  await refused(
    ['import', 'ngd', late, '--changes'],
    /ends on 2026-11-01.* up to 2026-11-02.* in their order/,
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

test('a release or a set that joins several files is refused', async (t) => {
  const { folder, run, write, refused } = at(t)
  const mail = folder.write(
    'mail.csv',
    'udprn,versiondate,uprn,organisationname,departmentname,subbuildingname,buildingname,buildingnumber,' +
      'dependentthoroughfare,thoroughfare,doubledependentlocality,dependentlocality,posttown,postcode,poboxnumber,' +
      'latitude,longitude\n7,2026-11-01,1,,,,,1,,EXAMPLE ROAD,,,STOCKPORT,SK1 1AA,,53.41,-2.16\n',
  )
  const built = write(row(1, 1, 'EXAMPLE ROAD'), row(2, 1, 'EXAMPLE ROAD'))
  await run('import', 'ngd', built)
  await refused(['import', 'ngd', mail, '--changes'], /joins several records of ngd.* full supply/)
  await run('import', 'ngd', built, mail)
  await refused(
    ['import', 'ngd', write(row(2, 2, 'OTHER ROAD')), '--changes'],
    /joins several records/,
  )
})
