// German texts of the public page of an invoice, in the formal address.
import type { en } from '../en/public-invoice.ts'

export const de: typeof en = {
  title: (number, company) => `Rechnung ${number} von ${company}`,
  due: 'Fällig am',
  total: 'Gesamtbetrag',
  balance: 'Offener Betrag',
  states: { paid: 'Bezahlt', void: 'Storniert' },
  payment: 'Zahlung',
  payOnline: 'Online bezahlen',
  holder: 'Kontoinhaber',
  reference: 'Verwendungszweck',
  qr: 'QR-Code für eine Überweisung in der Banking-App',
  download: 'PDF herunterladen',
  pdf: (number) => `Rechnung ${number} als PDF`,
  creditTitle: (number, company) => `Rechnungskorrektur ${number} von ${company}`,
  creditPdf: (number) => `Rechnungskorrektur ${number} als PDF`,
  gone: 'Dieser Link funktioniert nicht',
  goneText:
    'Er wurde widerrufen oder durch einen neueren ersetzt. Bitten Sie den Absender der Rechnung um einen neuen Link.',
}
