// Decides which texts are the issuer of a provider of OpenID Connect: an http or https URL with nothing but a host and
// a path. It is compared letter by letter with what the provider says, so it is kept as it was written.

/** The issuer; null if the text is none. */
export function parseIssuer(text: string): string | null {
  const url = URL.parse(text)
  const isPlain = url !== null && !/[?#\s]/.test(text) && url.username === '' && url.password === ''
  return isPlain && /^https?:\/\//.test(text) && text.length <= 500 ? text : null
}
