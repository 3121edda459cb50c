// French texts of the public page of an estimate, in the formal address.
import type { en } from '../en/public-estimate.ts'

export const fr: typeof en = {
  title: (number, company) => `Devis ${number} de ${company}`,
  total: 'Total',
  validUntil: 'Valable jusqu’au',
  states: { accepted: 'Accepté', declined: 'Refusé' },
  expired: 'Expiré',
  expiredText: 'Ce devis n’est plus valable. Demandez-en un nouveau à l’expéditeur.',
  download: 'Télécharger le PDF',
  pdf: (number) => `Devis ${number} au format PDF`,
  accept: 'Accepter',
  decline: 'Refuser',
  acceptEstimate: 'Accepter le devis',
  declineEstimate: 'Refuser le devis',
  acceptText: 'Indiquez votre nom pour accepter ce devis. L’expéditeur en sera informé.',
  declineText: 'Indiquez votre nom pour refuser ce devis. L’expéditeur en sera informé.',
  name: 'Votre nom',
  comment: 'Commentaire (facultatif)',
  cancel: 'Annuler',
  acceptedBy: (who, when) => `Accepté par ${who}, ${when} (UTC).`,
  declinedBy: (who, when) => `Refusé par ${who}, ${when} (UTC).`,
  changed: 'Ce devis a été modifié. Veuillez le relire.',
  gone: 'Ce lien ne fonctionne pas',
  goneText: 'Il a été révoqué ou remplacé par un lien plus récent. Demandez un nouveau lien à l’expéditeur du devis.',
}
