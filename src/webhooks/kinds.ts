// The kinds of events, and what their bodies call them.

export const WEBHOOK_KINDS = [
  'first-limit-reached',
  'second-limit-reached',
  'track',
  'expired',
  'batch-finished',
] as const

export type WebhookKind = (typeof WEBHOOK_KINDS)[number]

interface KindNames {
  readonly action: string
  readonly type: 'usage' | 'billing' | 'batch'
}

export const KIND_NAMES: Readonly<Record<WebhookKind, KindNames>> = {
  'first-limit-reached': { action: 'first_limit_reached', type: 'usage' },
  'second-limit-reached': { action: 'second_limit_reached', type: 'usage' },
  track: { action: 'track', type: 'usage' },
  expired: { action: 'expired', type: 'billing' },
  'batch-finished': { action: 'batch_finished', type: 'batch' },
}
