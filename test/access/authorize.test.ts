// The table of credential by scope, cell by cell, the states of a subscription, and every refusal in its words.
// Covers: src/access/refusals.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorize, SCOPES, type Scope } from '../../src/access/authorize.ts'
import type { Caller } from '../../src/access/caller.ts'
import {
  allowanceUsedUp,
  noSubscription,
  notLive,
  overloaded,
  storeUnavailable,
  suspended,
  tooManyWaiting,
  unknownPlan,
} from '../../src/access/refusals.ts'
import { CREDENTIAL_KINDS, type CredentialKind } from '../../src/account/keys/credential.ts'
import type { Subscription } from '../../src/account/subscription.ts'
import { Problem } from '../../src/http/problem.ts'
import { NO_TOKEN, onlyPlan } from '../support/accounts.ts'

const NOW = Date.parse('2026-03-14T12:00:00Z')
const OK = 'ok'

// Written out a second time on purpose: a slip in the code's own table must not pass.
const EXPECTED: Readonly<Record<Scope, Readonly<Record<CredentialKind, string>>>> = {
  address: { api: OK, admin: 'forbidden', token: OK, operator: 'forbidden' },
  lookup: { api: OK, admin: 'forbidden', token: 'domain-token-scope', operator: 'forbidden' },
  upload: { api: OK, admin: 'forbidden', token: 'domain-token-scope', operator: 'forbidden' },
  batch: { api: OK, admin: OK, token: 'domain-token-scope', operator: 'forbidden' },
  lists: { api: 'forbidden', admin: OK, token: 'domain-token-scope', operator: 'forbidden' },
  review: { api: 'forbidden', admin: OK, token: 'domain-token-scope', operator: 'forbidden' },
  account: { api: 'forbidden', admin: OK, token: 'domain-token-scope', operator: 'forbidden' },
  label: { api: OK, admin: 'forbidden', token: 'domain-token-scope', operator: 'forbidden' },
  usage: { api: OK, admin: OK, token: 'domain-token-scope', operator: 'forbidden' },
  operator: {
    api: 'forbidden',
    admin: 'forbidden',
    token: 'domain-token-scope',
    operator: OK,
  },
  public: { api: OK, admin: OK, token: OK, operator: OK },
}

const LIVE = subscription({ startedAt: NOW })
const ENDED = subscription({ startedAt: 1, endedAt: NOW })
const TRIAL_ENDED = subscription({ trialEndsAt: NOW })

for (const [scope, row] of entries(EXPECTED)) {
  for (const [kind, expected] of entries(row)) {
    test(`${kind} on ${scope}: ${expected}`, () => {
      assert.equal(codeOf(callerOf(kind, LIVE), scope), expected)
    })
  }
}

test('every scope and every kind of credential has its cell above', () => {
  assert.deepEqual(Object.keys(EXPECTED), Object.keys(SCOPES))
  for (const row of Object.values(EXPECTED))
    assert.deepEqual(Object.keys(row), [...CREDENTIAL_KINDS])
})

test('a person in the console may upload a list, and so may an operator who acts for the account', () => {
  const admin = callerOf('admin', LIVE)
  assert.equal(codeOf({ ...admin, sessionId: 'session' }, 'upload'), OK)
  assert.equal(
    codeOf({ ...admin, operator: { id: 'op', name: 'Ann', role: 'support' } }, 'upload'),
    OK,
  )
  assert.equal(codeOf({ ...admin, sessionId: 'session' }, 'lookup'), 'forbidden')
})

test('look-ups of an ended subscription are refused and the detail says so', () => {
  for (const scope of ['address', 'lookup'] as const) {
    const problem = refusal(callerOf('api', ENDED), scope)
    assert.equal(problem?.code, 'forbidden')
    assert.match(problem?.detail ?? '', /^The subscription has ended/)
  }
})

test('look-ups of a trial past its 30 days are refused and the detail says so', () => {
  const problem = refusal(callerOf('token', TRIAL_ENDED), 'address')
  assert.equal(problem?.code, 'forbidden')
  assert.match(problem?.detail ?? '', /^The free trial has ended/)
})

test('an ended account can still be managed and labelled, so that a plan can be chosen', () => {
  assert.equal(codeOf(callerOf('admin', ENDED), 'account'), OK)
  assert.equal(codeOf(callerOf('api', TRIAL_ENDED), 'label'), OK)
})

/** What is still answered, by scope: after the end, while the account is suspended, and to a test key. */
const STILL: Readonly<Record<Scope, readonly [ended: string, suspended: string, test: string]>> = {
  address: ['forbidden', 'forbidden', OK],
  lookup: ['forbidden', 'forbidden', OK],
  upload: ['forbidden', 'forbidden', OK],
  batch: ['forbidden', 'forbidden', OK],
  lists: ['forbidden', 'forbidden', OK],
  review: ['forbidden', 'forbidden', OK],
  account: [OK, OK, 'forbidden'],
  label: [OK, OK, 'forbidden'],
  usage: [OK, OK, 'forbidden'],
  operator: [OK, OK, 'forbidden'],
  public: [OK, OK, OK],
}

test('each scope says what is left after the end, while suspended, and to a test key', () => {
  for (const [scope, expected] of entries(STILL)) {
    const [kind = 'api'] = SCOPES[scope].allows
    const found = [
      codeOf(callerOf(kind, ENDED), scope),
      codeOf(callerOf(kind, { ...LIVE, suspendedAt: 1 }), scope),
      codeOf({ ...callerOf(kind, ENDED), isTest: true }, scope),
    ]
    assert.deepEqual(found, expected, scope)
  }
  const held = refusal(callerOf('api', { ...LIVE, suspendedAt: 1 }), 'address')
  assert.equal(held?.detail, 'The operator of this service has suspended the account.')
})

test('a key of the wrong kind is told which one is right', () => {
  const said = (kind: CredentialKind, scope: Scope) => refusal(callerOf(kind, LIVE), scope)?.detail
  const lookup = 'The admin key cannot look up addresses. Use the API key.'
  assert.deepEqual([said('admin', 'address'), said('admin', 'lookup')], [lookup, lookup])
  assert.equal(said('admin', 'upload'), 'The admin key cannot upload lists. Use the API key.')
  assert.equal(said('api', 'account'), 'Only the admin key can manage the account.')
  assert.equal(said('api', 'operator'), 'Only an operator key can do this.')
  assert.equal(said('admin', 'label'), 'Only the API key can change the label and auto-upgrade.')
  assert.equal(said('operator', 'address'), 'An operator key works only at paths under /operator.')
  assert.match(
    said('token', 'account') ?? '',
    /^A domain token can only be used for autocomplete, get, find/,
  )
  const tried = refusal({ ...callerOf('api', LIVE), isTest: true }, 'label')
  assert.equal(tried?.detail, 'A test key can only look up addresses.')
})

test('a key that is tied to no subscription is refused', () => {
  assert.equal(codeOf(callerOf('api', undefined), 'address'), 'forbidden')
  assert.equal(codeOf(callerOf('api', undefined), 'label'), 'forbidden')
})

test('the kind is judged before the subscription', () => {
  assert.equal(codeOf(callerOf('token', ENDED), 'lookup'), 'domain-token-scope')
})

function codeOf(caller: Caller, scope: Scope): string {
  return refusal(caller, scope)?.code ?? OK
}

function refusal(caller: Caller, scope: Scope): Problem | undefined {
  try {
    authorize(caller, scope, NOW)
    return undefined
  } catch (error) {
    assert(error instanceof Problem)
    assert.equal(error.status, 403)
    return error
  }
}

function callerOf(kind: CredentialKind, of: Subscription | undefined): Caller {
  return { ...NO_TOKEN, credentialId: 'cred_1', kind, accountId: 'acc_1', subscription: of }
}

function subscription(dates: Partial<Subscription>): Subscription {
  return {
    accountId: 'acc_1',
    product: 'au',
    planName: 'small',
    label: '',
    paymentMethod: '',
    autoUpgrade: false,
    trialStartedAt: undefined,
    trialEndsAt: undefined,
    startedAt: undefined,
    endedAt: undefined,
    nextBillingAt: undefined,
    ...dates,
  }
}

function entries<K extends string, V>(record: Readonly<Record<K, V>>): [K, V][] {
  return Object.entries(record) as [K, V][]
}

const EVENING = Date.parse('2026-03-14T23:59:00.500Z')
const PLAIN = onlyPlan({ name: 'p', daily_lookup_limit_1: 5, daily_lookup_limit_2: 9 })
const BUFFERED = onlyPlan({ name: 'p', daily_lookup_limit_1: 5, monthly_buffer: 1 })
const LATER = { retryAfterSeconds: 1 }
const MIDNIGHT = { retryAfterSeconds: 60 }

test('each refusal has its code, its sentence and its time to come back', () => {
  const expected = [
    [storeUnavailable(), 'service-unavailable', 'The key store is temporarily unavailable.', LATER],
    [
      tooManyWaiting(),
      'service-unavailable',
      'Too many look-ups are waiting to be charged.',
      LATER,
    ],
    [overloaded(), 'service-unavailable', 'The service is overloaded. Try again later.', LATER],
    [unknownPlan('x'), 'service-unavailable', 'The plan "x" is not configured.', LATER],
    [
      allowanceUsedUp(PLAIN, EVENING),
      'daily-limit',
      'The 9 look-ups of the day are used up.',
      MIDNIGHT,
    ],
    [
      allowanceUsedUp(BUFFERED, EVENING),
      'monthly-buffer',
      'The 5 look-ups of the day and the monthly buffer are used up.',
      MIDNIGHT,
    ],
    [noSubscription(), 'forbidden', 'This key has no subscription.', {}],
    [suspended(), 'forbidden', 'The operator of this service has suspended the account.', {}],
    [
      notLive('trial-ended'),
      'forbidden',
      'The free trial has ended. Choose a plan to use the same keys again.',
      {},
    ],
    [
      notLive('ended'),
      'forbidden',
      'The subscription has ended. Choose a plan to use the same keys again.',
      {},
    ],
  ] as const
  for (const [problem, code, detail, extra] of expected) {
    assert.deepEqual([problem.code, problem.detail, problem.extra], [code, detail, extra])
  }
})
