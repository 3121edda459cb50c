// Below a table on paper: that it is not the whole list, where it is not.
import { useFormats } from '../api/formats.ts'
import { useWords } from '../words/words.ts'
import styles from './record-table.module.css'

/** More rows than these nobody reads on paper, and a browser would take long to lay them out. */
export const mostPrinted = 2000

interface PrintedPartProps {
  readonly shown: number
  readonly all: number
}

export function PrintedPart({ shown, all }: PrintedPartProps) {
  const words = useWords().parts
  const formats = useFormats()
  if (shown >= all) return null
  return <p className={`printed ${styles.left}`}>{words.printedPart(formats.number(shown), formats.number(all))}</p>
}
