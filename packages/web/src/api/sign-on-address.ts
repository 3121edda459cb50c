// What the address says about single sign-on when the application opens: the company of a sign-in address such as
// /app/?company=7, which this browser remembers, and how a sign-in at the provider ended (/app/?oidc=denied).
const companyKey = 'stint-company'

export function signInCompany(): string | null {
  const company = new URLSearchParams(location.search).get('company')
  if (company !== null) localStorage.setItem(companyKey, company)
  return company ?? localStorage.getItem(companyKey)
}

/** Those that belong to the profile, where they were begun. */
const profileOutcomes = ['linked', 'taken', 'confirmed']

/** Removes the outcome from the address, so that a reload does not show it again. */
function readOutcome(): string | null {
  const outcome = new URLSearchParams(location.search).get('oidc')
  if (outcome === null) return null
  history.replaceState(null, '', profileOutcomes.includes(outcome) ? '/app/profile?tab=security' : '/app/')
  return outcome
}

let outcome = readOutcome()

/** How the sign-in ended with which this page was opened; null for any other page. */
export const signOnOutcome = (): string | null => outcome

/** The same, once. */
export function takeOutcome(): string | null {
  const taken = outcome
  outcome = null
  return taken
}
