// `operator create|list|replace|remove|log`: who may run the service from a browser, and what they did.

import { auditEntriesBefore } from '../../account/operators/audit-entries.ts'
import {
  addOperator,
  listOperators,
  operatorNameFault,
  removeOperator,
  replaceOperatorKey,
} from '../../account/operators/operators.ts'
import { utcDay } from '../../lib/clock.ts'
import { columns } from '../../lib/columns.ts'
import { withAudit } from '../shared/audited.ts'
import { type Command, type Printed, UsageError } from '../shared/command.ts'
import { withStore } from '../shared/with-store.ts'

const LOGGED_SHOWN = 200

const create: Command = {
  name: 'operator create',
  usage: 'NAME',
  summary: 'Create an operator key for /operator, shown once; the name appears in the audit log.',
  example: 'Ada',
  words: [1, 1],
  run(given) {
    const [name = ''] = given.words
    const fault = operatorNameFault(name)
    if (fault !== undefined) throw new UsageError(fault)
    return withAudit(given, async (store) => {
      const key = await addOperator(store, name, given.clock.now())
      if (key === undefined) throw new UsageError(`An operator named ${name} already exists.`)
      return printKey(name, key)
    })
  },
}

const list: Command = {
  name: 'operator list',
  summary: 'List operators with masked keys.',
  run: (given) =>
    withStore(given, async (store) => {
      const operators = await listOperators(store)
      const rows = operators.map(({ name, masked, createdAt }) => [name, masked, utcDay(createdAt)])
      const json = operators.map(({ name, masked }) => ({ name, masked }))
      return { json: { operators: json }, text: columns([['NAME', 'KEY', 'CREATED'], ...rows]) }
    }),
}

const replace: Command = {
  name: 'operator replace',
  usage: 'NAME',
  summary: 'Replace the key of an operator; the old key and its sessions end at once.',
  example: 'Ada',
  words: [1, 1],
  run(given) {
    const [name = ''] = given.words
    return withAudit(given, async (store) => {
      const key = await replaceOperatorKey(store, name)
      if (key === undefined) throw noSuchOperator(name)
      return printKey(name, key)
    })
  },
}

const remove: Command = {
  name: 'operator remove',
  usage: 'NAME',
  summary: 'Remove an operator; the audit log keeps their entries.',
  example: 'Ada',
  words: [1, 1],
  run(given) {
    const [name = ''] = given.words
    return withAudit(given, async (store): Promise<Printed> => {
      const isRemoved = await removeOperator(store, name, given.clock.now())
      if (!isRemoved) throw noSuchOperator(name)
      return { json: { name }, text: `The key of ${name} has ended.` }
    })
  },
}

const log: Command = {
  name: 'operator log',
  summary: `Show the last ${LOGGED_SHOWN} entries of the audit log, newest first.`,
  run: (given) =>
    withStore(given, async (store) => {
      const acts = await auditEntriesBefore(
        store.db,
        Number.MAX_SAFE_INTEGER,
        undefined,
        LOGGED_SHOWN,
      )
      const rows = acts.map(({ at, operator, act, accountId, outcome }) => [
        new Date(at).toISOString(),
        operator,
        act,
        accountId,
        outcome,
      ])
      return {
        json: { acts },
        text: columns([['TIME', 'OPERATOR', 'ACTION', 'ACCOUNT', 'OUTCOME'], ...rows]),
      }
    }),
}

export const operatorCommands: readonly Command[] = [create, list, replace, remove, log]

function printKey(name: string, key: string): Printed {
  return {
    json: { name, operator_key: key },
    text: `${key}\nSign in with it at /operator. The key is not stored and cannot be shown again.`,
  }
}

function noSuchOperator(name: string): UsageError {
  return new UsageError(`There is no operator named ${name}.`)
}
