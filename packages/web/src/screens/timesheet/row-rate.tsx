// The hourly rate of the work that is chosen for a new row, for people who may see rates. The rate of a person is shown
// before the one for everyone, because it has priority.
import type { IsoDate, ProjectrateRecord } from '@stint/sdk'
import { useFormats, useToday } from '../../api/formats.ts'
import { useAll, useOne } from '../../api/records.ts'
import { useMay, useMaySee } from '../../api/session.tsx'
import type { Work } from '../../frame/work-fields.tsx'
import { useLabels } from '../../messages/labels.ts'
import styles from '../../records/record.module.css'

/** The last of the rates that has begun. */
const rateOn = (rates: readonly ProjectrateRecord[] | undefined, day: IsoDate): ProjectrateRecord | undefined =>
  rates?.filter(({ datebegin }) => datebegin <= day).at(-1)

export function RowRate({ work, personid }: { readonly work: Work; readonly personid: number }) {
  const label = useLabels().projectworktype.hourlyrate
  const formats = useFormats()
  const today = useToday()
  const seesRates = useMaySee()('projectworktype', 'hourlyrate')
  const mayList = useMay()('projectrate', 'list')
  const { projectid, worktypeid, billable } = work
  const isShown = seesRates && billable && projectid !== null && worktypeid !== null
  const ids = { projectid: projectid ?? 0, worktypeid: worktypeid ?? 0 }
  const worktypes = useAll('projectworktype', { projectid: ids.projectid, active: true }, isShown)
  const own = useAll('projectrate', { ...ids, personid, sortfield: 'datebegin' }, isShown && mayList)
  const project = useOne('project', projectid)
  if (!isShown || (mayList && own.isPending)) return null
  const worktype = worktypes.data?.find((one) => one.worktypeid === worktypeid)
  const rate = rateOn(own.data, today)?.hourlyrate ?? worktype?.hourlyrate
  return rate == null ? null : (
    <p className={styles.faint}>{`${label}: ${formats.money(rate, project.data?.currency)}`}</p>
  )
}
