// The screen of one invoice or estimate: loads it with its lines, and shows its heading until both are there. Also its
// PDF.
import type { EstimateitemRecord, EstimateRecord, InvoiceitemRecord, InvoiceRecord } from '@stint/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { stint } from '../../api/client.ts'
import { type RecordOf, useAll, useOne } from '../../api/records.ts'
import { useEstimateMessages } from '../../messages/estimates.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { guarded } from '../../parts/no-access.tsx'
import { Loading, Page, QueryView } from '../../parts/page.tsx'
import { PdfPages } from '../../parts/pdf-pages.tsx'

const useInvoiceLines = (invoiceid: number) => useAll('invoiceitem', { invoiceid, sortfield: 'position' })

const useEstimateLines = (estimateid: number) => useAll('estimateitem', { estimateid, sortfield: 'id' })

const useInvoiceTexts = () => {
  const { invoice, allInvoices } = useMoneyMessages()
  return { title: invoice, list: <Link to="/invoices">{allInvoices}</Link> }
}

const useEstimateTexts = () => {
  const { estimate, allEstimates } = useEstimateMessages()
  return { title: estimate, list: <Link to="/estimates">{allEstimates}</Link> }
}

interface LineOf {
  readonly invoice: InvoiceitemRecord
  readonly estimate: EstimateitemRecord
}

type Kind = keyof LineOf

interface KindParts<Line> {
  readonly useLines: (id: number) => UseQueryResult<Line[]>
  readonly useTexts: () => { readonly title: string; readonly list: ReactNode }
}

const kinds: { readonly [K in Kind]: KindParts<LineOf[K]> } = {
  invoice: { useLines: useInvoiceLines, useTexts: useInvoiceTexts },
  estimate: { useLines: useEstimateLines, useTexts: useEstimateTexts },
}

export interface DocumentProps<K extends Kind> {
  readonly document: RecordOf<K>
  readonly items: readonly LineOf[K][]
}

export function documentScreen<K extends Kind>(kind: K, Content: ComponentType<DocumentProps<K>>) {
  const { useLines, useTexts } = kinds[kind]
  function DocumentLoader() {
    const id = Number(useParams({ strict: false }).id)
    const { title, list } = useTexts()
    const document = useOne(kind, id)
    const items = useLines(id)
    if (document.data !== undefined && items.data !== undefined) {
      return <Content key={id} document={document.data} items={items.data} />
    }
    return (
      <Page title={title} above={list}>
        <QueryView<unknown> query={document.isError ? document : items}>{() => <Loading />}</QueryView>
      </Page>
    )
  }
  return guarded(DocumentLoader, [kind, 'list'], () => useTexts().title)
}

interface PdfProps {
  readonly kind: Kind
  readonly document: InvoiceRecord | EstimateRecord
  readonly items: readonly object[]
  readonly label: string
}

/** The PDF is loaded again when the document or its lines have changed. */
export function DocumentPdf({ kind, label, document, items }: PdfProps) {
  return (
    <PdfPages
      key={JSON.stringify([document, items])}
      printed
      label={label}
      load={async () => (await stint[kind].pdf(document.id)).arrayBuffer()}
    />
  )
}
