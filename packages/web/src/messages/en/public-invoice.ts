// English texts of the public page of an invoice, which clients open without a login.

export const en = {
  title: (number: string, company: string) => `Invoice ${number} from ${company}`,
  due: 'Due',
  total: 'Total',
  balance: 'Amount due',
  states: { paid: 'Paid', void: 'Void' } as Readonly<Record<string, string>>,
  payment: 'How to pay',
  payOnline: 'Pay online',
  holder: 'Account holder',
  reference: 'Reference',
  qr: 'QR code for a transfer in your banking app',
  download: 'Download PDF',
  pdf: (number: string) => `Invoice ${number} as PDF`,
  creditTitle: (number: string, company: string) => `Credit note ${number} from ${company}`,
  creditPdf: (number: string) => `Credit note ${number} as PDF`,
  gone: 'This link does not work',
  goneText: 'It was revoked or replaced by a newer one. Ask the sender of the invoice for a new link.',
}
