// Time zones and currencies to choose from, with names a person would look for.

export interface Named {
  readonly id: string
  readonly name: string
}

export const zones = (): Named[] =>
  Intl.supportedValuesOf('timeZone').map((id) => ({ id, name: id.replaceAll('_', ' ') }))

export function currencies(locale: string): Named[] {
  const names = new Intl.DisplayNames([locale], { type: 'currency' })
  return Intl.supportedValuesOf('currency').map((id) => ({ id, name: `${id} · ${names.of(id) ?? id}` }))
}
