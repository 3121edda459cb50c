// Lines of fields with their editors: a choice, people, a day, hours. Each line saves its field by itself.
import type { Decimal, IsoDate } from '@stint/sdk'
import { useState } from 'react'
import { useFormats, useToday } from '../../api/formats.ts'
import { addDays, mondayOf } from '../../kit/day.ts'
import { parseHours } from '../../kit/hours.ts'
import { useMessages } from '../../messages/messages.ts'
import { useTaskMessages } from '../../messages/task.ts'
import { Avatar } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import type { Option } from '../../parts/choices.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { Dot } from '../../parts/dot.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { PickList } from '../../parts/pick-list.tsx'
import { FieldLine, PopoverStack } from './field-line.tsx'
import styles from './task-field-lines.module.css'

export interface OpenState {
  readonly open?: boolean
  readonly onOpen?: (open: boolean) => void
}

interface ChoiceLineProps extends OpenState {
  readonly name: string
  readonly options: readonly Option<number>[]
  readonly value: number | null
  /** The name of the value, which may not be among the options. */
  readonly text: string | null
  readonly color?: string
  readonly none?: string
  readonly onSave?: ((id: number | null) => void) | undefined
}

const NONE = 0

export function ChoiceLine({ name, options, value, text, color, none, onSave, ...opening }: ChoiceLineProps) {
  const items = none === undefined ? options : [{ id: NONE, name: none }, ...options]
  const edit = (close: () => void) => (
    <PickList
      label={name}
      options={items}
      value={[value ?? NONE]}
      single
      onChange={([id]) => {
        close()
        if (id !== undefined && id !== (value ?? NONE)) onSave?.(id === NONE ? null : id)
      }}
    />
  )
  return (
    <FieldLine
      {...opening}
      name={name}
      text={text ?? none ?? ''}
      faint={text === null}
      edit={onSave === undefined ? undefined : edit}
    >
      <Dot color={color} />
      {text ?? none}
    </FieldLine>
  )
}

interface PeopleLineProps extends OpenState {
  readonly name: string
  readonly options: readonly Option<number>[]
  readonly value: readonly number[]
  /** The names, separated by commas, as in the record. */
  readonly names: string | null
  readonly onSave?: ((ids: number[]) => void) | undefined
}

/** The options, and the chosen people who are not among them. */
function withChosen(options: readonly Option<number>[], ids: readonly number[], names: readonly string[]) {
  const more = ids
    .map((id, at) => ({ id, name: names[at] ?? String(id) }))
    .filter(({ id }) => options.every((option) => option.id !== id))
  return [...more, ...options]
}

export function PeopleLine({ name, options, value, names, onSave, open, onOpen }: PeopleLineProps) {
  const messages = useTaskMessages()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<readonly number[]>(value)
  const shown = names === null || names === '' ? [] : names.split(', ')
  const show = (next: boolean): void => {
    setOpen(next)
    onOpen?.(next)
    if (next) setChosen(value)
    else if ([...chosen].sort().join() !== [...value].sort().join()) onSave?.([...chosen])
  }
  if (open === true && !isOpen) show(true)
  const edit = () => (
    <PickList label={name} options={withChosen(options, value, shown)} value={chosen} onChange={setChosen} />
  )
  return (
    <FieldLine
      name={name}
      text={shown.length === 0 ? messages.nobody : shown.join(', ')}
      faint={shown.length === 0}
      open={isOpen}
      onOpen={show}
      edit={onSave === undefined ? undefined : edit}
    >
      {shown.length === 0 ? messages.nobody : shown.map((one) => <PersonChip key={one} name={one} />)}
    </FieldLine>
  )
}

function PersonChip({ name }: { readonly name: string }) {
  return (
    <span className={styles.person}>
      <Avatar name={name} small /> {name}
    </span>
  )
}

interface DayLineProps extends OpenState {
  readonly name: string
  readonly value: IsoDate | null
  readonly late?: boolean
  readonly required?: boolean
  readonly onSave?: ((day: IsoDate | null) => void) | undefined
}

export function DayLine({ name, value, late = false, required = false, onSave, ...opening }: DayLineProps) {
  const messages = useTaskMessages()
  const formats = useFormats()
  const text = value === null ? messages.noDate : formats.day(value)
  const edit = (close: () => void) => (
    <DayPick
      name={name}
      value={value}
      required={required}
      onPick={(day) => {
        close()
        if (day !== value) onSave?.(day)
      }}
    />
  )
  return (
    <FieldLine
      {...opening}
      name={name}
      text={late ? `${text}, ${messages.overdue}` : text}
      faint={value === null}
      edit={onSave === undefined ? undefined : edit}
    >
      <time className={styles.day} data-late={late}>
        {text}
      </time>
      {late && <span className={styles.lateMark}>{messages.overdue}</span>}
    </FieldLine>
  )
}

interface DayPickProps {
  readonly name: string
  readonly value: IsoDate | null
  readonly required: boolean
  readonly onPick: (day: IsoDate | null) => void
}

function DayPick({ name, value, required, onPick }: DayPickProps) {
  const messages = useTaskMessages()
  const parts = useMessages().parts
  const today = useToday()
  const [day, setDay] = useState(value)
  const quick: readonly [string, IsoDate][] = [
    [messages.today, today],
    [messages.tomorrow, addDays(today, 1)],
    [messages.nextMonday, addDays(mondayOf(today), 7)],
  ]
  return (
    <PopoverStack>
      {quick.map(([label, to]) => (
        <Button key={label} small look="quiet" onPress={() => onPick(to)}>
          {label}
        </Button>
      ))}
      {!required && value !== null && (
        <Button small look="quiet" onPress={() => onPick(null)}>
          {messages.clearDate}
        </Button>
      )}
      <DayField label={name} value={day} onChange={setDay} />
      <Button small look="strong" isDisabled={day === null} onPress={() => onPick(day)}>
        {parts.save}
      </Button>
    </PopoverStack>
  )
}

interface HoursLineProps extends OpenState {
  readonly name: string
  readonly value: Decimal
  readonly onSave?: ((hours: Decimal) => Promise<unknown>) | undefined
}

export function HoursLine({ name, value, onSave, ...opening }: HoursLineProps) {
  const messages = useTaskMessages()
  const formats = useFormats()
  const nothing = value.compare('0') === 0
  const text = nothing ? messages.noEstimate : formats.hours(value)
  return (
    <FieldLine
      {...opening}
      name={name}
      text={text}
      faint={nothing}
      edit={
        onSave === undefined
          ? undefined
          : (close) => (
              <HoursPick name={name} value={nothing ? '' : formats.hours(value)} onSave={onSave} onDone={close} />
            )
      }
    />
  )
}

interface HoursPickProps {
  readonly name: string
  readonly value: string
  readonly onSave: (hours: Decimal) => Promise<unknown>
  readonly onDone: () => void
}

function HoursPick({ name, value, onSave, onDone }: HoursPickProps) {
  const messages = useTaskMessages()
  const parts = useMessages().parts
  const [wrong, setWrong] = useState(false)
  const form = useForm({ estimate: value }, async ({ estimate }) => {
    const hours = parseHours(estimate)
    setWrong(hours === null)
    if (hours === null) return
    await onSave(hours)
    onDone()
  })
  const { error, ...field } = form.field('estimate')
  return (
    <PopoverStack>
      <Form form={form}>
        <TextField
          {...field}
          label={name}
          hint={messages.estimateHint}
          error={wrong ? messages.notHours : error}
          inputMode="decimal"
          autoFocus
        />
        <Button small look="strong" type="submit" busy={form.busy}>
          {parts.save}
        </Button>
      </Form>
    </PopoverStack>
  )
}
