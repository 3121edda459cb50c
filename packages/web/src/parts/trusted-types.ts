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

/** Creates a worker of this application from the URL that the bundler provides. */
export function createWorker(url: string): Worker {
  const trusted = policy === undefined ? requireOwnScript(url) : policy.createScriptURL(url)
  return new Worker(trusted as string, { type: 'module' })
}
