// The approvals screen: submitted timesheets, of which one or several are approved, or rejected with a reason. Each can
// be opened in a panel. A second tab lists the decided ones.
import type { TimesheetRecord } from '@stint/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { CheckCheck, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { can } from '../../api/permissions.ts'
import { usePages } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { useMessages } from '../../messages/messages.ts'
import { useTimeMessages } from '../../messages/time.ts'
import { Button } from '../../parts/button.tsx'
import { FilterBar, FilterItem, PersonFilter } from '../../parts/filter-bar.tsx'
import { EmptyState, LoadError, Loading, Page } from '../../parts/page.tsx'
import { RecordTable } from '../../parts/record-table.tsx'
import { useSearchParams } from '../../parts/search-params.ts'
import { Tabs } from '../../parts/tabs.tsx'
import { ChangedWeeks } from '../../records/timesheets/changed-weeks.tsx'
import { RejectDialog } from '../../records/timesheets/reject-dialog.tsx'
import { useTimesheetDecision, type WeekChange } from '../../records/timesheets/timesheet-decision.ts'
import { useTimesheetColumns, useTimesheetName } from './approval-columns.tsx'
import styles from './approvals.module.css'
import { TimesheetPanel } from './timesheet-panel.tsx'

const route = getRouteApi('/approvals')

export function ApprovalsScreen() {
  const messages = useTimeMessages()
  const { approvesweeks } = useSession()
  const { tab, ...filters } = route.useSearch()
  const navigate = route.useNavigate()
  if (!approvesweeks) return <Page title={messages.approvals}>{messages.notForYou}</Page>
  return (
    <Page title={messages.approvals} wide>
      <Tabs
        place="head"
        label={messages.approvals}
        open={tab ?? 'waiting'}
        onOpen={(id) => void navigate({ search: { ...filters, ...(id === 'decided' ? { tab: 'decided' } : {}) } })}
        tabs={[
          { id: 'waiting', name: messages.waitingWeeks, content: () => <SubmittedWeeks /> },
          { id: 'decided', name: messages.decidedWeeks, content: () => <DecidedWeeks /> },
        ]}
      />
    </Page>
  )
}

/** The filter by person, and beside it what is done with the selected weeks. */
function WeekFilters({ children }: { readonly children?: ReactNode }) {
  const { filter } = useSearchParams(route)
  return (
    <div className={styles.filters}>
      <FilterBar compact>
        <PersonFilter {...filter('personid')} />
        {children !== undefined && <FilterItem>{children}</FilterItem>}
      </FilterBar>
    </div>
  )
}

function SubmittedWeeks() {
  const messages = useTimeMessages()
  const common = useMessages().parts
  const { personid } = route.useSearch()
  const query = usePages('timesheet', { personid, status: 'submitted', sortfield: 'weekstart', sortdir: 'ASC' })
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [open, setOpen] = useState<TimesheetRecord | null>(null)
  const [rejecting, setRejecting] = useState<readonly TimesheetRecord[] | null>(null)
  const decision = useTimesheetDecision()
  const { approve, busy } = decision
  const columns = useTimesheetColumns(setOpen, (sheet) => void approve([sheet]), false)
  const nameOf = useTimesheetName()
  if (query.data === undefined) return query.isError ? <LoadError error={query.error} /> : <Loading />
  const sheets = query.data.pages.flatMap(({ records }) => records)
  const some = sheets.filter(({ id }) => chosen.has(id))
  const close = (): void => {
    setRejecting(null)
    setOpen(null)
    setChosen(new Set())
  }
  // A week that has changed stays open, as it is now.
  const showChanged = ([change]: readonly WeekChange[]): void => {
    close()
    if (open !== null && change?.after.status === 'submitted') setOpen(change.after)
  }
  return (
    <>
      <WeekFilters>
        <div className={styles.bulk} data-unprinted data-empty={some.length === 0}>
          <span>{common.selected(some.length)}</span>
          <Button
            small
            icon={CheckCheck}
            busy={busy}
            isDisabled={some.length === 0}
            onPress={() => void approve(some).then(showChanged)}
          >
            {messages.approve}
          </Button>
          <Button small icon={Undo2} isDisabled={some.length === 0} onPress={() => setRejecting(some)}>
            {messages.reject}
          </Button>
        </div>
      </WeekFilters>
      <RecordTable
        label={messages.waitingWeeks}
        columns={columns}
        records={sheets}
        selected={chosen}
        onSelect={setChosen}
        nameOf={nameOf}
        onEnd={() => query.hasNextPage && !query.isFetchingNextPage && void query.fetchNextPage()}
        total={query.data.pages[0]?.count}
        short
        empty={
          <EmptyState icon={CheckCheck} title={messages.nothingWaits}>
            {messages.nothingWaitsHint}
          </EmptyState>
        }
      />
      {open !== null && (
        <TimesheetPanel
          sheet={open}
          onClose={() => setOpen(null)}
          {...(can(open, 'approve')
            ? { onApprove: () => void approve([open]).then(showChanged), onReject: () => setRejecting([open]) }
            : {})}
        />
      )}
      {rejecting !== null && (
        <RejectDialog sheets={rejecting} decision={decision} onClose={() => setRejecting(null)} onDone={close} />
      )}
      <ChangedWeeks decision={decision} />
    </>
  )
}

/** Approved and rejected weeks, the newest decision first. */
function DecidedWeeks() {
  const messages = useTimeMessages()
  const newest = { personid: route.useSearch().personid, sortfield: 'datemodified', sortdir: 'DESC' } as const
  const approved = usePages('timesheet', { ...newest, status: 'approved' })
  const rejected = usePages('timesheet', { ...newest, status: 'rejected' })
  const [open, setOpen] = useState<TimesheetRecord | null>(null)
  const columns = useTimesheetColumns(setOpen, null, true)
  const failed = approved.error ?? rejected.error
  if (failed !== null) return <LoadError error={failed} />
  if (approved.data === undefined || rejected.data === undefined) return <Loading />
  const sheets = [...approved.data.pages, ...rejected.data.pages]
    .flatMap(({ records }) => records)
    .sort((one, other) => (other.datedecided ?? '').localeCompare(one.datedecided ?? ''))
  const more = (): void => {
    for (const { hasNextPage, isFetchingNextPage, fetchNextPage } of [approved, rejected]) {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
    }
  }
  return (
    <>
      <WeekFilters />
      <RecordTable
        label={messages.decidedWeeks}
        columns={columns}
        records={sheets}
        onEnd={more}
        empty={<EmptyState title={messages.nothingDecided} />}
      />
      {open !== null && <TimesheetPanel sheet={open} onClose={() => setOpen(null)} />}
    </>
  )
}
