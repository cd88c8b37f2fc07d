// Money and counts as people read them. Amounts are whole minor units of currencies with two decimals.

const MINOR_UNITS = 100

/** Whether invoices can be in this currency: an ISO 4217 code with two decimals. */
export function isCurrency(code: string): boolean {
  if (!/^[A-Z]{3}$/.test(code) || !Intl.supportedValuesOf('currency').includes(code)) return false
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code })
  return format.resolvedOptions().maximumFractionDigits === 2
}

/** `£1,790.00`, `A$19.00`, `CHF 19.00`. */
export function formatMoney(minor: number, currency: string): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  // Plain-text mails have no use for no-break spaces.
  return format.format(minor / MINOR_UNITS).replaceAll('\u00a0', ' ')
}

/** As on the wire: in the currency's main unit. */
export function mainUnits(minor: number): number {
  return minor / MINOR_UNITS
}

/** `20%`, `17.5%`. */
export function formatPercent(basisPoints: number): string {
  return `${basisPoints / 100}%`
}
