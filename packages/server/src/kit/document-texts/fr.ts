// French texts of what clients get: the PDF of an invoice, the mail with it, and reminders. They are those of business
// letters, in the formal address.
import type { en } from './en.ts'
import { formatsOfLanguage } from './formats.ts'

const formats = formatsOfLanguage('fr')

/** The first day of a month is an ordinal number, which the platform's data does not know. */
const firstOfMonth = (date: string): string => date.replace(/^1(?= \p{L})/u, '1er').replace(/(?<=– )1(?= )/, '1er')

export const fr: typeof en = {
  formats: {
    ...formats,
    date: (day) => firstOfMonth(formats.date(day)),
    dateRange: (first, last) => firstOfMonth(formats.dateRange(first, last).replace(/^1(?=–)/, '1er')),
  },
  fileName: 'facture',
  heading: (number) => `Facture ${number}`,
  stamps: { draft: 'BROUILLON', paid: 'PAYÉE', void: 'ANNULÉE' },
  from: 'Émetteur',
  billedTo: 'Facturé à',
  taxNumber: (value) => `${/^[A-Z]{2}/.test(value) ? 'N° TVA' : 'N° fiscal'} ${value}`,
  details: 'Détails',
  number: 'Facture n°',
  date: 'Date',
  due: 'Échéance',
  term: 'Conditions',
  order: 'Commande',
  period: 'Période',
  since: (date) => `à partir du ${date}`,
  until: (date) => `jusqu’au ${date}`,
  project: 'Projet',
  description: 'Désignation',
  quantity: 'Quantité',
  rate: 'Prix unitaire',
  amount: 'Montant',
  expense: 'Frais',
  subtotal: 'Total HT',
  tax: (percent) => `TVA ${percent}`,
  secondTax: (percent) => `Deuxième taxe ${percent}`,
  compounded: ', calculée TVA comprise',
  total: 'Total',
  totalWithTax: 'Total TTC',
  paid: (date, type) => `Paiement du ${date}, ${type}`,
  balance: 'Solde à payer',
  payment: {
    title: 'Paiement',
    holder: 'Titulaire',
    reference: 'Référence',
    online: 'Payer en ligne',
    scan: 'Scanner pour payer',
  },
  credit: {
    fileName: 'avoir',
    heading: (number) => `Avoir ${number}`,
    title: (number) => `Avoir sur la facture ${number}`,
    rest: (number) => `Solde de la facture ${number}`,
    number: 'Avoir n°',
    date: 'Date',
    invoice: 'Facture n°',
    invoiceDate: 'Facture du',
    applied: (number, date) => `Avoir ${number} du ${date}`,
    mail: {
      subject: 'Avoir {number} de {company}',
      text: `Madame, Monsieur,

Veuillez trouver ci-joint l’avoir {number} d’un montant de {total} : {title}.

Vous pouvez également le consulter en ligne : {link}

Cordialement,
{company}`,
    },
  },
  estimate: {
    fileName: 'devis',
    heading: (number) => `Devis ${number}`,
    from: 'Émetteur',
    to: 'Devis pour',
    details: 'Détails',
    number: 'Devis n°',
    date: 'Date',
    validUntil: 'Valable jusqu’au',
    mail: {
      subject: 'Devis {number} de {company} : {title}',
      text: `Madame, Monsieur,

Veuillez trouver ci-joint le devis {number} d’un montant de {total} : {title}.

Il est valable jusqu’au {validuntil}.

Vous pouvez le consulter en ligne, puis l’accepter ou le refuser : {link}

Cordialement,
{company}`,
    },
  },
  mail: {
    subject: 'Facture {number} de {company}',
    text: `Madame, Monsieur,

Veuillez trouver ci-joint la facture {number} d’un montant de {total}, payable au plus tard le {due}.

Vous pouvez également la consulter en ligne : {link}

Vous pouvez la régler en ligne : {paylink}

Cordialement,
{company}`,
  },
  reminder: {
    subject: 'Rappel : facture {number} de {company}',
    text: `Madame, Monsieur,

Sauf erreur de notre part, la facture {number} d’un montant de {total}, échue le {due}, n’est pas encore réglée. Le solde à payer est de {balance}.

Vous pouvez également la consulter en ligne : {link}

Vous pouvez la régler en ligne : {paylink}

Si vous avez déjà effectué le paiement, veuillez ne pas tenir compte de ce message.

Cordialement,
{company}`,
  },
}
