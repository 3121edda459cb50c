// Hours that wait for the server, stored in this browser, so that a reload does not lose them. Each has its idempotency
// key: however often it is sent, the server stores it once.
import type { IsoDate } from '@stint/sdk'
import type { Week } from '../../records/timesheets/week.ts'
import type { WeekRow } from '../../records/timesheets/week-rows.ts'

export interface WaitingCell {
  readonly row: WeekRow
  readonly day: IsoDate
  readonly typed: string
  readonly idempotencyKey: string
}

const storageKey = ({ personid, monday }: Week): string => `stint-waiting-cells-${personid}-${monday}`

type Cells = Readonly<Record<string, WaitingCell>>

function readCells(week: Week): Cells {
  try {
    return (JSON.parse(localStorage.getItem(storageKey(week)) ?? '{}') ?? {}) as Cells
  } catch {
    return {}
  }
}

export const waitingCells = (week: Week): readonly WaitingCell[] => Object.values(readCells(week))

/** Stores the hours of a cell, or removes them if there are none to send. */
export function keepWaitingCell(week: Week, cell: string, waiting: WaitingCell | null): void {
  const { [cell]: _before, ...others } = readCells(week)
  const cells = waiting === null ? others : { ...others, [cell]: waiting }
  if (Object.keys(cells).length === 0) localStorage.removeItem(storageKey(week))
  else localStorage.setItem(storageKey(week), JSON.stringify(cells))
}
