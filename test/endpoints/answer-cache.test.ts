// Promises about how long and how many answers are kept.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ANSWER_KEPT_MS, ANSWERS_MAX, AnswerCache } from '../../src/endpoints/answer-cache.ts'
import type { Endpoint } from '../../src/endpoints/endpoint.ts'
import type { Request } from '../../src/http/message.ts'
import type { Searches } from '../../src/search/address-search.ts'
import { ManualClock } from '../support/manual-clock.ts'

test('an answer is kept for ten minutes, however often it is asked for', () => {
  const clock = new ManualClock()
  const answers = new AnswerCache(clock)
  answers.keep('question', 'answer', 'account')
  assert.equal(ANSWER_KEPT_MS, 600_000)
  for (let passed = 0; passed < ANSWER_KEPT_MS; passed += 60_000) {
    assert.equal(answers.get('question'), 'answer')
    clock.advance(60_000)
  }
  assert.equal(answers.get('question'), undefined)
  answers.keep('question', 'newer', 'account')
  assert.equal(answers.get('question'), 'newer')
})

test('where it is full, an answer is kept when it is asked for again, and an earlier one goes', () => {
  const answers = new AnswerCache(new ManualClock())
  for (let at = 0; at < ANSWERS_MAX; at += 1) answers.keep(`question ${at}`, 'answer', 'account')
  assert.equal(answers.get(`question ${ANSWERS_MAX - 1}`), 'answer')
  answers.keep('another', 'answer', 'account')
  assert.equal(answers.get('another'), undefined)
  assert.equal(answers.get('question 1'), 'answer')
  answers.keep('another', 'answer', 'account')
  assert.equal(answers.get('another'), 'answer')
  assert.equal(answers.get('question 0'), undefined)
})

test('an account that asks for more than fits takes no answer from another', () => {
  const answers = new AnswerCache(new ManualClock())
  answers.keep('question', 'answer', 'small')
  for (const at of Array(2 * ANSWERS_MAX).keys()) {
    for (const _ of 'ab') answers.keep(`flood ${at}`, 'answer', 'large')
  }
  assert.equal(answers.get('question'), 'answer')
  assert.equal(answers.get('flood 0'), undefined)
})

test('a long question and a long answer are not kept', () => {
  const answers = new AnswerCache(new ManualClock())
  const long = 'x'.repeat(5000)
  answers.keep(long, 'answer', 'account')
  answers.keep('question', long, 'account')
  assert.equal(answers.get(long), undefined)
  assert.equal(answers.get('question'), undefined)
})

test('two requests have one question only where they say the same but for the key, whatever their texts are', () => {
  const answers = new AnswerCache(new ManualClock())
  const data = {
    au: { release: { release: 'au-1' } },
    uk: { release: { release: 'uk-1' } },
  } as unknown as Searches
  const question = (path: string, query: [string, string[]][], changes: object = {}) => {
    const { method = 'GET', ...more }: { method?: string } = changes
    const request = { method, path, query: new Map(query) } as unknown as Request
    const endpoint = { product: 'uk', isRepeatable: true, ...more } as unknown as Endpoint
    return answers.questionOf(request, endpoint, data)
  }
  const names = ['b', 'c', 'bc', '1:b', 'api-key']
  const values = ['', 'c', 'b', 'c:c:c', '1:c1:b', 'true']
  const parameters: [string, string[]][] = names.flatMap((name) => [
    ...values.map((value): [string, string[]] => [name, [value]]),
    [name, ['c', '']],
    [name, ['', 'c']],
  ])
  const queries = [
    [],
    ...parameters.map((one) => [one]),
    ...parameters.flatMap((one) =>
      parameters.filter(([name]) => name !== one[0]).map((two) => [one, two]),
    ),
  ]
  const said = new Map<string, string>()
  for (const product of ['au', 'uk']) {
    for (const path of ['/a', '/ab', '/a1:b', '/']) {
      for (const query of queries) {
        const text = question(path, query, { product }) ?? assert.fail('it may be kept')
        const meant = JSON.stringify([product, path, query.filter(([name]) => name !== 'api-key')])
        assert.equal(said.get(text) ?? meant, meant)
        said.set(text, meant)
      }
    }
  }
  const distinct = new Set(said.values())
  assert.equal(said.size, distinct.size, 'what says the same has one question')
  for (const changes of [{ isRepeatable: false }, { product: undefined }, { method: 'POST' }]) {
    assert.equal(question('/a', [], changes), undefined, JSON.stringify(changes))
  }
})
