// Time zones, currencies and languages as options of a field, with readable names.

interface NamedChoice {
  readonly id: string
  readonly name: string
}

/** Browsers do not list UTC among their time zones, so it is added. */
export const zones = (): NamedChoice[] =>
  ['UTC', ...Intl.supportedValuesOf('timeZone')].map((id) => ({ id, name: id.replaceAll('_', ' ') }))

export function currencies(locale: string): NamedChoice[] {
  const names = new Intl.DisplayNames([locale], { type: 'currency' })
  return Intl.supportedValuesOf('currency').map((id) => ({ id, name: `${id} · ${names.of(id) ?? id}` }))
}

/** For amounts, which have two decimals. */
export const currenciesWithCents = (locale: string): NamedChoice[] =>
  currencies(locale).filter(({ id }) => {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency: id })
    return format.resolvedOptions().maximumFractionDigits === 2
  })

export function languages(locale: string, ids: readonly string[]): NamedChoice[] {
  const names = new Intl.DisplayNames([locale], { type: 'language' })
  return ids.map((id) => ({ id, name: names.of(id) ?? id }))
}
