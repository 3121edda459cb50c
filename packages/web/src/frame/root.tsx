// The root route: the shell around every screen, and the messages for an unknown address and for a screen that failed.
import { createRootRoute, type ErrorComponentProps, Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { useMessages } from '../messages/messages.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState, Page } from '../parts/page.tsx'
import { Shell } from './shell.tsx'

function NotFound() {
  const messages = useMessages().frame
  return (
    <Page title={messages.notFound}>
      <EmptyState icon={Compass} title={messages.notFound} action={<Link to="/">{messages.toHome}</Link>} />
    </Page>
  )
}

export function ScreenError({ error, reset }: ErrorComponentProps) {
  const messages = useMessages().frame
  return (
    <Page title={messages.failed}>
      <EmptyState title={messages.failed} action={<Button onPress={reset}>{messages.reload}</Button>}>
        {error instanceof Error ? error.message : String(error)}
      </EmptyState>
    </Page>
  )
}

let prepareScreen: (path: string) => void = () => undefined

/** Called with the path of a link that the pointer or the focus is on, while the router loads its screen. */
export function onLinkIntent(prepare: (path: string) => void): void {
  prepareScreen = prepare
}

export const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: ScreenError,
  beforeLoad: ({ preload, location: { pathname, searchStr } }) => {
    if (preload && searchStr === '') prepareScreen(pathname)
  },
})
