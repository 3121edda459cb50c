// What is shown instead of a screen to people who may not see it. Nothing is requested that the server would refuse.
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

/** The screen for those who have the permission; the others see the title and that there is nothing. */
export const guarded = <Name extends ResourceName>(
  Screen: () => ReactNode,
  [resource, verb]: readonly [Name, VerbOf<Name>],
  useTitle: () => string,
) =>
  function Guarded() {
    const title = useTitle()
    return useMay()(resource, verb) ? <Screen /> : <NoAccess title={title} />
  }
