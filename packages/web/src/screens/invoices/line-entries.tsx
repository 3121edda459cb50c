// The panel with the time entries that a line of an invoice bills.
import type { TimeRecord } from '@stint/sdk'
import { useQuery } from '@tanstack/react-query'
import { stint } from '../../api/client.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { type Closable, Dialog } from '../../parts/dialog.tsx'
import { QueryView } from '../../parts/page.tsx'
import { EntryList } from '../../records/time/entry-list.tsx'

interface LineEntriesProps extends Closable {
  readonly itemid: number
  readonly name: string
}

export function LineEntries({ itemid, name, onClose }: LineEntriesProps) {
  const messages = useMoneyMessages()
  const entries = useQuery<TimeRecord[]>({
    queryKey: ['time', 'behind', itemid],
    queryFn: ({ signal }) => stint.invoiceitem.time(itemid, { sortfield: 't.date' }, { signal, pageSize: 500 }).all(),
  })
  return (
    <Dialog aside title={messages.hoursBehind(name)} open onClose={onClose}>
      <QueryView query={entries}>{(list) => <EntryList entries={list} />}</QueryView>
    </Dialog>
  )
}
