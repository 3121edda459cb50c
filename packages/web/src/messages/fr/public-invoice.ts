// French texts of the public page of an invoice, in the formal address.
import type { en } from '../en/public-invoice.ts'

export const fr: typeof en = {
  title: (number, company) => `Facture ${number} de ${company}`,
  due: 'Échéance',
  total: 'Total',
  balance: 'Solde à payer',
  states: { paid: 'Payée', void: 'Annulée' },
  payment: 'Comment payer',
  payOnline: 'Payer en ligne',
  holder: 'Titulaire du compte',
  reference: 'Référence',
  qr: 'Code QR pour un virement avec votre application bancaire',
  download: 'Télécharger le PDF',
  pdf: (number) => `Facture ${number} au format PDF`,
  creditTitle: (number, company) => `Avoir ${number} de ${company}`,
  creditPdf: (number) => `Avoir ${number} au format PDF`,
  gone: 'Ce lien ne fonctionne pas',
  goneText:
    'Il a été révoqué ou remplacé par un lien plus récent. Demandez un nouveau lien à l’expéditeur de la facture.',
}
