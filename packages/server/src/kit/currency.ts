// Facts about currencies, from the Intl data of the platform, so that no list of them is kept here. It knows nothing
// about amounts.

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

export const isCurrency = (text: string): boolean => currencies.has(text)

/** All amounts have two decimals, so a currency with none or three would be rounded wrongly. */
export const hasCents = (currency: string): boolean =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits === 2
