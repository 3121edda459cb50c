// Loading and removing the sample data of a new company, as a part of the first steps.
import { useState } from 'react'
import { stint } from '../../api/client.ts'
import { useWrite } from '../../api/records.ts'
import { errorText } from '../../kit/error-text.ts'
import { useFirstStepsMessages } from '../../messages/first-steps.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmWrite } from '../../parts/dialog.tsx'
import { Section } from '../../parts/page.tsx'
import { showToast } from '../../parts/toast.tsx'
import styles from './home.module.css'

interface SampleProps {
  /** The id of the company. */
  readonly id: number
}

/** Says what was done before everything is fetched again, because then this part of the page is gone. */
const useSampleWrite = (work: () => Promise<unknown>, done: string) =>
  useWrite('company', async () => {
    await work()
    showToast(done)
  })

export function LoadSampleData({ id }: SampleProps) {
  const messages = useFirstStepsMessages()
  const load = useSampleWrite(() => stint.company.loadsample(id), messages.sampleLoaded)
  return (
    <div className={styles.sample}>
      <span className={styles.hint}>{messages.loadSampleText}</span>
      <Button small busy={load.isPending} onPress={() => load.mutate(undefined)}>
        {messages.loadSample}
      </Button>
      {load.error && <span role="alert">{errorText(load.error)}</span>}
    </div>
  )
}

export function SampleData({ id }: SampleProps) {
  const messages = useFirstStepsMessages()
  const [isAsking, setAsking] = useState(false)
  const remove = useSampleWrite(() => stint.company.removesample(id), messages.sampleRemoved)
  const question = {
    title: messages.removeSampleTitle,
    action: messages.removeSample,
    text: messages.removeSampleText,
  }
  const actions = (
    <Button small onPress={() => setAsking(true)}>
      {messages.removeSample}
    </Button>
  )
  return (
    <Section title={messages.sample} card actions={actions}>
      <p className={styles.faint}>{messages.sampleText}</p>
      {isAsking && (
        <ConfirmWrite
          question={question}
          write={remove}
          onConfirm={() => remove.mutate(undefined)}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  )
}
