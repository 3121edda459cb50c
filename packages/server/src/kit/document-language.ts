// The languages of what clients get: the PDF of an invoice or estimate, the mail with it, reminders and its public
// page. Each has one catalogue of the type of the English one, so a missing text does not compile.
import { de } from './document-texts/de.ts'
import { en } from './document-texts/en.ts'
import { es } from './document-texts/es.ts'
import { fr } from './document-texts/fr.ts'

export type DocumentTexts = typeof en

const catalogues = { en, de, fr, es } as const satisfies Readonly<Record<string, DocumentTexts>>

export type DocumentLanguage = keyof typeof catalogues

export const documentLanguages = Object.keys(catalogues) as readonly DocumentLanguage[]

/** The first known language of these, else English; a blank means that none was chosen. */
export const chooseLanguage = (...chosen: readonly string[]): DocumentLanguage =>
  documentLanguages.find((language) => language === chosen.find((one) => one !== '')) ?? 'en'

export const documentTexts = (language: DocumentLanguage): DocumentTexts => catalogues[language]

/** A number may have slashes, a file name may not. */
const pdfName = (name: string, number: string): string => `${name}-${number.replaceAll('/', '-')}.pdf`

/** The name of the PDF of an invoice or credit note. */
export const invoiceFileName = (language: DocumentLanguage, number: string, isCreditNote: boolean): string =>
  pdfName(isCreditNote ? documentTexts(language).credit.fileName : documentTexts(language).fileName, number)

export const estimateFileName = (language: DocumentLanguage, number: string): string =>
  pdfName(documentTexts(language).estimate.fileName, number)
