// The part of the sign-in screen for single sign-on: how the last attempt ended, and the button that leads to the
// provider. It is loaded only where there is a provider.
import { useState } from 'react'
import { type SignOnOffer, sessionApi } from '../../api/session-api.ts'
import { useSignOnMessages } from '../../messages/single-sign-on.ts'
import { Button } from '../../parts/button.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import styles from './account.module.css'

interface SignOnProps {
  readonly offer: SignOnOffer | null
  /** There is no other way to sign in. */
  readonly isOnly: boolean
  readonly outcome: string | null
}

export function SignOn({ offer, isOnly, outcome }: SignOnProps) {
  const messages = useSignOnMessages()
  const [isLeaving, setLeaving] = useState(false)
  const form = useForm({}, async () => {
    const url = await sessionApi.startSignOn(offer?.accountid ?? null)
    setLeaving(true)
    location.assign(url)
  })
  const text = outcome === null ? undefined : messages.outcomes[outcome]
  return (
    <>
      {text !== undefined && (
        <p className={styles.notice} role="alert">
          {text}
        </p>
      )}
      {offer !== null && (
        <Form form={form} label={messages.signInWith(offer.name)} wrong={messages.notSignedIn}>
          <Button type="submit" look={isOnly ? 'strong' : 'plain'} busy={form.busy || isLeaving}>
            {messages.signInWith(offer.name)}
          </Button>
        </Form>
      )}
      {offer !== null && !isOnly && <p className={styles.small}>{messages.orPassword}</p>}
    </>
  )
}
