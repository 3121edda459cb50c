// An invoice that cannot be edited: it is issued or void, or the signed-in person may not change it.

import type { InvoiceitemRecord, InvoiceRecord } from '@stint/sdk'
import { Clock } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useMay } from '../../api/session.tsx'
import { useLabels } from '../../messages/labels.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { IconButton } from '../../parts/button.tsx'
import { DetailFields } from '../../parts/detail-fields.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { ClientName } from '../../records/clients/client-name.tsx'
import styles from '../../records/money/money.module.css'
import { ColumnNames } from './column-names.tsx'
import type { estimateLayout } from './estimate-layout.ts'
import { invoiceLayout } from './invoice-layout.ts'
import { SavedTotals } from './invoice-totals.tsx'
import { LineEntries } from './line-entries.tsx'
import lineStyles from './lines.module.css'

interface InvoiceViewProps {
  readonly invoice: InvoiceRecord
  readonly items: readonly InvoiceitemRecord[]
}

export function InvoiceView({ invoice, items }: InvoiceViewProps) {
  const labels = useLabels().invoice
  const { addressto, addressfrom, description, disclaimer } = invoice
  return (
    <article className={styles.paper} data-void={invoice.datevoided !== null}>
      <DocumentFields layout={invoiceLayout} record={invoice} />
      <div className={styles.addresses}>
        <Address name={labels.addressto} text={addressto} />
        <Address name={labels.addressfrom} text={addressfrom} />
      </div>
      {description !== '' && <p className={styles.plainText}>{description}</p>}
      <ViewedLines items={items} currency={invoice.currency} />
      <SavedTotals invoice={invoice} />
      {disclaimer !== '' && <p className={styles.plainText}>{disclaimer}</p>}
    </article>
  )
}

interface DocumentFieldsProps {
  readonly layout: typeof invoiceLayout | typeof estimateLayout
  readonly record: Pick<InvoiceRecord, 'clientid' | 'client' | 'projectid' | 'project'>
}

/** The fields of an invoice or estimate, with links to the client and the project. */
export function DocumentFields({ layout, record }: DocumentFieldsProps) {
  const { projectid, project } = record
  const own = {
    client: <ClientName {...record} />,
    projectid: <RecordLink to="/projects/$id" id={projectid} text={project} />,
  }
  return <DetailFields layout={layout} record={record} own={own} />
}

export function Address({ name, text }: { readonly name: string; readonly text: string }) {
  if (text === '') return null
  return (
    <div>
      <p className={styles.small}>{name}</p>
      <p className={styles.plainText}>{text}</p>
    </div>
  )
}

type ViewedLine = Pick<InvoiceitemRecord, 'id' | 'name' | 'description' | 'quantity' | 'rate' | 'amount' | 'custom'>

interface ViewedLinesProps {
  readonly items: readonly ViewedLine[]
  readonly currency: string
}

/** The lines of an invoice or estimate. */
export function ViewedLines({ items, currency }: ViewedLinesProps) {
  const messages = useMoneyMessages()
  return (
    <div className={lineStyles.grid} data-still>
      <ColumnNames
        className={lineStyles.names}
        names={[messages.item, messages.quantity, messages.rate, messages.amount]}
      />
      <ul aria-label={messages.lines}>
        {items.map((item) => (
          <li key={item.id} className={lineStyles.line}>
            <InvoiceViewLine item={item} currency={currency} />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface InvoiceViewLineProps {
  readonly item: ViewedLine
  readonly currency: string
}

function InvoiceViewLine({ item, currency }: InvoiceViewLineProps) {
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
        {formats.money(rate, currency)}
      </div>
      <div data-label={messages.amount} className={lineStyles.number}>
        {formats.money(amount, currency)}
      </div>
      {shown && <LineEntries itemid={id} name={name} onClose={() => setShown(false)} />}
    </>
  )
}
