// Spanish texts of the public page of an invoice, in the formal address.
import type { en } from '../en/public-invoice.ts'

export const es: typeof en = {
  title: (number, company) => `Factura ${number} de ${company}`,
  due: 'Vencimiento',
  total: 'Total',
  balance: 'Importe pendiente',
  states: { paid: 'Pagada', void: 'Anulada' },
  payment: 'Cómo pagar',
  payOnline: 'Pagar en línea',
  holder: 'Titular de la cuenta',
  reference: 'Referencia',
  qr: 'Código QR para una transferencia con la aplicación de su banco',
  download: 'Descargar PDF',
  pdf: (number) => `Factura ${number} en PDF`,
  creditTitle: (number, company) => `Factura rectificativa ${number} de ${company}`,
  creditPdf: (number) => `Factura rectificativa ${number} en PDF`,
  gone: 'Este enlace no funciona',
  goneText: 'Se ha anulado o sustituido por otro más reciente. Pida un nuevo enlace al remitente de la factura.',
}
