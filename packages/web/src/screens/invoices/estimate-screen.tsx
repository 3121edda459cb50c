// The page of an estimate: its content, its PDF and its history, with what became of it above.
import type { EstimateRecord } from '@stint/sdk'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useFormats } from '../../api/formats.ts'
import { useMay } from '../../api/session.tsx'
import { useEstimateMessages } from '../../messages/estimates.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { Page } from '../../parts/page.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { type TabSpec, Tabs } from '../../parts/tabs.tsx'
import { EstimateStatusBadge, estimateNumber } from '../../records/estimates/estimate-status.tsx'
import { RecordHistory } from '../../records/history/record-history.tsx'
import styles from '../../records/money/money.module.css'
import { DocumentPdf, type DocumentProps, documentScreen } from './document-screen.tsx'
import { EstimateActions } from './estimate-actions.tsx'
import { EstimateContent } from './estimate-content.tsx'
import { useLineEdits } from './estimate-edit-state.ts'
import { estimateTabs } from './search.ts'
import { EstimateMailNotice } from './send-estimate.tsx'

const route = getRouteApi('/estimates/$id')

export const EstimateScreen = documentScreen('estimate', EstimatePage)

function EstimatePage({ document: estimate, items }: DocumentProps<'estimate'>) {
  const messages = useEstimateMessages()
  const { tabHistory, tabPdf } = useMoneyMessages()
  const may = useMay()
  const editing = useLineEdits(estimate, items)
  const navigate = route.useNavigate()
  const { tab = 'estimate' } = route.useSearch()
  const content: TabSpec = {
    id: 'estimate',
    name: messages.estimate,
    content: () => <EstimateContent estimate={estimate} items={items} editing={editing} />,
  }
  const pdf: TabSpec = { id: 'pdf', name: tabPdf, content: () => <EstimatePdf document={estimate} items={items} /> }
  const history: TabSpec = {
    id: 'history',
    name: tabHistory,
    content: () => <RecordHistory card resource="estimate" id={estimate.id} currency={estimate.currency} />,
  }
  const tabs = may('estimate', 'update') ? [content, pdf, history] : [content, pdf]
  return (
    <Page
      title={`${estimateNumber(estimate)} ${estimate.title}`}
      above={
        <>
          <Link to="/estimates">{messages.allEstimates}</Link>
          {estimate.client !== null && <span>{` · ${estimate.client}`}</span>}
        </>
      }
      beside={<EstimateStatusBadge estimate={estimate} />}
      actions={<EstimateActions estimate={estimate} dirty={editing.lines !== null} />}
    >
      <EstimateNotice estimate={estimate} />
      <EstimateMailNotice estimate={estimate} />
      <Tabs
        label={messages.tabs}
        tabs={tabs}
        open={tabs.some(({ id }) => id === tab) ? tab : 'estimate'}
        onOpen={(id) =>
          void navigate({
            search: id === 'estimate' ? {} : { tab: estimateTabs.find((one) => one === id) },
            replace: true,
          })
        }
      />
    </Page>
  )
}

/** The sentences about what became of the estimate. */
function useStateSentences(estimate: EstimateRecord): string[] {
  const messages = useEstimateMessages()
  const formats = useFormats()
  const { state, datesent, datedecided, validuntil, expired, revision, onbehalf } = estimate
  if (datesent === null) return [messages.notSent]
  const who = estimate.decider ?? ''
  if (datedecided !== null) {
    const when = formats.moment(datedecided)
    if (state === 'accepted') return [onbehalf ? messages.acceptedFor(who, when) : messages.acceptedBy(who, when)]
    return [onbehalf ? messages.declinedFor(who, when) : messages.declinedBy(who, when)]
  }
  const sent = formats.moment(datesent)
  const first = revision > 1 ? messages.sentAgainAt(sent, formats.number(revision)) : messages.sentAt(sent)
  if (validuntil === null) return [first]
  const day = formats.day(validuntil)
  return [first, expired ? messages.expiredOn(day) : messages.validUntil(day)]
}

function EstimateNotice({ estimate }: { readonly estimate: EstimateRecord }) {
  const messages = useEstimateMessages()
  const sentences = useStateSentences(estimate)
  const { decisionnote, invoiceid, invoicenumber } = estimate
  return (
    <div className={styles.notice}>
      <p>
        {sentences.join(' ')}
        {invoiceid != null && invoicenumber != null && (
          <>
            {` ${messages.convertedTo} `}
            <RecordLink to="/invoices/$id" id={invoiceid} text={invoicenumber} />
          </>
        )}
      </p>
      {decisionnote !== '' && <p className={styles.plainText}>{messages.commentOf(decisionnote)}</p>}
    </div>
  )
}

function EstimatePdf(props: DocumentProps<'estimate'>) {
  const messages = useEstimateMessages()
  return (
    <div className={styles.pdf}>
      <DocumentPdf kind="estimate" {...props} label={messages.pdfOf(estimateNumber(props.document))} />
    </div>
  )
}
