// Tells a signed-in person how a visit to the provider of single sign-on ended.
import { en } from '../../messages/en/single-sign-on.ts'
import { showError, showToast } from '../../parts/toast.tsx'

export function showOutcome(outcome: string): void {
  const done = en.done[outcome]
  const failed = en.outcomes[outcome]
  if (done !== undefined) showToast(done)
  else if (failed !== undefined) showError(new Error(failed))
}
