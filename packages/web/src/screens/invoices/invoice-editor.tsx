// The editor of a draft: fields, lines and taxes, with totals that follow the input. Everything is saved together.
// Leaving the page with unsaved changes asks first.

import type { InvoiceitemRecord, InvoiceRecord } from '@stint/sdk'
import { Suspense } from 'react'
import { lazyPart } from '../../api/lazy.ts'
import { can } from '../../api/permissions.ts'
import { useShortcutKeys } from '../../frame/shortcuts.ts'
import { useLabels } from '../../messages/labels.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { Button } from '../../parts/button.tsx'
import { TextArea } from '../../parts/fields.tsx'
import { Section } from '../../parts/page.tsx'
import { showToast } from '../../parts/toast.tsx'
import styles from '../../records/money/money.module.css'
import { InvoicePayments } from '../../records/payments/invoice-payments.tsx'
import { draftOf, type Head } from './invoice-draft.ts'
import type { InvoiceEditState } from './invoice-edit-state.ts'
import { headField, InvoiceHead } from './invoice-head.tsx'
import { InvoiceLines } from './invoice-lines.tsx'
import { DraftTotals } from './invoice-totals.tsx'
import { SaveBar } from './save-bar.tsx'

const DraftEntries = lazyPart(() => import('./draft-entries.tsx'), 'DraftEntries')
const ExcludedEntries = lazyPart(() => import('./excluded-entries.tsx'), 'ExcludedEntries')

interface EditorProps {
  readonly invoice: InvoiceRecord
  readonly items: readonly InvoiceitemRecord[]
  readonly editing: InvoiceEditState
}

export function InvoiceEditor({ invoice, items, editing }: EditorProps) {
  const messages = useMoneyMessages()
  const labels = useLabels().invoice
  const { draft, edit, errors } = editing
  const shown = draft ?? draftOf(invoice, items)
  const change = (head: Partial<Head>): void => edit({ ...shown, head: { ...shown.head, ...head } })
  const save = async (): Promise<void> => {
    if (await editing.save()) showToast(messages.saved)
  }
  useShortcutKeys([{ keys: 'Ctrl+s', name: messages.saveInvoice, run: () => void save() }])
  const head = { head: shown.head, onChange: change, errors: errors.head }
  const dirty = draft !== null
  return (
    <>
      <SaveErrorNotice editing={editing} changedMeanwhile={messages.changedMeanwhile} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <InvoiceLines
            lines={shown.lines}
            currency={shown.head.currency}
            onChange={(lines) => edit({ ...shown, lines })}
            errors={errors.lines}
            ordered
            showEntries={(line, itemid, onClose) => (
              <Suspense fallback={null}>
                <DraftEntries invoice={invoice} line={line} itemid={itemid} dirty={dirty} onClose={onClose} />
              </Suspense>
            )}
          />
          {can(invoice, 'include') && (
            <Suspense fallback={null}>
              <ExcludedEntries invoice={invoice} dirty={dirty} />
            </Suspense>
          )}
          <InvoiceHead {...head} isCreditNote={invoice.creditof !== null} />
          <Section card title={labels.disclaimer}>
            <TextArea
              {...headField(head)('disclaimer')}
              label={labels.disclaimer}
              labelHidden
              rows={3}
              hint={messages.disclaimerHint}
            />
          </Section>
        </div>
        <div className={styles.column}>
          <DraftTotals draft={shown} {...head} />
          {invoice.creditof === null && <InvoicePayments invoice={invoice} />}
        </div>
      </div>
      <SaveBar
        changed={dirty}
        editing={editing}
        save={messages.saveInvoice}
        onSave={save}
        leaveText={messages.leaveText}
      />
    </>
  )
}

interface SaveErrorNoticeProps {
  readonly editing: Pick<InvoiceEditState, 'errors' | 'discard'>
  readonly changedMeanwhile: string
}

/** What the server refused when an invoice or estimate was saved. */
export function SaveErrorNotice({ editing, changedMeanwhile }: SaveErrorNoticeProps) {
  const messages = useMoneyMessages()
  const { stale, rest } = editing.errors
  if (stale) {
    return (
      <div className={styles.notice} data-tone="bad" role="alert">
        <span>{changedMeanwhile}</span>
        <Button small onPress={editing.discard}>
          {messages.showTheirs}
        </Button>
      </div>
    )
  }
  if (rest.length === 0) return null
  return (
    <ul className={styles.notice} data-tone="bad" role="alert">
      {rest.map((error) => (
        <li key={error}>{error}</li>
      ))}
    </ul>
  )
}
