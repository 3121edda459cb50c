// The menu of a client, with the form that changes one.
import type { ClientRecord } from '@stint/sdk'
import { usePeopleMessages } from '../../messages/people.ts'
import { RecordMenu } from '../../records/record-menu.tsx'
import { ClientForm } from './client-form.tsx'

export function ClientMenu({ client }: { readonly client: ClientRecord }) {
  const messages = usePeopleMessages().clients
  return (
    <RecordMenu
      resource="client"
      record={client}
      messages={messages}
      form={(close) => <ClientForm client={client} onClose={close} />}
    />
  )
}
