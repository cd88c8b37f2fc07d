// What the calls that manage an account have in common. Each spreads it first and overrides what differs.

/** With the admin key, free, and without parameters or options. */
export const accountCall = {
  scope: 'account',
  notes: 'Admin key.',
} as const
