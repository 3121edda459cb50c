// The menu of saved reports: those of the person and those that others share, as far as the person may read the report.
// Opening one puts its report and filters into the URL; the dialogs are in saved-report-dialogs.tsx.
import type { SavedreportRecord } from '@stint/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { Bookmark, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton, DialogTrigger } from 'react-aria-components'
import { useToday } from '../../api/formats.ts'
import { useAll, useCreate, useRemove } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { useMessages } from '../../messages/messages.ts'
import { useReportMessages } from '../../messages/reports.ts'
import { useSavedReportMessages } from '../../messages/saved-reports.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { PopoverDialog } from '../../parts/popover.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { searchOfSaved, tabOfReport, toSavedQuery } from './saved-query.ts'
import { EditReport, SaveReport } from './saved-report-dialogs.tsx'
import styles from './saved-reports.module.css'
import type { ReportTab } from './search.ts'

const route = getRouteApi('/reports')

interface SavedReportsProps {
  /** The report that is open. */
  readonly tab: ReportTab
  /** The reports that the person may read. */
  readonly tabs: readonly ReportTab[]
}

export function SavedReports({ tab, tabs }: SavedReportsProps) {
  const messages = useSavedReportMessages()
  const { personid } = useSession()
  const today = useToday()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [dialog, setDialog] = useState<'save' | SavedreportRecord | null>(null)
  const saved = (useAll('savedreport', {}).data ?? []).filter(({ report }) =>
    tabs.some((name) => name === tabOfReport(report)),
  )
  const mine = saved.filter((one) => one.personid === personid)
  const others = saved.filter((one) => one.personid !== personid)
  const current = toSavedQuery(tab, search, today)
  const onClose = (): void => setDialog(null)
  return (
    <>
      <DialogTrigger>
        <Button icon={Bookmark}>{messages.title}</Button>
        <PopoverDialog label={messages.title} placement="bottom end">
          {(close) => {
            const show = (next: typeof dialog): void => {
              close()
              setDialog(next)
            }
            const open = (one: SavedreportRecord): void => {
              void navigate({ search: searchOfSaved(one, today) })
              close()
            }
            return (
              <div className={styles.list}>
                {saved.length === 0 && <p className={styles.none}>{messages.none}</p>}
                <SavedList title={messages.mine} reports={mine} onOpen={open} onEdit={show} />
                <SavedList title={messages.shared} reports={others} onOpen={open} />
                <div className={styles.end}>
                  <Button small onPress={() => show('save')}>
                    {messages.save}
                  </Button>
                </div>
              </div>
            )
          }}
        </PopoverDialog>
      </DialogTrigger>
      {dialog === 'save' && <SaveReport current={current} mine={mine} onClose={onClose} />}
      {dialog !== null && dialog !== 'save' && <EditReport saved={dialog} current={current} onClose={onClose} />}
    </>
  )
}

interface SavedListProps {
  readonly title: string
  readonly reports: readonly SavedreportRecord[]
  readonly onOpen: (saved: SavedreportRecord) => void
  /** For the person's own reports. */
  readonly onEdit?: (saved: SavedreportRecord) => void
}

function SavedList({ title, reports, onOpen, onEdit }: SavedListProps) {
  const messages = useSavedReportMessages()
  const { tabs } = useReportMessages()
  if (reports.length === 0) return null
  const tabName = ({ report }: SavedreportRecord): string => {
    const tab = tabOfReport(report)
    return tab === undefined ? '' : tabs[tab]
  }
  return (
    <section aria-label={title}>
      <h3 className={styles.group}>{title}</h3>
      <ul>
        {reports.map((saved) => (
          <li key={saved.id} className={styles.row}>
            <AriaButton className={styles.name ?? ''} onPress={() => onOpen(saved)}>
              <span>{saved.title}</span>
              <span className={styles.under}>
                {[tabName(saved), onEdit ? saved.shared && messages.isShared : messages.by(saved.person)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </AriaButton>
            {onEdit && <OwnButtons saved={saved} onEdit={onEdit} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface OwnButtonsProps {
  readonly saved: SavedreportRecord
  readonly onEdit: (saved: SavedreportRecord) => void
}

function OwnButtons({ saved, onEdit }: OwnButtonsProps) {
  const messages = useSavedReportMessages()
  const parts = useMessages().parts
  const remove = useRemove('savedreport')
  const create = useCreate('savedreport')
  const takeAway = async (): Promise<void> => {
    const { id, personid, title, report, params, span, compare, shared } = saved
    await remove.mutateAsync({ id })
    const fields = { personid, title, report, params, span, compare, shared }
    const again = () => create.mutateAsync({ fields }).catch(showError)
    showToast(messages.removed(title), { name: parts.undo, onPress: () => void again() })
  }
  return (
    <>
      <IconButton icon={Pencil} label={messages.edit(saved.title)} onPress={() => onEdit(saved)} />
      <IconButton icon={Trash2} label={messages.remove(saved.title)} onPress={() => void takeAway().catch(showError)} />
    </>
  )
}
