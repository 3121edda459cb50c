// Bank account numbers (IBAN, ISO 13616) and payment references (RF, ISO 11649). Both have check digits modulo 97,
// which find every wrong digit and nearly every exchange of two.

/** The rest modulo 97, where letters count from A = 10 to Z = 35. */
const remainder = (text: string): number =>
  [...text].reduce((rest, character) => {
    const value = Number.parseInt(character, 36)
    return (rest * (value > 9 ? 100 : 10) + value) % 97
  }, 0)

/** The account number without blanks, or null if it is none. */
export function parseIban(text: string): string | null {
  const iban = text.replaceAll(/\s/g, '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return null
  return remainder(iban.slice(4) + iban.slice(0, 4)) === 1 ? iban : null
}

/** In groups of four, as it is printed. */
export const inGroups = (text: string): string => text.replaceAll(/.{4}(?=.)/g, '$& ')

const maxReference = 21

/** The structured reference of an invoice number, or null if the number is too long for one. */
export function paymentReference(number: string): string | null {
  const letters = number.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  if (letters === '' || letters.length > maxReference) return null
  return `RF${String(98 - remainder(`${letters}RF00`)).padStart(2, '0')}${letters}`
}
