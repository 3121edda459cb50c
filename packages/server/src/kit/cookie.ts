// Cookies of a request and of an answer, for the one cookie that there is. Values are ours, so nothing is quoted or encoded;
// what else a browser sends along is passed over.

/** The value of a cookie; null when it is not there, or there twice: then somebody has put one beside ours. */
export function readCookie(header: string | undefined, name: string): string | null {
  if (header === undefined) return null
  const [value, another] = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return value === undefined || another !== undefined ? null : value
}

/** For scripts of no page, for no other site's request but a link, and never in the clear (`__Host-` says the same). */
export const formatCookie = (name: string, value: string, maxAgeSeconds: number): string =>
  `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; Secure; HttpOnly; SameSite=Lax`
