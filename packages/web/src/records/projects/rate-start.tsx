// From when a changed rate of a work type applies: from today, to all time that is not on an invoice, or from a day.
import { type IsoDate, isoDate } from '@stint/sdk'
import { fieldError } from '../../kit/error-text.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { ChoiceField } from '../../parts/choices.tsx'
import { DayField } from '../../parts/day-field.tsx'
import type { FormState } from '../../parts/form.tsx'

/** A rate from this day on is for all time. */
export const firstDayOfAll = isoDate('0001-01-01')

const starts = ['today', 'all', 'day'] as const

interface RateStartValues {
  readonly start: (typeof starts)[number] | null
  readonly ratefrom: IsoDate | null
}

export const noRateStart: RateStartValues = { start: 'today', ratefrom: null }

/** The day to send; throws the error of the field if none was chosen. */
export function startDay({ start, ratefrom }: RateStartValues, today: IsoDate, missing: string): IsoDate {
  if (start === 'all') return firstDayOfAll
  if (start !== 'day') return today
  if (ratefrom === null) throw fieldError('ratefrom', missing)
  return ratefrom
}

export function RateStart<T extends RateStartValues>({ form }: { readonly form: FormState<T> }) {
  const messages = useProjectMessages().worktypes
  const { start, ratefrom } = form.values
  const set = (change: RateStartValues): void => form.set(change as Partial<T>)
  return (
    <>
      <ChoiceField
        label={messages.rateFrom}
        value={start}
        onChange={(value) => set({ start: value, ratefrom })}
        options={starts.map((id) => ({ id, name: messages.rateStarts[id] }))}
      />
      {start === 'day' && (
        <DayField
          required
          label={messages.firstDay}
          value={ratefrom}
          onChange={(value) => set({ start, ratefrom: value })}
          error={form.field('ratefrom').error}
        />
      )}
    </>
  )
}
