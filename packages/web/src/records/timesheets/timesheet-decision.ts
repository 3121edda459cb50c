// Approves or rejects one or several timesheets. Each is a request of its own, so that one that somebody else has
// decided meanwhile does not block the others. Rejected requests are shown as errors.
import type { TimesheetRecord } from '@stint/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { stint } from '../../api/client.ts'
import { invalidateAfterWrite } from '../../api/records.ts'
import { useTimeMessages } from '../../messages/time.ts'
import { showError, showToast } from '../../parts/toast.tsx'

type Sheets = readonly TimesheetRecord[]

export function useTimesheetDecision() {
  const messages = useTimeMessages()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const each = async (sheets: Sheets, decide: (id: number) => Promise<unknown>): Promise<number> => {
    setBusy(true)
    const results = await Promise.allSettled(sheets.map(({ id }) => decide(id)))
    await invalidateAfterWrite(queries, 'timesheet')
    setBusy(false)
    for (const result of results) if (result.status === 'rejected') showError(result.reason)
    return results.filter(({ status }) => status === 'fulfilled').length
  }
  return {
    busy,
    approve: async (sheets: Sheets): Promise<void> => {
      const done = await each(sheets, (id) => stint.timesheet.approve(id, {}, { notify: true }))
      if (done > 0) showToast(messages.approvedWeeks(done))
    },
    reject: async (sheets: Sheets, note: string): Promise<void> => {
      const done = await each(sheets, (id) => stint.timesheet.reject(id, { note }, { notify: true }))
      if (done > 0) showToast(messages.rejectedWeeks(done))
    },
  }
}
