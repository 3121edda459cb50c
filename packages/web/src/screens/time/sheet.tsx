// The sheet that a week is handed in with: where it stands, what was said when it came back, and what can be done to it by whom.
import type { TimesheetRecord } from '@stint/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { CheckCheck, CircleAlert, LockKeyhole, Send, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { stint } from '../../api/client.ts'
import { useFormats } from '../../api/formats.ts'
import { useAll, useWrite, wrote } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { say, sayBad } from '../../parts/toast.tsx'
import { useTimeWords } from '../../words/time.ts'
import { useDeciding } from './deciding.ts'
import { RejectDialog } from './reject-dialog.tsx'
import styles from './week.module.css'
import type { WeekState } from './week.ts'

export type SheetStatus = 'open' | 'submitted' | 'approved' | 'rejected'

const tones: Readonly<Record<SheetStatus, Tone>> = {
  open: 'plain',
  submitted: 'accent',
  approved: 'good',
  rejected: 'bad',
}

const statusOf = (sheet: TimesheetRecord | undefined): SheetStatus =>
  sheet === undefined ? 'open' : (sheet.status as SheetStatus)

export function StatusBadge({ status }: { readonly status: SheetStatus }) {
  const words = useTimeWords()
  return <Badge tone={tones[status]}>{words.statuses[status]}</Badge>
}

export function SheetBadge({ state }: { readonly state: WeekState }) {
  return state.knowsSheet ? <StatusBadge status={statusOf(state.sheet)} /> : null
}

/** What was last said with a step of a sheet. */
export function useLastNote(sheet: TimesheetRecord | undefined, action: string): string {
  const steps = useAll(
    'timesheethistory',
    { timesheetid: sheet?.id ?? 0, sortfield: 'id', sortdir: 'DESC' },
    sheet !== undefined,
  )
  return steps.data?.find((step) => step.action === action)?.note ?? ''
}

/** A word about the week where one should know more than its badge says. */
export function SheetNotice({ state }: { readonly state: WeekState }) {
  const words = useTimeWords()
  const formats = useFormats()
  const { sheet } = state
  const reason = useLastNote(sheet?.status === 'rejected' ? sheet : undefined, 'reject')
  if (!state.knowsSheet) return <p className={styles.notice}>{words.partOfWeek}</p>
  if (sheet === undefined || sheet.status === 'open') return null
  const status = statusOf(sheet)
  const when = sheet.datedecided ?? sheet.datesubmitted
  const Picture = status === 'rejected' ? CircleAlert : LockKeyhole
  return (
    <div className={styles.notice} data-status={status} role="status">
      {status !== 'submitted' && <Picture size={16} aria-hidden />}
      <p>
        {words.sheetSays[status](sheet.decider ?? '', when === null ? '' : formats.moment(when))}
        {reason !== '' && <q className={styles.reason}>{reason}</q>}
      </p>
    </div>
  )
}

interface SheetActionsProps {
  readonly state: WeekState
  /** Cells whose hours the server does not have: the week does not go on without them. */
  readonly unsaved: number
}

/** Hands the week in, or opens it again, as far as one may. */
export function SheetActions({ state, unsaved }: SheetActionsProps) {
  const words = useTimeWords()
  const may = useMay()
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { sheet, week, entries } = state
  const status = statusOf(sheet)
  const submit = useWrite('timesheet', async () => {
    const { personid, monday } = week
    const { id } = sheet ?? (await stint.timesheet.create({ personid, weekstart: monday }))
    return stint.timesheet.submit(id, {}, { notify: true })
  })
  const reopen = async (id: number): Promise<void> => {
    await stint.timesheet.reopen(id)
    await wrote(queries, 'timesheet')
    setAsking(false)
    say(words.reopened)
  }
  if (!state.knowsSheet) return null
  if (status === 'open' || status === 'rejected') {
    const empty = (entries?.length ?? 0) === 0
    const send = (): void => {
      if (unsaved > 0) sayBad(words.unsavedCells(unsaved))
      else submit.mutate(undefined, { onSuccess: () => say(words.submitted), onError: sayBad })
    }
    return (
      <Button look="strong" icon={Send} busy={submit.isPending} isDisabled={empty} onPress={send}>
        {words.submit}
      </Button>
    )
  }
  if (!may('timesheet', 'reopen') || sheet === undefined) return null
  return (
    <>
      {status === 'submitted' && may('timesheet', 'approve') && <Decide sheet={sheet} unsaved={unsaved} />}
      <Button onPress={() => setAsking(true)}>{words.reopen}</Button>
      <Confirm
        title={words.reopenTitle}
        action={words.reopen}
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void reopen(sheet.id).catch(sayBad)}
      >
        {words.reopenText}
      </Confirm>
    </>
  )
}

/** Whoever may decide of a week and looks at it should not have to look for it in another place. */
function Decide({ sheet, unsaved }: { readonly sheet: TimesheetRecord; readonly unsaved: number }) {
  const words = useTimeWords()
  const { approve, busy } = useDeciding()
  const [rejecting, setRejecting] = useState(false)
  const close = (): void => setRejecting(false)
  const accept = (): void => (unsaved > 0 ? sayBad(words.unsavedCells(unsaved)) : void approve([sheet]))
  return (
    <>
      <Button look="strong" icon={CheckCheck} busy={busy} onPress={accept}>
        {words.approve}
      </Button>
      <Button icon={Undo2} onPress={() => setRejecting(true)}>
        {words.reject}
      </Button>
      {rejecting && <RejectDialog sheets={[sheet]} onClose={close} onDone={close} />}
    </>
  )
}
