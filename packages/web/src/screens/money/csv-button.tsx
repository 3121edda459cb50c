// The button that saves a report as a file of comma-separated
// values, with the same filters as what is shown.
import { Download } from 'lucide-react'
import { useState } from 'react'
import { type AskedOf, csvOf, type ReportName } from '../../api/reports.ts'
import { saveTable } from '../../api/saving.ts'
import { Button } from '../../parts/button.tsx'
import { sayBad } from '../../parts/toast.tsx'
import { useMoneyWords } from '../../words/money.ts'

interface CsvButtonProps<K extends ReportName> {
  readonly report: K
  readonly asked: AskedOf<K>
}

export function CsvButton<K extends ReportName>({ report, asked }: CsvButtonProps<K>) {
  const words = useMoneyWords()
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    await saveTable(csvOf(report, asked), `${report}.csv`).catch(sayBad)
    setBusy(false)
  }
  return (
    <Button icon={Download} busy={busy} onPress={() => void save()}>
      {words.csv}
    </Button>
  )
}
