// What the form of a payment says about the typed amount, and the method that it suggests. The server accepts any
// amount: a refund is a negative payment, and more than the balance is a credit of the client.
import type { Decimal } from '@stint/sdk'

type AmountAdvice =
  | { readonly kind: 'none' | 'zero' | 'refund' }
  /** More than is owed, by this amount. */
  | { readonly kind: 'excess'; readonly excess: Decimal }

/** `owed` is null if the payment is for no invoice. Blank and invalid texts are not judged here. */
export function adviceOnAmount(amount: Decimal | null | undefined, owed: Decimal | null): AmountAdvice {
  if (amount == null) return { kind: 'none' }
  const sign = amount.compare('0')
  if (sign <= 0) return { kind: sign === 0 ? 'zero' : 'refund' }
  if (owed === null || amount.compare(owed) <= 0) return { kind: 'none' }
  return { kind: 'excess', excess: owed.compare('0') > 0 ? amount.minus(owed) : amount }
}

interface Method {
  readonly id: number
}

/** The id of "Other" in every new account. It claims nothing about how the money came. */
const otherMethod = 5

/** The last method of the client, else of the person, else the one that says least. */
export function suggestedMethod(
  methods: readonly Method[],
  ...lastUsed: readonly (number | undefined)[]
): number | null {
  const exists = (id: number | undefined): id is number => methods.some((method) => method.id === id)
  return [...lastUsed, otherMethod].find(exists) ?? methods.at(-1)?.id ?? null
}
