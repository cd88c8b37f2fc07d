// Every command that changes something, or reads what belongs to an account, is in the audit log with its outcome.
// Covers: src/commands/**

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { auditEntriesBefore } from '../../src/account/operators/audit-entries.ts'
import { COMMANDS } from '../../src/commands/all-commands.ts'
import { openStore } from '../../src/store/open-store.ts'
import { runCli } from '../support/cli.ts'
import { copySample } from '../support/sample.ts'
import { newDataDir } from '../support/stores.ts'

const dataDir = newDataDir({ after })
await copySample(dataDir)
const EMAIL = 'jo@example.com'

async function run(line: string) {
  const words = line.replaceAll('DIR', dataDir).split(' ')
  return runCli(words, { DATA_DIR: dataDir })
}

const store = await openStore({ databaseUrl: '', dataDir })
after(() => store.close())

let seen = 0
/** What was written since the last time. */
async function written() {
  const acts = await auditEntriesBefore(store.db, Number.MAX_SAFE_INTEGER, undefined, 9)
  const fresh = acts.filter(({ number }) => number > seen)
  seen = acts[0]?.number ?? 0
  return fresh
}

writeFileSync(
  join(dataDir, 'own.csv'),
  'postcode,line_1,town_or_city,residential\nLS1 3AA,1 Own Street,Leeds,true\n',
)
writeFileSync(join(dataDir, 'streets.csv'), 'address,postcode\n"1 High Street, Leeds",LS1 3AA\n')

/** A call, what it is logged as, and how its outcome begins; none where it is not logged. */
const CALLS: readonly (readonly [line: string, outcome: string | undefined])[] = [
  [`account create --email ${EMAIL} --product uk --plan starter`, 'done'],
  [`account create --email ${EMAIL} --product uk`, 'refused: '],
  ['account create', undefined],
  ['account list', undefined],
  [`account show ${EMAIL}`, undefined],
  [`account plan ${EMAIL} standard`, 'done'],
  [`account plan ${EMAIL} none`, 'refused: There is no plan "none"'],
  ['account plan nobody@example.com standard', undefined],
  [`account address ${EMAIL}`, undefined],
  [`account address ${EMAIL} Leeds`, 'done'],
  [`account export ${EMAIL}`, 'done'],
  ['account erase acc_none', undefined],
  [`account keys ${EMAIL}`, undefined],
  [`account keys ${EMAIL} --rotate api`, 'done'],
  [`account keys ${EMAIL} --add shop`, 'done'],
  [`account keys ${EMAIL} --remove none`, 'refused: No key is named none'],
  [`token create --email ${EMAIL} --domain shop.example.com`, 'done'],
  [`private-address import DIR/own.csv --email ${EMAIL}`, 'done'],
  [`private-address replace DIR/own.csv --email ${EMAIL}`, 'done'],
  [`private-address list --email ${EMAIL}`, 'done'],
  [`private-address export --email ${EMAIL}`, 'done'],
  [`account end ${EMAIL}`, 'done'],
  [`account end ${EMAIL}`, 'refused: '],
  ['plans', undefined],
  ['bill --dry-run', undefined],
  ['bill', 'done'],
  ['invoice list', 'done'],
  ['invoice paid 7', 'refused: There is no invoice "7"'],
  ['invoice void 7', 'refused: There is no invoice "7"'],
  ['invoice open 7', 'refused: There is no invoice "7"'],
  ['operator create Ada', 'done'],
  ['operator list', undefined],
  ['operator create Ben --role boss', undefined],
  ['operator role Ada viewer', 'done'],
  ['operator role Eve viewer', 'refused: There is no operator named Eve'],
  ['operator replace Ada', 'done'],
  ['operator remove Ada', 'done'],
  ['operator remove Ada', 'refused: There is no operator named Ada'],
  ['operator readmit Ada', 'refused: There is no removed operator named Ada'],
  ['operator log', undefined],
  ['audit export', undefined],
  ['data list', undefined],
  ['data diff none none', undefined],
  ['data use none', 'refused: There is no release'],
  ['data remove none', 'refused: There is no release'],
  ['areas list', undefined],
  ['areas add council DIR/none.csv --product uk', undefined],
  ['areas add council DIR/own.csv --product uk --code town_or_city', 'done'],
  ['areas remove council --product uk', 'done'],
  ['areas remove council --product uk', 'refused: uk has no layer "council"'],
  ['import csv DIR/streets.csv --product uk --show', undefined],
  ['import csv DIR/streets.csv --product uk --yes', 'done'],
  ['backup DIR/none/all.backup', 'refused: The backup cannot be written'],
  ['backup DIR/all.backup', 'done'],
  ['drill DIR/all.backup', undefined],
  ['secrets rotate', 'refused: Set SECRETS_KEY'],
  ['clock', undefined],
  ['clock advance 1d', 'refused: No service with TEST_CLOCK=1'],
  ['doctor', undefined],
]

test('each call is logged as its command, for the account that it is about, with its outcome', async () => {
  for (const [line, outcome] of CALLS) {
    const { out, err } = await run(line)
    const entries = await written()
    const [entry] = entries
    const said = `${line}: ${out}${err}`
    if (outcome === undefined) {
      assert.deepEqual(entries, [], said)
      continue
    }
    assert.equal(entries.length, 1, said)
    assert.equal(entry?.operator, 'command line')
    assert.ok(line.startsWith(`${entry.act}`), said)
    assert.ok(entry.outcome.startsWith(outcome), `${entry.outcome} of ${said}`)
    const isAboutJo = line.includes(EMAIL) && !/^account create.*uk$/.test(line)
    assert.equal(entry.accountId.startsWith('acc_'), isAboutJo, said)
  }
})

test('every command is called above, but those that serve, measure or look', () => {
  const called = CALLS.map(([line]) => line)
  const others = COMMANDS.map(({ name }) => name)
    .filter((name) => !called.some((line) => line === name || line.startsWith(`${name} `)))
    .filter((name) => !name.startsWith('import '))
  assert.deepEqual(others, ['serve', 'mcp', 'match', 'explain', 'check-client', 'restore', 'bench'])
})

test('a command that needs no store is not stopped by there being none, and creates none', async (t) => {
  const empty = newDataDir(t)
  const list = join(dataDir, 'streets.csv')
  const words = ['import', 'csv', list, '--product', 'uk', '--yes']
  assert.equal((await runCli(words, { DATA_DIR: empty })).code, 0)
  assert.throws(() => readFileSync(join(empty, 'doorplate.sqlite')), /ENOENT/)
})

test('a restored store has the log of the backup and one entry more', async (t) => {
  const restored = newDataDir(t)
  const backup = join(dataDir, 'all.backup')
  const { code, err } = await runCli(['restore', backup], { DATA_DIR: restored })
  assert.equal(code, 0, err)
  const { acts } = JSON.parse(
    (await runCli(['operator', 'log', '--json'], { DATA_DIR: restored })).out,
  )
  assert.deepEqual([acts[0].act, acts[0].outcome, acts[1].act], ['restore', 'done', 'backup'])
  assert.equal((await runCli(['doctor'], { DATA_DIR: restored })).code, 0)
  const again = await runCli(['restore', backup], { DATA_DIR: restored })
  assert.match(again.err, /has accounts already/)
})

test('a backup is not restored over an audit log', async (t) => {
  const used = newDataDir(t)
  await runCli(['operator', 'create', 'Ada'], { DATA_DIR: used })
  const { err } = await runCli(['restore', join(dataDir, 'all.backup')], { DATA_DIR: used })
  assert.match(err, /The store has an audit log already/)
})

test('doctor tells that the log was cut, by the file in the data folder and by a head that it is given', async () => {
  const anchors = readFileSync(join(dataDir, 'audit-log.anchors'), 'utf8').trimEnd().split('\n')
  const [head = ''] = anchors.at(-1)?.split(' ') ?? []
  assert.equal((await run(`doctor --audit-head ${head}`)).code, 0)
  for (const wrong of ['x', '17', '17:abc']) {
    assert.match((await run(`doctor --audit-head ${wrong}`)).err, /--audit-head must be/)
  }
  const last = Number(head.split(':')[0])
  await sql`drop trigger act_is_kept_from_deletes`.execute(store.db)
  await sql`delete from operator_act where number = ${last}`.execute(store.db)
  await sql`update operator_act_counter set last_number = ${last - 1},
    last_sha256 = (select sha256 from operator_act where number = ${last - 1})`.execute(store.db)
  const missing = new RegExp(`Entry ${last} of the audit log is missing`)
  assert.match((await run('doctor')).out, missing)
  writeFileSync(join(dataDir, 'audit-log.anchors'), '')
  assert.equal((await run('doctor')).code, 0, 'nothing else knows')
  assert.match((await run(`doctor --audit-head ${head}`)).out, missing)
})
