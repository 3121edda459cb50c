// The time entries that stand behind a line of an invoice, in a panel at the side: so that nobody has to guess what is
// billed.
import type { TimeRecord } from '@stint/sdk'
import { useQuery } from '@tanstack/react-query'
import { stint } from '../../api/client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Loaded } from '../../parts/page.tsx'
import { useMoneyWords } from '../../words/money.ts'
import { EntryList } from './entry-list.tsx'

interface LineEntriesProps {
  readonly itemid: number
  readonly name: string
  readonly onClose: () => void
}

export function LineEntries({ itemid, name, onClose }: LineEntriesProps) {
  const words = useMoneyWords()
  const entries = useQuery<TimeRecord[]>({
    queryKey: ['time', 'behind', itemid],
    queryFn: ({ signal }) => stint.invoiceitem.time(itemid, { sortfield: 't.date' }, { signal, pageSize: 500 }).all(),
  })
  return (
    <Dialog aside title={words.hoursBehind(name)} open onClose={onClose}>
      <Loaded query={entries}>{(list) => <EntryList entries={list} />}</Loaded>
    </Dialog>
  )
}
