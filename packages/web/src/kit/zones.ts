// Time zones and currencies as options of a field, with readable names.

export interface NamedChoice {
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
