// The menu of a client, with the form that changes one.
import type { ClientRecord } from '@stint/sdk'
import { usePeopleMessages } from '../../messages/people.ts'
import { ClientForm } from '../../records/clients/client-form.tsx'
import { RecordMenu } from '../../records/record-menu.tsx'

export function ClientMenu({ client }: { readonly client: ClientRecord }) {
  const messages = usePeopleMessages().clients
  return (
    <RecordMenu
      resource="client"
      record={client}
      messages={messages}
      form={(close) => <ClientForm record={client} onClose={close} />}
    />
  )
}
