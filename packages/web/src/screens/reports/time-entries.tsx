// The entries of one group of a report, in a
// panel at the side, page after page.
import { useFormats } from '../../api/formats.ts'
import { type QueryOf, usePages } from '../../api/records.ts'
import { clockText } from '../../kit/hours.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failed, Loading } from '../../parts/page.tsx'
import { useReportWords } from '../../words/reports.ts'
import { EntryList } from '../money/entry-list.tsx'
import styles from '../money/money.module.css'
import type { Grouping } from './search.ts'
import { entriesOf, type Group } from './time-groups.ts'

interface GroupEntriesProps {
  readonly group: Group
  readonly by: Grouping
  readonly asked: QueryOf<'time'>
  readonly onClose: () => void
}

export function GroupEntries({ group, by, asked, onClose }: GroupEntriesProps) {
  const words = useReportWords()
  const formats = useFormats()
  const pages = usePages('time', { ...entriesOf(by, group, asked), sortfield: 't.date', sortdir: 'DESC' }, 100)
  const entries = pages.data?.pages.flatMap((page) => page.records) ?? []
  const count = pages.data?.pages[0]?.count ?? 0
  return (
    <Dialog aside title={words.entriesOf(group.label)} open onClose={onClose}>
      {pages.isError && <Failed error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.data === undefined && !pages.isError && <Loading />}
      {pages.data !== undefined && (
        <div className={styles.stack}>
          <p className={styles.quiet}>
            {`${words.shown(formats.number(entries.length), formats.number(count))} · ${words.hoursOf(clockText(group.hours))}`}
          </p>
          <EntryList entries={entries} cut />
          {pages.hasNextPage && (
            <Button busy={pages.isFetchingNextPage} onPress={() => void pages.fetchNextPage()}>
              {words.loadMore}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  )
}
