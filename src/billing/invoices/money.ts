// Money as people read it. Inside it is whole minor units; currencies of other than two decimals are refused.

const MINOR_UNITS = 100

/** Whether invoices can be in this currency: an ISO 4217 code with two decimals. */
export function isCurrency(code: string): boolean {
  if (!/^[A-Z]{3}$/.test(code) || !Intl.supportedValuesOf('currency').includes(code)) return false
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code })
  return format.resolvedOptions().maximumFractionDigits === 2
}

/** For example `£1,790.00`, or `CHF 19.00` where the currency has no sign of its own in print. */
export function formatMoney(minor: number, currency: string): string {
  const locale = currency === 'GBP' ? 'en-GB' : currency === 'AUD' ? 'en-AU' : 'en'
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  // A no-break space means nothing to a mail in plain text.
  return format.format(minor / MINOR_UNITS).replaceAll('\u00a0', ' ')
}

/** Numbers of the wire, in the currency's main unit. */
export function mainUnits(minor: number): number {
  return minor / MINOR_UNITS
}

export function formatCount(count: number): string {
  return new Intl.NumberFormat('en').format(count)
}

/** `20 %`, `17.5 %`. */
export function formatPercent(basisPoints: number): string {
  return `${basisPoints / 100} %`
}

/** `31 January 2026`, UTC. */
export function formatDay(ms: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(ms)
}

/** `31 Jan 2026`, UTC. */
export function formatShortDay(ms: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(ms)
}
