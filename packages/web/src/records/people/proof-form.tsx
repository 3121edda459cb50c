// A form that only asks people to prove who they are, before something is done that matters for security.
import { Form, type FormState } from '../../parts/form.tsx'
import { FormActions } from '../../parts/form-dialog.tsx'
import { type noProof, ProofFields } from './proof-fields.tsx'

interface ProofFormProps {
  readonly form: FormState<typeof noProof>
  /** What will be done. */
  readonly text?: string
  readonly submit: string
  readonly look?: 'strong' | 'danger'
  readonly onCancel: () => void
}

export function ProofForm({ form, text, submit, look = 'strong', onCancel }: ProofFormProps) {
  return (
    <Form form={form}>
      {text !== undefined && <p>{text}</p>}
      <ProofFields current={form.field('current')} code={form.field('code')} autoFocus />
      <FormActions form={form} onCancel={onCancel} submit={submit} look={look} />
    </Form>
  )
}
