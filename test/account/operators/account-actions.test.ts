// What an operator does about one account, and who operators are: each by a name and the last key they were given.
// Covers: src/account/operators/operators.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { maskCredential, sha256 } from '../../../src/account/keys/credential.ts'
import {
  mailsOf,
  noteOf,
  resendMail,
  resumeAccount,
  setNote,
  suspendAccount,
} from '../../../src/account/operators/account-actions.ts'
import {
  addOperator,
  listOperators,
  operatorByHash,
  operatorNameFault,
  removeOperator,
  replaceOperatorKey,
} from '../../../src/account/operators/operators.ts'
import { subscriptionOf } from '../../../src/account/subscriptions.ts'
import { queueMail } from '../../../src/mail/queue.ts'
import type { Store } from '../../../src/store/store.ts'
import { makePlans, newCaller } from '../../support/accounts.ts'
import { eachSharedStore } from '../../support/stores.ts'

const PLANS = makePlans()

async function newAccount(store: Store): Promise<string> {
  return (await newCaller(store, PLANS, 'trial', 1)).accountId
}

async function queue({ db }: Store, accountId: string, name: string, now: number): Promise<void> {
  const words = { subject: `About ${name}`, text: 'text', html: 'html' }
  const kind = name === 'sign-in' ? 'sign-in' : 'expired'
  const onceKey = `${accountId}:${name}`
  const to = 'old@example.com'
  await queueMail(db, { accountId, kind, onceKey, to, cc: [], ...words, now })
}

eachSharedStore((makeStore) => {
  test('a note and a suspension are of one account, and can be taken back', async (t) => {
    const store = await makeStore(t)
    const [one, other] = [await newAccount(store), await newAccount(store)]
    const before = await subscriptionOf(store.db, one)
    assert.equal(await noteOf(store.db, one), '')
    await setNote(store.db, one, 'pays late')
    await suspendAccount(store, one, 'Unpaid', 77)
    await suspendAccount(store, one, 'Unpaid', 78)
    assert.equal(await noteOf(store.db, one), 'pays late')
    assert.equal(await noteOf(store.db, other), '')
    assert.deepEqual(await subscriptionOf(store.db, one), {
      ...before,
      suspendedAt: 77,
      suspendedReason: 'Unpaid',
    })
    assert.equal((await subscriptionOf(store.db, other))?.suspendedAt, undefined)
    await resumeAccount(store, one, 79)
    await resumeAccount(store, one, 80)
    assert.deepEqual(await subscriptionOf(store.db, one), before)
    const mails = await mailsOf(store.db, one)
    const subjects = mails.map(({ subject, createdAt }) => [subject, createdAt])
    const [suspended, resumed] = ['Your account is suspended', 'Your account is active again']
    assert.deepEqual(subjects, [
      [resumed, 79],
      [suspended, 77],
    ])
    assert.equal(await noteOf(store.db, 'acc_none'), '')
  })

  test('the mails of an account are listed with what became of each, the newest first', async (t) => {
    const store = await makeStore(t)
    const [one, other] = [await newAccount(store), await newAccount(store)]
    await queue(store, other, 'other', 1)
    for (const [at, name] of ['sent', 'given up', 'waiting'].entries()) {
      await queue(store, one, name, 10 + at)
    }
    const mark = (column: string, name: string) => sql`
      update mail set ${sql.ref(column)} = 20, last_error = ${name}
      where once_key = ${`${one}:${name}`}`
    await mark('sent_at', 'sent').execute(store.db)
    await mark('given_up_at', 'given up').execute(store.db)
    const listed = (await mailsOf(store.db, one)).map(({ id: _, ...mail }) => mail)
    const mail = (state: string, createdAt: number, lastError = state) => ({
      kind: 'expired',
      recipient: 'old@example.com',
      subject: `About ${state}`,
      createdAt,
      state,
      lastError,
    })
    assert.deepEqual(listed, [mail('waiting', 12, ''), mail('given up', 11), mail('sent', 10)])
    for (let at = 0; at < 50; at += 1) await queue(store, one, `more ${at}`, 100 + at)
    const many = await mailsOf(store.db, one)
    assert.deepEqual([many.length, many.at(0)?.createdAt, many.at(-1)?.createdAt], [50, 149, 100])
  })

  test('a mail that is sent again is as new, to the address of today; others stay as they are', async (t) => {
    const store = await makeStore(t)
    const one = await newAccount(store)
    const other = await newAccount(store)
    await queue(store, one, 'used up', 10)
    await queue(store, one, 'beside it', 10)
    await queue(store, one, 'sign-in', 10)
    await sql`
      update mail set sent_at = 11, given_up_at = 12, leased_until = 13, attempts = 14, fence = 15,
        pending = '["old@example.com"]', last_error = 'no', due_at = 16
      where account_id = ${one}`.execute(store.db)
    const rows = async () =>
      (
        await sql<Record<string, unknown> & { once_key: string }>`
          select * from mail where account_id = ${one} order by once_key`.execute(store.db)
      ).rows
    const before = await rows()
    const idOf = (name: string) =>
      String(before.find(({ once_key }) => once_key === `${one}:${name}`)?.id)
    assert.equal(await resendMail(store.db, other, idOf('used up'), 99), false)
    assert.equal(await resendMail(store.db, one, idOf('sign-in'), 99), false)
    assert.equal(await resendMail(store.db, one, 'none', 99), false)
    assert.deepEqual(await rows(), before)
    await sql`update account set email = 'new@example.com' where id = ${one}`.execute(store.db)
    assert.equal(await resendMail(store.db, one, idOf('used up'), 99), true)
    const anew = {
      ...{ sent_at: null, given_up_at: null, leased_until: null, pending: null },
      ...{ attempts: 0, fence: 16, last_error: '', created_at: 99, due_at: 99 },
      recipient: 'new@example.com',
    }
    const expected = before.map((row) => (row.id === idOf('used up') ? { ...row, ...anew } : row))
    assert.deepEqual(await rows(), expected)
  })

  test('an operator is known by the newest key, is listed masked, and is gone when removed', async (t) => {
    const store = await makeStore(t)
    const key = (await addOperator(store, 'Ada', 5)) ?? ''
    const other = (await addOperator(store, 'Ben', 6)) ?? ''
    assert.match(key, /^operator_/)
    assert.equal(await addOperator(store, 'Ada', 7), undefined, 'a name is given once')
    const known = async (text: string) => (await operatorByHash(store.db, sha256(text)))?.name
    assert.deepEqual([await known(key), await known(other)], ['Ada', 'Ben'])

    const next = (await replaceOperatorKey(store, 'Ada')) ?? ''
    assert.deepEqual([await known(key), await known(next)], [undefined, 'Ada'])
    const role = 'administrator'
    const listed = (await listOperators(store)).map(({ id, ...rest }) => [/^op_/.test(id), rest])
    assert.deepEqual(listed, [
      [true, { name: 'Ada', role, masked: maskCredential(next), createdAt: 5 }],
      [true, { name: 'Ben', role, masked: maskCredential(other), createdAt: 6 }],
    ])

    assert.equal(await removeOperator(store, 'Ada', 8), true)
    assert.equal(await known(next), undefined)
    assert.deepEqual(
      (await listOperators(store)).map(({ name }) => name),
      ['Ben'],
    )
    assert.equal(await removeOperator(store, 'Ada', 9), false)
    assert.equal(await replaceOperatorKey(store, 'Ada'), undefined)
    assert.equal(await removeOperator(store, 'Nobody', 9), false)
    assert.equal(await known(other), 'Ben')
  })
})

test('a name has 1 to 60 characters, and begins and ends with a letter or digit', () => {
  for (const name of ['A', 'Ada L. B', 'ops@example.com', 'Zoë_2-x', 'x'.repeat(60)]) {
    assert.equal(operatorNameFault(name), undefined, name)
  }
  for (const name of ['', ' A', 'A ', 'Ada L.', '-a', 'a<b', 'a\nb', 'x'.repeat(61)]) {
    assert.equal(operatorNameFault(name), WRONG, name)
  }
})

test('no operator is named like the service, the command line or an account holder', () => {
  for (const name of ['service', 'Command Line', 'account holder']) {
    assert.equal(
      operatorNameFault(name),
      `The audit log uses "${name}" for something else. Choose another name.`,
    )
  }
})

const WRONG = 'A name must be 1 to 60 letters, digits, spaces, dots or dashes.'
