// What stands where a person has no business: nothing is
// asked of the server that it would refuse.
import { useMessages } from '../messages/messages.ts'
import { EmptyState, Page } from './page.tsx'

export function NoAccess({ title }: { readonly title: string }) {
  const messages = useMessages().parts
  return (
    <Page title={title}>
      <EmptyState title={messages.notThere} />
    </Page>
  )
}
