// Reads and writes the cookies of the server. Their values need no quoting or encoding; other cookies are ignored.
// It does not know what the cookies are for.

/** The value of a cookie; null when it is missing or appears twice, because then one of them may be planted. */
export function readCookie(header: string | undefined, name: string): string | null {
  if (header === undefined) return null
  const [value, another] = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return value === undefined || another !== undefined ? null : value
}

/** Not readable by scripts, sent with links from other sites but not with their requests, and only over TLS. */
export const formatCookie = (name: string, value: string, maxAgeSeconds: number, isSecure = true): string =>
  `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds};${isSecure ? ' Secure;' : ''} HttpOnly; SameSite=Lax`
