// Operators: each known by a name that is theirs alone, and by the last key that they were given.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskCredential, sha256 } from '../../../src/account/keys/credential.ts'
import {
  addOperator,
  listOperators,
  operatorByHash,
  operatorNameFault,
  removeOperator,
  replaceOperatorKey,
} from '../../../src/account/operators/operators.ts'
import { eachSharedStore } from '../../support/stores.ts'

eachSharedStore((makeStore) => {
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
    const listed = (await listOperators(store)).map(({ id, ...rest }) => [/^op_/.test(id), rest])
    assert.deepEqual(listed, [
      [true, { name: 'Ada', masked: maskCredential(next), createdAt: 5 }],
      [true, { name: 'Ben', masked: maskCredential(other), createdAt: 6 }],
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

const WRONG = 'A name has 1 to 60 letters, digits, spaces, dots or dashes.'
