// Decides which texts are e-mail addresses: far fewer than the standards allow. Quotes, comments, groups, routes and
// blanks have been used to redirect mail (T-39), and real addresses do not need them. The text is checked as it is, not
// parsed.

const LOCAL = /^[\p{L}\p{M}\p{N}#$&*+/=?^_{}~-]+(?:\.[\p{L}\p{M}\p{N}#$&*+/=?^_{}~-]+)*$/u
const DOMAIN = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/

const MAX_LENGTH = 255
const MAX_LOCAL_LENGTH = 64

export function isEmailAddress(text: string): boolean {
  if (text.length > MAX_LENGTH) return false
  const [local = '', domain = '', more] = text.split('@')
  return more === undefined && local.length <= MAX_LOCAL_LENGTH && LOCAL.test(local) && DOMAIN.test(domain)
}

/** The sender of mails: an address, or Name <address>. Null if the text is neither. */
export function parseSender(text: string): { readonly name: string; readonly address: string } | null {
  const [, name = '', bracketed] = /^([^<>@"\p{Cc}]*)<([^<>]*)>$/u.exec(text.trim()) ?? []
  const address = bracketed ?? text.trim()
  return isEmailAddress(address) ? { name: name.trim(), address } : null
}
