// Decides which texts are the public address of a server: an http or https URL with nothing but a host and a path.
// Links in mails begin with it.

/** The address with a slash at its end; null if the text is none. */
export function parsePublicUrl(text: string): string | null {
  const url = URL.parse(text)
  const plain = url !== null && url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  if (!plain || !/^https?:\/\//.test(text)) return null
  return url.href.endsWith('/') ? url.href : `${url.href}/`
}
