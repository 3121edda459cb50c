// The values that a printed invoice, credit note or estimate has, as types. The layout is in `invoice-layout.ts`, the
// values are read by the resource.
import type { DocumentLanguage } from '../kit/document-language.ts'

export interface PrintedLine {
  readonly name: string
  readonly description: string
  readonly quantity: bigint | null
  readonly rate: bigint | null
  readonly amount: bigint
}

export interface PrintedPayment {
  readonly date: string
  readonly type: string
  readonly amount: bigint
}

export interface PrintedTax {
  /** Percent in ten-thousandths. */
  readonly rate: bigint
  readonly amount: bigint
}

/** The printed values of an invoice or estimate. Money and rates are in ten-thousandths, quantities in millionths. */
export interface PrintedInvoice {
  readonly language: DocumentLanguage
  readonly number: string
  /** The credited invoice of a credit note; null for an invoice. */
  readonly credited: { readonly number: string; readonly date: string } | null
  /** The last day of an estimate, blank for none; null for an invoice. Nothing is owed for an estimate. */
  readonly estimate: { readonly validUntil: string } | null
  readonly status: string
  readonly title: string
  readonly description: string
  readonly date: string
  readonly datedue: string
  readonly purchaseorder: string
  readonly term: string
  readonly project: string
  /** Null for an estimate. */
  readonly period: { readonly begin: string | null; readonly end: string | null } | null
  readonly sender: string
  readonly recipient: string
  readonly taxnumber: string
  readonly currency: string
  readonly disclaimer: string
  readonly lines: readonly PrintedLine[]
  readonly subtotal: bigint
  readonly tax: PrintedTax | null
  readonly secondTax: (PrintedTax & { readonly compound: boolean }) | null
  readonly total: bigint
  readonly payments: readonly PrintedPayment[]
  /** Its issued credit notes, with negative amounts. */
  readonly credits: readonly { readonly number: string; readonly date: string; readonly amount: bigint }[]
  readonly balance: bigint
  /** Null when nothing is owed or the company has said nothing about payments. */
  readonly payment: PrintedPaymentWays | null
}

/** How an invoice is paid. What is not known is blank. */
export interface PrintedPaymentWays {
  readonly holder: string
  readonly iban: string
  readonly bic: string
  readonly reference: string
  readonly link: string
  /** The text of the QR code. */
  readonly code: string
}
