// The URL parameters of a timeline: its length and its first month. Invalid values are left out.
import type { Params } from '../../kit/url-params.ts'

const timelineMonths = [3, 6, 12] as const

export interface TimelineSearch {
  /** The number of months. */
  readonly months?: (typeof timelineMonths)[number]
  /** The first month, relative to the current month. */
  readonly from?: number
}

export function timelineParams(given: Params): TimelineSearch {
  const months = timelineMonths.find((count) => count === given.months)
  return {
    ...(months === undefined ? {} : { months }),
    ...(Number.isSafeInteger(given.from) ? { from: Number(given.from) } : {}),
  }
}
