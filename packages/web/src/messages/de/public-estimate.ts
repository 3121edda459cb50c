// German texts of the public page of an estimate, in the formal address.
import type { en } from '../en/public-estimate.ts'

export const de: typeof en = {
  title: (number, company) => `Angebot ${number} von ${company}`,
  total: 'Gesamtbetrag',
  validUntil: 'Gültig bis',
  states: { accepted: 'Angenommen', declined: 'Abgelehnt' },
  expired: 'Abgelaufen',
  expiredText: 'Dieses Angebot ist nicht mehr gültig. Bitten Sie den Absender um ein neues.',
  download: 'PDF herunterladen',
  pdf: (number) => `Angebot ${number} als PDF`,
  accept: 'Annehmen',
  decline: 'Ablehnen',
  acceptEstimate: 'Angebot annehmen',
  declineEstimate: 'Angebot ablehnen',
  acceptText: 'Geben Sie Ihren Namen ein, um dieses Angebot anzunehmen. Der Absender wird darüber informiert.',
  declineText: 'Geben Sie Ihren Namen ein, um dieses Angebot abzulehnen. Der Absender wird darüber informiert.',
  name: 'Ihr Name',
  comment: 'Kommentar (optional)',
  cancel: 'Abbrechen',
  acceptedBy: (who, when) => `Angenommen von ${who}, ${when} (UTC).`,
  declinedBy: (who, when) => `Abgelehnt von ${who}, ${when} (UTC).`,
  changed: 'Dieses Angebot wurde geändert. Prüfen Sie es noch einmal.',
  gone: 'Dieser Link funktioniert nicht',
  goneText:
    'Er wurde widerrufen oder durch einen neueren ersetzt. Bitten Sie den Absender des Angebots um einen neuen Link.',
}
