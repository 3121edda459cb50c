// The buttons and the menu of an estimate: send it, reopen it, accept or decline it, convert it to an invoice, download
// its PDF, or delete the draft. What changes what the client sees asks first.
import type { EstimateRecord } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { Check, FileDown, FileText, RotateCcw, Send, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { stint } from '../../api/client.ts'
import { saveDownload } from '../../api/downloads.ts'
import { can } from '../../api/permissions.ts'
import { useWrite } from '../../api/records.ts'
import { useEstimateMessages } from '../../messages/estimates.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { Button } from '../../parts/button.tsx'
import { type Closable, ConfirmWrite } from '../../parts/dialog.tsx'
import { Menu, type MenuEntry } from '../../parts/menu.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { DeleteDialog } from '../../records/delete-record.tsx'
import { type Decision, DecisionDialog, useDecidesOnBehalf } from '../../records/estimates/decision-dialog.tsx'
import { estimateNumber } from '../../records/estimates/estimate-status.tsx'
import { SendEstimateDialog } from './send-estimate.tsx'

interface EstimateActionsProps {
  readonly estimate: EstimateRecord
  /** There is unsaved input. Actions on the saved estimate are disabled until it is saved. */
  readonly dirty: boolean
}

type OpenDialog = 'mail' | 'send' | 'reopen' | 'delete' | Decision

export function EstimateActions({ estimate, dirty }: EstimateActionsProps) {
  const messages = useEstimateMessages()
  const { downloadPdf } = useMoneyMessages()
  const { actions } = useMessages().parts
  const onBehalf = useDecidesOnBehalf()
  const [asked, setAsked] = useState<OpenDialog | null>(null)
  const convert = useConvert(estimate)
  const savePdf = (): void =>
    void saveDownload(stint.estimate.pdf(estimate.id), `estimate-${estimateNumber(estimate)}.pdf`).catch(showError)
  const entries = useMenuEntries(estimate, dirty, setAsked)
  const isDraft = can(estimate, 'update')
  return (
    <>
      <Button icon={FileDown} onPress={savePdf} isDisabled={dirty}>
        {downloadPdf}
      </Button>
      {/* Not can(estimate, 'send'): a draft without lines has the button too, and the server says what is missing. */}
      {(isDraft || can(estimate, 'mail')) && (
        <Button
          look={isDraft && !dirty ? 'strong' : 'plain'}
          icon={Send}
          isDisabled={dirty}
          onPress={() => setAsked('mail')}
        >
          {messages.send}
        </Button>
      )}
      {!onBehalf && can(estimate, 'decline') && (
        <Button icon={X} onPress={() => setAsked('decline')}>
          {messages.decline}
        </Button>
      )}
      {!onBehalf && can(estimate, 'accept') && (
        <Button look="strong" icon={Check} onPress={() => setAsked('accept')}>
          {messages.accept}
        </Button>
      )}
      {can(estimate, 'convert') && (
        <Button look="strong" icon={FileText} onPress={convert}>
          {messages.convert}
        </Button>
      )}
      {entries.length > 0 && <Menu label={actions} entries={entries} />}
      <EstimateDialogs estimate={estimate} asked={asked} onAsk={setAsked} onClose={() => setAsked(null)} />
    </>
  )
}

/** What is done rarely, or on behalf of the client. */
function useMenuEntries(estimate: EstimateRecord, dirty: boolean, ask: (dialog: OpenDialog) => void): MenuEntry[] {
  const messages = useEstimateMessages()
  const onBehalf = useDecidesOnBehalf()
  const all: readonly (readonly [MenuEntry, boolean])[] = [
    [
      { id: 'send', name: messages.sendWithoutMail, icon: Send, onPress: () => ask('send') },
      !dirty && can(estimate, 'send'),
    ],
    [
      { id: 'accept', name: messages.acceptFor, icon: Check, onPress: () => ask('accept') },
      onBehalf && can(estimate, 'accept'),
    ],
    [
      { id: 'decline', name: messages.declineFor, icon: X, onPress: () => ask('decline') },
      onBehalf && can(estimate, 'decline'),
    ],
    [{ id: 'reopen', name: messages.reopen, icon: RotateCcw, onPress: () => ask('reopen') }, can(estimate, 'reopen')],
    [
      { id: 'delete', name: messages.deleteDraft, icon: Trash2, danger: true, onPress: () => ask('delete') },
      can(estimate, 'delete'),
    ],
  ]
  return all.flatMap(([entry, isShown]) => (isShown ? [entry] : []))
}

/** Creates the draft of an invoice and opens it. */
function useConvert(estimate: EstimateRecord): () => void {
  const messages = useEstimateMessages()
  const navigate = useNavigate()
  const converting = useWrite('estimate', () => stint.estimate.convert(estimate.id, {}, { ifMatch: estimate }))
  return () => {
    if (converting.isPending) return
    converting.mutate(undefined, {
      onSuccess: ({ id }) => {
        showToast(messages.converted)
        void navigate({ to: '/invoices/$id', params: { id: String(id) } })
      },
      onError: showError,
    })
  }
}

interface EstimateDialogsProps extends Closable {
  readonly estimate: EstimateRecord
  readonly asked: OpenDialog | null
  readonly onAsk: (dialog: OpenDialog) => void
}

function EstimateDialogs({ estimate, asked, onAsk, onClose }: EstimateDialogsProps) {
  const messages = useEstimateMessages()
  const navigate = useNavigate()
  const number = estimateNumber(estimate)
  if (asked === null) return null
  if (asked === 'mail')
    return <SendEstimateDialog estimate={estimate} onOtherWay={() => onAsk('send')} onClose={onClose} />
  if (asked === 'accept' || asked === 'decline')
    return <DecisionDialog estimate={estimate} decision={asked} onClose={onClose} />
  if (asked === 'delete') {
    const { deleteDraft: action, deleteText: text, deleted } = messages
    return (
      <DeleteDialog
        resource="estimate"
        id={estimate.id}
        question={{ title: messages.deleteTitle(number), action, text, deleted }}
        onClose={onClose}
        leave={() => navigate({ to: '/estimates', ignoreBlocker: true })}
      />
    )
  }
  return <StepDialog estimate={estimate} step={asked} onClose={onClose} />
}

interface StepDialogProps extends Closable {
  readonly estimate: EstimateRecord
  readonly step: 'send' | 'reopen'
}

/** Sends or reopens the estimate after a question. */
function StepDialog({ estimate, step, onClose }: StepDialogProps) {
  const messages = useEstimateMessages()
  const number = estimateNumber(estimate)
  const write = useWrite('estimate', () => stint.estimate[step](estimate.id, { ifMatch: estimate }))
  const reopenText = estimate.datedecided === null ? messages.reopenText : messages.reopenDecidedText
  const question = {
    look: 'strong',
    ...(step === 'send'
      ? { title: messages.sendTitle(number), action: messages.sendWithoutMail, text: messages.sendText }
      : { title: messages.reopenTitle(number), action: messages.reopen, text: reopenText }),
  } as const
  const done = (): void => {
    showToast(step === 'send' ? messages.sent : messages.reopened)
    onClose()
  }
  return (
    <ConfirmWrite
      question={question}
      write={write}
      onConfirm={() => write.mutate(undefined, { onSuccess: done })}
      onClose={onClose}
    />
  )
}
