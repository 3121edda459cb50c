// Texts of the public page of an invoice, by the name of a language.

import { de } from './de/public-invoice.ts'
import { en } from './en/public-invoice.ts'
import { es } from './es/public-invoice.ts'
import { fr } from './fr/public-invoice.ts'

const catalogues: Readonly<Record<string, typeof en>> = { en, de, fr, es }

export const publicInvoiceMessages = (language: string): typeof en => catalogues[language] ?? en
