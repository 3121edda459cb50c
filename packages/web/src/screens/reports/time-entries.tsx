// The time entries of one group of the report, page by page in a panel at the side.
import { useFormats } from '../../api/formats.ts'
import { type QueryOf, usePages } from '../../api/records.ts'
import { clockText } from '../../kit/hours.ts'
import { useReportMessages } from '../../messages/reports.ts'
import { Button } from '../../parts/button.tsx'
import { type Closable, Dialog } from '../../parts/dialog.tsx'
import { LoadError, Loading } from '../../parts/page.tsx'
import styles from '../../records/money/money.module.css'
import { EntryList } from '../../records/time/entry-list.tsx'
import type { Grouping } from './search.ts'
import { entriesQuery, type Group } from './time-groups.ts'

interface GroupEntriesProps extends Closable {
  readonly group: Group
  readonly by: Grouping
  readonly asked: QueryOf<'time'>
}

export function GroupEntries({ group, by, asked, onClose }: GroupEntriesProps) {
  const messages = useReportMessages()
  const formats = useFormats()
  const pages = usePages('time', { ...entriesQuery(by, group, asked), sortfield: 't.date', sortdir: 'DESC' }, 100)
  const entries = pages.data?.pages.flatMap((page) => page.records) ?? []
  const count = pages.data?.pages[0]?.count ?? 0
  return (
    <Dialog aside title={messages.entriesOf(group.label)} open onClose={onClose}>
      {pages.isError && <LoadError error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.data === undefined && !pages.isError && <Loading />}
      {pages.data !== undefined && (
        <div className={styles.stack}>
          <p className={styles.quiet}>
            {`${messages.shown(formats.number(entries.length), formats.number(count))} · ${messages.hoursOf(clockText(group.hours))}`}
          </p>
          <EntryList entries={entries} cut />
          {pages.hasNextPage && (
            <Button busy={pages.isFetchingNextPage} onPress={() => void pages.fetchNextPage()}>
              {messages.loadMore}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  )
}
