// The note below a printed table that is not the whole list.
import { useFormats } from '../api/formats.ts'
import { useMessages } from '../messages/messages.ts'
import styles from './record-table.module.css'

/** More rows would take the browser too long to lay out. */
export const maxPrintedRows = 2000

interface PrintLimitProps {
  readonly shown: number
  readonly all: number
}

export function PrintLimitNote({ shown, all }: PrintLimitProps) {
  const messages = useMessages().parts
  const formats = useFormats()
  if (shown >= all) return null
  return <p className={`printed ${styles.left}`}>{messages.printedPart(formats.number(shown), formats.number(all))}</p>
}
