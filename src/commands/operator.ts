// `operator create|list|replace|remove|log`: who may run the service from a browser, and what they did.

import { auditEntriesBefore } from '../account/operators/audit-entries.ts'
import {
  addOperator,
  listOperators,
  operatorNameFault,
  removeOperator,
  replaceOperatorKey,
} from '../account/operators/operators.ts'
import { utcDay } from '../lib/clock.ts'
import { table } from '../lib/columns.ts'
import { type Command, type Printed, UsageError } from './shared/command.ts'
import { withAudit, withStore } from './shared/store-access.ts'

const LOGGED_SHOWN = 200

const create: Command = {
  name: 'operator create',
  usage: 'NAME',
  summary: 'Create an operator key for /operator, shown once; the name appears in the audit log.',
  example: 'Ada',
  run(given) {
    const { word: name } = given
    const fault = operatorNameFault(name)
    if (fault !== undefined) throw new UsageError(fault)
    return withAudit(given, async (store) => {
      const key = await addOperator(store, name, given.clock.now())
      return printKey(name, key, `An operator named ${name} already exists.`)
    })
  },
}

const list: Command = {
  name: 'operator list',
  summary: 'List operators with masked keys.',
  run: (given) =>
    withStore(given, async (store) => {
      const operators = await listOperators(store)
      const text = table(operators, {
        NAME: ({ name }) => name,
        KEY: ({ masked }) => masked,
        CREATED: ({ createdAt }) => utcDay(createdAt),
      })
      return { json: { operators: operators.map(({ name, masked }) => ({ name, masked })) }, text }
    }),
}

const replace: Command = {
  name: 'operator replace',
  usage: 'NAME',
  summary: 'Replace the key of an operator; the old key and its sessions end at once.',
  example: 'Ada',
  run: (given) =>
    withAudit(given, async (store) => {
      const key = await replaceOperatorKey(store, given.word)
      return printKey(given.word, key, `There is no operator named ${given.word}.`)
    }),
}

const remove: Command = {
  name: 'operator remove',
  usage: 'NAME',
  summary: 'Remove an operator; the audit log keeps their entries.',
  example: 'Ada',
  run: (given) =>
    withAudit(given, async (store) => {
      const { word: name } = given
      const isRemoved = await removeOperator(store, name, given.clock.now())
      if (!isRemoved) throw new UsageError(`There is no operator named ${name}.`)
      return { json: { name }, text: `The key of ${name} has ended.` }
    }),
}

const log: Command = {
  name: 'operator log',
  summary: `Show the last ${LOGGED_SHOWN} entries of the audit log, newest first.`,
  run: (given) =>
    withStore(given, async ({ db }) => {
      const acts = await auditEntriesBefore(db, Number.MAX_SAFE_INTEGER, undefined, LOGGED_SHOWN)
      const text = table(acts, {
        TIME: ({ at }) => new Date(at).toISOString(),
        OPERATOR: ({ operator }) => operator,
        ACTION: ({ act }) => act,
        ACCOUNT: ({ accountId }) => accountId,
        OUTCOME: ({ outcome }) => outcome,
      })
      return { json: { acts }, text }
    }),
}

export const operatorCommands: readonly Command[] = [create, list, replace, remove, log]

function printKey(name: string, key: string | undefined, refusal: string): Printed {
  if (key === undefined) throw new UsageError(refusal)
  return {
    json: { name, operator_key: key },
    text: `${key}\nSign in with it at /operator. The key is not stored and cannot be shown again.`,
  }
}
