// The public page of an invoice: what is owed until when, how to pay it, and its PDF, for clients without a login. The
// secret is behind the # of the address, which browsers do not send to a server.
import { Decimal, StintError } from '@stint/sdk'
import { useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useEffect } from 'react'
import { saveBlob } from '../../api/downloads.ts'
import { locale } from '../../api/formats.ts'
import { type PublicInvoiceFields, readPublicInvoice, readPublicPdf } from '../../api/public-invoice.ts'
import { formatsOf } from '../../kit/format.ts'
import { publicInvoiceMessages } from '../../messages/public-invoice.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { LoadError } from '../../parts/page.tsx'
import { PdfPages } from '../../parts/pdf-pages.tsx'
import styles from './public-invoice.module.css'

/** A page without an invoice, because its link does not work, is in this language. */
const browserLanguage = new Intl.Locale(locale).language

const isGone = (error: Error): boolean => error instanceof StintError && error.status === 404

interface PublicInvoiceProps {
  /** True if somebody is signed in: then it does not count as a view. */
  readonly isOwn: boolean
}

export function PublicInvoice({ isOwn }: PublicInvoiceProps) {
  // A link that was cut is answered like a wrong one.
  const code = location.hash.slice(1) || 'none'
  const query = useQuery({
    queryKey: ['publicinvoice', code],
    queryFn: () => readPublicInvoice(code, isOwn),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const messages = publicInvoiceMessages(browserLanguage)
  if (query.isPending) return null
  if (query.isError && !isGone(query.error))
    return <LoadError error={query.error} onRetry={() => void query.refetch()} />
  return (
    <main className={styles.place}>
      {query.isError ? (
        <div className={styles.card}>
          <h1>{messages.gone}</h1>
          <p>{messages.goneText}</p>
        </div>
      ) : (
        <InvoicePage code={code} invoice={query.data} />
      )}
    </main>
  )
}

/** English dates and amounts have the form of the reader's region, as everywhere in the application. */
const localeFor = (language: string): string => (['en', browserLanguage].includes(language) ? locale : language)

function InvoicePage({ code, invoice }: { readonly code: string; readonly invoice: PublicInvoiceFields }) {
  const messages = publicInvoiceMessages(invoice.language)
  const { language, number, company, title, datedue, currency, total, balance, status, filename, creditof } = invoice
  const formats = formatsOf(localeFor(language), currency, 'UTC')
  const isCreditNote = creditof !== ''
  const heading = (isCreditNote ? messages.creditTitle : messages.title)(number, company)
  const pdf = readPublicPdf.bind(null, code)
  const owes = status === '' && !isCreditNote
  useEffect(() => {
    document.title = heading
    document.documentElement.lang = language
  }, [heading, language])
  const facts: (readonly [string, string])[] = [[messages.total, formats.money(Decimal.from(total))]]
  if (owes) facts.push([messages.balance, formats.money(Decimal.from(balance))], [messages.due, formats.day(datedue)])
  return (
    <>
      <div className={styles.card}>
        <div className={styles.head}>
          <h1>{heading}</h1>
          {status !== '' && (
            <Badge tone={status === 'paid' ? 'good' : 'bad'}>{messages.states[status] ?? status}</Badge>
          )}
        </div>
        <p>{title}</p>
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div>
          <Button look="strong" icon={FileDown} onPress={() => void pdf().then((file) => saveBlob(file, filename))}>
            {messages.download}
          </Button>
        </div>
        {owes && <Payment invoice={invoice} />}
      </div>
      <PdfPages
        label={(isCreditNote ? messages.creditPdf : messages.pdf)(number)}
        load={async () => (await pdf()).arrayBuffer()}
      />
    </>
  )
}

/** Groups of four, as account numbers are printed. */
const inGroups = (text: string): string => text.replaceAll(/.{4}(?=.)/g, '$& ')

/** How to pay: the company's own words, the link to a provider, the account, and the code of a transfer. */
function Payment({ invoice }: { readonly invoice: PublicInvoiceFields }) {
  const messages = publicInvoiceMessages(invoice.language)
  const { paymentinfo, paylink, iban, bic, accountholder, reference, qr } = invoice
  if (paymentinfo === '' && paylink === '' && iban === '') return null
  const account: (readonly [string, string])[] = [
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
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {qr !== '' && (
        <img className={styles.qr} src={`data:image/svg+xml,${encodeURIComponent(qr)}`} alt={messages.qr} />
      )}
    </section>
  )
}
