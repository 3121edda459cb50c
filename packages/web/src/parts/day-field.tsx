// A day: typed part by part in the order of one's own language, or picked from a calendar. Outside it is a text,
// YYYY-MM-DD, and never one with a year that is only half typed.
import { type CalendarDate, parseDate } from '@internationalized/date'
import { type IsoDate, isoDate } from '@stint/sdk'
import { Calendar as CalendarPicture, ChevronLeft, ChevronRight } from 'lucide-react'
import { use, useState } from 'react'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarStateContext,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  Heading,
  Popover,
} from 'react-aria-components'
import { useToday } from '../api/formats.ts'
import { useMessages } from '../messages/messages.ts'
import styles from './fields.module.css'
import { FieldLabel, FieldMessages, type FieldProps, fieldState } from './fields.tsx'

interface DayFieldProps extends FieldProps {
  readonly value: IsoDate | null
  readonly onChange: (value: IsoDate | null) => void
}

const calendarDay = (day: IsoDate | null): CalendarDate | null => (day === null ? null : parseDate(day))

/** While 2026 is typed, the year is 2, 20 and 202 on the way. */
const firstYear = 1900

/** What is told outside of what is typed: a year of two digits is one of this century, once the field is left. */
function useTypedDay(onChange: DayFieldProps['onChange']) {
  const [typed, setTyped] = useState<CalendarDate | null>(null)
  const tell = (day: CalendarDate | null): void => {
    setTyped(null)
    onChange(day === null ? null : isoDate(day.toString()))
  }
  const type = (day: CalendarDate | null): void => {
    if (day === null || day.year >= firstYear) tell(day)
    else setTyped(day)
  }
  const leave = (): void => {
    if (typed !== null) tell(typed.year < 100 ? typed.add({ years: 2000 }) : null)
  }
  return { typed, type, leave }
}

export function DayField({ value, onChange, ...props }: DayFieldProps) {
  const { label, labelHidden, hint, error, required = false, isDisabled = false } = props
  const { typed, type, leave } = useTypedDay(onChange)
  return (
    <DatePicker
      value={typed ?? calendarDay(value)}
      onChange={type}
      onBlur={leave}
      firstDayOfWeek="mon"
      isDisabled={isDisabled}
      {...fieldState({ required, error })}
      shouldForceLeadingZeros
    >
      <FieldLabel label={label} labelHidden={labelHidden ?? false} required={required} />
      <Group className={styles.group ?? ''}>
        <DateInput className={styles.segments ?? ''}>
          {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
        </DateInput>
        <Button className={styles.inside ?? ''}>
          <CalendarPicture size={15} aria-hidden />
        </Button>
      </Group>
      <FieldMessages hint={hint} error={error} />
      <Popover className={styles.popover ?? ''}>
        <Dialog className={styles.calendar ?? ''}>
          <MonthView />
        </Dialog>
      </Popover>
    </DatePicker>
  )
}

function MonthView() {
  return (
    <Calendar>
      <MonthBody />
      <TodayButton />
    </Calendar>
  )
}

function TodayButton() {
  const messages = useMessages().parts
  const state = use(CalendarStateContext)
  const today = parseDate(useToday())
  return (
    <Button slot={null} className={styles.today ?? ''} onPress={() => state?.selectDate(today)}>
      {messages.today}
    </Button>
  )
}

/** A month to pick a day from, without a field around it. */
export function DayPicker({ label, value, onChange }: Pick<DayFieldProps, 'label' | 'value' | 'onChange'>) {
  return (
    <Calendar
      aria-label={label}
      value={calendarDay(value)}
      onChange={(day) => onChange(isoDate(day.toString()))}
      firstDayOfWeek="mon"
      autoFocus
    >
      <MonthBody />
      <TodayButton />
    </Calendar>
  )
}

function MonthBody() {
  return (
    <>
      <div className={styles.calendarHead}>
        <Button slot="previous" className={styles.inside ?? ''}>
          <ChevronLeft size={16} aria-hidden />
        </Button>
        <Heading level={3} />
        <Button slot="next" className={styles.inside ?? ''}>
          <ChevronRight size={16} aria-hidden />
        </Button>
      </div>
      <CalendarGrid>
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className={styles.columnName ?? ''}>{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} className={styles.cell ?? ''} />}</CalendarGridBody>
      </CalendarGrid>
    </>
  )
}
