// An invoice that stands still: issued, void, or not this person's to change. It reads like the paper it is, and
// nothing on it looks as if it could be typed into.
import type { InvoiceitemRecord, InvoiceRecord } from '@stint/sdk'
import { Clock } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useIsClient, useMay } from '../../api/session.tsx'
import { useMoneyMessages } from '../../messages/money.ts'
import { IconButton } from '../../parts/button.tsx'
import { DetailList } from '../../parts/page.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import styles from '../../records/money/money.module.css'
import { SavedTotals } from './invoice-totals.tsx'
import { LineEntries } from './line-entries.tsx'
import lineStyles from './lines.module.css'

interface InvoiceViewProps {
  readonly invoice: InvoiceRecord
  readonly items: readonly InvoiceitemRecord[]
}

export function InvoiceView({ invoice, items }: InvoiceViewProps) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const { addressto, addressfrom, description, disclaimer, datebegin, dateend } = invoice
  const day = (date: string | null | undefined) => (date == null ? '' : formats.day(date))
  return (
    <article className={styles.paper} data-void={invoice.datevoided !== null}>
      <DetailList
        facts={[
          { name: messages.client, value: <ClientName invoice={invoice} /> },
          {
            name: messages.project,
            value: <RecordLink to="/projects/$id" id={invoice.projectid} text={invoice.project} />,
          },
          { name: messages.date, value: day(invoice.date) },
          { name: messages.due, value: day(invoice.datedue) },
          { name: messages.term, value: invoice.term },
          { name: messages.purchaseorder, value: invoice.purchaseorder },
          { name: messages.hoursFrom, value: day(datebegin) },
          { name: messages.hoursUntil, value: day(dateend) },
        ]}
      />
      <div className={styles.addresses}>
        <Address name={messages.addressto} text={addressto} />
        <Address name={messages.addressfrom} text={addressfrom} />
      </div>
      {description !== '' && <p className={styles.plainText}>{description}</p>}
      <div className={lineStyles.grid} data-still>
        <div className={lineStyles.names} aria-hidden>
          <span>{messages.item}</span>
          <span>{messages.quantity}</span>
          <span>{messages.rate}</span>
          <span>{messages.amount}</span>
        </div>
        <ul aria-label={messages.lines}>
          {items.map((item) => (
            <li key={item.id} className={lineStyles.line}>
              <InvoiceViewLine item={item} />
            </li>
          ))}
        </ul>
      </div>
      <SavedTotals invoice={invoice} />
      {disclaimer !== '' && <p className={styles.plainText}>{disclaimer}</p>}
    </article>
  )
}

/** A client knows their own name; the others get to their page. */
function ClientName({ invoice: { clientid, client } }: { readonly invoice: InvoiceRecord }) {
  const isClient = useIsClient()
  if (clientid === null || isClient) return client
  return <RecordLink to="/clients/$id" id={clientid} text={client} />
}

function Address({ name, text }: { readonly name: string; readonly text: string }) {
  if (text === '') return null
  return (
    <div>
      <p className={styles.small}>{name}</p>
      <p className={styles.plainText}>{text}</p>
    </div>
  )
}

function InvoiceViewLine({ item }: { readonly item: InvoiceitemRecord }) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const may = useMay()
  const [shown, setShown] = useState(false)
  const { id, name, description, quantity, rate, amount, custom } = item
  return (
    <>
      <div className={lineStyles.item}>
        <span className={lineStyles.named}>
          <strong>{name}</strong>
          {!custom && may('invoice', 'update') && (
            <IconButton icon={Clock} label={messages.showHours(name)} onPress={() => setShown(true)} />
          )}
        </span>
        {description !== '' && <span className={styles.plainText}>{description}</span>}
      </div>
      <div data-label={messages.quantity} className={lineStyles.number}>
        {formats.decimal(quantity)}
      </div>
      <div data-label={messages.rate} className={lineStyles.number}>
        {formats.money(rate)}
      </div>
      <div data-label={messages.amount} className={lineStyles.number}>
        {formats.money(amount)}
      </div>
      {shown && <LineEntries itemid={id} name={name} onClose={() => setShown(false)} />}
    </>
  )
}
