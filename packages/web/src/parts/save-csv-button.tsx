// The button that saves rows as a CSV file, named after what they are and today's date. The caller fetches the rows.
import { Download } from 'lucide-react'
import { useState } from 'react'
import { saveBlob } from '../api/downloads.ts'
import { useToday } from '../api/formats.ts'
import { type CsvValue, csvText } from '../kit/csv.ts'
import { Button } from './button.tsx'
import { showError } from './toast.tsx'

interface SaveCsvButtonProps {
  readonly name: string
  readonly label: string
  /** The rows; the first has the names of the columns. */
  readonly rows: () => Promise<readonly (readonly CsvValue[])[]>
}

export function SaveCsvButton({ name, label, rows }: SaveCsvButtonProps) {
  const today = useToday()
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> =>
    saveBlob(new Blob([csvText(await rows())], { type: 'text/csv' }), `${name}-${today}.csv`)
  const press = async (): Promise<void> => {
    setBusy(true)
    await save().catch(showError)
    setBusy(false)
  }
  return (
    <Button icon={Download} busy={busy} onPress={() => void press()}>
      {label}
    </Button>
  )
}
