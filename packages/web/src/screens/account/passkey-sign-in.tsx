// The button of the sign-in screen for people who have a passkey. It is loaded only where the server has them, and
// shown only in browsers that do.
import { useQueryClient } from '@tanstack/react-query'
import { canUsePasskeys, passkeyApi } from '../../api/passkeys.ts'
import { sessionStateQuery } from '../../api/session.tsx'
import { useMessages } from '../../messages/messages.ts'
import { usePasskeyMessages } from '../../messages/passkeys.ts'
import { Button } from '../../parts/button.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { usePasskeyErrors } from '../../records/people/passkey-errors.ts'

export function PasskeySignIn({ origin }: { readonly origin: string }) {
  const messages = usePasskeyMessages()
  const account = useMessages().account
  const queries = useQueryClient()
  const explained = usePasskeyErrors()
  const form = useForm({}, async () => {
    const session = await explained(passkeyApi.signIn())
    queries.setQueryData(sessionStateQuery.queryKey, { session })
  })
  if (!canUsePasskeys(origin)) return null
  return (
    <Form form={form} label={messages.signIn} wrong={account.notSignedIn}>
      <Button type="submit" busy={form.busy}>
        {messages.signIn}
      </Button>
    </Form>
  )
}
