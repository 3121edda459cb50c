// Keeps the files of the application in this browser, so that a reload without the server shows it: registers the
// service worker for signed-in people. Signing out removes it and its files (api/session.tsx).
import { useEffect } from 'react'
import { registerServiceWorker } from '../parts/trusted-types.ts'

// Not before the first screen is complete: the files would compete with it.
const delayMs = 3000

export function useOfflineFiles(): void {
  useEffect(() => {
    // Browsers refuse it for a certificate that they do not trust. The application works without it.
    const register = (): void => void registerServiceWorker().catch(() => undefined)
    const timer = 'serviceWorker' in navigator && import.meta.env.PROD ? setTimeout(register, delayMs) : undefined
    return () => clearTimeout(timer)
  }, [])
}
