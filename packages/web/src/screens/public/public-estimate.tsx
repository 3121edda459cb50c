// The public page of an estimate: what the work would cost, its PDF, and accepting or declining it with a name. It
// decides about the revision that it shows.
import { Decimal, StintError } from '@stint/sdk'
import { useState } from 'react'
import { decidePublicEstimate, type PublicEstimateFields } from '../../api/public-documents.ts'
import { publicEstimateMessages } from '../../messages/public-estimate.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { TextArea, TextField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import styles from './public-document.module.css'
import { DocumentCard, type Fact, publicDocument, publicFormats } from './public-document.tsx'

export const PublicEstimate = publicDocument({
  resource: 'estimate',
  texts: publicEstimateMessages,
  page: (code, { data, refetch }) => <EstimatePage code={code} estimate={data} onDecided={refetch} />,
})

interface EstimateProps {
  readonly code: string
  readonly estimate: PublicEstimateFields
  /** Reads it again. */
  readonly onDecided: () => Promise<unknown>
}

function EstimatePage({ code, estimate, onDecided }: EstimateProps) {
  const { language, number, company, validuntil, currency, total, revision } = estimate
  const messages = publicEstimateMessages(language)
  const formats = publicFormats(language, currency)
  const facts: Fact[] = [[messages.total, formats.money(Decimal.from(total))]]
  if (validuntil !== '') facts.push([messages.validUntil, formats.day(validuntil)])
  return (
    <DocumentCard
      resource="estimate"
      code={code}
      document={estimate}
      heading={messages.title(number, company)}
      badge={<StateBadge estimate={estimate} />}
      facts={facts}
      texts={{ download: messages.download, pdf: messages.pdf(number) }}
      revision={revision}
    >
      <Decision key={revision} code={code} estimate={estimate} onDecided={onDecided} />
    </DocumentCard>
  )
}

function StateBadge({ estimate: { language, state, expired } }: Pick<EstimateProps, 'estimate'>) {
  const { states, expired: expiredText } = publicEstimateMessages(language)
  if (expired === 't') return <Badge tone="bad">{expiredText}</Badge>
  if (state === 'sent') return null
  return <Badge tone={state === 'accepted' ? 'good' : 'bad'}>{states[state] ?? state}</Badge>
}

/** The buttons, the form behind them, or what was decided. */
function Decision(props: EstimateProps) {
  const { language, state, expired, decider, datedecided } = props.estimate
  const messages = publicEstimateMessages(language)
  const [chosen, setChosen] = useState<'accept' | 'decline' | null>(null)
  if (state !== 'sent') {
    const when = datedecided === '' ? '' : publicFormats(language, '').moment(`${datedecided.replace(' ', 'T')}Z`)
    return <p role="status">{(state === 'accepted' ? messages.acceptedBy : messages.declinedBy)(decider, when)}</p>
  }
  if (expired === 't') return <p>{messages.expiredText}</p>
  if (chosen !== null) return <DecisionForm {...props} decision={chosen} onCancel={() => setChosen(null)} />
  return (
    <div className={styles.head}>
      <Button look="strong" onPress={() => setChosen('accept')}>
        {messages.accept}
      </Button>
      <Button onPress={() => setChosen('decline')}>{messages.decline}</Button>
    </div>
  )
}

interface DecisionFormProps extends EstimateProps {
  readonly decision: 'accept' | 'decline'
  readonly onCancel: () => void
}

/** Somebody else has decided or changed it: the page is read again. */
const isOutdated = (error: unknown): boolean =>
  error instanceof StintError &&
  (error.status === 412 ||
    (error.status === 400 && !error.errors.some(({ field }) => field === 'name' || field === 'note')))

function DecisionForm({ code, estimate, decision, onDecided, onCancel }: DecisionFormProps) {
  const { language, revision } = estimate
  const messages = publicEstimateMessages(language)
  const form = useForm({ name: '', note: '' }, async ({ name, note }) => {
    try {
      await decidePublicEstimate(decision, { code, revision, name, note })
    } catch (error) {
      if (!isOutdated(error)) throw error
      await onDecided()
      throw new Error(messages.changed)
    }
    await onDecided()
  })
  const submit = decision === 'accept' ? messages.acceptEstimate : messages.declineEstimate
  return (
    <Form form={form} label={submit}>
      <p>{decision === 'accept' ? messages.acceptText : messages.declineText}</p>
      <TextField {...form.field('name')} label={messages.name} maxLength={100} autoComplete="name" required autoFocus />
      <TextArea {...form.field('note')} label={messages.comment} rows={3} />
      <div className={styles.head}>
        <Button type="submit" look={decision === 'accept' ? 'strong' : 'danger'} busy={form.busy}>
          {submit}
        </Button>
        <Button onPress={onCancel}>{messages.cancel}</Button>
      </div>
    </Form>
  )
}
