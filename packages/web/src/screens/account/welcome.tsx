// The set-up of a new server: whoever opens the link that the server printed enters the company and their own login,
// and is signed in.

import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { locale } from '../../api/formats.ts'
import { sessionStateQuery } from '../../api/session.tsx'
import { sessionApi } from '../../api/session-api.ts'
import { currencies, zones } from '../../kit/zones.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../parts/button.tsx'
import { ComboBoxField } from '../../parts/choices.tsx'
import { TextField } from '../../parts/fields.tsx'
import { FieldRow, Form, useForm } from '../../parts/form.tsx'
import { NewPasswordField } from '../../parts/new-password-field.tsx'
import styles from './account.module.css'

/** Without the code; the whole page is loaded again, so that nothing of the link is left. */
const leave = (): void => location.replace('/app/')

/** `waits` says that an account of this server is not set up yet; otherwise the link was used. */
export function Welcome({ waits }: { readonly waits: boolean }) {
  const messages = useMessages().account
  if (waits) return <SetupForm />
  return (
    <div className={styles.place}>
      <main className={styles.card}>
        <img src="/app/mark.svg" alt="" width="40" height="40" />
        <h1>{messages.setupUsed}</h1>
        <p className={styles.text}>{messages.setupUsedText}</p>
        <Button look="strong" onPress={leave}>
          {messages.signIn}
        </Button>
      </main>
    </div>
  )
}

function SetupForm() {
  const messages = useMessages().account
  const queries = useQueryClient()
  const money = useMemo(() => currencies(locale), [])
  const places = useMemo(zones, [])
  const form = useForm(
    {
      company: '',
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      currency: 'EUR',
      firstname: '',
      lastname: '',
      username: '',
      email: '',
      password: '',
    },
    async (values) => {
      const { session } = await sessionApi.setUp({ ...values, code: location.hash.slice(1) })
      history.replaceState(null, '', '/app/')
      queries.setQueryData(sessionStateQuery.queryKey, { session })
    },
  )
  return (
    <div className={styles.place}>
      <main className={styles.card} data-wide>
        <img src="/app/mark.svg" alt="" width="40" height="40" />
        <h1>{messages.setup}</h1>
        <p className={styles.text}>{messages.setupText}</p>
        <Form form={form} label={messages.setup}>
          <TextField
            {...form.field('company')}
            label={messages.companyName}
            autoComplete="organization"
            autoFocus
            required
          />
          <FieldRow>
            <ComboBoxField
              {...form.field('timezone')}
              onChange={(zone) => form.set({ timezone: zone ?? '' })}
              label={messages.timezone}
              hint={messages.timezoneHint}
              options={places}
            />
            <ComboBoxField
              {...form.field('currency')}
              onChange={(currency) => form.set({ currency: currency ?? '' })}
              label={messages.currency}
              options={money}
            />
          </FieldRow>
          <FieldRow>
            <TextField {...form.field('firstname')} label={messages.firstname} autoComplete="given-name" required />
            <TextField {...form.field('lastname')} label={messages.lastname} autoComplete="family-name" />
          </FieldRow>
          <FieldRow>
            <TextField {...form.field('username')} label={messages.username} autoComplete="username" required />
            <TextField {...form.field('email')} label={messages.email} type="email" autoComplete="email" required />
          </FieldRow>
          <NewPasswordField {...form.field('password')} label={messages.password} hint={messages.passwordHint} />
          <Button type="submit" look="strong" busy={form.busy}>
            {messages.start}
          </Button>
        </Form>
      </main>
    </div>
  )
}
