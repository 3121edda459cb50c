// Formats exact numbers and dates for printed documents: thousands separators, the decimals of money, a real minus
// sign. It starts from integer units and uses no float. The shorter wire format is in decimal.ts.

/** A number of units of 10^-scale, with at least this many decimals and more only where needed. */
export function formatNumber(units: bigint, scale: number, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  let fraction = digits.slice(digits.length - scale)
  while (fraction.length > decimals && fraction.endsWith('0')) fraction = fraction.slice(0, -1)
  const grouped = whole.replaceAll(/\B(?=(?:[0-9]{3})+$)/g, ',')
  return `${units < 0n ? '\u2212' : ''}${grouped}${fraction === '' ? '' : `.${fraction}`}`
}

const MONTHS = `January February March April May June July August September October November December`.split(' ')

// Omits what both days share: "1 – 31 March 2026", "15 March – 2 April 2026".
export function formatDateRange(first: string, last: string): string {
  const [day = '', month, year] = formatDate(first).split(' ')
  const [, lastMonth, lastYear] = formatDate(last).split(' ')
  if (first === last) return formatDate(last)
  const begin = year !== lastYear ? formatDate(first) : month === lastMonth ? day : `${day} ${month}`
  return `${begin} – ${formatDate(last)}`
}

/** A day such as 2026-03-05 as "5 March 2026", which European and American readers understand in the same way. */
export function formatDate(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return `${Number(day)} ${MONTHS[Number(month) - 1] ?? ''} ${Number(year)}`
}
