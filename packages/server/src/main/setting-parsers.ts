// The parsers of the settings: each turns the text of the environment or of a flag into a value, or says in one
// sentence what is wrong with it. Messages do not repeat values that may be secrets.
import { isIP } from 'node:net'
import { newcomerRoles } from '../define/actor.ts'
import type { MailAddress } from '../io/mail-transport.ts'
import { parseKeys } from '../io/vault.ts'
import { parseSender } from '../kit/email.ts'
import { parseIssuer } from '../kit/issuer.ts'
import { parsePublicUrl } from '../kit/public-url.ts'
import { isLegalToken } from '../kit/token.ts'
import type { Settings } from './config.ts'

/** A setting with an invalid value. The message is one sentence that names it. */
export class SettingError extends Error {}

export const numberBetween = (min: number, most: number, fallback: number) => (text: string | undefined) => {
  if (text === undefined) return fallback
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= min && number <= most) return number
  return new SettingError(`"${text}" is not a whole number from ${min} to ${most}`)
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

export function readTls(text = 'auto'): Settings['tls'] | SettingError {
  if (text === 'auto' || text === 'off') return text
  const [certFile, keyFile, more] = text.split(',').map((part) => part.trim())
  if (certFile && keyFile && more === undefined) return { certFile, keyFile }
  return new SettingError(`"${text}" is neither auto, off nor two files as cert.pem,key.pem`)
}

export function readDatabaseUrl(text: string | undefined): string | undefined | SettingError {
  if (text === undefined || /^postgres(ql)?:\/\/\S+$/.test(text)) return text
  return new SettingError('must begin with postgres://; leave it out for the SQLite file in the data folder')
}

/** The names of buckets and a prefix of plain characters, which need no escapes in a URL. */
export function readFiles(text: string | undefined): Settings['files'] | SettingError {
  if (text === undefined) return undefined
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9_./-]*))?$/.exec(text) ?? []
  const parts = path.split('/').filter((part) => part !== '')
  if (bucket !== undefined && !parts.some((part) => /^\.+$/.test(part)))
    return { bucket, prefix: parts.map((part) => `${part}/`).join('') }
  return new SettingError('must be s3://bucket or s3://bucket/prefix, with letters, digits, - _ . and / in the prefix')
}

export function readEndpoint(text: string | undefined): string | undefined | SettingError {
  if (text === undefined) return undefined
  const { protocol = '', username, password, search, hash } = URL.parse(text) ?? {}
  const isPlain = [username, password, search, hash].every((part) => part === '')
  if (/^https?:$/.test(protocol) && isPlain) return text
  return new SettingError('must be an address of the form https://host, without user, query or fragment')
}

export function readToken(text: string | undefined): string | undefined | SettingError {
  if (text === undefined || isLegalToken(text)) return text
  return new SettingError('must have 11 to 40 letters, digits, - or _')
}

/** The value is a secret, so the message does not repeat it. */
export function readKeys(text: string | undefined): readonly Buffer[] | undefined | SettingError {
  if (text === undefined) return undefined
  return parseKeys(text) ?? new SettingError('must be keys of 32 random bytes each, in base64 or hex, comma-separated')
}

/** The value may contain a password, so the message does not repeat it. */
export function readSmtpUrl(text: string | undefined): string | undefined | SettingError {
  if (text === undefined) return undefined
  const { hostname, pathname, search, hash } = URL.parse(text) ?? {}
  const plain = (pathname === '' || pathname === '/') && search === '' && hash === ''
  // A % that is not part of an escape could not be decoded in the user name or the password.
  const encoded = !/%(?![0-9a-fA-F]{2})|%[89a-fA-F]/.test(text)
  if (/^smtps?:\/\//.test(text) && hostname && plain && encoded) return text
  return new SettingError(
    'must be smtp://host:port or smtps://host:port, with user:password@ before the host if needed',
  )
}

export function readMailFrom(text: string | undefined): MailAddress | undefined | SettingError {
  if (text === undefined) return undefined
  const sender = parseSender(text)
  if (sender !== null) return sender
  return new SettingError(`"${text}" is neither an address nor of the form Name <address>`)
}

export function readPublicUrl(text: string | undefined): string | undefined | SettingError {
  if (text === undefined) return undefined
  const url = parsePublicUrl(text)
  if (url !== null) return url
  return new SettingError(`"${text}" is not an address of the form https://host/`)
}

/** Networks are written like 10.0.0.0/8. */
export function readAddresses(text = ''): readonly string[] | SettingError {
  const parts = text.split(',').map((part) => part.trim())
  const addresses = parts.filter((part) => part !== '')
  const invalid = addresses.find((part) => {
    const [address = '', bits, more] = part.split('/')
    const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
    return more !== undefined || most < 0 || (bits !== undefined && !(/^\d+$/.test(bits) && Number(bits) <= most))
  })
  return invalid === undefined ? addresses : new SettingError(`"${invalid}" is neither an address nor a network`)
}

/** Networks, addresses and names of hosts. */
export function readHosts(text = ''): readonly string[] | SettingError {
  const hosts = text.split(',').map((part) => part.trim().toLowerCase())
  const named = hosts.filter((host) => host !== '')
  const invalid = named.find(
    (host) =>
      readAddresses(host) instanceof SettingError && !/^(?=.*[a-z])[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(host),
  )
  return invalid === undefined ? named : new SettingError(`"${invalid}" is neither an address, a network nor a host`)
}

export function readSwitch(text: string | undefined): boolean | SettingError {
  if (text === undefined) return false
  if (['1', 't', 'true', 'on', 'yes'].includes(text.toLowerCase())) return true
  if (['0', 'f', 'false', 'off', 'no'].includes(text.toLowerCase())) return false
  return new SettingError(`"${text}" is neither on nor off`)
}

export function readMailSettings(text = 'auto'): Settings['mailSettings'] | SettingError {
  if (text === 'auto') return text
  const value = readSwitch(text)
  if (value instanceof SettingError) return new SettingError(`"${text}" is neither auto, on nor off`)
  return value ? 'on' : 'off'
}

export function readIssuer(text: string | undefined): string | undefined | SettingError {
  if (text === undefined) return undefined
  return parseIssuer(text) ?? new SettingError(`"${text}" is not an address such as https://login.example.com/`)
}

export function readCreate(text = 'off'): Settings['oidcCreate'] | SettingError {
  if (text.toLowerCase() === 'off') return null
  const role = newcomerRoles.find((name) => name.toLowerCase() === text.toLowerCase())
  return role ?? new SettingError(`"${text}" is neither off, ${newcomerRoles.join(' nor ')}`)
}

export function readPasswords(text: string | undefined): boolean | SettingError {
  return text === undefined ? true : readSwitch(text)
}

export function readDemo(text: string | undefined): boolean | 'public' | SettingError {
  if (text?.toLowerCase() === 'public') return 'public'
  const value = readSwitch(text)
  return value instanceof SettingError ? new SettingError(`"${text}" is neither on, off nor public`) : value
}

/** Seconds, not an instant: a restarted server must not go back in time. */
export function readSeconds(text = '0'): number | SettingError {
  if (/^[+-]?\d{1,10}$/.test(text)) return Number(text)
  return new SettingError(`"${text}" is not a whole number of seconds`)
}
