// The time of a task: how much of the estimate is used, the time entries, newest first, and a button that adds one.

import type { TaskRecord, TimeRecord } from '@stint/sdk'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useFormats } from '../../api/formats.ts'
import { ownTimeOnly } from '../../api/permissions.ts'
import { usePages } from '../../api/records.ts'
import { useMay, useMaySee, useSession } from '../../api/session.tsx'
import { useLabels } from '../../messages/labels.ts'
import { useTaskMessages } from '../../messages/task.ts'
import { Gauge, Person } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { Section } from '../../parts/page.tsx'
import { MoreButton } from '../../parts/query-list.tsx'
import { RecordTable, type TableColumn } from '../../parts/record-table.tsx'
import styles from './task.module.css'
import { TimeDialog } from './time-dialog.tsx'

interface TaskTimeProps {
  readonly task: TaskRecord
  readonly adding: boolean
  readonly onAdd: (on: boolean) => void
}

const pageSize = 10

export function TaskTime({ task, adding, onAdd }: TaskTimeProps) {
  const messages = useTaskMessages()
  const may = useMay()
  const query = usePages('time', { taskid: task.id, sortfield: 't.date', sortdir: 'DESC' }, pageSize)
  const entries = query.data?.pages.flatMap(({ records }) => records) ?? []
  const columns = useColumns()
  const maySend = may('time', 'create')
  // A Resource sees the sums of the time of others, but not the entries.
  const ownOnly = ownTimeOnly(useSession())
  return (
    <Section
      title={messages.time}
      actions={
        maySend && (
          <Button small icon={Plus} onPress={() => onAdd(true)}>
            {messages.addTime}
          </Button>
        )
      }
    >
      <Sums task={task} />
      {ownOnly && entries.length > 0 && <p className={styles.faint}>{messages.timeOfYours}</p>}
      {query.data !== undefined && entries.length === 0 && (
        <p className={styles.faint}>{ownOnly ? messages.noTimeOfYours : messages.noTime}</p>
      )}
      {entries.length > 0 && <RecordTable label={messages.time} columns={columns} records={entries} short />}
      <MoreButton query={query} text={messages.older} small />
      {adding && <TimeDialog task={task} onClose={() => onAdd(false)} />}
    </Section>
  )
}

function useColumns(): TableColumn<TimeRecord>[] {
  const labels = useLabels().time
  const formats = useFormats()
  const sees = useMaySee()
  const narrow = useNarrow()
  const people = sees('time', 'person') && !narrow
  return useMemo(
    () => [
      { id: 'day', name: labels.date, width: 108, cell: ({ date }) => formats.day(date) },
      ...(people
        ? [
            {
              id: 'who',
              name: labels.person,
              width: 170,
              cell: ({ person = '' }: TimeRecord) => <Person name={person} />,
            },
          ]
        : []),
      {
        id: 'note',
        name: labels.description,
        cell: ({ description, worktype, person }) => (
          <span className={styles.wrap}>
            {[...(narrow && person !== undefined ? [person] : []), description || (worktype ?? '')].join(' · ')}
          </span>
        ),
      },
      { id: 'hours', name: labels.time, numeric: true, width: 72, cell: ({ time }) => formats.hours(time) },
    ],
    [labels, formats, people, narrow],
  )
}

function Sums({ task: { actual, billable, unbillable, estimate } }: { readonly task: TaskRecord }) {
  const messages = useTaskMessages()
  const labels = useLabels().task
  const formats = useFormats()
  const estimated = estimate.compare('0') > 0
  const rest = estimate.minus(actual)
  const over = rest.compare('0') < 0
  const facts = [
    { name: labels.actual, value: actual },
    { name: labels.billable, value: billable },
    { name: messages.unbillable, value: unbillable },
    ...(estimated ? [{ name: over ? messages.over : messages.left, value: over ? rest.times('-1') : rest }] : []),
  ]
  return (
    <div className={styles.sums}>
      {estimated && (
        <Gauge
          label={messages.usage}
          share={actual.toNumber() / estimate.toNumber()}
          text={messages.usedOf(formats.hours(actual), formats.hours(estimate))}
        />
      )}
      <dl className={styles.sumLine}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formats.hours(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
