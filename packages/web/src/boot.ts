// The first script, small on purpose: it asks who is signed in, loads the application meanwhile, and shows its frame as
// soon as the answer is there. Everything else is in main.tsx.
import { requestFirstSession } from './api/first-session.ts'
import { type FirstFramePerson, showFirstFrame } from './frame/first-frame.ts'
import { applyTheme } from './frame/theme.ts'

applyTheme()

async function showFrame(): Promise<void> {
  const response = await requestFirstSession()
  const { session } = (await response.clone().json()) as { session: FirstFramePerson | null }
  if (session !== null) showFirstFrame(session)
}

// Without an answer there is no frame; the application reports why.
void showFrame().catch(() => undefined)
void import('./main.tsx')
