// The tabs of the consoles, as they stand in their addresses.

/** Of the console, in the order of its tabs. */
export const SECTIONS = [
  'usage',
  'requests',
  'keys',
  'tokens',
  'plan',
  'invoices',
  'email',
  'lists',
  'private',
  'territories',
  'watch',
  'webhooks',
]

/** Of the operators' console. */
export const OPERATOR_SECTIONS = [
  'overview',
  'accounts',
  'invoices',
  'plans',
  'lists',
  'data',
  'health',
  'acts',
]
