// Computes the burn-down of a project's budget: how much was used until the end of each week, and how much of the
// project's time has passed. Pure functions; project-burn-down.tsx fetches the data and draws the chart.
import { Decimal, type IsoDate, isoDate } from '@stint/sdk'
import { addDays, daysBetween, mondayOf } from '../../kit/day.ts'

/** Hours by the Monday of their week, and their hourly rate; the rate is null for budgets in hours. */
export interface WeeklyHours {
  readonly rate: Decimal | null
  readonly weeks: readonly { readonly name: string | null; readonly hours: Decimal }[]
}

export interface BurnDown {
  readonly weeks: readonly IsoDate[]
  /** Null for future weeks. */
  readonly used: readonly (Decimal | null)[]
}

interface ProjectSpan {
  readonly datestart: IsoDate
  readonly dateend: IsoDate | null
}

interface RatedWorktype {
  readonly worktypeid: number
  /** The rate before the dated ones; undefined if it is hidden. */
  readonly firstrate?: Decimal | undefined
}

interface DatedRate {
  readonly worktypeid: number
  readonly personid: number | null
  readonly datebegin: IsoDate
  readonly hourlyrate: Decimal
}

/** Hours of a work type in a range of days, of one person or of everyone, and what an hour of them adds. */
interface RatePeriod {
  readonly worktypeid: number
  readonly personid?: number
  readonly datebegin?: IsoDate
  readonly dateend?: IsoDate
  readonly rate: Decimal
}

const zero = Decimal.from(0)
const firstDay = isoDate('0001-01-01')
const lastDay = isoDate('9999-12-31')

interface Period {
  readonly begin: IsoDate
  readonly end: IsoDate
  readonly rate: Decimal
}

/** Each rate is valid until the day before the next one; of two from the same day, the later in the list counts. */
function periodsOf(rates: readonly Omit<Period, 'end'>[]): Period[] {
  const starts = [...new Map(rates.map((rate) => [rate.begin, rate])).values()].toSorted((a, b) =>
    a.begin < b.begin ? -1 : 1,
  )
  return starts.map((rate, at) => {
    const next = starts[at + 1]
    return { ...rate, end: next === undefined ? lastDay : addDays(next.begin, -1) }
  })
}

/**
 * The periods whose hours and rates add up to the value of a project's time: those of everyone, and for a person with
 * own rates the difference to them.
 */
export function ratePeriods(worktypes: readonly RatedWorktype[], rates: readonly DatedRate[]): RatePeriod[] {
  return worktypes.flatMap(({ worktypeid, firstrate }) => {
    const own = rates.filter((rate) => rate.worktypeid === worktypeid)
    const toPeriod = ({ datebegin, hourlyrate }: DatedRate) => ({ begin: datebegin, rate: hourlyrate })
    const everyone = periodsOf([
      { begin: firstDay, rate: firstrate ?? zero },
      ...own.filter(({ personid }) => personid === null).map(toPeriod),
    ])
    const people = [...new Set(own.flatMap(({ personid }) => (personid === null ? [] : [personid])))]
    const ofPeople = people.flatMap((personid) =>
      periodsOf(own.filter((rate) => rate.personid === personid).map(toPeriod)).flatMap((period) =>
        everyone.flatMap((usual) => {
          const begin = period.begin > usual.begin ? period.begin : usual.begin
          const end = period.end < usual.end ? period.end : usual.end
          return begin > end ? [] : [{ personid, begin, end, rate: period.rate.minus(usual.rate) }]
        }),
      ),
    )
    return [...everyone, ...ofPeople].map(({ begin, end, ...period }) => ({
      worktypeid,
      ...period,
      ...(begin === firstDay ? {} : { datebegin: begin }),
      ...(end === lastDay ? {} : { dateend: end }),
    }))
  })
}

/** More points would not be visible in the chart. */
const maxWeeks = 400

/** The part of a budget that hours of one rate use, rounded as on the server. */
const usedBy = (hours: Decimal, rate: Decimal | null): Decimal => (rate === null ? hours : hours.times(rate).round(2))

export function burnDownOf(
  { datestart, dateend }: ProjectSpan,
  today: IsoDate,
  burning: readonly WeeklyHours[],
): BurnDown {
  const logged = burning.flatMap(({ weeks }) => weeks.flatMap(({ name }) => (name === null ? [] : [name]))).toSorted()
  const start = mondayOf(datestart)
  const first = [start, logged[0] ?? start].toSorted()[0] ?? start
  const ends = [mondayOf(today), logged.at(-1) ?? start, dateend === null ? start : mondayOf(dateend)].toSorted()
  const last = ends.at(-1) ?? start
  const count = Math.round(daysBetween(first, last) / 7) + 1
  const all = Array.from({ length: count }, (_, at) => addDays(isoDate(first), at * 7))
  const weeks = all.slice(-maxWeeks)
  const used = weeks.map((monday) => (monday > today ? null : usedUntil(monday, burning)))
  return { weeks, used }
}

function usedUntil(monday: IsoDate, burning: readonly WeeklyHours[]): Decimal {
  let sum = zero
  for (const { rate, weeks } of burning) {
    let hours = zero
    for (const week of weeks) if (week.name !== null && week.name <= monday) hours = hours.plus(week.hours)
    sum = sum.plus(usedBy(hours, rate))
  }
  return sum
}

/** The share of a project's duration that has passed at the end of a day, 0 to 1; null if it has no end date. */
export function elapsedShare({ datestart, dateend }: ProjectSpan, day: IsoDate): number | null {
  if (dateend === null || dateend < datestart) return null
  const all = daysBetween(datestart, dateend) + 1
  return Math.min(1, Math.max(0, (daysBetween(datestart, day) + 1) / all))
}
