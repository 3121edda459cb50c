// The dialog that creates an estimate or changes its details. Its lines are edited on its page.

import type { EstimateNew, EstimateRecord } from '@stint/sdk'
import { numberFieldText, parseUserNumber, useToday } from '../../api/formats.ts'
import { useAll, useCreate, useUpdate } from '../../api/records.ts'
import { fieldError } from '../../kit/error-text.ts'
import { useEstimateMessages } from '../../messages/estimates.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { CurrencyField } from '../../parts/currency-field.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { useForm, useOpenedRecord } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { FormFields, formValues, requestFields } from '../../parts/form-fields.tsx'
import { ProjectField } from '../../parts/project-choice.tsx'
import { showToast } from '../../parts/toast.tsx'
import { estimateLayout } from './estimate-layout.ts'

interface EstimateDialogProps extends Closable {
  /** The estimate to change; without it a new one is created. */
  readonly estimate?: EstimateRecord
  readonly projectid?: number | undefined
  readonly onCreated?: (id: number) => void
}

function useEstimateForm({ estimate, projectid, onClose, onCreated }: EstimateDialogProps) {
  const messages = useEstimateMessages()
  const { noNumber } = useMoneyMessages()
  const today = useToday()
  const opened = useOpenedRecord(estimate)
  const create = useCreate('estimate')
  const update = useUpdate('estimate')
  const initial = {
    projectid: opened?.projectid ?? projectid ?? null,
    date: opened?.date ?? today,
    tax: numberFieldText(opened?.tax),
    secondtax: numberFieldText(opened?.secondtax),
  }
  return useForm(formValues(estimateLayout, opened, initial), async (values) => {
    const [tax, secondtax] = [parseUserNumber(values.tax), parseUserNumber(values.secondtax)]
    if (tax === undefined) throw fieldError('tax', noNumber)
    if (secondtax === undefined) throw fieldError('secondtax', noNumber)
    // Missing values are sent as null, and the server responds that they are required.
    const typed: EstimateNew = requestFields(estimateLayout, values)
    const fields: EstimateNew = { ...typed, tax, secondtax }
    if (opened === undefined) {
      const { id } = await create.mutateAsync({ fields })
      onClose()
      onCreated?.(id)
      return
    }
    await update.mutateAsync({ id: opened.id, fields, ifMatch: opened })
    showToast(messages.saved)
    onClose()
  })
}

export function EstimateDialog(props: EstimateDialogProps) {
  const messages = useEstimateMessages()
  const form = useEstimateForm(props)
  const projects = useAll('project', { sortfield: 'name' })
  const isNew = props.estimate === undefined
  return (
    <FormDialog
      wide
      form={form}
      title={isNew ? messages.newEstimate : messages.editDetails}
      {...(isNew ? { submit: messages.create } : {})}
      onClose={props.onClose}
      label={isNew ? messages.newEstimate : messages.editDetails}
    >
      <FormFields
        layout={estimateLayout}
        form={form}
        hidden={form.values.secondtax.trim() === '' ? ['secondtaxcompound'] : []}
        own={{
          projectid: (control) => <ProjectField {...control} projects={projects.data} />,
          currency: (control) => <CurrencyField {...control} />,
          tax: (control) => <TextField {...control} numeric inputMode="decimal" />,
          secondtax: (control) => <TextField {...control} numeric inputMode="decimal" />,
        }}
      />
    </FormDialog>
  )
}
