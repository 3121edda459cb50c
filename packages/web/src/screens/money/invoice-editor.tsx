// The editor of an invoice that is not issued yet: head, lines and taxes, with totals as one types. Everything is saved
// at once; who leaves before that is asked.
import type { InvoiceitemRecord, InvoiceRecord } from '@stint/sdk'
import { LeaveGuard } from '../../frame/leave-guard.tsx'
import { useKeys } from '../../frame/shortcuts.ts'
import { Button } from '../../parts/button.tsx'
import { TextArea } from '../../parts/fields.tsx'
import { Section } from '../../parts/page.tsx'
import { say } from '../../parts/toast.tsx'
import { useMoneyWords } from '../../words/money.ts'
import { draftOf, type Head } from './invoice-draft.ts'
import { fieldOfHead, InvoiceHead } from './invoice-head.tsx'
import { InvoiceLines } from './invoice-lines.tsx'
import { InvoicePayments } from './invoice-payments.tsx'
import type { Editing } from './invoice-saving.ts'
import { DraftTotals } from './invoice-totals.tsx'
import styles from './money.module.css'

interface EditorProps {
  readonly invoice: InvoiceRecord
  readonly items: readonly InvoiceitemRecord[]
  readonly editing: Editing
}

export function InvoiceEditor({ invoice, items, editing }: EditorProps) {
  const words = useMoneyWords()
  const { draft, edit, wrong } = editing
  const shown = draft ?? draftOf(invoice, items)
  const change = (head: Partial<Head>): void => edit({ ...shown, head: { ...shown.head, ...head } })
  const save = async (): Promise<void> => {
    if (await editing.save()) say(words.saved)
  }
  useKeys([{ keys: 'Ctrl+s', name: words.saveInvoice, run: () => void save() }])
  const head = { head: shown.head, onChange: change, faults: wrong.head }
  return (
    <>
      <WrongNotice editing={editing} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <InvoiceLines lines={shown.lines} onChange={(lines) => edit({ ...shown, lines })} faults={wrong.lines} />
          <InvoiceHead {...head} />
          <Section card title={words.disclaimer}>
            <TextArea
              {...fieldOfHead(head)('disclaimer')}
              label={words.disclaimer}
              labelHidden
              rows={3}
              hint={words.disclaimerHint}
            />
          </Section>
        </div>
        <div className={styles.column}>
          <DraftTotals draft={shown} {...head} />
          <InvoicePayments invoice={invoice} />
        </div>
      </div>
      {draft !== null && (
        <div className={styles.saveBar}>
          <p>{words.unsaved}</p>
          <Button onPress={editing.discard}>{words.discard}</Button>
          <Button look="strong" busy={editing.busy} onPress={() => void save()}>
            {words.saveInvoice}
          </Button>
        </div>
      )}
      <LeaveGuard dirty={draft !== null} text={words.leaveText} />
    </>
  )
}

function WrongNotice({ editing }: { readonly editing: Editing }) {
  const words = useMoneyWords()
  const { stale, rest } = editing.wrong
  if (stale) {
    return (
      <div className={styles.notice} data-tone="bad" role="alert">
        <span>{words.changedMeanwhile}</span>
        <Button small onPress={editing.discard}>
          {words.showTheirs}
        </Button>
      </div>
    )
  }
  if (rest.length === 0) return null
  return (
    <ul className={styles.notice} data-tone="bad" role="alert">
      {rest.map((fault) => (
        <li key={fault}>{fault}</li>
      ))}
    </ul>
  )
}
