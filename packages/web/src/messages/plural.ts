// Plural forms: chooses the form of a message for a number. Languages have different numbers of forms; each catalogue
// provides those of its language.

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

/** Replaces `{n}` in the form with the number, formatted for the language. */
export function pluralOf(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  return (count, forms) => (forms[rules.select(count)] ?? forms.other).replace('{n}', numbers.format(count))
}
