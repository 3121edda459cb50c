// The time entries that were excluded from a draft, with a button that includes them again. Nothing if there are none.
import type { InvoiceRecord } from '@stint/sdk'
import { useState } from 'react'
import { stint } from '../../api/client.ts'
import { useAll, useWrite } from '../../api/records.ts'
import { errorText } from '../../kit/error-text.ts'
import { useDraftTimeMessages } from '../../messages/draft-time.ts'
import { Button } from '../../parts/button.tsx'
import { Section } from '../../parts/page.tsx'
import { showToast } from '../../parts/toast.tsx'
import styles from '../../records/money/money.module.css'
import { SelectableEntries } from './selectable-entries.tsx'

interface ExcludedEntriesProps {
  readonly invoice: InvoiceRecord
  readonly dirty: boolean
}

export function ExcludedEntries({ invoice, dirty }: ExcludedEntriesProps) {
  const messages = useDraftTimeMessages()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const { data: entries = [] } = useAll('time', { excludedfrom: invoice.id, sortfield: 't.date' })
  const timeid = entries.map(({ id }) => id).filter((id) => selected.has(id))
  const including = useWrite('invoice', () => stint.invoice.include(invoice.id, { timeid }))
  const include = (): void =>
    including.mutate(undefined, {
      onSuccess: () => {
        showToast(messages.included(timeid.length))
        setSelected(new Set())
      },
    })
  if (entries.length === 0) return null
  return (
    <Section card title={messages.excludedTitle}>
      <p className={styles.small}>{messages.excludedText}</p>
      <SelectableEntries entries={entries} selected={selected} onChange={setSelected} />
      {including.error !== null && (
        <p role="alert" className={styles.notice} data-tone="bad">
          {errorText(including.error)}
        </p>
      )}
      <div>
        <Button isDisabled={dirty || timeid.length === 0} busy={including.isPending} onPress={include}>
          {messages.include}
        </Button>
      </div>
    </Section>
  )
}
