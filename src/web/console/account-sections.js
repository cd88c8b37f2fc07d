// The sections of an account, for its holder and for operators.

import { listsSection } from '../lists/lists.js'
import { emailSection, invoicesSection } from './billing.js'
import { keysSection, tokensSection } from './keys.js'
import { planSection } from './plan.js'
import { privateSection } from './private.js'
import { requestsSection } from './requests.js'
import { territoriesSection } from './territories.js'
import { usageSection } from './usage.js'
import { watchSection } from './watch.js'
import { webhooksSection } from './webhooks.js'

/** @typedef {import('../shared/sections.js').SectionEntry} SectionEntry */

/** @type {readonly [SectionEntry, ...SectionEntry[]]} */
export const ACCOUNT_SECTIONS = [
  ['usage', 'Usage', usageSection],
  ['requests', 'Requests', requestsSection],
  ['keys', 'Keys', keysSection],
  ['tokens', 'Domain tokens', tokensSection],
  ['plan', 'Plan', planSection],
  ['invoices', 'Invoices', invoicesSection],
  ['email', 'E-mail', emailSection],
  ['lists', 'Lists', (api, _again, rest) => listsSection(api, rest, false)],
  ['private', 'Private addresses', privateSection],
  ['territories', 'Territories', territoriesSection],
  ['watch', 'Watch list', watchSection],
  ['webhooks', 'Webhooks', webhooksSection],
]
