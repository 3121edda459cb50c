// The rates of a work type in a project: from which day on, for everyone and for people, earlier ones too.
// Administrators add and delete them.
import type { IsoDate, ProjectrateNew, ProjectrateRecord, ProjectworktypeRecord } from '@stint/sdk'
import { Trash2 } from 'lucide-react'
import { useFormats } from '../../api/formats.ts'
import { useAll, useCreate, useRemove } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { useMessages } from '../../messages/messages.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { IconButton } from '../../parts/button.tsx'
import { ChoiceField } from '../../parts/choices.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { type Closable, Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { FieldRow, Form, useForm } from '../../parts/form.tsx'
import { InlineFormActions } from '../../parts/form-dialog.tsx'
import { formValues, requestFields } from '../../parts/form-fields.tsx'
import { QueryRows } from '../../parts/query-list.tsx'
import { RecordTable, type TableColumn } from '../../parts/record-table.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { personOption, usePeople } from '../../records/people/people.ts'
import { rateLayout } from '../../records/projects/part-layouts.ts'
import { firstDayOfAll } from '../../records/projects/rate-start.tsx'
import styles from '../../records/record.module.css'

interface WorktypeRatesProps extends Closable {
  readonly worktype: ProjectworktypeRecord
  readonly currency: string | undefined
}

export function WorktypeRates({ worktype, currency, onClose }: WorktypeRatesProps) {
  const messages = useProjectMessages().worktypes
  const mayAdd = useMay()('projectrate', 'create')
  const { projectid, worktypeid } = worktype
  const query = useAll('projectrate', { projectid, worktypeid, sortfield: 'datebegin' })
  return (
    <Dialog title={messages.ratesOf(worktype.worktype)} open onClose={onClose}>
      <div className={styles.stack}>
        <p className={styles.faint}>{messages.ratesText}</p>
        <QueryRows query={query} empty={<RateTable worktype={worktype} currency={currency} rates={[]} />}>
          {(rates) => <RateTable worktype={worktype} currency={currency} rates={rates} />}
        </QueryRows>
        {mayAdd && <NewRate worktype={worktype} onClose={onClose} />}
      </div>
    </Dialog>
  )
}

type RateRow = Pick<ProjectrateRecord, 'id' | 'person' | 'datebegin' | 'hourlyrate'>

/** The row of the first rate of the work type, which is no rate of its own and cannot be deleted. */
const firstRate = ({ firstrate }: ProjectworktypeRecord): RateRow[] =>
  firstrate === undefined ? [] : [{ id: 0, person: null, datebegin: firstDayOfAll, hourlyrate: firstrate }]

interface RateTableProps {
  readonly currency: string | undefined
  readonly worktype: ProjectworktypeRecord
  readonly rates: readonly ProjectrateRecord[]
}

function RateTable({ worktype, currency, rates }: RateTableProps) {
  const messages = useProjectMessages().worktypes
  const formats = useFormats()
  const mayDelete = useMay()('projectrate', 'delete')
  const remove = useRemove('projectrate')
  const dayText = (day: IsoDate): string => (day === firstDayOfAll ? messages.fromStart : formats.day(day))
  const who = ({ person }: RateRow): string => person ?? messages.everyone
  const drop = (id: number): void =>
    remove.mutate({ id }, { onSuccess: () => showToast(messages.rateDeleted), onError: showError })
  const columns: TableColumn<RateRow>[] = [
    { id: 'who', name: messages.rateOf, cell: who },
    { id: 'from', name: messages.firstDay, width: 150, cell: ({ datebegin }) => dayText(datebegin) },
    {
      id: 'rate',
      name: messages.rate,
      numeric: true,
      width: 110,
      cell: ({ hourlyrate }) => formats.money(hourlyrate, currency),
    },
  ]
  const actions: TableColumn<RateRow> = {
    id: 'actions',
    name: useMessages().parts.delete,
    pressed: true,
    width: 72,
    cell: (rate) =>
      rate.id !== 0 && (
        <IconButton
          icon={Trash2}
          label={messages.deleteRate(who(rate), dayText(rate.datebegin))}
          onPress={() => drop(rate.id)}
          busy={remove.isPending}
        />
      ),
  }
  const ofEveryone = rates.filter(({ personid }) => personid === null)
  const ofPeople = rates.filter(({ personid }) => personid !== null)
  return (
    <RecordTable
      short
      label={messages.ratesOf(worktype.worktype)}
      columns={mayDelete ? [...columns, actions] : columns}
      records={[...firstRate(worktype), ...ofEveryone, ...ofPeople]}
    />
  )
}

function NewRate({ worktype, onClose }: Omit<WorktypeRatesProps, 'currency'>) {
  const messages = useProjectMessages().worktypes
  const people = usePeople()
  const create = useCreate('projectrate')
  const { projectid, worktypeid } = worktype
  const blank = formValues(rateLayout, null, { personid: null, datebegin: null })
  const form = useForm(blank, async (values) => {
    const datebegin = values.datebegin ?? firstDayOfAll
    const typed: ProjectrateNew = requestFields(rateLayout, values)
    await create.mutateAsync({ fields: { ...typed, datebegin, projectid, worktypeid } })
    form.reset(blank)
    showToast(messages.rateAdded)
  })
  const options = (people ?? []).filter(({ active }) => active).map(personOption)
  return (
    <Form form={form} label={messages.addRate}>
      <ChoiceField {...form.field('personid')} label={messages.rateOf} none={messages.everyone} options={options} />
      <FieldRow>
        <DayField {...form.field('datebegin')} label={messages.firstDay} hint={messages.firstDayHint} />
        <TextField {...form.field('hourlyrate')} label={messages.rate} required inputMode="decimal" numeric />
      </FieldRow>
      <InlineFormActions form={form} onCancel={onClose} submit={messages.addRate} />
    </Form>
  )
}
