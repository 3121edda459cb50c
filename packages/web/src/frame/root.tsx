// The root of all routes: the shell around every screen, and what is shown when there is no screen or it broke.
import { createRootRoute, type ErrorComponentProps, Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { Button } from '../parts/button.tsx'
import { Empty, Page } from '../parts/page.tsx'
import { useWords } from '../words/words.ts'
import { Shell } from './shell.tsx'

function NotFound() {
  const words = useWords().frame
  return (
    <Page title={words.notFound}>
      <Empty icon={Compass} title={words.notFound} action={<Link to="/">{words.toHome}</Link>} />
    </Page>
  )
}

export function Broken({ error, reset }: ErrorComponentProps) {
  const words = useWords().frame
  return (
    <Page title={words.failed}>
      <Empty title={words.failed} action={<Button onPress={reset}>{words.reload}</Button>}>
        {error instanceof Error ? error.message : String(error)}
      </Empty>
    </Page>
  )
}

export const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: Broken })
