// One invoice: the editor while it is a draft, its paper from then on, its PDF and its history. A client sees the PDF
// first, which is what they were sent, and nothing that could be changed.
import type { InvoiceitemRecord, InvoiceRecord } from '@stint/sdk'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { stint } from '../../api/client.ts'
import { useFormats } from '../../api/formats.ts'
import { useAll, useOne } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { Button } from '../../parts/button.tsx'
import { NotYours } from '../../parts/not-yours.tsx'
import { Loaded, Loading, Page } from '../../parts/page.tsx'
import { PdfPages } from '../../parts/pdf-pages.tsx'
import { type TabSpec, Tabs } from '../../parts/tabs.tsx'
import { useMoneyWords } from '../../words/money.ts'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceEditor } from './invoice-editor.tsx'
import { InvoiceHistory } from './invoice-history.tsx'
import { InvoicePaper } from './invoice-paper.tsx'
import { InvoicePayments } from './invoice-payments.tsx'
import { type Editing, useEditing } from './invoice-saving.ts'
import styles from './money.module.css'
import { invoiceTabs } from './search.ts'
import { isSettled, numberOf, Status } from './status.tsx'

const route = getRouteApi('/invoices/$id')

export function InvoiceScreen() {
  const words = useMoneyWords()
  const may = useMay()
  return may('invoice', 'list') ? <InvoiceOfId /> : <NotYours title={words.invoice} />
}

function InvoiceOfId() {
  const words = useMoneyWords()
  const { id } = route.useParams()
  const invoice = useOne('invoice', Number(id))
  const items = useAll('invoiceitem', { invoiceid: Number(id), sortfield: 'id' })
  if (invoice.data !== undefined && items.data !== undefined) {
    return <InvoicePage key={id} invoice={invoice.data} items={items.data} />
  }
  return (
    <Page title={words.invoice} above={<Link to="/invoices">{words.allInvoices}</Link>}>
      <Loaded<unknown> query={invoice.isError ? invoice : items}>{() => <Loading />}</Loaded>
    </Page>
  )
}

interface InvoiceProps {
  readonly invoice: InvoiceRecord
  readonly items: readonly InvoiceitemRecord[]
}

function InvoicePage({ invoice, items }: InvoiceProps) {
  const words = useMoneyWords()
  const may = useMay()
  const editing = useEditing()
  const navigate = route.useNavigate()
  const { tab } = route.useSearch()
  const mayEdit = may('invoice', 'update')
  const pdf: TabSpec = { id: 'pdf', name: words.tabPdf, content: () => <Pdf invoice={invoice} items={items} /> }
  const paper: TabSpec = {
    id: 'invoice',
    name: words.tabInvoice,
    content: () => <Sheet invoice={invoice} items={items} editing={editing} />,
  }
  const history: TabSpec[] = may('invoicenote', 'list')
    ? [{ id: 'history', name: words.tabHistory, content: () => <InvoiceHistory invoice={invoice} /> }]
    : []
  const tabs = mayEdit ? [paper, pdf, ...history] : [pdf, paper]
  const first = tabs[0]?.id ?? 'invoice'
  const open = tab ?? first
  return (
    <Page
      title={`${numberOf(invoice.localid)} ${invoice.title}`}
      above={
        <>
          <Link to="/invoices">{words.allInvoices}</Link>
          {invoice.client !== null && <span>{` · ${invoice.client}`}</span>}
        </>
      }
      beside={<Status invoice={invoice} long />}
      actions={<InvoiceActions invoice={invoice} dirty={editing.draft !== null} />}
    >
      <Standing invoice={invoice} />
      <Tabs
        label={words.tabs}
        tabs={tabs}
        open={tabs.some(({ id }) => id === open) ? open : first}
        onOpen={(id) =>
          void navigate({ search: id === first ? {} : { tab: invoiceTabs.find((one) => one === id) }, replace: true })
        }
      />
    </Page>
  )
}

/** Why it cannot be changed, where it cannot. */
function Standing({ invoice: { dateissued, datevoided } }: { readonly invoice: InvoiceRecord }) {
  const words = useMoneyWords()
  const formats = useFormats()
  const may = useMay()
  if (!may('invoice', 'update')) return null
  if (datevoided !== null) return <p className={styles.notice}>{words.voidedAt(formats.moment(datevoided))}</p>
  if (dateissued !== null) return <p className={styles.notice}>{words.issuedAt(formats.moment(dateissued))}</p>
  return null
}

function Sheet({ invoice, items, editing }: InvoiceProps & { readonly editing: Editing }) {
  const may = useMay()
  if (may('invoice', 'update') && !isSettled(invoice)) {
    return <InvoiceEditor invoice={invoice} items={items} editing={editing} />
  }
  return (
    <div className={styles.columns}>
      <InvoicePaper invoice={invoice} items={items} />
      <InvoicePayments invoice={invoice} />
    </div>
  )
}

/** Made anew whenever something of the invoice has changed. */
function Pdf({ invoice, items }: InvoiceProps) {
  const words = useMoneyWords()
  const version = JSON.stringify([invoice, items])
  return (
    <div className={styles.pdf}>
      <div className={styles.headRow}>
        <span className={styles.quiet}>{isSettled(invoice) ? null : words.notIssued}</span>
        <Button icon={Printer} onPress={() => print()}>
          {words.print}
        </Button>
      </div>
      <PdfPages
        key={version}
        printed
        label={words.pdfOf(numberOf(invoice.localid))}
        load={async () => (await stint.invoice.pdf(invoice.id)).arrayBuffer()}
      />
    </div>
  )
}
