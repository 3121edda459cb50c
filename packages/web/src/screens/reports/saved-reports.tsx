// The menu of saved reports: those of the person and those that others share, as far as the person may read the report.
// Opening one puts its report and filters into the URL; the dialogs are in saved-report-dialogs.tsx.
import type { SavedreportRecord } from '@stint/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useToday } from '../../api/formats.ts'
import { useAll, useCreate, useRemove } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { useMessages } from '../../messages/messages.ts'
import { useReportMessages } from '../../messages/reports.ts'
import { useSavedReportMessages } from '../../messages/saved-reports.ts'
import { IconButton } from '../../parts/button.tsx'
import { SavedMenu } from '../../parts/saved-menu.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { searchOfSaved, tabOfReport, toSavedQuery } from './saved-query.ts'
import { EditReport, SaveReport } from './saved-report-dialogs.tsx'
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
  const { tabs: tabNames } = useReportMessages()
  const { personid } = useSession()
  const today = useToday()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [dialog, setDialog] = useState<'save' | SavedreportRecord | null>(null)
  const saved = (useAll('savedreport', {}).data ?? []).filter(({ report }) =>
    tabs.some((name) => name === tabOfReport(report)),
  )
  const mine = saved.filter((one) => one.personid === personid)
  const current = toSavedQuery(tab, search, today)
  const onClose = (): void => setDialog(null)
  const note = ({ report, shared, person }: SavedreportRecord, isOwn: boolean): string => {
    const name = tabOfReport(report)
    const tabName = name === undefined ? '' : tabNames[name]
    return [tabName, isOwn ? shared && messages.isShared : messages.by(person)].filter(Boolean).join(' · ')
  }
  return (
    <>
      <SavedMenu
        messages={messages}
        entries={saved}
        note={note}
        onOpen={(one) => void navigate({ search: searchOfSaved(one, today) })}
        onSave={() => setDialog('save')}
        buttons={(one, close) => (
          <OwnButtons
            saved={one}
            onEdit={() => {
              close()
              setDialog(one)
            }}
          />
        )}
      />
      {dialog === 'save' && <SaveReport current={current} mine={mine} onClose={onClose} />}
      {dialog !== null && dialog !== 'save' && <EditReport saved={dialog} current={current} onClose={onClose} />}
    </>
  )
}

interface OwnButtonsProps {
  readonly saved: SavedreportRecord
  readonly onEdit: () => void
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
      <IconButton icon={Pencil} label={messages.edit(saved.title)} onPress={onEdit} />
      <IconButton icon={Trash2} label={messages.remove(saved.title)} onPress={() => void takeAway().catch(showError)} />
    </>
  )
}
