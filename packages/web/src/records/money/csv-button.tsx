// The button that saves a report as a CSV file, with the same filters as on screen.
import { Download } from 'lucide-react'
import { useState } from 'react'
import { saveCsv } from '../../api/downloads.ts'
import { type ReportName, type ReportQueryOf, reportCsv } from '../../api/reports.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { Button } from '../../parts/button.tsx'
import { showError } from '../../parts/toast.tsx'

interface CsvButtonProps<K extends ReportName> {
  readonly report: K
  readonly asked: ReportQueryOf<K>
}

export function CsvButton<K extends ReportName>({ report, asked }: CsvButtonProps<K>) {
  const messages = useMoneyMessages()
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    await saveCsv(reportCsv(report, asked), `${report}.csv`).catch(showError)
    setBusy(false)
  }
  return (
    <Button icon={Download} busy={busy} onPress={() => void save()}>
      {messages.csv}
    </Button>
  )
}
