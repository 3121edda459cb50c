// The work types of a project, with their rates for people who may see money. Pressing a rate shows earlier ones and
// those of people. A text explains which rate time has, and that an invoice uses the rate at the time of import.

import type { ProjectRecord, ProjectworktypeRecord } from '@stint/sdk'
import { Info, Pencil, Tags } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useAll } from '../../api/records.ts'
import { useMay, useMaySee } from '../../api/session.tsx'
import type { Formats } from '../../kit/format.ts'
import { sumHours } from '../../kit/hours.ts'
import { sumMoney } from '../../kit/money.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { Button } from '../../parts/button.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { EmptyState } from '../../parts/page.tsx'
import { QueryRows } from '../../parts/query-list.tsx'
import type { TableColumn } from '../../parts/record-table.tsx'
import { ShortTable } from '../../parts/short-table.tsx'
import { WorktypeForm } from '../../records/projects/worktype-form.tsx'
import styles from '../../records/record.module.css'
import { AddPart, PartActions, PartIntro, RemovePart } from './project-part.tsx'
import { WorktypeRates } from './worktype-rates.tsx'

const wideOnly = ['estimate', 'total']

type OpenDialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'remove' | 'rates'; readonly worktype: ProjectworktypeRecord }

const partOf = ({ id, worktype: name }: ProjectworktypeRecord) => ({ resource: 'projectworktype' as const, id, name })

export function ProjectWorktypes({ project }: { readonly project: ProjectRecord }) {
  const messages = useProjectMessages().worktypes
  const seesRates = useMaySee()('projectworktype', 'hourlyrate')
  const query = useAll('projectworktype', { projectid: project.id })
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const close = () => setOpened(null)
  const add = <AddPart resource="projectworktype" text={messages.add} onAdd={() => setOpened({ kind: 'new' })} />
  const taken = query.data?.map(({ worktypeid }) => worktypeid) ?? []
  const form = { projectid: project.id, taken, onClose: close }
  return (
    <div className={styles.stack}>
      <PartIntro text={messages.text} add={query.data?.length !== 0 && add} />
      {seesRates && (
        <p className={styles.notice}>
          <Info size={15} aria-hidden />
          {messages.rateText}
        </p>
      )}
      <QueryRows
        query={query}
        empty={
          <EmptyState icon={Tags} title={messages.none} action={add}>
            {messages.noneText}
          </EmptyState>
        }
      >
        {(worktypes) => <Worktypes worktypes={worktypes} currency={project.currency} onOpen={setOpened} />}
      </QueryRows>
      {opened?.kind === 'new' && <WorktypeForm {...form} worktype={null} />}
      {opened?.kind === 'edit' && <WorktypeForm {...form} worktype={opened.worktype} />}
      {opened?.kind === 'rates' && (
        <WorktypeRates worktype={opened.worktype} currency={project.currency} onClose={close} />
      )}
      {opened?.kind === 'remove' && (
        <RemovePart {...partOf(opened.worktype)} text={messages.removeText} onClose={close} />
      )}
    </div>
  )
}

interface WorktypesProps {
  readonly currency: string | undefined
  readonly worktypes: readonly ProjectworktypeRecord[]
  readonly onOpen: (opened: OpenDialog) => void
}

type WorktypeMessages = ReturnType<typeof useProjectMessages>['worktypes']

interface RateColumnsProps extends Omit<WorktypesProps, 'worktypes'> {
  /** A rate that may be changed looks like a button, not like a text. */
  readonly mayChange: boolean
}

const rateColumns = (
  messages: WorktypeMessages,
  formats: Formats,
  { currency, mayChange, onOpen }: RateColumnsProps,
): TableColumn<ProjectworktypeRecord>[] => [
  {
    id: 'rate',
    name: messages.rate,
    numeric: true,
    width: 130,
    cell: (worktype) => (
      <Button
        small
        look={mayChange ? 'plain' : 'quiet'}
        {...(mayChange ? { icon: Pencil } : {})}
        aria-label={messages.openRates(worktype.worktype, formats.money(worktype.hourlyrate, currency))}
        onPress={() => onOpen({ kind: 'rates', worktype })}
      >
        {formats.money(worktype.hourlyrate, currency)}
      </Button>
    ),
  },
  { id: 'estimate', name: messages.estimate, numeric: true, width: 150, cell: ({ esttime }) => formats.hours(esttime) },
  { id: 'total', name: messages.total, numeric: true, width: 150, cell: ({ total }) => formats.money(total, currency) },
]

function Worktypes({ worktypes, currency, onOpen }: WorktypesProps) {
  const all = useProjectMessages()
  const messages = all.worktypes
  const formats = useFormats()
  const narrow = useNarrow()
  const may = useMay()
  const seesRates = useMaySee()('projectworktype', 'hourlyrate')
  const mayWrite = may('projectworktype', 'update')
  const mayChange = may('projectrate', 'create')
  const columns = useMemo<TableColumn<ProjectworktypeRecord>[]>(
    () => [
      {
        id: 'name',
        name: messages.one,
        cell: ({ worktype, active }) => <span className={active ? undefined : styles.faint}>{worktype}</span>,
      },
      ...(seesRates ? rateColumns(messages, formats, { currency, mayChange, onOpen }) : []),
      ...(mayWrite
        ? [
            {
              id: 'actions',
              pressed: true,
              name: all.modules.active,
              width: 110,
              cell: (worktype: ProjectworktypeRecord) => (
                <PartActions
                  {...partOf(worktype)}
                  active={worktype.active}
                  onEdit={() => onOpen({ kind: 'edit', worktype })}
                  onRemove={() => onOpen({ kind: 'remove', worktype })}
                />
              ),
            },
          ]
        : []),
    ],
    [messages, all, formats, seesRates, mayWrite, mayChange, currency, onOpen],
  )
  const estimate = sumHours(worktypes.map(({ esttime }) => esttime))
  const total = sumMoney(worktypes.map((one) => one.total))
  const foot = { name: messages.sum, estimate: formats.hours(estimate), total: formats.money(total, currency) }
  return (
    <ShortTable
      label={messages.label}
      columns={columns}
      records={worktypes}
      wideOnly={wideOnly}
      {...(estimate.equals('0') || narrow ? {} : { foot })}
    />
  )
}
