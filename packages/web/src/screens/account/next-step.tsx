// Loads the step after the password when it is needed: most people have none.
import { Suspense } from 'react'
import { lazyPart } from '../../api/lazy.ts'
import type { NextStep as Next, Session } from '../../api/session-api.ts'

const SignInStep = lazyPart(() => import('./sign-in-steps.tsx'), 'SignInStep')

interface NextStepProps {
  readonly next: Next
  readonly onEntered?: (session: Session) => void
  readonly onBack?: () => void
}

export function NextStep(props: NextStepProps) {
  return (
    <Suspense>
      <SignInStep {...props} />
    </Suspense>
  )
}
