// The one place where a text becomes something the browser may load as a script: the page's policy (Trusted Types)
// refuses every other way. Only scripts of this application are let through. HTML is trusted nowhere but in
// stored-html.tsx.

interface Policy {
  createScriptURL(url: string): unknown
}

interface Policies {
  createPolicy(name: string, rules: Policy): Policy
}

/** Browsers without Trusted Types take the text as it is. */
const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes

function requireOwnScript(url: string): string {
  const { origin, pathname, href } = new URL(url, location.href)
  if (origin !== location.origin || !pathname.startsWith('/app/'))
    throw new TypeError(`${url} is no script of this page`)
  return href
}

const policy = policies?.createPolicy('stint', { createScriptURL: requireOwnScript })

/** A worker of this application, from its address as the bundler gives it. */
export function createWorker(url: string): Worker {
  const trusted = policy === undefined ? requireOwnScript(url) : policy.createScriptURL(url)
  return new Worker(trusted as string, { type: 'module' })
}
