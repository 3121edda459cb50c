// One or many: the form of a message that fits a number. Languages differ in how many forms they have; the catalogue
// of each gives those it needs.

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

/** `{n}` in the form is replaced by the number as the language writes it. */
export function pluralOf(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  return (count, forms) => (forms[rules.select(count)] ?? forms.other).replace('{n}', numbers.format(count))
}
