// The page of an invoice: the editor of a draft or the issued invoice, its PDF and its history. Clients see the PDF
// first and nothing to edit.
import type { InvoiceRecord } from '@stint/sdk'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { useFormats } from '../../api/formats.ts'
import { can } from '../../api/permissions.ts'
import { useMay } from '../../api/session.tsx'
import { useMoneyMessages } from '../../messages/money.ts'
import { Button } from '../../parts/button.tsx'
import { Page } from '../../parts/page.tsx'
import { type TabSpec, Tabs } from '../../parts/tabs.tsx'
import { InvoiceStatusBadge, isIssuedOrVoid } from '../../records/invoices/invoice-status.tsx'
import styles from '../../records/money/money.module.css'
import { InvoicePayments } from '../../records/payments/invoice-payments.tsx'
import { CreditLinks } from './credit-links.tsx'
import { DocumentPdf, type DocumentProps, documentScreen } from './document-screen.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { type InvoiceEditState, useInvoiceEditState } from './invoice-edit-state.ts'
import { InvoiceEditor } from './invoice-editor.tsx'
import { InvoiceHistory } from './invoice-history.tsx'
import { InvoiceView } from './invoice-view.tsx'
import { invoiceTabs } from './search.ts'
import { InvoiceLink, SentNotice } from './send-invoice.tsx'

const route = getRouteApi('/invoices/$id')

export const InvoiceScreen = documentScreen('invoice', InvoicePage)

type InvoiceProps = DocumentProps<'invoice'>

function InvoicePage({ document: invoice, items }: InvoiceProps) {
  const messages = useMoneyMessages()
  const may = useMay()
  const editing = useInvoiceEditState()
  const navigate = route.useNavigate()
  const { tab } = route.useSearch()
  const mayEdit = may('invoice', 'update')
  const pdf: TabSpec = {
    id: 'pdf',
    name: messages.tabPdf,
    content: () => <InvoicePdf document={invoice} items={items} />,
  }
  const paper: TabSpec = {
    id: 'invoice',
    name: messages.tabInvoice,
    content: () => <InvoiceContent document={invoice} items={items} editing={editing} />,
  }
  const history: TabSpec[] = may('invoicenote', 'list')
    ? [{ id: 'history', name: messages.tabHistory, content: () => <InvoiceHistory invoice={invoice} /> }]
    : []
  const tabs = mayEdit ? [paper, pdf, ...history] : [pdf, paper]
  const first = tabs[0]?.id ?? 'invoice'
  const open = tab ?? first
  return (
    <Page
      title={`${invoice.number} ${invoice.title}`}
      above={
        <>
          <Link to="/invoices">{messages.allInvoices}</Link>
          {invoice.client !== null && <span>{` · ${invoice.client}`}</span>}
        </>
      }
      beside={<InvoiceStatusBadge invoice={invoice} long />}
      actions={<InvoiceActions invoice={invoice} dirty={editing.draft !== null} />}
    >
      <CreditLinks invoice={invoice} />
      <InvoiceStateNotice invoice={invoice} />
      <SentNotice invoice={invoice} />
      <Tabs
        label={messages.tabs}
        tabs={tabs}
        open={tabs.some(({ id }) => id === open) ? open : first}
        onOpen={(id) =>
          void navigate({ search: id === first ? {} : { tab: invoiceTabs.find((one) => one === id) }, replace: true })
        }
      />
    </Page>
  )
}

/** Says since when the invoice is issued or void, to the roles that could change a draft. */
function InvoiceStateNotice({ invoice: { dateissued, datevoided } }: { readonly invoice: InvoiceRecord }) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const may = useMay()
  if (!may('invoice', 'update')) return null
  if (datevoided !== null) return <p className={styles.notice}>{messages.voidedAt(formats.moment(datevoided))}</p>
  if (dateissued !== null) return <p className={styles.notice}>{messages.issuedAt(formats.moment(dateissued))}</p>
  return null
}

function InvoiceContent({ document: invoice, items, editing }: InvoiceProps & { readonly editing: InvoiceEditState }) {
  if (can(invoice, 'update')) return <InvoiceEditor invoice={invoice} items={items} editing={editing} />
  return (
    <div className={styles.columns}>
      <InvoiceView invoice={invoice} items={items} />
      <div className={styles.column}>
        {invoice.creditof === null && <InvoicePayments invoice={invoice} />}
        {can(invoice, 'link') && <InvoiceLink invoice={invoice} />}
      </div>
    </div>
  )
}

function InvoicePdf({ document: invoice, items }: InvoiceProps) {
  const messages = useMoneyMessages()
  return (
    <div className={styles.pdf}>
      <div className={styles.headRow}>
        <span className={styles.quiet}>{isIssuedOrVoid(invoice) ? null : messages.notIssued}</span>
        <Button icon={Printer} onPress={() => print()}>
          {messages.print}
        </Button>
      </div>
      <DocumentPdf kind="invoice" document={invoice} items={items} label={messages.pdfOf(invoice.number)} />
    </div>
  )
}
