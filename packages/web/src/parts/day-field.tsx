// A field for a day: typed in the order of the locale, or picked from a calendar. Its value is YYYY-MM-DD; a partly
// typed year is never reported, and a day that does not exist is never corrected without a word.
import { type CalendarDate, parseDate } from '@internationalized/date'
import { type IsoDate, isoDate } from '@stint/sdk'
import { Calendar as CalendarPicture, ChevronLeft, ChevronRight } from 'lucide-react'
import { type FocusEvent, use, useRef, useState } from 'react'
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

/** Earlier years are regarded as partly typed: while 2026 is typed, the year is 2, 20 and 202. */
const firstYear = 1900

type Wrong = 'noSuchDay' | 'earlyYear'

/**
 * Reports complete days. When the field loses the focus, a year of two digits is completed with 2000. An earlier year
 * stays in the field and no day is reported. The library replaces a day that its month does not have by the last one;
 * then `wrong` says so.
 */
function useTypedDay(value: IsoDate | null, onChange: DayFieldProps['onChange']) {
  const [typed, setTyped] = useState<CalendarDate | null>(null)
  const [wrong, setWrong] = useState<Wrong | null>(null)
  /** The day of the month in the field, while the field loses the focus. */
  const left = useRef<number | null>(null)
  const [reported, setReported] = useState(value)
  // Another value from outside, such as that of another record, ends what was typed.
  if (value !== reported) {
    setReported(value)
    setTyped(null)
    setWrong(null)
  }
  const report = (day: IsoDate | null): void => {
    setReported(day)
    onChange(day)
  }
  const tell = (day: CalendarDate | null): void => {
    setTyped(null)
    report(day === null ? null : isoDate(day.toString()))
  }
  const type = (day: CalendarDate | null): void => {
    setWrong(day !== null && left.current !== null && left.current > day.day ? 'noSuchDay' : null)
    if (day === null || day.year >= firstYear) tell(day)
    else setTyped(day)
  }
  const leave = (): void => {
    if (typed === null) return
    if (typed.year < 100) {
      tell(typed.add({ years: 2000 }))
    } else {
      setWrong('earlyYear')
      report(null)
    }
  }
  const beginLeaving = ({ currentTarget }: FocusEvent<HTMLElement>): void => {
    const shown = currentTarget.querySelector('[data-type="day"]')?.getAttribute('aria-valuenow')
    left.current = shown == null ? null : Number(shown)
  }
  const endLeaving = (): void => {
    left.current = null
  }
  return { typed, wrong, type, leave, watch: { onBlurCapture: beginLeaving, onBlur: endLeaving } }
}

export function DayField({ value, onChange, ...props }: DayFieldProps) {
  const { label, labelHidden, hint, required = false, isDisabled = false } = props
  const { typed, wrong, type, leave, watch } = useTypedDay(value, onChange)
  const messages = useMessages().parts
  const error = props.error ?? (wrong === null ? undefined : messages[wrong])
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
        <span className={styles.watched} {...watch}>
          <DateInput className={styles.segments ?? ''}>
            {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
          </DateInput>
        </span>
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

/** A calendar without an input field. */
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
