// The page that is shown instead of a screen that the person may not see. It sends no request that the server would
// reject.
import type { ReactNode } from 'react'
import type { ResourceName, VerbOf } from '../api/permissions.ts'
import { useMay } from '../api/session.tsx'
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

/** Shows the screen to people with the permission, and its title with a message to others. */
export const guarded = <Name extends ResourceName>(
  Screen: () => ReactNode,
  [resource, verb]: readonly [Name, VerbOf<Name>],
  useTitle: () => string,
) =>
  function Guarded() {
    const title = useTitle()
    return useMay()(resource, verb) ? <Screen /> : <NoAccess title={title} />
  }
