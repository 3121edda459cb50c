// Spanish texts of what clients get: the PDF of an invoice, the mail with it, and reminders. They are those of business
// letters, in the formal address.
import type { en } from './en.ts'
import { formatsOfLanguage } from './formats.ts'

export const es: typeof en = {
  formats: formatsOfLanguage('es'),
  fileName: 'factura',
  heading: (number) => `Factura ${number}`,
  stamps: { draft: 'BORRADOR', paid: 'PAGADA', void: 'ANULADA' },
  from: 'Emisor',
  billedTo: 'Facturado a',
  taxNumber: (value) => `NIF ${value}`,
  details: 'Datos',
  number: 'Número',
  date: 'Fecha',
  due: 'Vencimiento',
  term: 'Condiciones',
  order: 'Pedido',
  period: 'Período',
  since: (date) => `desde el ${date}`,
  until: (date) => `hasta el ${date}`,
  project: 'Proyecto',
  description: 'Descripción',
  quantity: 'Cantidad',
  rate: 'Precio',
  amount: 'Importe',
  expense: 'Gasto',
  subtotal: 'Base imponible',
  tax: (percent) => `IVA ${percent}`,
  secondTax: (percent) => `Segundo impuesto ${percent}`,
  compounded: ', calculado con IVA incluido',
  total: 'Total',
  totalWithTax: 'Total',
  paid: (date, type) => `Pago del ${date}, ${type}`,
  balance: 'Importe pendiente',
  payment: {
    title: 'Pago',
    holder: 'Titular',
    reference: 'Referencia',
    online: 'Pagar en línea',
    scan: 'Escanear para pagar',
  },
  credit: {
    fileName: 'factura-rectificativa',
    heading: (number) => `Factura rectificativa ${number}`,
    title: (number) => `Rectificación de la factura ${number}`,
    rest: (number) => `Importe restante de la factura ${number}`,
    number: 'Número',
    date: 'Fecha',
    invoice: 'Factura',
    invoiceDate: 'Fecha de factura',
    applied: (number, date) => `Factura rectificativa ${number} del ${date}`,
    mail: {
      subject: 'Factura rectificativa {number} de {company}',
      text: `Estimado cliente:

Le adjuntamos la factura rectificativa {number} por un importe de {total}: {title}.

También puede consultarla en línea: {link}

Atentamente,
{company}`,
    },
  },
  estimate: {
    fileName: 'presupuesto',
    heading: (number) => `Presupuesto ${number}`,
    from: 'Emisor',
    to: 'Presupuesto para',
    details: 'Datos',
    number: 'Número',
    date: 'Fecha',
    validUntil: 'Válido hasta',
    mail: {
      subject: 'Presupuesto {number} de {company}: {title}',
      text: `Estimado cliente:

Le adjuntamos el presupuesto {number} por un importe de {total}: {title}.

Es válido hasta el {validuntil}.

Puede consultarlo en línea y aceptarlo o rechazarlo allí: {link}

Atentamente,
{company}`,
    },
  },
  mail: {
    subject: 'Factura {number} de {company}',
    text: `Estimado cliente:

Le adjuntamos la factura {number} por un importe de {total}, con vencimiento el {due}.

También puede consultarla en línea: {link}

Puede pagarla en línea: {paylink}

Atentamente,
{company}`,
  },
  reminder: {
    subject: 'Recordatorio de pago: factura {number} de {company}',
    text: `Estimado cliente:

La factura {number} por un importe de {total} venció el {due}. El importe pendiente es de {balance}.

También puede consultarla en línea: {link}

Puede pagarla en línea: {paylink}

Si ya ha realizado el pago, le rogamos que no tenga en cuenta este mensaje.

Atentamente,
{company}`,
  },
}
