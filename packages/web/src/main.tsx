// The entry point of the application: styles, cache and root component. The first script (boot.ts)
// loads it. It sends no requests.
import '@fontsource-variable/inter/wght.css'
import './parts/tokens.css'
import './parts/base.css'
import './parts/print.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/cache.ts'
import { App } from './app.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no place for the application')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
)
