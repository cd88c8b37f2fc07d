// What the calls that manage an account have in common. Each spreads it first and overrides what differs.

import { NoOptions, NoParams } from './schemas.ts'

/** With the admin key, free, and without parameters or options. */
export const accountCall = {
  scope: 'account',
  notes: 'Admin key.',
  params: NoParams,
  options: NoOptions,
  problems: [],
  metered: false,
} as const
