// The status of a timesheet: badge, the reason of a rejection, and the buttons to submit, withdraw, reopen, approve and
// reject it.

import type { TimesheetRecord } from '@stint/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { CheckCheck, CircleAlert, LockKeyhole, Send, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { stint } from '../../api/client.ts'
import { useFormats } from '../../api/formats.ts'
import { can } from '../../api/permissions.ts'
import { invalidateAfterWrite, useAll, useWrite } from '../../api/records.ts'
import { useTimeMessages } from '../../messages/time.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { ConfirmWrite } from '../../parts/dialog.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { ChangedWeeks } from './changed-weeks.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { useTimesheetDecision } from './timesheet-decision.ts'
import styles from './timesheet-status.module.css'
import type { WeekState } from './week.ts'

export type TimesheetStatus = 'open' | 'submitted' | 'approved' | 'rejected'

const tones: Readonly<Record<TimesheetStatus, Tone>> = {
  open: 'plain',
  submitted: 'accent',
  approved: 'good',
  rejected: 'bad',
}

const statusOf = (sheet: TimesheetRecord | undefined): TimesheetStatus =>
  sheet === undefined ? 'open' : (sheet.status as TimesheetStatus)

export function StatusBadge({ status }: { readonly status: TimesheetStatus }) {
  const messages = useTimeMessages()
  return <Badge tone={tones[status]}>{messages.statuses[status]}</Badge>
}

export function TimesheetBadge({ state }: { readonly state: WeekState }) {
  return state.seesTimesheet ? <StatusBadge status={statusOf(state.sheet)} /> : null
}

/** The latest note of an action on a timesheet. */
function useLastNote(sheet: TimesheetRecord | undefined, action: string): string {
  const steps = useAll(
    'timesheethistory',
    { timesheetid: sheet?.id ?? 0, sortfield: 'id', sortdir: 'DESC' },
    sheet !== undefined,
  )
  return steps.data?.find((step) => step.action === action)?.note ?? ''
}

/** A notice about the week, if there is more to know than the badge says. */
export function TimesheetNotice({ state }: { readonly state: WeekState }) {
  const messages = useTimeMessages()
  const formats = useFormats()
  const { sheet } = state
  const reason = useLastNote(sheet?.status === 'rejected' ? sheet : undefined, 'reject')
  if (!state.seesTimesheet) return <p className={styles.notice}>{messages.partOfWeek}</p>
  if (sheet === undefined || sheet.status === 'open') return null
  const status = statusOf(sheet)
  const when = sheet.datedecided ?? sheet.datesubmitted
  const Picture = status === 'rejected' ? CircleAlert : LockKeyhole
  return (
    <div className={styles.notice} data-status={status} role="status">
      {status !== 'submitted' && <Picture size={16} aria-hidden />}
      <p>
        {messages.statusNotice[status](sheet.decider ?? '', when === null ? '' : formats.moment(when))}
        {can(sheet, 'withdraw') && ` ${messages.withdrawHint}`}
        {reason !== '' && <q className={styles.reason}>{reason}</q>}
      </p>
    </div>
  )
}

interface TimesheetActionsProps {
  readonly state: WeekState
  /** The number of cells that are not saved. With such cells the week cannot be submitted or approved. */
  readonly unsaved: number
}

/** Buttons to submit, withdraw, decide or reopen the week, if permitted. */
export function TimesheetActions({ state, unsaved }: TimesheetActionsProps) {
  const messages = useTimeMessages()
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { sheet, week, entries } = state
  const submit = useWrite('timesheet', async () => {
    const { personid, monday } = week
    const { id } = sheet ?? (await stint.timesheet.create({ personid, weekstart: monday }))
    return stint.timesheet.submit(id, {}, { notify: true })
  })
  const reopen = async (id: number): Promise<void> => {
    await stint.timesheet.reopen(id)
    await invalidateAfterWrite(queries, 'timesheet')
    setAsking(false)
    showToast(messages.reopened)
  }
  const withdraw = useWrite('timesheet', (id: number) => stint.timesheet.withdraw(id))
  if (!state.seesTimesheet) return null
  if (sheet === undefined || can(sheet, 'submit')) {
    const empty = (entries?.length ?? 0) === 0
    const send = (): void => {
      if (unsaved > 0) showError(messages.unsavedCells(unsaved))
      else submit.mutate(undefined, { onSuccess: () => showToast(messages.submitted), onError: showError })
    }
    return (
      <Button look="strong" icon={Send} busy={submit.isPending} isDisabled={empty} onPress={send}>
        {messages.submit}
      </Button>
    )
  }
  const takeBack = (): void =>
    withdraw.mutate(sheet.id, { onSuccess: () => showToast(messages.withdrawn), onError: showError })
  return (
    <>
      {can(sheet, 'approve') && <DecisionButtons sheet={sheet} unsaved={unsaved} />}
      {can(sheet, 'withdraw') ? (
        <Button icon={Undo2} busy={withdraw.isPending} onPress={takeBack}>
          {messages.withdraw}
        </Button>
      ) : (
        can(sheet, 'reopen') && <Button onPress={() => setAsking(true)}>{messages.reopen}</Button>
      )}
      <ConfirmWrite
        question={{ title: messages.reopenTitle, action: messages.reopen, text: messages.reopenText }}
        open={asking}
        onConfirm={() => void reopen(sheet.id).catch(showError)}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

/** Buttons to approve or reject the week, so that approvers need not open the approvals screen. */
function DecisionButtons({ sheet, unsaved }: { readonly sheet: TimesheetRecord; readonly unsaved: number }) {
  const messages = useTimeMessages()
  const decision = useTimesheetDecision()
  const [rejecting, setRejecting] = useState(false)
  const close = (): void => setRejecting(false)
  const accept = (): void => (unsaved > 0 ? showError(messages.unsavedCells(unsaved)) : void decision.approve([sheet]))
  return (
    <>
      <Button look="strong" icon={CheckCheck} busy={decision.busy} onPress={accept}>
        {messages.approve}
      </Button>
      <Button icon={Undo2} onPress={() => setRejecting(true)}>
        {messages.reject}
      </Button>
      {rejecting && <RejectDialog sheets={[sheet]} decision={decision} onClose={close} onDone={close} />}
      <ChangedWeeks decision={decision} />
    </>
  )
}
