// A day: typed part by part in the order of one's own language, or picked from a calendar. Outside it is a text, YYYY-MM-DD.
import { type CalendarDate, parseDate } from '@internationalized/date'
import { type IsoDate, isoDate } from '@stint/sdk'
import { Calendar as CalendarPicture, ChevronLeft, ChevronRight } from 'lucide-react'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  Heading,
  Popover,
} from 'react-aria-components'
import styles from './fields.module.css'
import { Below, FieldLabel, type FieldProps } from './fields.tsx'

interface DayFieldProps extends FieldProps {
  readonly value: IsoDate | null
  readonly onChange: (value: IsoDate | null) => void
}

const calendarDay = (day: IsoDate | null): CalendarDate | null => (day === null ? null : parseDate(day))

export function DayField({ value, onChange, ...props }: DayFieldProps) {
  const { label, labelHidden, hint, error, required = false, isDisabled = false } = props
  return (
    <DatePicker
      value={calendarDay(value)}
      onChange={(day) => onChange(day === null ? null : isoDate(day.toString().slice(0, 10)))}
      isRequired={required}
      isDisabled={isDisabled}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      shouldForceLeadingZeros
      className={styles.field ?? ''}
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
      <Below hint={hint} error={error} />
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
    </Calendar>
  )
}

/** A month to pick a day from, without a field around it. */
export function DayPicker({ label, value, onChange }: Pick<DayFieldProps, 'label' | 'value' | 'onChange'>) {
  return (
    <Calendar
      aria-label={label}
      value={calendarDay(value)}
      onChange={(day) => onChange(isoDate(day.toString().slice(0, 10)))}
      autoFocus
    >
      <MonthBody />
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
