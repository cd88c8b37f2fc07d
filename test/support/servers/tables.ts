// The tables of a new store, made once for all tests: making them takes longer than most tests.

import { copyFileSync, mkdirSync } from 'node:fs'
import { sqlitePath } from '../../../src/store/sqlite/sqlite-path.ts'

/** Puts those that TEST_TABLES names into a folder without a store; without it, whoever opens the store makes them. */
export function copyTables(dataDir: string): void {
  const { TEST_TABLES } = process.env
  if (TEST_TABLES === undefined) return
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  copyFileSync(TEST_TABLES, sqlitePath(dataDir))
}
