// `operator create|list|role|replace|remove|readmit|log`: who may run the service from a browser, and what they did.

import { auditEntriesBefore } from '../account/operators/audit-entries.ts'
import {
  addOperator,
  listOperators,
  operatorNameFault,
  ROLES,
  type Role,
  readmitOperator,
  removeOperator,
  replaceOperatorKey,
  setRole,
} from '../account/operators/operators.ts'
import { utcDay } from '../lib/clock.ts'
import { table } from '../lib/columns.ts'
import { type Command, type Printed, UsageError } from './shared/command.ts'
import { withAudit, withStore } from './shared/store-access.ts'

const LOGGED_SHOWN = 200

const create: Command = {
  name: 'operator create',
  usage: 'NAME [--role ROLE]',
  summary: 'Create an operator key for /operator, shown once; the name appears in the audit log.',
  example: 'Ada --role support',
  options: { role: `one of ${ROLES.join(', ')}; default administrator` },
  run(given) {
    const { word: name } = given
    const role = roleNamed(given.options.role ?? 'administrator')
    const fault = operatorNameFault(name)
    if (fault !== undefined) throw new UsageError(fault)
    return withAudit(given, async (store) => {
      const key = await addOperator(store, name, given.clock.now(), role)
      return printKey(name, key, `An operator named ${name} already exists.`)
    })
  },
}

const list: Command = {
  name: 'operator list',
  summary: 'List operators with their roles and masked keys.',
  run: (given) =>
    withStore(given, async (store) => {
      const operators = await listOperators(store)
      const text = table(operators, {
        NAME: ({ name }) => name,
        ROLE: ({ role }) => role,
        KEY: ({ masked }) => masked,
        CREATED: ({ createdAt }) => utcDay(createdAt),
      })
      const shown = operators.map(({ name, role, masked }) => ({ name, role, masked }))
      return { json: { operators: shown }, text }
    }),
}

const role: Command = {
  name: 'operator role',
  usage: 'NAME ROLE',
  summary: `Change the role of an operator (${ROLES.join(', ')}), from their next call on.`,
  example: 'Ada viewer',
  run: (given) => {
    const [name = '', wanted = ''] = given.words
    const role = roleNamed(wanted)
    return withAudit(given, async (store) => {
      if (!(await setRole(store, name, role))) throw noOperator(name)
      return { json: { name, role }, text: `${name} has the role ${role}.` }
    })
  },
}

const replace: Command = {
  name: 'operator replace',
  usage: 'NAME',
  summary: 'Replace the key of an operator; the old key and its sessions end at once.',
  example: 'Ada',
  run: (given) =>
    withAudit(given, async (store) => {
      const key = await replaceOperatorKey(store, given.word)
      return printKey(given.word, key, noOperator(given.word).message)
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
      if (!isRemoved) throw noOperator(name)
      return { json: { name }, text: `${name} no longer has access.` }
    }),
}

const readmit: Command = {
  name: 'operator readmit',
  usage: 'NAME',
  summary: 'Readmit a removed operator who signs in by OpenID Connect.',
  example: 'ada@example.com',
  run: (given) =>
    withAudit(given, async (store) => {
      const { word: name } = given
      if (await readmitOperator(store, name)) {
        return { json: { name }, text: `${name} may sign in again.` }
      }
      throw new UsageError(
        `There is no removed operator named ${name} who signs in by OpenID Connect.`,
      )
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
        ACCOUNT: ({ accountId, email }) => email || accountId,
        OUTCOME: ({ outcome }) => outcome,
      })
      return { json: { acts }, text }
    }),
}

export const operatorCommands: readonly Command[] = [
  create,
  list,
  role,
  replace,
  remove,
  readmit,
  log,
]

function roleNamed(text: string): Role {
  const role = ROLES.find((one) => one === text)
  if (role !== undefined) return role
  throw new UsageError(`There is no role "${text}". Choose one of: ${ROLES.join(', ')}.`)
}

function noOperator(name: string): UsageError {
  return new UsageError(`There is no operator named ${name}.`)
}

function printKey(name: string, key: string | undefined, refusal: string): Printed {
  if (key === undefined) throw new UsageError(refusal)
  return {
    json: { name, operator_key: key },
    text: `${key}\nSign in with it at /operator. The key is not stored and cannot be shown again.`,
  }
}
