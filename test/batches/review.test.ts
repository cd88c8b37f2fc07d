// The rows that a person looks at: which they are, page by page, and what is chosen for each of them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { packed } from '../../src/batches/batch.ts'
import { chooseForRow, type ReviewQuestion, reviewRows } from '../../src/batches/review.ts'
import { addToSummary, newSummary } from '../../src/lists/matching/summary.ts'
import type { Match } from '../../src/match/verdict.ts'
import { eachSharedStore } from '../support/stores.ts'
import { AMBIGUOUS, EXACT, NOT_FOUND, openBatches, takeTurn } from './world.ts'

/** Rows 2, 3, 5 and 6 are doubtful; chunks have two rows, and the last one has one. */
const LINES = [EXACT, AMBIGUOUS, NOT_FOUND, EXACT, AMBIGUOUS, NOT_FOUND, EXACT]

eachSharedStore((makeStore) => {
  test('the doubtful rows come in order, of any kind that is asked for, on pages of any size', async (t) => {
    const world = await openBatches(makeStore, t)
    const batch = await world.batch(await world.upload(LINES))
    const page = (question: Partial<ReviewQuestion>) =>
      reviewRows(
        world.store.db,
        batch,
        { show: 'doubtful', after: 0, top: 100, ...question },
        takeTurn,
      )
    assert.deepEqual(await page({}), { rows: [], next: undefined }, 'nothing is done yet')
    await world.work()
    const all = (await page({})).rows.map(({ row }) => row)
    assert.deepEqual(all, [2, 3, 5, 6])
    for (const top of [1, 2, 3, 4]) {
      const seen: number[] = []
      for (let after: number | undefined = 0; after !== undefined; ) {
        const { rows, next } = await page({ top, after })
        assert(rows.length <= top)
        seen.push(...rows.map(({ row }) => row))
        after = next
      }
      assert.deepEqual(seen, all, `${top} on a page`)
    }
    const kinds = { ambiguous: [2, 5], 'not-found': [3, 6], corrected: [], chosen: [] } as const
    for (const show of ['ambiguous', 'not-found', 'corrected', 'chosen'] as const) {
      const { rows } = await page({ show })
      assert.deepEqual(
        rows.map(({ row }) => row),
        kinds[show],
        show,
      )
    }
  })

  test('an address is chosen for any row, or none, and taken back; other rows stay as they are', async (t) => {
    const world = await openBatches(makeStore, t)
    const batch = await world.batch(await world.upload(LINES))
    await world.work()
    const { db } = world.store
    const ask = (show: ReviewQuestion['show']) =>
      reviewRows(db, batch, { show, after: 0, top: 100 }, takeTurn)
    const doubtful = await ask('doubtful')
    const choice = { kind: 'address', id: 'GANSW99', address: 'THERE' } as const
    for (let row = 1; row <= LINES.length; row += 1) {
      const shown = await chooseForRow(db, batch, row, choice)
      assert.deepEqual(
        [shown?.row, shown?.verdict, shown?.confidence, shown?.id, shown?.address, shown?.isChosen],
        [row, 'corrected', 1, 'GANSW99', 'THERE', true],
      )
      const listed = (await ask('chosen')).rows.map((each) => [each.row, each.id, each.typed])
      assert.deepEqual(listed, [[row, 'GANSW99', LINES[row - 1]]])
      const none = await chooseForRow(db, batch, row, { kind: 'none' })
      assert.deepEqual(
        [none?.verdict, none?.confidence, none?.id, none?.address, none?.isChosen],
        ['not-found', 0, '', '', true],
      )
      const back = await chooseForRow(db, batch, row, { kind: 'undo' })
      assert.equal(back?.isChosen, false)
      assert.deepEqual((await ask('chosen')).rows, [])
      // However often it was chosen anew, what comes back is what was found.
      const [none2, other] = [{ kind: 'none' }, { ...choice, id: 'GANSW2' }] as const
      for (const choices of [[], [choice, other], [other, none2, choice], [none2, none2]]) {
        for (const each of choices) await chooseForRow(db, batch, row, each)
        assert.deepEqual(await chooseForRow(db, batch, row, { kind: 'undo' }), back)
      }
    }
    assert.deepEqual(await ask('doubtful'), doubtful)
    for (const row of [0, LINES.length + 1]) {
      assert.equal(await chooseForRow(db, batch, row, choice), undefined)
    }
  })

  test('a match is sure from 0.9 on, and below that it is looked at, whatever else its chunk has', async (t) => {
    const world = await openBatches(makeStore, t)
    const { db } = world.store
    const shares = [0.9, 0.8999, 0.95, 0.85, 0.5, 1, 0.91, 0.05]
    const batch = await world.batch(await world.upload(shares.flatMap(() => [EXACT, EXACT])))
    await world.work()
    // Each chunk has a row of which nobody doubts, and one that is so sure.
    for (const [number, confidence] of shares.entries()) {
      const nothing = { parts: [], candidates: [], reason: '', address: '' }
      const matches: Match[] = [
        { verdict: 'exact', confidence: 0.9, id: 'GANSW99', ...nothing },
        { verdict: number < 7 ? 'corrected' : 'ambiguous', confidence, id: '', ...nothing },
      ]
      const summary = newSummary()
      for (const [at, match] of matches.entries()) {
        addToSummary(summary, { row: 2 * number + at + 1, fault: '', input: '', match })
      }
      await sql`update batch_chunk set result = ${packed(matches)}, summary = ${JSON.stringify(summary)}
        where batch_id = ${batch.id} and number = ${number}`.execute(db)
    }
    const rows = async (show: ReviewQuestion['show']) => {
      const page = await reviewRows(db, batch, { show, after: 0, top: 100 }, takeTurn)
      return page.rows.map(({ row }) => row)
    }
    assert.deepEqual(await rows('doubtful'), [4, 8, 10, 16])
    assert.deepEqual(await rows('corrected'), [4, 8, 10])
    assert.deepEqual(await rows('ambiguous'), [16])
    assert.deepEqual(await rows('not-found'), [])
  })

  test('of two who choose at once for rows of one chunk, neither is lost', async (t) => {
    const world = await openBatches(makeStore, t)
    const batch = await world.batch(await world.upload(LINES, {}, 4))
    await world.work()
    const { db } = world.store
    await Promise.all([2, 3].map((row) => chooseForRow(db, batch, row, { kind: 'none' })))
    const { rows } = await reviewRows(db, batch, { show: 'chosen', after: 0, top: 9 }, takeTurn)
    assert.deepEqual(
      rows.map(({ row }) => row),
      [2, 3],
    )
  })
})
