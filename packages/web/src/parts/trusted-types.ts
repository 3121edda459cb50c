// The only Trusted Types policy for script URLs; the content security policy forbids all others. It accepts only
// scripts of this application. HTML is trusted only in stored-html.tsx.

interface Policy {
  createScriptURL(url: string): unknown
}

interface Policies {
  createPolicy(name: string, rules: Policy): Policy
}

/** Browsers without Trusted Types accept the plain URL. */
const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes

function requireOwnScript(url: string): string {
  const { origin, pathname, href } = new URL(url, location.href)
  if (origin !== location.origin || !pathname.startsWith('/app/'))
    throw new TypeError(`${url} is no script of this page`)
  return href
}

const policy = policies?.createPolicy('stint', { createScriptURL: requireOwnScript })

const trustedUrl = (url: string): string =>
  (policy === undefined ? requireOwnScript(url) : policy.createScriptURL(url)) as string

/** Creates a worker of this application from the URL that the bundler provides. */
export const createWorker = (url: string): Worker => new Worker(trustedUrl(url), { type: 'module' })

/** Registers the service worker for the whole application. */
export const registerServiceWorker = (): Promise<unknown> =>
  navigator.serviceWorker.register(trustedUrl('/app/sw.js'), { scope: '/app/' })
