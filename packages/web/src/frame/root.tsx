// The root of all routes: the shell around every screen, and what is shown when there is no screen or it broke.
import { createRootRoute, type ErrorComponentProps, Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { useMessages } from '../messages/messages.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState, Page } from '../parts/page.tsx'
import { Shell } from './shell.tsx'

function NotFound() {
  const words = useMessages().frame
  return (
    <Page title={words.notFound}>
      <EmptyState icon={Compass} title={words.notFound} action={<Link to="/">{words.toHome}</Link>} />
    </Page>
  )
}

export function ScreenError({ error, reset }: ErrorComponentProps) {
  const words = useMessages().frame
  return (
    <Page title={words.failed}>
      <EmptyState title={words.failed} action={<Button onPress={reset}>{words.reload}</Button>}>
        {error instanceof Error ? error.message : String(error)}
      </EmptyState>
    </Page>
  )
}

export const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: ScreenError })
