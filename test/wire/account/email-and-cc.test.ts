// The e-mail address of an account and its CC lists, over HTTP: what is answered, and what each mistake is told.
// Covers: src/endpoints/account/**, src/mail/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAsDefined } from '../../support/answers.ts'
import { type Answer, posting, testService } from '../../support/running.ts'

const running = await testService({ settings: { KEY_REQUESTS_PER_MINUTE: '100000' } })
const account = await running.account('uk')
const other = await running.account('au')

const put = (body: unknown) => ({ ...posting(body), method: 'PUT' })
const remove = { method: 'DELETE' }

function assertProblem({ status, json, text }: Answer, wanted: number, title?: string): void {
  assert.equal(status, wanted, text)
  assert.equal(json.status, wanted)
  assert.match(json.detail, /^[A-Za-z].*\.$/)
  if (title !== undefined) assert.equal(json.title, title)
}

test('the address is read, changed and read again', async () => {
  const { adminKey } = await running.account('uk')
  const before = await running.ask('/email-address', adminKey)
  assert.equal(before.status, 200)
  assertAsDefined('GET', '/email-address', before)
  assert.match(before.json['email-address'], /^holder-.*@example\.com$/)
  const changed = await running.ask(
    '/email-address',
    adminKey,
    put({ 'new-email-address': 'New.Name@example.org' }),
  )
  assert.equal(changed.status, 204)
  assert.equal(changed.text, '')
  assert.equal(changed.headers.get('content-type'), null)
  const now = await running.ask('/email-address', adminKey)
  assert.deepEqual(now.json, { 'email-address': 'New.Name@example.org' })
})

test('a taken address is a Problem that also has the message where clients look for it', async () => {
  const { json } = await running.ask('/email-address', other.adminKey)
  const body = { 'new-email-address': json['email-address'].toUpperCase() }
  const answer = await running.ask('/email-address', account.adminKey, put(body))
  assertProblem(answer, 400, 'new-email-address')
  assert.equal(answer.json.code, 'bad-request')
  assert.equal(answer.json.message, answer.json.detail)
  assert.equal(answer.json.Message, answer.json.detail)
})

const BAD_EMAILS = [
  'a@b.c\r\nBcc: x@y.z',
  'a@b.c\nSubject: x',
  'a\u0000@b.c',
  '"a b"@example.com',
  'A <a@b.c>',
  'a@b.c, d@e.f',
  'a@localhost',
  `${'l'.repeat(65)}@example.com`,
  `a@${'d.'.repeat(130)}com`,
  `a@${'d.'.repeat(2000)}com`,
  '‮moc.elpmaxe@a',
]

test('what no mail header could bear is refused by its field, in both places', async () => {
  for (const email of [...BAD_EMAILS, '', null, {}, [], true, undefined]) {
    const changed = await running.ask(
      '/email-address',
      account.adminKey,
      put({ 'new-email-address': email }),
    )
    assertProblem(changed, 400, 'new-email-address')
    const added = await running.ask(
      '/cc/invoices',
      account.adminKey,
      posting({ 'email-address': email }),
    )
    assertProblem(added, 400, 'email-address')
  }
  for (const body of ['[]', '{', '7', '"x"']) {
    assertProblem(await running.ask('/email-address', account.adminKey, put(body)), 400, 'body')
    assertProblem(await running.ask('/cc/expired', account.adminKey, posting(body)), 400, 'body')
  }
})

for (const list of ['expired', 'invoices'] as const) {
  const path = `/cc/${list}`

  test(`a recipient of ${path} is added, seen, listed and removed`, async () => {
    const { adminKey } = await running.account('uk')
    const empty = await running.ask(path, adminKey)
    assert.deepEqual(empty.json, [])
    const added = await running.ask(path, adminKey, posting({ 'email-address': 'a@example.com' }))
    assert.equal(added.status, 201)
    assertAsDefined('POST', path, added)
    const { id } = added.json
    assert.ok(Number.isInteger(id))
    const one = await running.ask(`${path}/${id}`, adminKey)
    assertAsDefined('GET', `${path}/{id}`, one)
    assert.deepEqual(one.json, { id, 'email-address': 'a@example.com' })
    const all = await running.ask(path, adminKey)
    assertAsDefined('GET', path, all)
    assert.deepEqual(all.json, [one.json])
    const removed = await running.ask(`${path}/${id}`, adminKey, remove)
    assert.equal(removed.status, 200)
    assertAsDefined('DELETE', `${path}/{id}`, removed)
    assert.deepEqual((await running.ask(path, adminKey)).json, [])
    assertProblem(await running.ask(`${path}/${id}`, adminKey, remove), 404)
  })

  test(`a repeated address and the 21st are refused on ${path}`, async () => {
    const { adminKey } = await running.account('uk')
    const add = (email: string) => running.ask(path, adminKey, posting({ 'email-address': email }))
    assert.equal((await add('a0@example.com')).status, 201)
    assertProblem(await add('A0@EXAMPLE.com'), 400, 'email-address')
    for (let at = 1; at < 20; at += 1) assert.equal((await add(`a${at}@example.com`)).status, 201)
    assertProblem(await add('a20@example.com'), 400, 'email-address')
  })

  test(`an unknown id of ${path} and one of another account get the same 404`, async () => {
    const { adminKey } = await running.account('uk')
    const mine = await running.ask(path, adminKey, posting({ 'email-address': 'a@example.com' }))
    assert.equal(mine.json.id, 1)
    for (const method of ['GET', 'DELETE']) {
      const theirs = await running.ask(`${path}/1`, account.adminKey, { method })
      assertProblem(theirs, 404)
      for (const id of ['2', '0', '-1', '2147483648', '999999999999999']) {
        const unknown = await running.ask(`${path}/${id}`, account.adminKey, { method })
        assert.equal(unknown.status, 404)
        assert.equal(unknown.text, theirs.text)
      }
      const nonsense = await running.ask(`${path}/a'--`, account.adminKey, { method })
      assertProblem(nonsense, 400, 'id')
    }
  })
}

test('an account whose trial is over can still change its address and its lists', async () => {
  const { adminKey } = await running.account('uk')
  await running.ask('/subscription/unsubscribe', adminKey, { method: 'PUT' })
  assert.equal((await running.ask('/email-address', adminKey)).status, 200)
  const added = await running.ask('/cc/expired', adminKey, posting({ email_address: 'b@x.com' }))
  assert.equal(added.status, 201)
})
