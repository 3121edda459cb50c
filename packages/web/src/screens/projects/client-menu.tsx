// The menu of a client, with the form that changes one.
import type { ClientRecord } from '@stint/sdk'
import { usePeopleWords } from '../../words/people.ts'
import { ClientForm } from './client-form.tsx'
import { WholeMenu } from './whole-menu.tsx'

export function ClientMenu({ client }: { readonly client: ClientRecord }) {
  const words = usePeopleWords().clients
  return (
    <WholeMenu
      resource="client"
      record={client}
      words={words}
      form={(close) => <ClientForm client={client} onClose={close} />}
    />
  )
}
