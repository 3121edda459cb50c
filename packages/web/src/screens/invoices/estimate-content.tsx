// The content of an estimate: its details, lines and totals. The lines of a draft are edited in place, with totals that
// follow the input; its details are edited in a dialog.

import type { EstimateitemRecord, EstimateRecord } from '@stint/sdk'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { can } from '../../api/permissions.ts'
import { useShortcutKeys } from '../../frame/shortcuts.ts'
import { sumMoney, totalsOf } from '../../kit/money.ts'
import { useEstimateMessages } from '../../messages/estimates.ts'
import { useLabels } from '../../messages/labels.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { Button } from '../../parts/button.tsx'
import { Section } from '../../parts/page.tsx'
import { showToast } from '../../parts/toast.tsx'
import { amountOf } from '../../records/invoices/line-amount.ts'
import styles from '../../records/money/money.module.css'
import { EstimateDialog } from './estimate-dialog.tsx'
import { estimateLine, type LineEdits } from './estimate-edit-state.ts'
import { estimateLayout } from './estimate-layout.ts'
import { SaveErrorNotice } from './invoice-editor.tsx'
import { InvoiceLines } from './invoice-lines.tsx'
import { TotalRows } from './invoice-totals.tsx'
import { Address, DocumentFields, ViewedLines } from './invoice-view.tsx'
import { SaveBar } from './save-bar.tsx'
import { EstimateLink } from './send-estimate.tsx'

interface EstimateContentProps {
  readonly estimate: EstimateRecord
  readonly items: readonly EstimateitemRecord[]
  readonly editing: LineEdits
}

export function EstimateContent({ estimate, items, editing }: EstimateContentProps) {
  if (can(estimate, 'update')) return <EstimateEditor estimate={estimate} items={items} editing={editing} />
  if (!can(estimate, 'link')) return <SentEstimate estimate={estimate} items={items} />
  return (
    <div className={styles.columns}>
      <SentEstimate estimate={estimate} items={items} />
      <div className={styles.column}>
        <EstimateLink estimate={estimate} />
      </div>
    </div>
  )
}

function SentEstimate({ estimate, items }: Omit<EstimateContentProps, 'editing'>) {
  return (
    <article className={styles.paper}>
      <EstimateDetails estimate={estimate} />
      <ViewedLines items={items.map((item) => ({ ...item, custom: true }))} currency={estimate.currency} />
      <dl className={styles.totals}>
        <TotalRows {...estimate} />
      </dl>
      {estimate.disclaimer !== '' && <p className={styles.plainText}>{estimate.disclaimer}</p>}
    </article>
  )
}

function EstimateDetails({ estimate }: { readonly estimate: EstimateRecord }) {
  const labels = useLabels().estimate
  const { addressto, addressfrom, description } = estimate
  return (
    <>
      <DocumentFields layout={estimateLayout} record={estimate} />
      {(addressto !== '' || addressfrom !== '') && (
        <div className={styles.addresses}>
          <Address name={labels.addressto} text={addressto} />
          <Address name={labels.addressfrom} text={addressfrom} />
        </div>
      )}
      {description !== '' && <p className={styles.plainText}>{description}</p>}
    </>
  )
}

function EstimateEditor({ estimate, items, editing }: EstimateContentProps) {
  const messages = useEstimateMessages()
  const money = useMoneyMessages()
  const labels = useLabels().estimate
  const [open, setOpen] = useState(false)
  const lines = editing.lines ?? items.map(estimateLine)
  const { tax, secondtax, secondtaxcompound: compound } = estimate
  const totals = totalsOf(sumMoney(lines.map(amountOf)), { tax, secondtax, compound })
  const save = async (): Promise<void> => {
    if (await editing.save()) showToast(messages.saved)
  }
  useShortcutKeys([{ keys: 'Ctrl+s', name: messages.saveLines, run: () => void save() }])
  const isChanged = editing.lines !== null
  const edit = (
    <Button small icon={Pencil} isDisabled={isChanged} onPress={() => setOpen(true)}>
      {messages.editDetails}
    </Button>
  )
  return (
    <>
      <SaveErrorNotice editing={editing} changedMeanwhile={messages.changedByOthers} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <InvoiceLines
            lines={lines}
            currency={estimate.currency}
            onChange={editing.edit}
            errors={editing.errors.lines}
            emptyText={messages.noLinesText}
          />
          <Section card title={money.details} actions={edit}>
            <EstimateDetails estimate={estimate} />
            {estimate.disclaimer !== '' && <Address name={labels.disclaimer} text={estimate.disclaimer} />}
          </Section>
        </div>
        <div className={styles.column}>
          <Section card title={money.totals}>
            <dl className={styles.totals} aria-live="polite">
              <TotalRows {...totals} currency={estimate.currency} tax={tax} secondtax={secondtax} />
            </dl>
          </Section>
        </div>
      </div>
      <SaveBar
        changed={isChanged}
        editing={editing}
        save={messages.saveLines}
        onSave={save}
        leaveText={messages.leaveText}
      />
      {open && <EstimateDialog estimate={estimate} onClose={() => setOpen(false)} />}
    </>
  )
}
