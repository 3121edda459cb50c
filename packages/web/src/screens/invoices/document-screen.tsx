// The screen of one invoice or estimate: loads it with its lines, and shows its heading until both are there.
import type { EstimateitemRecord, InvoiceitemRecord } from '@stint/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type RecordOf, useAll, useOne } from '../../api/records.ts'
import { useEstimateMessages } from '../../messages/estimates.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { guarded } from '../../parts/no-access.tsx'
import { Loading, Page, QueryView } from '../../parts/page.tsx'

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

type PageOf<K extends Kind> = (document: RecordOf<K>, items: readonly LineOf[K][]) => ReactNode

export function documentScreen<K extends Kind>(kind: K, page: PageOf<K>) {
  const { useLines, useTexts } = kinds[kind]
  function DocumentLoader() {
    const id = Number(useParams({ strict: false }).id)
    const { title, list } = useTexts()
    const document = useOne(kind, id)
    const items = useLines(id)
    if (document.data !== undefined && items.data !== undefined) {
      return page(document.data, items.data)
    }
    return (
      <Page title={title} above={list}>
        <QueryView<unknown> query={document.isError ? document : items}>{() => <Loading />}</QueryView>
      </Page>
    )
  }
  return guarded(DocumentLoader, [kind, 'list'], () => useTexts().title)
}
