// The public page of an invoice: what is owed until when, how to pay it, and its PDF, for clients without a login.
import { Decimal } from '@stint/sdk'
import type { PublicInvoiceFields } from '../../api/public-documents.ts'
import { publicInvoiceMessages } from '../../messages/public-invoice.ts'
import { Badge } from '../../parts/badge.tsx'
import styles from './public-document.module.css'
import { DocumentCard, type Fact, Facts, publicDocument, publicFormats } from './public-document.tsx'

export const PublicInvoice = publicDocument({
  resource: 'invoice',
  texts: publicInvoiceMessages,
  page: (code, { data }) => <InvoicePage code={code} invoice={data} />,
})

function InvoicePage({ code, invoice }: { readonly code: string; readonly invoice: PublicInvoiceFields }) {
  const messages = publicInvoiceMessages(invoice.language)
  const { language, number, company, datedue, currency, total, balance, status, creditof } = invoice
  const formats = publicFormats(language, currency)
  const isCreditNote = creditof !== ''
  const heading = (isCreditNote ? messages.creditTitle : messages.title)(number, company)
  const owes = status === '' && !isCreditNote
  const facts: Fact[] = [[messages.total, formats.money(Decimal.from(total))]]
  if (owes) facts.push([messages.balance, formats.money(Decimal.from(balance))], [messages.due, formats.day(datedue)])
  const badge = status !== '' && (
    <Badge tone={status === 'paid' ? 'good' : 'bad'}>{messages.states[status] ?? status}</Badge>
  )
  const pdf = (isCreditNote ? messages.creditPdf : messages.pdf)(number)
  return (
    <DocumentCard
      resource="invoice"
      code={code}
      document={invoice}
      heading={heading}
      badge={badge}
      facts={facts}
      texts={{ download: messages.download, pdf }}
    >
      {owes && <Payment invoice={invoice} />}
    </DocumentCard>
  )
}

/** Groups of four, as account numbers are printed. */
const inGroups = (text: string): string => text.replaceAll(/.{4}(?=.)/g, '$& ')

/** How to pay: the company's own words, the link to a provider, the account, and the code of a transfer. */
function Payment({ invoice }: { readonly invoice: PublicInvoiceFields }) {
  const messages = publicInvoiceMessages(invoice.language)
  const { paymentinfo, paylink, iban, bic, accountholder, reference, qr } = invoice
  if (paymentinfo === '' && paylink === '' && iban === '') return null
  const account: Fact[] = [
    [messages.holder, accountholder],
    ['IBAN', inGroups(iban)],
    ['BIC', bic],
  ]
  const facts = [...(iban === '' ? [] : account), [messages.reference, inGroups(reference)] as const]
  return (
    <section className={styles.payment}>
      <h2>{messages.payment}</h2>
      {paymentinfo !== '' && <p className={styles.lines}>{paymentinfo}</p>}
      {paylink !== '' && (
        <p>
          <a href={paylink} rel="noreferrer">
            {messages.payOnline}
          </a>
        </p>
      )}
      <Facts facts={facts.filter(([, value]) => value !== '')} />
      {qr !== '' && (
        <img className={styles.qr} src={`data:image/svg+xml,${encodeURIComponent(qr)}`} alt={messages.qr} />
      )}
    </section>
  )
}
