// Loads the step after the password when it is needed: most people have none.
import { lazy, Suspense } from 'react'
import { loadLazily } from '../../api/lazy.ts'
import type { NextStep as Next, Session } from '../../api/session-api.ts'

const SignInStep = lazy(async () => ({
  default: (await loadLazily(() => import('./sign-in-steps.tsx'))).SignInStep,
}))

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
