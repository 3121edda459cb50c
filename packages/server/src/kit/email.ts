// Which texts are e-mail addresses to us: far fewer than the standards allow. Quotes, comments, groups, routes and blanks
// have all been used to send a mail elsewhere than it seemed to go (T-39), and no person's real address needs them. It
// deliberately parses nothing: a text is an address as it stands, or it is none.

const LOCAL = /^[\p{L}\p{M}\p{N}#$&*+/=?^_{}~-]+(?:\.[\p{L}\p{M}\p{N}#$&*+/=?^_{}~-]+)*$/u
const DOMAIN = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/

const MAX_LENGTH = 255
const MAX_LOCAL_LENGTH = 64

export function isEmailAddress(text: string): boolean {
  if (text.length > MAX_LENGTH) return false
  const [local = '', domain = '', more] = text.split('@')
  return more === undefined && local.length <= MAX_LOCAL_LENGTH && LOCAL.test(local) && DOMAIN.test(domain)
}
