// Below a table on paper: that it is not the whole list, where it is not.
import { useFormats } from '../api/formats.ts'
import { useMessages } from '../messages/messages.ts'
import styles from './record-table.module.css'

/** More rows than these nobody reads on paper, and a browser would take long to lay them out. */
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
