// Time entries with check boxes, and the sum of their hours. The caller has the selection and the buttons.
import type { TimeRecord } from '@stint/sdk'
import { useFormats } from '../../api/formats.ts'
import { sumHours } from '../../kit/hours.ts'
import { useDraftTimeMessages } from '../../messages/draft-time.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { CheckField } from '../../parts/fields.tsx'
import styles from '../../records/time/entries.module.css'

interface SelectableEntriesProps {
  readonly entries: readonly TimeRecord[]
  readonly selected: ReadonlySet<number>
  readonly onChange: (selected: ReadonlySet<number>) => void
}

const textOf = ({ task, module, project, description, person, worktype }: TimeRecord): string =>
  [task ?? module ?? project, description, person, worktype].filter((text) => text != null && text !== '').join(' · ')

export function SelectableEntries({ entries, selected, onChange }: SelectableEntriesProps) {
  const messages = useDraftTimeMessages()
  const money = useMoneyMessages()
  const formats = useFormats()
  const toggle = (id: number, isSelected: boolean): void => {
    const next = new Set(selected)
    if (isSelected) next.add(id)
    else next.delete(id)
    onChange(next)
  }
  return (
    <>
      <p className={styles.sum}>
        {money.entriesSum(entries.length, formats.hours(sumHours(entries.map(({ time }) => time))))}
      </p>
      {entries.length > 1 && (
        <CheckField
          label={messages.selectAll}
          value={entries.every(({ id }) => selected.has(id))}
          onChange={(all) => onChange(new Set(all ? entries.map(({ id }) => id) : []))}
        />
      )}
      <ul className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <span className={styles.day}>{formats.shortDay(entry.date)}</span>
            <CheckField
              label={textOf(entry)}
              value={selected.has(entry.id)}
              onChange={(isSelected) => toggle(entry.id, isSelected)}
            />
            <span className={styles.hours}>{formats.hours(entry.time)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
