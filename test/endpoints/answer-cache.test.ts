// Promises about how long and how many answers are kept.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ANSWER_KEPT_MS, ANSWERS_MAX, AnswerCache } from '../../src/endpoints/answer-cache.ts'
import { ManualClock } from '../support/manual-clock.ts'

test('an answer is kept for ten minutes, however often it is asked for', () => {
  const clock = new ManualClock()
  const answers = new AnswerCache(clock)
  answers.keep('question', 'answer')
  for (let passed = 0; passed < ANSWER_KEPT_MS; passed += 60_000) {
    assert.equal(answers.get('question'), 'answer')
    clock.advance(60_000)
  }
  assert.equal(answers.get('question'), undefined)
  answers.keep('question', 'newer')
  assert.equal(answers.get('question'), 'newer')
})

test('of more answers than fit, the earliest is forgotten', () => {
  const answers = new AnswerCache(new ManualClock())
  for (let at = 0; at <= ANSWERS_MAX; at += 1) answers.keep(`question ${at}`, 'answer')
  assert.equal(answers.get('question 0'), undefined)
  assert.equal(answers.get(`question ${ANSWERS_MAX}`), 'answer')
})

test('a long question and a long answer are not kept', () => {
  const answers = new AnswerCache(new ManualClock())
  const long = 'x'.repeat(5000)
  answers.keep(long, 'answer')
  answers.keep('question', long)
  assert.equal(answers.get(long), undefined)
  assert.equal(answers.get('question'), undefined)
})
