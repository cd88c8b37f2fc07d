// Which guides of the folder `docs` are served, and to whom.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Guide {
  /** The name of its file, and the end of its path. */
  readonly name: string
  readonly title: string
}

const OF_CUSTOMERS: readonly Guide[] = [
  { name: 'web', title: 'Address field and client' },
  { name: 'lists', title: 'Lists of addresses' },
  { name: 'webhooks', title: 'Webhooks' },
  { name: 'areas', title: 'Areas' },
  { name: 'agents', title: 'Agents' },
  { name: 'moving', title: 'Moving in' },
  { name: 'clients', title: 'Published clients' },
]

const OF_OPERATORS: readonly Guide[] = [
  { name: 'quickstarts', title: 'Quickstarts' },
  { name: 'operating', title: 'Operating' },
  { name: 'data', title: 'Data' },
  { name: 'security', title: 'Security' },
  { name: 'privacy', title: 'Privacy' },
  { name: 'upgrading', title: 'Upgrading' },
  { name: 'quality', title: 'Quality' },
  { name: 'performance', title: 'Performance' },
  { name: 'library', title: 'The engine as a library' },
  { name: 'specification', title: 'Specification' },
]

const FOLDER = join(import.meta.dirname, '../../../docs')

/** Operators read all guides, including the parts of customers' guides that are for operators. */
export const GUIDES = { customers: OF_CUSTOMERS, operators: [...OF_OPERATORS, ...OF_CUSTOMERS] }

const FOR_OPERATORS = /^## For operators$/m

export function guideSource(name: string, isForOperators: boolean): string {
  const file = join(FOLDER, `${name}.md`)
  // A package may be installed without its guides.
  const source = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const [shared = ''] = source.split(FOR_OPERATORS)
  return isForOperators ? source : shared
}
