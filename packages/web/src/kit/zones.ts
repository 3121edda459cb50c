// Time zones and currencies to choose from, with names a person would look for.

export interface NamedChoice {
  readonly id: string
  readonly name: string
}

/** Browsers do not list UTC among their zones, though it is one, and that of many a server's browser. */
export const zones = (): NamedChoice[] =>
  ['UTC', ...Intl.supportedValuesOf('timeZone')].map((id) => ({ id, name: id.replaceAll('_', ' ') }))

export function currencies(locale: string): NamedChoice[] {
  const names = new Intl.DisplayNames([locale], { type: 'currency' })
  return Intl.supportedValuesOf('currency').map((id) => ({ id, name: `${id} · ${names.of(id) ?? id}` }))
}
