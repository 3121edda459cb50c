// German texts of what clients get: the PDF of an invoice, the mail with it, and reminders. They are those of business
// letters, in the formal address.
import type { en } from './en.ts'
import { formatsOfLanguage } from './formats.ts'

/** A VAT number begins with the letters of its country; a tax number has none. */
const isVatNumber = (value: string): boolean => /^[A-Z]{2}/.test(value)

export const de: typeof en = {
  formats: formatsOfLanguage('de'),
  fileName: 'rechnung',
  heading: (number) => `Rechnung ${number}`,
  stamps: { draft: 'ENTWURF', paid: 'BEZAHLT', void: 'STORNIERT' },
  from: 'Rechnungssteller',
  billedTo: 'Rechnungsempfänger',
  taxNumber: (value) => `${isVatNumber(value) ? 'USt-IdNr.' : 'Steuernummer'} ${value}`,
  details: 'Rechnungsdaten',
  number: 'Rechnungsnummer',
  date: 'Rechnungsdatum',
  due: 'Fällig am',
  term: 'Zahlungsziel',
  order: 'Bestellnummer',
  period: 'Zeitraum',
  since: (date) => `ab ${date}`,
  until: (date) => `bis ${date}`,
  project: 'Projekt',
  description: 'Bezeichnung',
  quantity: 'Menge',
  rate: 'Einzelpreis',
  amount: 'Betrag',
  expense: 'Auslage',
  subtotal: 'Zwischensumme',
  tax: (percent) => `MwSt. ${percent}`,
  secondTax: (percent) => `Zweite Steuer ${percent}`,
  compounded: ', auf Betrag inkl. MwSt.',
  total: 'Gesamtbetrag',
  totalWithTax: 'Gesamtbetrag',
  paid: (date, type) => `Zahlung vom ${date}, ${type}`,
  balance: 'Offener Betrag',
  payment: {
    title: 'Zahlung',
    holder: 'Kontoinhaber',
    reference: 'Verwendungszweck',
    online: 'Online bezahlen',
    scan: 'Zum Bezahlen scannen',
  },
  credit: {
    fileName: 'rechnungskorrektur',
    heading: (number) => `Rechnungskorrektur ${number}`,
    title: (number) => `Korrektur zur Rechnung ${number}`,
    rest: (number) => `Restbetrag der Rechnung ${number}`,
    number: 'Nummer',
    date: 'Datum',
    invoice: 'Zu Rechnung',
    invoiceDate: 'Rechnungsdatum',
    applied: (number, date) => `Rechnungskorrektur ${number} vom ${date}`,
    mail: {
      subject: 'Rechnungskorrektur {number} von {company}',
      text: `Sehr geehrte Damen und Herren,

anbei erhalten Sie die Rechnungskorrektur {number} über {total}: {title}.

Sie können sie auch online ansehen: {link}

Mit freundlichen Grüßen
{company}`,
    },
  },
  estimate: {
    fileName: 'angebot',
    heading: (number) => `Angebot ${number}`,
    from: 'Anbieter',
    to: 'Angebot für',
    details: 'Angebotsdaten',
    number: 'Angebotsnummer',
    date: 'Angebotsdatum',
    validUntil: 'Gültig bis',
    mail: {
      subject: 'Angebot {number} von {company}: {title}',
      text: `Sehr geehrte Damen und Herren,

anbei erhalten Sie das Angebot {number} über {total}: {title}.

Es ist gültig bis {validuntil}.

Sie können das Angebot online ansehen und dort annehmen oder ablehnen: {link}

Mit freundlichen Grüßen
{company}`,
    },
  },
  mail: {
    subject: 'Rechnung {number} von {company}',
    text: `Sehr geehrte Damen und Herren,

anbei erhalten Sie die Rechnung {number} über {total}, fällig am {due}.

Sie können die Rechnung auch online ansehen: {link}

Online bezahlen können Sie hier: {paylink}

Mit freundlichen Grüßen
{company}`,
  },
  reminder: {
    subject: 'Zahlungserinnerung: Rechnung {number} von {company}',
    text: `Sehr geehrte Damen und Herren,

die Rechnung {number} über {total} war am {due} fällig. Der offene Betrag ist {balance}.

Sie können die Rechnung auch online ansehen: {link}

Online bezahlen können Sie hier: {paylink}

Falls Sie den Betrag bereits überwiesen haben, betrachten Sie diese E-Mail bitte als gegenstandslos.

Mit freundlichen Grüßen
{company}`,
  },
}
