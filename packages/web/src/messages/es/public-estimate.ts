// Spanish texts of the public page of an estimate, in the formal address.
import type { en } from '../en/public-estimate.ts'

export const es: typeof en = {
  title: (number, company) => `Presupuesto ${number} de ${company}`,
  total: 'Total',
  validUntil: 'Válido hasta',
  states: { accepted: 'Aceptado', declined: 'Rechazado' },
  expired: 'Caducado',
  expiredText: 'Este presupuesto ya no es válido. Pida uno nuevo al remitente.',
  download: 'Descargar PDF',
  pdf: (number) => `Presupuesto ${number} en PDF`,
  accept: 'Aceptar',
  decline: 'Rechazar',
  acceptEstimate: 'Aceptar el presupuesto',
  declineEstimate: 'Rechazar el presupuesto',
  acceptText: 'Escriba su nombre para aceptar este presupuesto. Se informará al remitente.',
  declineText: 'Escriba su nombre para rechazar este presupuesto. Se informará al remitente.',
  name: 'Su nombre',
  comment: 'Comentario (opcional)',
  cancel: 'Cancelar',
  acceptedBy: (who, when) => `Aceptado por ${who}, ${when} (UTC).`,
  declinedBy: (who, when) => `Rechazado por ${who}, ${when} (UTC).`,
  changed: 'Este presupuesto ha cambiado. Revíselo de nuevo.',
  gone: 'Este enlace no funciona',
  goneText: 'Se ha anulado o sustituido por otro más reciente. Pida un nuevo enlace al remitente del presupuesto.',
}
