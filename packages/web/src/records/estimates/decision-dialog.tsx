// The dialog that accepts or declines an estimate, with a comment. It decides about the revision that it shows: if the
// estimate was changed meanwhile, the server refuses.

import { type EstimateRecord, StintError } from '@stint/sdk'
import { stint } from '../../api/client.ts'
import { useFormats } from '../../api/formats.ts'
import { useWrite } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { useEstimateMessages } from '../../messages/estimates.ts'
import type { Closable } from '../../parts/dialog.tsx'
import { TextArea } from '../../parts/fields.tsx'
import { useForm, useOpenedRecord } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'
import { estimateNumber } from './estimate-status.tsx'

export type Decision = 'accept' | 'decline'

/** Those who write estimates decide on behalf of the client; all others who may decide are of the client. */
export const useDecidesOnBehalf = (): boolean => useMay()('estimate', 'update')

interface DecisionDialogProps extends Closable {
  readonly estimate: EstimateRecord
  readonly decision: Decision
}

export function DecisionDialog({ estimate, decision, onClose }: DecisionDialogProps) {
  const messages = useEstimateMessages()
  const formats = useFormats()
  const onBehalf = useDecidesOnBehalf()
  const seen = useOpenedRecord(estimate)
  const deciding = useWrite('estimate', (note: string) =>
    stint.estimate[decision](seen.id, { note }, { ifMatch: seen }),
  )
  const form = useForm({ note: '' }, async ({ note }) => {
    try {
      await deciding.mutateAsync(note)
    } catch (error) {
      if (error instanceof StintError && error.kind === 'stale') throw new Error(messages.changedMeanwhile)
      throw error
    }
    showToast(decision === 'accept' ? messages.accepted : messages.declined)
    onClose()
  })
  const number = estimateNumber(seen)
  return (
    <FormDialog
      form={form}
      title={decision === 'accept' ? messages.acceptTitle(number) : messages.declineTitle(number)}
      submit={decision === 'accept' ? messages.acceptEstimate : messages.declineEstimate}
      look={decision === 'accept' ? 'strong' : 'danger'}
      onClose={onClose}
    >
      <p>
        {seen.title} · <strong className="number">{formats.money(seen.total, seen.currency)}</strong>
      </p>
      {onBehalf && <p>{messages.forClientText}</p>}
      <TextArea {...form.field('note')} label={messages.optionalComment} rows={3} />
    </FormDialog>
  )
}
