// The reports: time for everyone who logs time, money for roles that may see it. Each has a chart, a table and a CSV
// file. The filters are in the URL.
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay, useSession } from '../../api/session.tsx'
import { useReportMessages } from '../../messages/reports.ts'
import { NoAccess } from '../../parts/no-access.tsx'
import { Page } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { Receivables } from '../../records/money/receivables.tsx'
import { BudgetReport } from './budget-report.tsx'
import { MarginReport } from './margin-report.tsx'
import { RetainerReport } from './retainer-report.tsx'
import { RevenueReport } from './revenue-report.tsx'
import { SavedReports } from './saved-reports.tsx'
import { type ReportTab, reportNames } from './search.ts'
import { StatementReport } from './statement-report.tsx'
import { TimeReport } from './time-report.tsx'
import { UnbilledReport } from './unbilled-report.tsx'
import { UtilizationReport } from './utilization-report.tsx'

const route = getRouteApi('/reports')

const contents: Readonly<Record<ReportTab, () => ReactNode>> = {
  time: () => <TimeReport />,
  utilization: () => <UtilizationReport />,
  unbilled: () => <UnbilledReport />,
  receivables: () => <Receivables />,
  revenue: () => <RevenueReport />,
  margin: () => <MarginReport />,
  statement: () => <StatementReport />,
  budget: () => <BudgetReport />,
  retainer: () => <RetainerReport />,
}

export function ReportsScreen() {
  const messages = useReportMessages()
  const may = useMay()
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  const { seescosts } = useSession()
  const names = reportNames.filter(
    (name) => may(name === 'time' ? 'timereport' : name, 'report') && (name !== 'margin' || seescosts),
  )
  if (names.length === 0) return <NoAccess title={messages.reports} />
  const open = names.find((name) => name === tab) ?? names[0] ?? 'time'
  return (
    <Page wide title={messages.reports} actions={<SavedReports tab={open} tabs={names} />}>
      <Tabs
        label={messages.kinds}
        open={open}
        onOpen={(id) => void navigate({ search: { tab: names.find((name) => name === id) } })}
        tabs={names.map((id) => ({ id, name: messages.tabs[id], content: contents[id] }))}
      />
    </Page>
  )
}
