// The history of an invoice: the automatic notes about its creation, changes and payments, and the notes of people.
import type { InvoiceRecord } from '@stint/sdk'
import { useFormats } from '../../api/formats.ts'
import { maxOf } from '../../api/permissions.ts'
import { useAll, useCreate } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { useHistoryMessages } from '../../messages/history.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { Avatar } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { TextArea, TextField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { EmptyState, Section } from '../../parts/page.tsx'
import { QueryRows } from '../../parts/query-list.tsx'
import { StoredHtml } from '../../parts/stored-html.tsx'
import { showToast } from '../../parts/toast.tsx'
import { RecordHistory } from '../../records/history/record-history.tsx'
import styles from '../../records/money/money.module.css'
import { shownChanges } from '../../records/notes/shown-changes.ts'

export function InvoiceHistory({ invoice }: { readonly invoice: InvoiceRecord }) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const may = useMay()
  const { allChanges } = useHistoryMessages()
  const notes = useAll('invoicenote', { invoiceid: invoice.id })
  return (
    <div className={styles.columns}>
      <Section card title={messages.tabHistory}>
        <QueryRows query={notes} empty={<EmptyState title={messages.noHistory} />}>
          {(list) => (
            <ul className={styles.rows}>
              {list.toReversed().map(({ id, title, note, author, date, actions }) => (
                <li key={id}>
                  <Avatar name={author ?? ''} />
                  <div className={styles.grow}>
                    <strong>{title}</strong>
                    <span className={styles.small}>
                      {' '}
                      {[author, date && formats.moment(date)].filter(Boolean).join(' · ')}
                    </span>
                    {note !== '' && <p className={styles.plainText}>{note}</p>}
                    {actions !== '' && (
                      <div className={styles.changes}>
                        <StoredHtml html={shownChanges(actions)} />
                      </div>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          )}
        </QueryRows>
      </Section>
      {may('invoicenote', 'create') && <NewNote invoiceid={invoice.id} />}
      <RecordHistory resource="invoice" id={invoice.id} card title={allChanges} currency={invoice.currency} />
    </div>
  )
}

function NewNote({ invoiceid }: { readonly invoiceid: number }) {
  const messages = useMoneyMessages()
  const create = useCreate('invoicenote')
  const blank = { title: '', note: '' }
  const form = useForm(blank, async (fields) => {
    await create.mutateAsync({ fields: { invoiceid, ...fields } })
    showToast(messages.noteAdded)
    form.reset(blank)
  })
  return (
    <Section card title={messages.addNote}>
      <Form form={form} label={messages.addNote}>
        <TextField
          {...form.field('title')}
          label={messages.noteTitle}
          required
          maxLength={maxOf('invoicenote', 'title')}
        />
        <TextArea {...form.field('note')} label={messages.note} />
        <div>
          <Button type="submit" busy={form.busy}>
            {messages.addNote}
          </Button>
        </div>
      </Form>
    </Section>
  )
}
